// The guard of the packaged simulator, tick by tick: when it forces, and what it lets happen.
// SPDX-License-Identifier: Apache-2.0
#include "models/formulas/packaged_guard.hpp"

#include <gtest/gtest.h>

#include "tests/provisioning/fleet.hpp"

namespace spotgrid {
namespace {

// 6,000 s of work due at 9,000 s in ticks of 600 s; a launch costs `change`.
Fleet job(Seconds change, std::int64_t free) {
  Fleet fleet({{.free = free}}, 1);
  fleet.guard = Guard::packaged;
  fleet.tick = Seconds{600};
  fleet.job.target = Work::of(6000);
  fleet.job.deadline = Instant::at(Seconds{9000});
  fleet.job.change_bound = change;
  return fleet;
}

Fleet& at(Fleet& fleet, double now, double done) {
  fleet.now = Instant::at(Seconds{now});
  fleet.job.done = fleet.job.committed = Work::of(done);
  return fleet;
}

class Packaged : public testing::TestWithParam<std::string> {};
INSTANTIATE_TEST_SUITE_P(All, Packaged, testing::Values("greedy", "uniform_progress"),
                         [](const auto& one) { return one.param; });

// ceil((6000 + 180) / 600) = 11 ticks are needed; at 1800 s 12 are left, at 2400 s 11.
TEST(Packaged, ForcesOnDemandWhenTheTicksNeededAreThoseLeft) {
  const auto tested = policy("greedy");
  Fleet fleet = job(Seconds{180}, 0);
  EXPECT_EQ(wanted(tested->plan(at(fleet, 1800, 0).view())), "");
  EXPECT_EQ(wanted(tested->plan(at(fleet, 2399, 0).view())), "d0:1") << "a begun tick is none";
  EXPECT_EQ(wanted(tested->plan(at(fleet, 2400, 0).view())), "d0:1");
}

TEST_P(Packaged, TakesSpotUntilThenWithoutAnyMargin) {
  const auto tested = policy(GetParam());
  Fleet fleet = job(Seconds{180}, 1);
  EXPECT_EQ(wanted(tested->plan(at(fleet, 1800, 0).view())), "s0:1");
}

TEST_P(Packaged, KeepsASpotNodeThatTrains) {
  const auto tested = policy(GetParam());
  Fleet fleet = job(Seconds{180}, 1);
  EXPECT_EQ(wanted(tested->plan(at(fleet, 1800, 0).view())), "s0:1");
  fleet.hold(0, MarketSide::spot, 1).offer(0, MarketSide::spot).free = 0;
  EXPECT_EQ(wanted(tested->plan(at(fleet, 2400, 0).view())), "s0:1");
}

// ceil((5400 + 720) / 600) = 11 ticks are needed, which are left at 2400 s.
TEST(PackagedGreedy, LeavesASpotNodeThatIsNotReadyYet) {
  for (const auto& [launch, expected] : {std::pair(1200, "s0:1"), std::pair(1800, "d0:1")}) {
    const auto tested = policy("greedy");
    Fleet fleet = job(Seconds{720}, 1);
    EXPECT_EQ(wanted(tested->plan(at(fleet, launch, 600).view())), "s0:1");
    fleet.hold(0, MarketSide::spot, 1).offer(0, MarketSide::spot).free = 0;
    EXPECT_EQ(wanted(tested->plan(at(fleet, 2400, 600).view())), expected) << launch;
  }
}

// It looks at what was held before the loss.
TEST_P(Packaged, IdlesForACriticalTickWhenItsSpotNodeIsLost) {
  const auto tested = policy(GetParam());
  Fleet fleet = job(Seconds{180}, 1);
  EXPECT_EQ(wanted(tested->plan(at(fleet, 1800, 0).view())), "s0:1");
  fleet.offer(0, MarketSide::spot).free = 0;  // lost at once
  EXPECT_EQ(wanted(tested->plan(at(fleet, 2400, 100).view())), "");
  EXPECT_EQ(wanted(tested->plan(at(fleet, 2400, 100).view())), "") << "asked twice at one instant";
  EXPECT_EQ(wanted(tested->plan(at(fleet, 3000, 100).view())), "d0:1");
}

TEST_P(Packaged, NeverAsksForASave) {
  const auto tested = policy(GetParam());
  Fleet fleet = job(Seconds{180}, 0);
  fleet.hold(0, MarketSide::spot, 1);
  fleet.job.training = true;
  fleet.job.save_bound = Seconds{60};
  at(fleet, 3000, 600);
  fleet.job.committed = Work::of(0);
  const FleetPlan plan = tested->plan(fleet.view());
  EXPECT_FALSE(plan.save);
  EXPECT_EQ(wanted(plan), "d0:1") << "it counts what is committed";
}

// With d = 400 s one change needs 11 ticks, two need 12, which are left at 1800 s.
TEST(PackagedUniformProgress, TakesOnDemandWhereTwoChangesFillTheTicksLeft) {
  Fleet fleet = job(Seconds{400}, 1);
  EXPECT_EQ(wanted(policy("uniform_progress")->plan(at(fleet, 1200, 0).view())), "s0:1");
  EXPECT_EQ(wanted(policy("uniform_progress")->plan(at(fleet, 1800, 0).view())), "d0:1");
  EXPECT_EQ(wanted(policy("greedy")->plan(at(fleet, 1800, 0).view())), "s0:1");
  fleet.hold(0, MarketSide::spot, 1).offer(0, MarketSide::spot).free = 0;
  EXPECT_EQ(wanted(policy("uniform_progress")->plan(at(fleet, 1800, 0).view())), "s0:1")
      << "what is on spot already stays";
}

// The line to the deadline rises by 2/3 a second. The safety net counts a job on it as behind.
TEST(PackagedUniformProgress, IsBehindOnlyBelowTheLine) {
  Fleet fleet = job(Seconds{180}, 0);
  EXPECT_EQ(wanted(policy("uniform_progress")->plan(at(fleet, 1200, 800).view())), "");
  EXPECT_EQ(wanted(policy("uniform_progress")->plan(at(fleet, 1200, 799).view())), "d0:1");
  fleet.guard = Guard::safety_net;
  EXPECT_EQ(wanted(policy("uniform_progress")->plan(at(fleet, 1200, 800).view())), "d0:1");
}

// Ahead by two changes: 2/3 (1200 + 360) = 1040.
TEST(PackagedUniformProgress, IsAheadOnlyBeyondTheLine) {
  Fleet fleet = job(Seconds{180}, 1);
  fleet.hold(0, MarketSide::on_demand, 1);
  EXPECT_EQ(wanted(policy("uniform_progress")->plan(at(fleet, 1200, 1040).view())), "d0:1");
  EXPECT_EQ(wanted(policy("uniform_progress")->plan(at(fleet, 1200, 1041).view())), "s0:1");
  fleet.guard = Guard::safety_net;
  EXPECT_EQ(wanted(policy("uniform_progress")->plan(at(fleet, 1200, 1040).view())), "s0:1");
}

}  // namespace
}  // namespace spotgrid
