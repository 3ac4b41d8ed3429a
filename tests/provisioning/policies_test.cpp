// What each policy asks for in given situations.
// SPDX-License-Identifier: Apache-2.0
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/provisioning/fleet.hpp"

namespace spotgrid {
namespace {

const std::vector<std::string> names{"cheapest_spot",  "fixed_mix", "greedy",
                                     "on_demand_only", "spot_only", "uniform_progress"};

TEST(Policies, AreInTheCatalogueUnderTheirNames) {
  for (const std::string& name : names)
    EXPECT_NE(find_entry(provisioning::catalogue(), name), nullptr) << name;
}

TEST(Policies, TakeAMaxPrice) {
  for (const std::string& name : names) {
    Fleet fleet({{.free = 4}}, 4);
    fleet.job.target = Work::of(100);
    fleet.job.deadline = Instant::at(hours(10));
    const FleetPlan plan = policy(name, R"({"max_price": "1.5 $/h"})")->plan(fleet.view());
    ASSERT_TRUE(plan.max_price) << name;
    EXPECT_DOUBLE_EQ(plan.max_price->value(), dollars_per_hour(1.5).value()) << name;
    EXPECT_FALSE(policy(name)->plan(fleet.view()).max_price) << name;
  }
}

TEST(OnDemandOnly, TakesThePoolOfLowestOnDemandPrice) {
  EXPECT_EQ(
      wanted(
          policy("on_demand_only")
              ->plan(Fleet({{.on_demand = 3}, {.on_demand = 2.5}, {.on_demand = 2.5}}, 4).view())),
      "d1:4");
}

TEST(CheapestSpot, NeverGoesOnDemand) {
  Fleet fleet({{.free = 0}}, 4);
  const FleetPlan plan = policy("cheapest_spot")->plan(fleet.view());
  EXPECT_EQ(wanted(plan), "");
  EXPECT_FALSE(plan.ask_again_at || plan.give_up || plan.save);
}

std::string mix(const std::string& options, std::int64_t nodes) {
  return wanted(policy("fixed_mix", options)->plan(Fleet({{}}, nodes).view()));
}

TEST(FixedMix, RoundsTheShareOnDemandUp) {
  // The two examples of the AWS guide.
  EXPECT_EQ(mix(R"({"percentage": 60})", 10), "s0:4 d0:6");
  EXPECT_EQ(mix(R"({"percentage": 60})", 20), "s0:8 d0:12");
  EXPECT_EQ(mix(R"({"percentage": 60})", 30), "s0:12 d0:18");
  EXPECT_EQ(mix(R"({"percentage": 60})", 40), "s0:16 d0:24");
  EXPECT_EQ(mix(R"({"base": 10, "percentage": 50})", 10), "d0:10");
  EXPECT_EQ(mix(R"({"base": 10, "percentage": 50})", 20), "s0:5 d0:15");
  EXPECT_EQ(mix(R"({"base": 10, "percentage": 50})", 30), "s0:10 d0:20");
  EXPECT_EQ(mix(R"({"base": 10, "percentage": 50})", 40), "s0:15 d0:25");
  EXPECT_EQ(mix(R"({"percentage": 50})", 3), "s0:1 d0:2");
}

TEST(FixedMix, TakesABaseLargerThanTheJob) {
  EXPECT_EQ(mix(R"({"base": 10, "percentage": 0})", 4), "d0:4");
  EXPECT_EQ(mix(R"({"base": 1, "percentage": 0})", 4), "s0:3 d0:1");
  EXPECT_EQ(mix(R"({"percentage": 0})", 4), "s0:4");
}

TEST(FixedMix, KeepsItsSpotNodesBesideTheOnDemandOnes) {
  Fleet fleet({{.zone = "a", .spot = 1}, {.zone = "b", .spot = 2, .on_demand = 2.5}}, 4);
  EXPECT_EQ(wanted(policy("fixed_mix", R"({"base": 1, "percentage": 0})")->plan(fleet.view())),
            "s1:3 d1:1");
}

TEST(FixedMix, LeavesTheOnDemandPartAloneWhenSpotIsLost) {
  Fleet fleet({{.free = 0}}, 4);
  fleet.hold(0, MarketSide::on_demand, 2);
  EXPECT_EQ(wanted(policy("fixed_mix", R"({"percentage": 50})")->plan(fleet.view())), "d0:2");
}

TEST(SpotOnly, GivesUpAfterTheLongestWaitAndRunInAll) {
  const auto tested = policy("spot_only", R"({"max_wait": "1 h"})");
  Fleet fleet({{.free = 0}}, 1);
  EXPECT_EQ(tested->plan(fleet.view()).ask_again_at, Instant::at(hours(1)));
  fleet.now = Instant::at(hours(0.5));
  fleet.offer(0, MarketSide::spot).free = 1;
  EXPECT_EQ(wanted(tested->plan(fleet.view())), "s0:1");
  fleet.hold(0, MarketSide::spot, 1);
  EXPECT_EQ(tested->plan(fleet.view()).ask_again_at, Instant::at(hours(1)))
      << "running counts, too";
  fleet.now = Instant::at(hours(1));
  const FleetPlan end = tested->plan(fleet.view());
  EXPECT_EQ(end.give_up, "waited and ran 3600 s, as long as max_wait allows");
  EXPECT_EQ(wanted(end), "");
}

TEST(SpotOnly, GivesUpAfterTheLongestRun) {
  const auto tested = policy("spot_only", R"({"max_run": "2 h"})");
  Fleet fleet({{}}, 1);
  EXPECT_FALSE(tested->plan(fleet.view()).ask_again_at) << "waiting has no limit";
  fleet.now = Instant::at(hours(1));
  fleet.hold(0, MarketSide::spot, 1);
  EXPECT_EQ(tested->plan(fleet.view()).ask_again_at, Instant::at(hours(3)));
  fleet.now = Instant::at(hours(3));
  EXPECT_EQ(tested->plan(fleet.view()).give_up, "ran 7200 s, as long as max_run allows");
}

TEST(SpotOnly, AnswersTheSameTwice) {
  const auto tested = policy("spot_only", R"({"max_wait": "1 h"})");
  Fleet fleet({{.free = 0}}, 1);
  fleet.now = Instant::at(hours(0.9));
  const FleetPlan first = tested->plan(fleet.view());
  const FleetPlan second = tested->plan(fleet.view());
  EXPECT_EQ(first.ask_again_at, second.ask_again_at);
  EXPECT_EQ(first.ask_again_at, Instant::at(hours(1))) << "the wait began with the run";
}

}  // namespace
}  // namespace spotgrid
