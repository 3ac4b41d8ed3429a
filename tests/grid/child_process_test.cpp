// Work in a process of its own: answers, exceptions and crashes come back.
// SPDX-License-Identifier: Apache-2.0
#include "sim/base/child_process.hpp"

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <stdexcept>
#include <string>

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

namespace spotgrid {
namespace {

using How = ChildAnswer::How;

TEST(ChildProcess, TheAnswerComesBackWhole) {
  const std::string bytes("a\0b\n", 4);
  const ChildAnswer answer = in_child_process([&] { return bytes; });
  EXPECT_EQ(answer.how, How::answered);
  EXPECT_EQ(answer.text, bytes);
}

TEST(ChildProcess, AnEmptyAnswerIsAnAnswer) {
  const ChildAnswer answer = in_child_process([] { return std::string(); });
  EXPECT_EQ(answer.how, How::answered);
  EXPECT_EQ(answer.text, "");
}

TEST(ChildProcess, AnAnswerLargerThanThePipeComesBackWhole) {
  const ChildAnswer answer = in_child_process([] {
    std::string text(5'000'000, '.');
    for (std::size_t i = 0; i < text.size(); i += 1000)
      text[i] = static_cast<char>('a' + (i / 1000) % 26);
    return text;
  });
  ASSERT_EQ(answer.text.size(), 5'000'000U);
  EXPECT_EQ(answer.text[4'999'000], static_cast<char>('a' + 4999 % 26));
}

TEST(ChildProcess, AnExceptionComesBackAsItsText) {
  const ChildAnswer answer =
      in_child_process([]() -> std::string { throw std::runtime_error("no such node"); });
  EXPECT_EQ(answer.how, How::threw);
  EXPECT_EQ(answer.text, "no such node");
}

TEST(ChildProcess, DeathBySignalIsACrashWithItsName) {
  const ChildAnswer answer = in_child_process([]() -> std::string {
    std::raise(SIGKILL);
    return "not reached";
  });
  EXPECT_EQ(answer.how, How::crashed);
  EXPECT_EQ(answer.text, "signal 9 (Killed)");
}

TEST(ChildProcess, AnExitCodeIsACrashAlsoAfterHalfAnAnswer) {
  const ChildAnswer answer = in_child_process([]() -> std::string { std::_Exit(7); });
  EXPECT_EQ(answer.how, How::crashed);
  EXPECT_EQ(answer.text, "exit code 7");
}

TEST(ChildProcess, EndingWithoutAnAnswerIsACrash) {
  const ChildAnswer answer = in_child_process([]() -> std::string { std::_Exit(0); });
  EXPECT_EQ(answer.how, How::crashed);
  EXPECT_EQ(answer.text, "ended without an answer");
}

// It must not unwind into the parent's frames, of which the child has a copy.
TEST(ChildProcess, AnExceptionThatIsNoStdExceptionEndsTheChild) {
  const pid_t parent = ::getpid();
  ChildAnswer answer{How::answered, ""};
  try {
    answer = in_child_process([]() -> std::string { throw 1; });
  } catch (int) {
  }
  if (::getpid() != parent)
    std::_Exit(0);
  EXPECT_EQ(answer.how, How::crashed);
  EXPECT_EQ(answer.text, "signal 6 (Aborted)");
}

TEST(ChildProcess, NoZombieIsLeft) {
  for (int i = 0; i < 3; ++i)
    in_child_process([] { return std::string("x"); });
  EXPECT_EQ(::waitpid(-1, nullptr, WNOHANG), -1);
  EXPECT_EQ(errno, ECHILD);
}

TEST(ChildProcess, MemoryOfTheParentIsNotTouched) {
  int value = 1;
  in_child_process([&] {
    value = 2;
    return std::string();
  });
  EXPECT_EQ(value, 1);
}

}  // namespace
}  // namespace spotgrid
