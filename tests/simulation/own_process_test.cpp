// Many runs in one call: equal to runs apart, and whole whatever happens to some of them.
// SPDX-License-Identifier: Apache-2.0
#include "sim/own_process.hpp"

#include <array>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <set>
#include <thread>

#include <gtest/gtest.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "sim/base/option_writer.hpp"
#include "tests/support/a_run.hpp"
#include "tests/support/shared_between.hpp"

namespace spotgrid {
namespace {

using How = RunOutcome::How;
using Setups = std::vector<Setup>;

// A ring of `nodes` workers with saves and a loss; every seed gives another run on one platform.
Setup a_ring(int nodes, std::uint64_t seed) {
  ARun run;
  run.samples(4000.0 * nodes, Seconds{0.5}, 8, Bytes::of(4e7), Bytes::of(2e9));
  run.mode("all_reduce", "{\"nodes\": " + std::to_string(nodes) + ", \"compute_cv\": 0.1}");
  run.scheme("direct_storage", R"({"storage": {"write": "500 MB/s"}})");
  run.schedule("fixed_interval", R"({"every": "60 s"})");
  run.reclaim("lifetime", R"({"law": "exponential", "mean": "4 min"})");
  run.setup.market.boot = Law{Seconds{20}};
  run.setup.seed = seed;
  run.setup.keep_timeline = true;
  return run.setup;
}

Setups rings(std::size_t count, int nodes = 3) {
  Setups all;
  for (std::size_t i = 0; i < count; ++i)
    all.push_back(a_ring(nodes, i + 1));
  return all;
}

// Everything a result holds, as bytes.
std::string bytes_of(RunResult result) {
  std::string all = to_json(result, -1) + result.timeline;
  for (const std::string& line : result.journal)
    all += line + "\n";
  return all;
}

void expect_as_apart(const Setups& setups, const std::vector<RunOutcome>& outcomes,
                     const std::set<std::size_t>& except = {}) {
  ASSERT_EQ(outcomes.size(), setups.size());
  for (std::size_t i = 0; i < setups.size(); ++i) {
    if (except.contains(i))
      continue;
    EXPECT_EQ(outcomes[i].how, How::ended) << i << ": " << outcomes[i].text;
    EXPECT_EQ(bytes_of(outcomes[i].result), bytes_of(simulate_apart(setups[i]))) << i;
  }
}

bool no_child_is_left() {
  return ::waitpid(-1, nullptr, WNOHANG) == -1 && errno == ECHILD;
}

// Each run's process and that one's parent.
struct Processes {
  std::array<std::atomic<pid_t>, 64> self{}, parent{};
  void note(std::size_t run) {
    self.at(run) = ::getpid();
    parent.at(run) = ::getppid();
  }
};

TEST(ManyRuns, AreEqualToRunsApartWhateverTheJobs) {
  Setups setups = rings(6);
  setups.insert(setups.begin() + 2, a_ring(2, 1));  // platforms mixed
  setups.push_back(a_ring(2, 7));
  setups.push_back(a_ring(4, 7));
  setups.push_back(a_ring(3, 9));
  setups.back().fidelity.kind = Fidelity::Kind::memo;
  setups.push_back(ARun().work(hours(5)).setup);
  for (const std::size_t jobs : {1, 2, 4}) {
    expect_as_apart(setups, simulate_all(setups, {.jobs = jobs}));
    EXPECT_TRUE(no_child_is_left());
  }
  std::set<std::string> different;
  for (const auto& setup : setups)
    different.insert(bytes_of(simulate_apart(setup)));
  EXPECT_EQ(different.size(), setups.size());
}

TEST(ManyRuns, ThoseOfOnePlatformAreForkedFromOneProcess) {
  Setups setups = rings(8);
  setups.push_back(a_ring(2, 1));
  const SharedBetween<Processes> processes;
  ManyRuns how;
  how.watch = [&](std::size_t run, Seconds, double) { processes->note(run); };
  expect_as_apart(setups, simulate_all(setups, how));
  std::set<pid_t> zygotes;
  for (std::size_t i = 0; i < 4; ++i) {  // half of all at first
    EXPECT_NE(processes->parent.at(i), ::getpid());
    EXPECT_NE(processes->self.at(i), processes->self.at(i + 1));
    zygotes.insert(processes->parent.at(i));
  }
  EXPECT_EQ(zygotes.size(), 1U);
  EXPECT_EQ(processes->parent.at(8), ::getpid());  // alone on its platform
}

TEST(ManyRuns, ThoseWithoutARoomStayInThisProcessAndShareAMemo) {
  Setups setups{a_ring(3, 1), a_ring(3, 1), ARun().work(hours(5)).setup};
  setups[0].fidelity.kind = setups[1].fidelity.kind = Fidelity::Kind::memo;
  const SharedBetween<Processes> processes;
  ManyRuns how;
  how.watch = [&](std::size_t run, Seconds, double) { processes->note(run); };
  SharedMemo memo, of_one;
  expect_as_apart(setups, simulate_all(setups, how, &memo));
  for (std::size_t i = 0; i < 3; ++i)
    EXPECT_EQ(processes->self.at(i), ::getpid());
  simulate(setups[0], {}, &of_one);
  EXPECT_EQ(memo.simulated(), of_one.simulated());
  EXPECT_GT(memo.simulated(), 0U);
}

TEST(ManyRuns, ARunThatDiesIsAnOutcomeAndTheOthersAreWhole) {
  const Setups setups = rings(8);
  ManyRuns how;
  how.watch = [](std::size_t run, Seconds, double done) {
    if (done < 0.5)
      return;
    if (run == 1) {
      std::signal(SIGSEGV, SIG_DFL);  // SimGrid and sanitizers have handlers of their own
      std::raise(SIGSEGV);
    }
    if (run == 2)
      std::raise(SIGKILL);
    if (run == 4)
      std::_Exit(7);
    if (run == 5)
      throw std::logic_error("the books do not balance");
  };
  for (const std::size_t jobs : {1, 4}) {
    how.jobs = jobs;
    const std::vector<RunOutcome> outcomes = simulate_all(setups, how);
    expect_as_apart(setups, outcomes, {1, 2, 4, 5});
    EXPECT_EQ(outcomes[1].how, How::crashed);
    EXPECT_EQ(outcomes[1].text, "signal 11 (Segmentation fault)");
    EXPECT_EQ(outcomes[2].how, How::crashed);
    EXPECT_EQ(outcomes[2].text, "signal 9 (Killed)");
    EXPECT_EQ(outcomes[4].how, How::crashed);
    EXPECT_EQ(outcomes[4].text, "exit code 7");
    EXPECT_EQ(outcomes[5].how, How::threw);
    EXPECT_EQ(outcomes[5].text, "the books do not balance");
    EXPECT_TRUE(no_child_is_left());
  }
}

TEST(ManyRuns, ARunThatThrowsInThisProcessIsAnOutcomeToo) {
  const Setups setups{ARun().work(hours(5)).setup, ARun().work(hours(6)).setup};
  ManyRuns how;
  how.watch = [](std::size_t run, Seconds, double) {
    if (run == 0)
      throw std::logic_error("the books do not balance");
  };
  const std::vector<RunOutcome> outcomes = simulate_all(setups, how);
  EXPECT_EQ(outcomes[0].how, How::threw);
  EXPECT_EQ(outcomes[0].text, "the books do not balance");
  expect_as_apart(setups, outcomes, {0});
}

TEST(ManyRuns, ARunWithoutEndIsTimedOut) {
  const Setups setups = rings(5);
  ManyRuns how;
  how.time_limit = Seconds{3};
  how.watch = [](std::size_t run, Seconds, double done) {
    if (done > 0.5 && (run == 1 || run == 4))  // of a zygote, and alone
      for (;;)
        ::pause();
  };
  const std::vector<RunOutcome> outcomes = simulate_all(setups, how);
  expect_as_apart(setups, outcomes, {1, 4});
  for (const std::size_t late : {1, 4}) {
    EXPECT_EQ(outcomes[late].how, How::timed_out);
    EXPECT_EQ(outcomes[late].text, "no answer within 3 s");
  }
  EXPECT_TRUE(no_child_is_left());
}

TEST(ManyRuns, RunsOutliveTheProcessTheyWereToBeForkedFrom) {
  const Setups setups = rings(6);
  const pid_t test = ::getpid();
  const SharedBetween<std::atomic<int>> killed;
  ManyRuns how;
  how.watch = [&](std::size_t run, Seconds, double done) {
    if (run == 1 && done > 0.5 && ::getppid() != test) {
      ++*killed;
      ::kill(::getppid(), SIGKILL);
      for (;;)
        ::pause();  // until its death reaches this process
    }
  };
  expect_as_apart(setups, simulate_all(setups, how));
  EXPECT_EQ(*killed, 1);
}

TEST(ManyRuns, RefusedInputIsAnOutcome) {
  Setups setups = rings(6);
  for (const std::size_t i : {1, 2, 3})
    setups[i].simgrid_arguments = {"--cfg=no/such:key"};
  const std::vector<RunOutcome> outcomes = simulate_all(setups);
  expect_as_apart(setups, outcomes, {1, 2, 3});
  for (const std::size_t i : {1, 2, 3}) {
    EXPECT_EQ(outcomes[i].how, How::refused);
    ASSERT_EQ(outcomes[i].problems.size(), 1U);
    EXPECT_EQ(outcomes[i].problems[0].place, "simgrid settings");
    EXPECT_THROW(simulate_apart(setups[i]), InputError);
  }
}

// All processes that became children of this one, as orphans do, until none is left.
std::set<pid_t> reaped_within(Seconds limit) {
  std::set<pid_t> reaped;
  const auto end = std::chrono::steady_clock::now() + limit;
  while (std::chrono::steady_clock::now() < end) {
    int status = 0;
    const pid_t one = ::waitpid(-1, &status, WNOHANG);
    if (one < 0)
      break;
    if (one == 0)
      std::this_thread::sleep_for(1ms);
    else if (WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL)
      reaped.insert(one);
  }
  return reaped;
}

TEST(ManyRuns, ChildrenAndTheirsDieWithTheParent) {
  ASSERT_EQ(::prctl(PR_SET_CHILD_SUBREAPER, 1), 0);
  const SharedBetween<Processes> processes;
  const pid_t parent = ::fork();
  ASSERT_GE(parent, 0);
  if (parent == 0) {
    ManyRuns how;
    how.jobs = 2;
    how.watch = [&](std::size_t run, Seconds, double) {
      processes->note(run);
      for (;;)
        ::pause();
    };
    simulate_all(rings(12), how);
    std::_Exit(0);
  }
  const auto end = std::chrono::steady_clock::now() + 60s;
  while ((processes->self[0] == 0 || processes->self[3] == 0) &&
         std::chrono::steady_clock::now() < end)
    std::this_thread::sleep_for(1ms);
  ::kill(parent, SIGKILL);
  const std::set<pid_t> dead = reaped_within(Seconds{60});
  EXPECT_TRUE(no_child_is_left());
  ::prctl(PR_SET_CHILD_SUBREAPER, 0);
  EXPECT_TRUE(dead.contains(parent));
  for (const std::size_t run : {0, 3}) {  // the first of each zygote: 12/4, then 9/4 runs
    EXPECT_NE(processes->parent.at(run), parent);
    EXPECT_TRUE(dead.contains(processes->self.at(run)));
    EXPECT_TRUE(dead.contains(processes->parent.at(run)));
  }
}

}  // namespace
}  // namespace spotgrid
