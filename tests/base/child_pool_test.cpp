// Several children at a time: answers in pieces, limits of number and time, nothing left behind.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include "sim/base/child_process.hpp"
#include "tests/support/shared_between.hpp"

namespace spotgrid {
namespace {

using How = ChildAnswer::How;

void sleep_for(Seconds span) {
  std::this_thread::sleep_for(span);
}

bool no_child_is_left() {
  return ::waitpid(-1, nullptr, WNOHANG) == -1 && errno == ECHILD;
}

// What the tasks said and how they ended, by task.
struct Heard {
  std::vector<std::vector<std::string>> pieces;
  std::vector<ChildAnswer> ends;

  ChildTask task(std::function<void(const Send&)> work, Seconds limit = no_limit) {
    const std::size_t place = pieces.size();
    pieces.emplace_back();
    ends.push_back({How::crashed, "not told"});
    return {std::move(work),
            [this, place](std::string piece) { pieces[place].push_back(std::move(piece)); },
            [this, place](const ChildAnswer& end) { ends[place] = end; }, limit};
  }
};

TEST(ChildPool, PiecesComeInOrderAndWhole) {
  Heard heard;
  std::vector<ChildTask> tasks;
  for (std::size_t child = 0; child < 5; ++child)
    tasks.push_back(heard.task([child](const Send& send) {
      for (std::size_t i = 0; i < 4; ++i)
        send(std::string(child * 100'000 + i, static_cast<char>('a' + i)));
    }));
  in_child_processes(tasks, 2);
  for (std::size_t child = 0; child < 5; ++child) {
    EXPECT_EQ(heard.ends[child].how, How::answered);
    ASSERT_EQ(heard.pieces[child].size(), 4U);
    for (std::size_t i = 0; i < 4; ++i)
      EXPECT_EQ(heard.pieces[child][i],
                std::string(child * 100'000 + i, static_cast<char>('a' + i)));
  }
  EXPECT_TRUE(no_child_is_left());
}

TEST(ChildPool, NoMoreRunAtATimeThanAllowed) {
  struct Count {
    std::atomic<int> now{0}, most{0};
  };
  const SharedBetween<Count> count;
  Heard heard;
  std::vector<ChildTask> tasks;
  for (int i = 0; i < 9; ++i)
    tasks.push_back(heard.task([&](const Send&) {
      const int now = ++count->now;
      for (int most = count->most; now > most && !count->most.compare_exchange_weak(most, now);) {
      }
      sleep_for(50ms);
      --count->now;
    }));
  in_child_processes(tasks, 3);
  EXPECT_EQ(count->most, 3);
}

TEST(ChildPool, WhatCameBeforeACrashStays) {
  Heard heard;
  const std::vector<ChildTask> tasks{heard.task([](const Send& send) {
                                       send("first");
                                       std::raise(SIGKILL);
                                     }),
                                     heard.task([](const Send& send) {
                                       send("one");
                                       throw std::runtime_error("no second");
                                     }),
                                     heard.task([](const Send& send) { send("all"); })};
  in_child_processes(tasks, 3);
  EXPECT_EQ(heard.pieces[0], std::vector<std::string>{"first"});
  EXPECT_EQ(heard.ends[0].text, "signal 9 (Killed)");
  EXPECT_EQ(heard.pieces[1], std::vector<std::string>{"one"});
  EXPECT_EQ(heard.ends[1].how, How::threw);
  EXPECT_EQ(heard.ends[1].text, "no second");
  EXPECT_EQ(heard.ends[2].how, How::answered);
}

TEST(ChildPool, ALateChildIsKilledAndTheOthersGoOn) {
  Heard heard;
  const std::vector<ChildTask> tasks{heard.task([](const Send&) { sleep_for(1000s); }, 200ms),
                                     heard.task([](const Send& send) {
                                       sleep_for(400ms);
                                       send("slow but allowed");
                                     })};
  const auto begin = std::chrono::steady_clock::now();
  in_child_processes(tasks, 2);
  EXPECT_LT(std::chrono::steady_clock::now() - begin, 100s);
  EXPECT_EQ(heard.ends[0].how, How::timed_out);
  EXPECT_EQ(heard.ends[0].text, "no answer within 0.2 s");
  EXPECT_EQ(heard.pieces[1], std::vector<std::string>{"slow but allowed"});
  EXPECT_TRUE(no_child_is_left());
}

TEST(ChildPool, OneChildHasALimitToo) {
  const ChildAnswer answer = in_child_process(
      []() -> std::string {
        sleep_for(1000s);
        return "never";
      },
      100ms);
  EXPECT_EQ(answer.how, How::timed_out);
  EXPECT_EQ(answer.text, "no answer within 0.1 s");
}

TEST(ChildPool, AnExceptionOfTheParentKillsTheChildren) {
  Heard heard;
  std::vector<ChildTask> tasks{heard.task([](const Send& send) { send("now"); }),
                               heard.task([](const Send&) { sleep_for(1000s); })};
  tasks[0].piece = [](const std::string&) { throw std::runtime_error("not wanted"); };
  const auto begin = std::chrono::steady_clock::now();
  EXPECT_THROW(in_child_processes(tasks, 2), std::runtime_error);
  EXPECT_LT(std::chrono::steady_clock::now() - begin, 100s);
  EXPECT_TRUE(no_child_is_left());
}

}  // namespace
}  // namespace spotgrid
