// Falls of counts, by what the counts mean.
// SPDX-License-Identifier: Apache-2.0
#include <set>

#include <gtest/gtest.h>

#include "tests/reclaim/traced_pool.hpp"

namespace spotgrid::reclaim_test {
namespace {

using Ids = std::vector<NodeId>;

Ids ids(std::initializer_list<std::uint32_t> numbers) {
  Ids all;
  for (const std::uint32_t one : numbers)
    all.push_back(NodeId{one});
  return all;
}

Pool limited() {
  return pool_with(CapacityKind::limit, counts({{-50, 9}, {100, 4}, {200, 6}, {300, 2}}));
}

TEST(CapacityReclaim, FallsAreNumberedOverTheWholeTrace) {
  const Pool pool = limited();
  const Attached source("capacity", "{}", pool);
  const auto first = source->next_fall(Instant());
  ASSERT_TRUE(first);
  EXPECT_EQ(first->at, at_second(100));
  EXPECT_EQ(first->number, 0U);
  const auto second = source->next_fall(at_second(100));
  ASSERT_TRUE(second);
  EXPECT_EQ(second->at, at_second(300));
  EXPECT_EQ(second->number, 1U);
  EXPECT_FALSE(source->next_fall(at_second(300)));
}

TEST(CapacityReclaim, OnALimitTheSurplusDies) {
  const Pool pool = limited();
  const Attached youngest("capacity", R"({"victims": "youngest"})", pool);
  const Attached oldest("capacity", R"({"victims": "oldest"})", pool);
  const Fall fall{at_second(100), 0};
  const auto held = held_nodes(7);
  EXPECT_EQ(youngest->victims(fall, held), ids({4, 5, 6}));
  EXPECT_EQ(oldest->victims(fall, held), ids({0, 1, 2}));
  EXPECT_EQ(youngest->victims(fall, held_nodes(4)), Ids());
}

TEST(CapacityReclaim, RequestedNodesAreVictimsToo) {
  const Pool pool = limited();
  const Attached source("capacity", R"({"victims": "youngest"})", pool);
  const std::vector<HeldNode> held = {held_node(0), held_node(1), held_node(2), held_node(3),
                                      held_node(4, std::nullopt)};
  EXPECT_EQ(source->victims({at_second(100), 0}, held), ids({4}));
}

TEST(CapacityReclaim, TwoPoliciesThatHoldTheSameNodesLoseTheSame) {
  const Pool pool = limited();
  const Attached here("capacity", "{}", pool);
  const Attached there("capacity", "{}", pool);
  there->victims({at_second(100), 0}, held_nodes(9));  // another past
  EXPECT_EQ(here->victims({at_second(300), 1}, held_nodes(6)),
            there->victims({at_second(300), 1}, held_nodes(6)));
}

TEST(CapacityReclaim, ANodeThatSurvivesAmongMoreSurvivesAmongFewer) {
  const Pool pool = limited();
  const Attached source("capacity", "{}", pool);
  const Fall fall{at_second(300), 1};
  const auto many = source->victims(fall, held_nodes(6));
  const auto few = source->victims(fall, held_nodes(4));
  // Ranks belong to nodes and two survive in both: what dies of four dies of six, too.
  for (const NodeId node : few)
    EXPECT_EQ(std::count(many.begin(), many.end(), node), 1) << number(node);
  EXPECT_EQ(few.size(), 2U);
}

TEST(CapacityReclaim, RandomVictimsDifferBetweenEventsAndSeeds) {
  const Pool pool = limited();
  std::set<Ids> seen;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const Attached source("capacity", "{}", pool, 8, seed);
    seen.insert(source->victims({at_second(100), 0}, held_nodes(6)));
    seen.insert(source->victims({at_second(100), 1}, held_nodes(6)));
  }
  EXPECT_GT(seen.size(), 10U);  // of the 15 pairs
}

TEST(CapacityReclaim, ABootThatMakesASurplusInTheWindowDiesWithTheFall) {
  const Pool pool = limited();
  const Attached source("capacity", "{}", pool);
  const Fall fall{at_second(300), 1};
  const std::vector<HeldNode> two = {held_node(0), held_node(1), held_node(2, std::nullopt)};
  EXPECT_FALSE(source->dies_with(fall, two[1], two));
  const std::vector<HeldNode> three = {held_node(0), held_node(1), held_node(2)};
  EXPECT_TRUE(source->dies_with(fall, three[2], three));
}

TEST(CapacityReclaim, SurplusFoundAtTheLossIsTakenAmongTheRequestedFirst) {
  const Pool pool = limited();
  const Attached source("capacity", R"({"victims": "oldest"})", pool);
  const std::vector<HeldNode> held = {held_node(0), held_node(1), held_node(2, std::nullopt),
                                      held_node(3, std::nullopt)};
  EXPECT_EQ(source->late_victims({at_second(100), 0}, held), Ids());
  EXPECT_EQ(source->late_victims({at_second(300), 1}, held), ids({2, 3}));
}

TEST(CapacityReclaim, NodesDrawnForALaterFallStillCountAtAnEarlierOne) {
  // Both falls are announced before the rise at 10 s; what is launched at it is too much at 20 s.
  const Pool pool = pool_with(CapacityKind::limit, counts({{0, 7}, {10, 8}, {20, 7}, {30, 6}}));
  const Attached source("capacity", R"({"victims": "oldest"})", pool);
  const Fall first{at_second(20), 0}, second{at_second(30), 1};
  EXPECT_EQ(source->victims(first, held_nodes(7)), Ids());
  EXPECT_EQ(source->victims(second, held_nodes(7)), ids({0}));
  source->drawn(NodeId{0}, second.at);
  const std::vector<HeldNode> undrawn = {held_node(1), held_node(2), held_node(3), held_node(4),
                                         held_node(5), held_node(6), held_node(7)};
  EXPECT_TRUE(source->dies_with(first, undrawn.back(), undrawn));
}

Pool probed() {
  return pool_with(CapacityKind::probe, counts({{0, 8}, {600, 2}, {900, 8}, {1800, 3}}), 8);
}

TEST(CapacityReclaim, AProbeAsLimitTakesAtEachFall) {
  const Pool pool = probed();
  const Attached source("capacity", R"({"survival": "as_limit", "victims": "youngest"})", pool);
  EXPECT_EQ(source->next_fall(Instant())->at, at_second(600));
  EXPECT_EQ(source->victims({at_second(600), 0}, held_nodes(4)), ids({2, 3}));
}

TEST(CapacityReclaim, AProbeThatGatesOnlyTakesNobody) {
  const Pool pool = probed();
  const Attached source("capacity", R"({"survival": "none"})", pool);
  EXPECT_FALSE(source->next_fall(Instant()));
}

TEST(CapacityReclaim, AShortDipOfAProbeLeavesHeldNodesAlone) {
  const Pool pool = probed();
  const Attached source("capacity", R"({"survival": {"dip": "10 min"}})", pool);
  EXPECT_EQ(source->next_fall(Instant())->at, at_second(1800));
  const Attached exact("capacity", R"({"survival": {"dip": "5 min"}})", pool);
  EXPECT_EQ(exact->next_fall(Instant())->at, at_second(600));
}

std::string refusal(std::string_view kind, const Pool& pool) {
  try {
    const Attached source(kind, "{}", pool);
  } catch (const InputError& error) {
    EXPECT_EQ(error.kind(), InputKind::scenario);
    return error.what();
  }
  return "none";
}

TEST(CapacityReclaim, WhatDoesNotFitThePoolIsRefused) {
  EXPECT_EQ(refusal("capacity", probed()),
            "reclaim \"capacity\" in pool here-1a/p3.2xlarge: a probe says nothing about nodes "
            "that are held, found no \"survival\"; give \"as_limit\", \"none\" or {\"dip\": \"10 "
            "min\"}");
  EXPECT_EQ(refusal("capacity", pool_with(CapacityKind::unlimited, {})),
            "reclaim \"capacity\" in pool here-1a/p3.2xlarge: needs counts of capacity, found "
            "\"unlimited\"; give the pool a capacity trace, or choose another kind of reclaim");
  EXPECT_EQ(refusal("events", limited()),
            "reclaim \"events\" in pool here-1a/p3.2xlarge: needs a trace that names its nodes, "
            "found none; give the pool \"reclaim\": {\"kind\": \"events\", \"file\": ...}");
}

TEST(CapacityReclaim, NeedsNothingOfTheEngineForRequests) {
  const Pool pool = limited();
  const Attached source("capacity", "{}", pool);
  EXPECT_FALSE(source->launchable(Instant()));
  EXPECT_FALSE(source->lifetime(held_node(0)));
  EXPECT_FALSE(source->by_price());
}

}  // namespace
}  // namespace spotgrid::reclaim_test
