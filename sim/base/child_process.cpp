// Fork, work, answer through a pipe.
// SPDX-License-Identifier: Apache-2.0
#include "sim/base/child_process.hpp"

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <exception>
#include <iostream>
#include <string_view>
#include <system_error>
#include <utility>

#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace spotgrid {
namespace {

// First byte of what the child sends; without it the child ended before it had an answer.
constexpr char answered_mark = 'a';
constexpr char threw_mark = 't';

void flush_stdio() {
  std::cout.flush();
  std::cerr.flush();
  std::fflush(nullptr);  // every C stream
}

bool write_all(int to, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = ::write(to, text.data(), text.size());
    if (written > 0) {
      text.remove_prefix(static_cast<std::size_t>(written));
    } else if (errno != EINTR) {
      return false;
    }
  }
  return true;
}

std::string read_all(int from) {
  std::string text;
  std::array<char, 65536> block{};
  for (;;) {
    const ssize_t got = ::read(from, block.data(), block.size());
    if (got > 0) {
      text.append(block.data(), static_cast<std::size_t>(got));
    } else if (got == 0 || errno != EINTR) {
      return text;
    }
  }
}

int wait_for(pid_t child) {
  int status = 0;
  while (::waitpid(child, &status, 0) < 0) {
    if (errno != EINTR)
      throw std::system_error(errno, std::generic_category(), "waitpid");
  }
  return status;
}

// noexcept: what is no std::exception must end the child, not unwind into the parent's frames of
// which it has a copy.
[[noreturn]] void be_child(int answer_to, const std::function<std::string()>& work) noexcept {
  std::string answer;
  try {
    answer = answered_mark + work();
  } catch (const std::exception& problem) {
    answer = threw_mark + std::string(problem.what());
  }
  const bool sent = write_all(answer_to, answer);
  flush_stdio();
  ::_exit(sent ? 0 : 1);
}

std::string signal_text(int number) {
  const char* name = ::sigdescr_np(number);  // strsignal() would speak the user's language
  return "signal " + std::to_string(number) + " (" + (name != nullptr ? name : "unknown") + ")";
}

ChildAnswer judge(int status, std::string sent) {
  using How = ChildAnswer::How;
  if (WIFSIGNALED(status))
    return {How::crashed, signal_text(WTERMSIG(status))};
  if (WEXITSTATUS(status) != 0)
    return {How::crashed, "exit code " + std::to_string(WEXITSTATUS(status))};
  if (sent.empty())
    return {How::crashed, "ended without an answer"};
  const How how = sent.front() == answered_mark ? How::answered : How::threw;
  sent.erase(0, 1);
  return {how, std::move(sent)};
}

}  // namespace

ChildAnswer in_child_process(const std::function<std::string()>& work) {
  std::array<int, 2> ends{};  // read, write
  if (::pipe(ends.data()) != 0)
    throw std::system_error(errno, std::generic_category(), "pipe");
  flush_stdio();
  const pid_t child = ::fork();
  if (child < 0) {
    const int reason = errno;
    ::close(ends[0]);
    ::close(ends[1]);
    throw std::system_error(reason, std::generic_category(), "fork");
  }
  if (child == 0) {
    ::close(ends[0]);
    // A run whose parent was killed has nobody to answer to.
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    be_child(ends[1], work);
  }
  ::close(ends[1]);
  std::string sent = read_all(ends[0]);  // until the child's end is closed, so before the wait
  ::close(ends[0]);
  return judge(wait_for(child), std::move(sent));
}

}  // namespace spotgrid
