// A job that is a part of the fleet which the counts are about.
// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include <gtest/gtest.h>

#include "tests/reclaim/traced_pool.hpp"

namespace spotgrid::reclaim_test {
namespace {

Pool fleet() {
  return pool_with(CapacityKind::fleet, counts({{0, 20}, {100, 14}, {200, 18}, {300, 5}}), 20);
}

std::vector<Instant> change_times(const Pool& pool) {
  std::vector<Instant> times;
  for (const Counts::Step& step : pool.capacity.count.steps())
    times.push_back(step.at);
  return times;
}

TEST(FleetReclaim, SharedLossesAreHypergeometric) {
  const Pool pool = fleet();
  constexpr int runs = 4000;
  constexpr double n = 20, k = 6, h = 5;
  double sum = 0, squares = 0;
  for (std::uint64_t seed = 0; seed < runs; ++seed) {
    const Attached source("capacity", "{}", pool, 5, seed);
    const auto dead =
        static_cast<double>(source->victims({at_second(100), 0}, held_nodes(5)).size());
    sum += dead;
    squares += dead * dead;
  }
  const double mean = sum / runs;
  const double variance = h * k / n * (1 - k / n) * (n - h) / (n - 1);
  EXPECT_NEAR(mean, h * k / n, 4 * std::sqrt(variance / runs));
  EXPECT_NEAR(squares / runs - mean * mean, variance, 0.06);
}

TEST(FleetReclaim, EachNodeIsHitAlike) {
  const Pool pool = fleet();
  constexpr int runs = 4000;
  std::vector<int> deaths(5);
  for (std::uint64_t seed = 0; seed < runs; ++seed) {
    const Attached source("capacity", "{}", pool, 5, seed);
    for (const NodeId node : source->victims({at_second(100), 0}, held_nodes(5)))
      ++deaths[number(node)];
  }
  for (const int count : deaths)  // 30 % of the runs, four standard deviations of a binomial
    EXPECT_NEAR(count, 0.3 * runs, 4 * std::sqrt(runs * 0.3 * 0.7));
}

TEST(FleetReclaim, AJobOfTheWholeFleetLosesTheWholeFall) {
  const Pool pool = fleet();
  const Attached source("capacity", "{}", pool, 20);
  EXPECT_EQ(source->victims({at_second(100), 0}, held_nodes(20)).size(), 6U);
  // More held than the fleet ever had: still k die.
  EXPECT_EQ(source->victims({at_second(100), 0}, held_nodes(30)).size(), 6U);
}

TEST(FleetReclaim, LaunchesInTheWindowThatExceedTheFleetLeftDie) {
  const Pool pool = fleet();
  const Attached source("capacity", "{}", pool, 20);
  const Fall fall{at_second(300), 1};
  const auto held = held_nodes(6);
  EXPECT_TRUE(source->dies_with(fall, held[5], held));
  EXPECT_EQ(source->late_victims(fall, held).size(), 1U);
  EXPECT_TRUE(source->late_victims(fall, held_nodes(5)).empty());
}

TEST(FleetReclaim, SurplusSparesAJobThatFitsInWhatIsLeft) {
  const Pool pool = fleet();
  const Attached source("capacity", R"({"scale": "surplus", "victims": "oldest"})", pool);
  EXPECT_TRUE(source->victims({at_second(300), 1}, held_nodes(5)).empty());
  EXPECT_EQ(source->victims({at_second(300), 1}, held_nodes(8)),
            (std::vector<NodeId>{NodeId{0}, NodeId{1}, NodeId{2}}));
}

TEST(FleetReclaim, AJobOfFleetSizeLosesAlikeInAllScales) {
  const Pool pool = fleet();
  for (const char* options : {"{}", R"({"scale": "slots"})", R"({"scale": "surplus"})"}) {
    const Attached source("capacity", options, pool, 20);
    const Replayed result = replay(*source, change_times(pool), 20, &pool.capacity.count);
    EXPECT_EQ(result.losses, 6 + 13) << options;
    EXPECT_EQ(result.events, 2) << options;
    EXPECT_DOUBLE_EQ(result.node_hours, (20 + 14 + 18) * 100.0 / 3600) << options;
  }
}

TEST(FleetReclaim, SlotsGateRequestsByThePlacesOfTheJob) {
  const Pool pool = fleet();
  const Attached all("capacity", R"({"scale": "slots"})", pool, 20);
  EXPECT_EQ(all->launchable(at_second(50)), 20);
  EXPECT_EQ(all->launchable(at_second(100)), 14);
  EXPECT_EQ(all->launchable(at_second(250)), 18);
  EXPECT_EQ(all->launchable(at_second(300)), 5);
  const Attached some("capacity", R"({"scale": "slots"})", pool, 8);
  EXPECT_EQ(some->launchable(at_second(50)), 8);
  some->launched(held_node(0));
  EXPECT_EQ(some->launchable(at_second(50)), 7);
  some->ended(NodeId{0});
  EXPECT_EQ(some->launchable(at_second(50)), 8);
}

TEST(FleetReclaim, SlotsHitAPartOfTheFleetAsOftenAsTheRest) {
  const Pool pool = fleet();
  constexpr int runs = 2000;
  double up = 0;
  for (std::uint64_t seed = 0; seed < runs; ++seed)
    up += static_cast<double>(
        *Attached("capacity", R"({"scale": "slots"})", pool, 8, seed)->launchable(at_second(300)));
  EXPECT_NEAR(up / runs, 8 * 5 / 20.0, 0.12);
}

TEST(FleetReclaim, WhatThePlacesOfASmallerJobDoTheSameOfALargerOneDo) {
  const Pool pool = fleet();
  // The order of places is fixed, so the 8 of the small job are the first of the large one's 12.
  const Attached small("capacity", R"({"scale": "slots"})", pool, 8);
  const Attached large("capacity", R"({"scale": "slots"})", pool, 12);
  for (std::uint32_t i = 0; i < 8; ++i) {
    small->launched(held_node(i));
    large->launched(held_node(i));
  }
  for (const Fall fall : {Fall{at_second(100), 0}, Fall{at_second(300), 1}})
    EXPECT_EQ(small->victims(fall, held_nodes(8)), large->victims(fall, held_nodes(8)));
}

}  // namespace
}  // namespace spotgrid::reclaim_test
