// When deadline policies stop to gamble: slack, saves first, and no way back.
// SPDX-License-Identifier: Apache-2.0
#include <string>

#include <gtest/gtest.h>

#include "models/formulas/deadline.hpp"
#include "tests/provisioning/fleet.hpp"

namespace spotgrid {
namespace {

constexpr Instant at(double seconds) {
  return Instant::from_microseconds(static_cast<std::int64_t>(seconds * 1e6));
}

// 1000 s of work due at 2000 s; a change takes at most 100 s, a save 40 s; the margin is 10 s. So
// the net holds at a slack of 210 s, on spot at 290 s.
Fleet job(std::int64_t nodes = 1) {
  Fleet fleet({{.free = nodes}}, nodes);
  fleet.job.target = Work::of(1000);
  fleet.job.deadline = at(2000);
  fleet.job.change_bound = Seconds{100};
  fleet.job.save_bound = Seconds{40};
  fleet.job.margin = Seconds{10};
  return fleet;
}

Fleet on_spot(double now, double done, double committed) {
  Fleet fleet = job();
  fleet.hold(0, MarketSide::spot, 1).offer(0, MarketSide::spot).free = 0;
  fleet.now = at(now);
  fleet.job.training = true;
  fleet.job.done = Work::of(done);
  fleet.job.committed = Work::of(committed);
  return fleet;
}

class DeadlinePolicy : public testing::TestWithParam<std::string> {};
INSTANTIATE_TEST_SUITE_P(All, DeadlinePolicy, testing::Values("greedy", "uniform_progress"),
                         [](const auto& one) { return one.param; });

TEST_P(DeadlinePolicy, NeedsADeadline) {
  EXPECT_TRUE(policy(GetParam())->needs_deadline());
}

TEST_P(DeadlinePolicy, LocksWhenIdleSlackIsGoneAndStaysOnDemand) {
  const auto tested = policy(GetParam());
  Fleet fleet = job();
  fleet.offer(0, MarketSide::spot).free = 0;
  fleet.now = at(790);
  EXPECT_EQ(wanted(tested->plan(fleet.view())), "d0:1") << "slack is 210 s: met at equality";
  fleet.hold(0, MarketSide::on_demand, 1).offer(0, MarketSide::spot).free = 1;
  fleet.job.done = fleet.job.committed = Work::of(900);
  fleet.now = at(800);
  const FleetPlan later = tested->plan(fleet.view());
  EXPECT_EQ(wanted(later), "d0:1") << "locked, though slack is ample again";
  EXPECT_FALSE(later.ask_again_at);
}

TEST(Greedy, AsksAgainWhenItsSlackWillBeGone) {
  Fleet fleet = job();
  fleet.offer(0, MarketSide::spot).free = 0;
  const FleetPlan plan = policy("greedy")->plan(fleet.view());
  EXPECT_EQ(wanted(plan), "");
  EXPECT_EQ(plan.ask_again_at, at(790));
}

TEST_P(DeadlinePolicy, AsksForASaveBeforeItLeavesSpot) {
  const auto tested = policy(GetParam());
  Fleet fleet = on_spot(710, 700, 0);
  const FleetPlan first = tested->plan(fleet.view());
  EXPECT_TRUE(first.save);
  EXPECT_EQ(wanted(first), "s0:1");
  EXPECT_EQ(first.ask_again_at, at(750)) << "when the save must have ended";
  EXPECT_TRUE(tested->plan(fleet.view()).save) << "the same view, the same answer";

  fleet.job.saving = true;
  fleet.job.training = false;  // a save that blocks
  fleet.now = at(720);
  const FleetPlan during = tested->plan(fleet.view());
  EXPECT_FALSE(during.save);
  EXPECT_EQ(wanted(during), "s0:1");

  fleet.job.saving = false;
  fleet.job.training = true;
  fleet.job.committed = Work::of(700);
  fleet.now = at(730);
  const FleetPlan after = tested->plan(fleet.view());
  EXPECT_EQ(wanted(after), "s0:1") << "the commit gave the slack back: 970 s";
  EXPECT_EQ(after.ask_again_at, at(730 + 970 - 290));
}

TEST_P(DeadlinePolicy, LeavesSpotWhenTheCommitDoesNotHelp) {
  const auto tested = policy(GetParam());
  Fleet fleet = on_spot(1710, 750, 700);
  EXPECT_TRUE(tested->plan(fleet.view()).save);
  fleet.now = at(1730);
  fleet.job.committed = Work::of(750);
  fleet.job.done = Work::of(765);
  const FleetPlan after = tested->plan(fleet.view());
  EXPECT_EQ(wanted(after), "d0:1") << "slack is 20 s";
  EXPECT_FALSE(after.save);
}

TEST_P(DeadlinePolicy, LeavesSpotWhenTheSaveNeverEnds) {
  const auto tested = policy(GetParam());
  Fleet fleet = on_spot(710, 700, 0);
  EXPECT_TRUE(tested->plan(fleet.view()).save);
  fleet.now = at(750);
  EXPECT_EQ(wanted(tested->plan(fleet.view())), "d0:1");
}

TEST_P(DeadlinePolicy, LeavesSpotAtOnceWhereNothingCanBeSaved) {
  Fleet without_scheme = on_spot(900, 700, 0);
  without_scheme.job.save_bound = Seconds{0};
  EXPECT_EQ(wanted(policy(GetParam())->plan(without_scheme.view())), "d0:1");
  Fleet all_saved = on_spot(1410, 700, 700);
  EXPECT_EQ(wanted(policy(GetParam())->plan(all_saved.view())), "d0:1") << "slack is 290 s";
  Fleet booting = on_spot(710, 0, 0);
  booting.job.training = false;
  EXPECT_EQ(wanted(policy(GetParam())->plan(booting.view())), "d0:1");
}

TEST_P(DeadlinePolicy, DoesNotTakeSpotThatItWouldLeaveAtOnce) {
  Fleet fleet = job();
  fleet.now = at(730);  // slack 270 s: enough when idle, not on spot
  EXPECT_EQ(wanted(policy(GetParam())->plan(fleet.view())).find('s'), std::string::npos);
  fleet.now = at(700);
  EXPECT_EQ(wanted(policy(GetParam())->plan(fleet.view())), "s0:1");
}

TEST_P(DeadlinePolicy, DoesNotAskAgainWhileContinuousCommitsKeepTheSlack) {
  Fleet fleet = on_spot(300, 100, 100);
  fleet.job.save_bound = Seconds{0};
  EXPECT_FALSE(policy(GetParam())->plan(fleet.view()).ask_again_at);
  fleet.offer(0, MarketSide::spot).rate = 0.5;  // slack falls by half a second a second
  EXPECT_EQ(policy(GetParam())->plan(fleet.view()).ask_again_at, at(300 + (800 - 210) / 0.5));
}

TEST_P(DeadlinePolicy, WantsAllNodesOfOneSideOrNone) {
  Fleet fleet = job(4);
  fleet.hold(0, MarketSide::spot, 3).offer(0, MarketSide::spot).free = 0;
  fleet.now = at(100);
  fleet.job.done = fleet.job.committed = Work::of(90);
  EXPECT_EQ(wanted(policy(GetParam())->plan(fleet.view())), "") << "three of four train nothing";
  fleet.offer(0, MarketSide::spot).free = 1;
  EXPECT_EQ(wanted(policy(GetParam())->plan(fleet.view())), "s0:4");
}

TEST_P(DeadlinePolicy, StaysOnSpotWhereLockedButOnDemandIsNotToBeHad) {
  Fleet fleet = on_spot(1700, 700, 700);
  fleet.offer(0, MarketSide::on_demand).free = 0;
  EXPECT_EQ(wanted(policy(GetParam())->plan(fleet.view())), "s0:1");
}

TEST_P(DeadlinePolicy, TakesSpotWhereLockedButOnDemandIsNotToBeHad) {
  Fleet fleet = job();
  fleet.now = at(900);
  fleet.offer(0, MarketSide::on_demand).free = 0;
  EXPECT_EQ(wanted(policy(GetParam())->plan(fleet.view())), "s0:1");
}

TEST(UniformProgress, GoesOnDemandWhenItFallsBehindTheLine) {
  Fleet fleet = job();
  fleet.offer(0, MarketSide::spot).free = 0;
  fleet.job.done = fleet.job.committed = Work::of(300);
  fleet.now = at(100);
  const FleetPlan ahead = policy("uniform_progress")->plan(fleet.view());
  EXPECT_EQ(wanted(ahead), "");
  EXPECT_EQ(ahead.ask_again_at, at(600)) << "when the line reaches 300";
  fleet.now = at(600);
  EXPECT_EQ(wanted(policy("uniform_progress")->plan(fleet.view())), "d0:1");
}

TEST(UniformProgress, HoldsOnDemandNodesUntilAheadAndSpotIsThere) {
  Fleet fleet = job();
  fleet.hold(0, MarketSide::on_demand, 1).offer(0, MarketSide::spot).free = 0;
  fleet.now = at(400);
  fleet.job.training = true;
  fleet.job.save_bound = Seconds{0};
  fleet.job.done = fleet.job.committed = Work::of(250);
  const FleetPlan without_spot = policy("uniform_progress")->plan(fleet.view());
  EXPECT_EQ(wanted(without_spot), "d0:1");
  EXPECT_FALSE(without_spot.ask_again_at) << "only spot can change its mind";
  fleet.offer(0, MarketSide::spot).free = 1;
  const FleetPlan behind = policy("uniform_progress")->plan(fleet.view());
  EXPECT_EQ(wanted(behind), "d0:1") << "the line 200 s later is at 300";
  EXPECT_EQ(behind.ask_again_at, at(500)) << "350 done, and the line 200 s later at 350";
  fleet.now = at(500);
  fleet.job.done = fleet.job.committed = Work::of(350);
  EXPECT_EQ(wanted(policy("uniform_progress")->plan(fleet.view())), "s0:1");
}

TEST(Deadline, InstantsAreRoundedUpAndLaterThanNow) {
  EXPECT_EQ(rounded_up(at(1), Seconds{2.0000003}), Instant::from_microseconds(3'000'001));
  EXPECT_EQ(rounded_up(at(1), Seconds{2}), at(3));
  EXPECT_EQ(rounded_up(at(1), Seconds{0}), Instant::from_microseconds(1'000'001));
  EXPECT_EQ(rounded_up(at(1), Seconds{1e30}), std::nullopt);
}

TEST(Deadline, ProgressIsReachedWithinAMicrosecond) {
  EXPECT_TRUE(reached(Work::of(99.9999995), Work::of(100), 1));
  EXPECT_FALSE(reached(Work::of(99.999998), Work::of(100), 1));
  EXPECT_TRUE(reached(Work::of(99.9999), Work::of(100), 1000));
}

}  // namespace
}  // namespace spotgrid
