// Fork, work, answer through a pipe.
// SPDX-License-Identifier: Apache-2.0
#include "sim/base/child_process.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cmath>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <exception>
#include <iostream>
#include <memory>
#include <optional>
#include <system_error>
#include <utility>
#include <vector>

#include <fmt/core.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "sim/base/error.hpp"

namespace spotgrid {
namespace {

using How = ChildAnswer::How;
using Clock = std::chrono::steady_clock;

// What a child sends is a row of frames: a mark, the length of the text, the text.
constexpr char piece_mark = 'p';
constexpr char threw_mark = 't';
// A limit of more, 30 years, is none: the clock counts no further than ten times as far.
constexpr Seconds longest_limit{1e9};
constexpr std::size_t head_size = 1 + sizeof(std::uint64_t);

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

bool write_frame(int to, char mark, std::string_view text) {
  std::array<char, head_size> head{mark};
  const auto size = static_cast<std::uint64_t>(text.size());
  std::memcpy(&head[1], &size, sizeof(size));
  return write_all(to, {head.data(), head.size()}) && write_all(to, text);
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
[[noreturn]] void be_child(int answer_to, const ChildTask& task) noexcept {
  bool sent = true;
  try {
    task.work(
        [&](std::string_view text) { sent = sent && write_frame(answer_to, piece_mark, text); });
  } catch (const std::exception& problem) {
    sent = sent && write_frame(answer_to, threw_mark, problem.what());
  }
  flush_stdio();
  ::_exit(sent ? 0 : 1);
}

std::string signal_text(int number) {
  const char* name = ::sigdescr_np(number);  // strsignal() would speak the user's language
  return "signal " + std::to_string(number) + " (" + (name != nullptr ? name : "unknown") + ")";
}

// A child that was forked and not waited for.
class Child {
 public:
  explicit Child(const ChildTask& task);
  ~Child() {
    ::close(from_);
    if (running_)
      kill();
  }
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  int descriptor() const { return from_; }
  Clock::time_point deadline() const { return deadline_; }
  // Takes what has come; true when that was the last.
  bool read();
  void end();
  void time_out();

 private:
  void take_frames();
  int kill() {
    ::kill(pid_, SIGKILL);
    running_ = false;
    return wait_for(pid_);
  }

  const ChildTask& task_;
  int from_ = -1;
  pid_t pid_ = -1;
  bool running_ = true;
  Clock::time_point deadline_ = Clock::time_point::max();
  std::string come_;  // that is no whole frame yet
  std::optional<std::string> threw_;
};

Child::Child(const ChildTask& task) : task_(task) {
  std::array<int, 2> ends{};  // read, write
  if (::pipe(ends.data()) != 0)
    throw std::system_error(errno, std::generic_category(), "pipe");
  flush_stdio();
  const pid_t parent = ::getpid();
  pid_ = ::fork();
  if (pid_ < 0) {
    const int reason = errno;
    ::close(ends[0]);
    ::close(ends[1]);
    throw std::system_error(reason, std::generic_category(), "fork");
  }
  if (pid_ == 0) {
    ::close(ends[0]);
    // A run whose parent was killed, maybe before this call, has nobody to answer to.
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (::getppid() != parent)
      ::_exit(1);
    be_child(ends[1], task);
  }
  ::close(ends[1]);
  from_ = ends[0];
  if (task.limit < longest_limit)
    deadline_ = Clock::now() + std::chrono::duration_cast<Clock::duration>(task.limit);
}

bool Child::read() {
  std::array<char, 65536> block{};
  const ssize_t got = ::read(from_, block.data(), block.size());
  if (got < 0)
    return errno != EINTR;
  come_.append(block.data(), static_cast<std::size_t>(got));
  take_frames();
  return got == 0;
}

void Child::take_frames() {
  std::size_t begin = 0;
  for (;;) {
    std::uint64_t size = 0;
    if (come_.size() - begin < head_size)
      break;
    std::memcpy(&size, &come_[begin + 1], sizeof(size));
    if (come_.size() - begin - head_size < size)
      break;
    std::string text = come_.substr(begin + head_size, size);
    if (come_[begin] == piece_mark)
      task_.piece(std::move(text));
    else
      threw_ = std::move(text);
    begin += head_size + size;
  }
  come_.erase(0, begin);
}

void Child::end() {
  const int status = wait_for(pid_);
  running_ = false;
  if (WIFSIGNALED(status))
    task_.ended({How::crashed, signal_text(WTERMSIG(status))});
  else if (WEXITSTATUS(status) != 0)
    task_.ended({How::crashed, "exit code " + std::to_string(WEXITSTATUS(status))});
  else if (threw_)
    task_.ended({How::threw, *threw_});
  else
    task_.ended({How::answered, ""});
}

void Child::time_out() {
  kill();
  task_.ended({How::timed_out, fmt::format("no answer within {:g} s", task_.limit.count())});
}

// Until one of them has sent something or is late.
void wait_for_any(const std::vector<std::unique_ptr<Child>>& children,
                  std::vector<pollfd>& polled) {
  polled.clear();
  Clock::time_point first = Clock::time_point::max();
  for (const auto& child : children) {
    polled.push_back({child->descriptor(), POLLIN, 0});
    first = std::min(first, child->deadline());
  }
  int milliseconds = -1;
  if (first != Clock::time_point::max()) {
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(first - Clock::now()).count();
    milliseconds = static_cast<int>(std::clamp<std::int64_t>(left, 0, 60'000));
  }
  if (::poll(polled.data(), polled.size(), milliseconds) < 0) {
    if (errno != EINTR)
      throw std::system_error(errno, std::generic_category(), "poll");
    for (pollfd& one : polled)
      one.revents = 0;
  }
}

}  // namespace

void in_child_processes(std::span<const ChildTask> tasks, std::size_t at_once) {
  require(at_once > 0, "some child may run");
  std::vector<std::unique_ptr<Child>> children;
  std::vector<pollfd> polled;
  std::size_t begun = 0;
  while (begun < tasks.size() || !children.empty()) {
    while (begun < tasks.size() && children.size() < at_once)
      children.push_back(std::make_unique<Child>(tasks[begun++]));
    wait_for_any(children, polled);
    for (std::size_t i = children.size(); i-- > 0;) {
      Child& child = *children[i];
      const bool all_read = polled[i].revents != 0 && child.read();
      const bool late = Clock::now() >= child.deadline();
      if (all_read)
        child.end();
      else if (late)
        child.time_out();
      if (all_read || late)
        children.erase(children.begin() + static_cast<std::ptrdiff_t>(i));
    }
  }
}

ChildAnswer in_child_process(const std::function<std::string()>& work, Seconds limit) {
  std::optional<std::string> said;
  ChildAnswer answer{How::crashed, ""};
  const ChildTask task{[&](const Send& send) { send(work()); },
                       [&](std::string text) { said = std::move(text); },
                       [&](const ChildAnswer& end) { answer = end; }, limit};
  in_child_processes({&task, 1}, 1);
  if (answer.how == How::answered && !said)
    return {How::crashed, "ended without an answer"};
  if (answer.how == How::answered)
    answer.text = std::move(*said);
  return answer;
}

}  // namespace spotgrid
