// Where missing nodes are asked for, and when they are not.
// SPDX-License-Identifier: Apache-2.0
#include "models/formulas/pool_choice.hpp"

#include <gtest/gtest.h>

#include "tests/provisioning/fleet.hpp"

namespace spotgrid {
namespace {

// What a job on spot wants, by the rule.
std::string spot_wanted(const Fleet& fleet, std::optional<Price> max_price = {}) {
  const FleetView view = fleet.view();
  Holdings holdings(view, max_price);
  holdings.keep(MarketSide::spot, view.job.nodes);
  holdings.refill(MarketSide::spot, view.job.nodes);
  FleetPlan plan;
  plan.wanted = holdings.wanted();
  return wanted(plan);
}

TEST(PoolChoice, TakesTheLowestPriceThatShowsEnough) {
  EXPECT_EQ(spot_wanted(Fleet({{.spot = 1.2, .free = 8}, {.spot = 1.1, .free = 4}}, 4)), "s1:4");
  EXPECT_EQ(spot_wanted(Fleet({{.spot = 1.2, .free = 8}, {.spot = 1.1, .free = 3}}, 4)), "s0:4");
}

TEST(PoolChoice, AsksForNoMoreThanTheQuotasLeave) {
  Fleet fleet({{.spot = 1, .free = 9}, {.spot = 2, .free = 9}}, 4);
  fleet.quotas = {{MarketSide::spot, 31, {8, 0}}};  // 3 nodes of the first pool
  EXPECT_EQ(spot_wanted(fleet), "s1:4");
  fleet.quotas = {{MarketSide::on_demand, 0, {1, 1}}};
  EXPECT_EQ(spot_wanted(fleet), "s0:4") << "the other side of the market";
  fleet.quotas = {{MarketSide::spot, 3, {1, 1}}};
  EXPECT_EQ(spot_wanted(fleet), "") << "a quota that both pools share";
}

TEST(PoolChoice, PoolsThatShareAQuotaShareWhatIsAskedFor) {
  Fleet fleet({{.spot = 1, .free = 3}, {.spot = 2, .free = 3}}, 6);
  fleet.job.partial = true;
  fleet.quotas = {{MarketSide::spot, 5, {1, 1}}};
  EXPECT_EQ(spot_wanted(fleet), "s0:3 s1:2");
  fleet.quotas = {{MarketSide::spot, 40, {8, 4}}};  // 24 for three of the first, 16 are left
  EXPECT_EQ(spot_wanted(fleet), "s0:3 s1:3");
  fleet.quotas = {{MarketSide::spot, 35, {8, 4}}};
  EXPECT_EQ(spot_wanted(fleet), "s0:3 s1:2");
}

TEST(PoolChoice, QuotasAreKnownAlsoWhereCapacityIsNot) {
  Fleet fleet({{.spot = 1}, {.spot = 2}}, 4);
  fleet.quotas = {{MarketSide::spot, 3, {1, 0}}};
  EXPECT_EQ(spot_wanted(fleet), "s1:4");
}

TEST(PoolChoice, BreaksTiesByTheOrderOfTheScenario) {
  EXPECT_EQ(spot_wanted(Fleet({{.free = 4}, {.free = 9}}, 4)), "s0:4");
}

TEST(PoolChoice, TakesUnseenCapacityForEnoughUnlessThePoolCools) {
  EXPECT_EQ(spot_wanted(Fleet({{}}, 4)), "s0:4");
  EXPECT_EQ(spot_wanted(Fleet({{.cooling = true}, {.spot = 2}}, 4)), "s1:4");
  EXPECT_EQ(spot_wanted(Fleet({{.cooling = true}}, 4)), "");
  EXPECT_EQ(spot_wanted(Fleet({{.free = 9, .cooling = true}}, 4)), "");
}

TEST(PoolChoice, PaysUpToTheOnDemandPriceOfThePoolUnlessTold) {
  EXPECT_EQ(spot_wanted(Fleet({{.spot = 3, .on_demand = 3}}, 1)), "s0:1") << "equal is accepted";
  EXPECT_EQ(spot_wanted(Fleet({{.spot = 3.1, .on_demand = 3}}, 1)), "");
  EXPECT_EQ(spot_wanted(Fleet({{.spot = 1}}, 1), dollars_per_hour(0.9)), "");
  EXPECT_EQ(spot_wanted(Fleet({{.spot = 3.1, .on_demand = 3}}, 1), dollars_per_hour(4)), "s0:1");
}

std::string with_two_held_in_the_first(Placement placement, std::vector<TestPool> others) {
  std::vector<TestPool> pools{{.zone = "a", .region = "r", .spot = 2, .free = 9}};
  pools.insert(pools.end(), others.begin(), others.end());
  Fleet fleet(pools, 4);
  fleet.placement = placement;
  return spot_wanted(fleet.hold(0, MarketSide::spot, 2));
}

TEST(PoolChoice, KeepsThePlacementOfTheNodesHeld) {
  const std::vector<TestPool> others{{.zone = "a", .region = "r", .spot = 1.9},
                                     {.zone = "b", .region = "r", .spot = 1.8},
                                     {.zone = "c", .region = "q", .spot = 1.7}};
  EXPECT_EQ(with_two_held_in_the_first(Placement::one_pool, others), "s0:4");
  EXPECT_EQ(with_two_held_in_the_first(Placement::one_zone, others), "s0:2 s1:2");
  EXPECT_EQ(with_two_held_in_the_first(Placement::one_region, others), "s0:2 s2:2");
  EXPECT_EQ(with_two_held_in_the_first(Placement::any, others), "s0:2 s3:2");
}

TEST(PoolChoice, StaysWherePricesRose) {
  Fleet fleet({{.spot = 2.9, .free = 9}, {.spot = 1, .free = 9}}, 4);
  EXPECT_EQ(spot_wanted(fleet.hold(0, MarketSide::spot, 4)), "s0:4");
}

TEST(PoolChoice, ReplacesNodesThatWillDie) {
  Fleet fleet({{.free = 9}}, 4);
  fleet.hold(0, MarketSide::spot, 3).hold(0, MarketSide::spot, 1, true);
  EXPECT_EQ(spot_wanted(fleet), "s0:4") << "noticed ones are not counted";
}

TEST(PoolChoice, AsksForNothingWhereNoPoolShowsEnough) {
  Fleet fleet({{.free = 1}, {.free = 1}}, 4);
  EXPECT_EQ(spot_wanted(fleet), "");
  EXPECT_EQ(spot_wanted(fleet.hold(0, MarketSide::spot, 2)), "s0:2");
}

TEST(PoolChoice, EmptiesPoolsByPriceWhereAPartIsOfUse) {
  Fleet fleet({{.spot = 1.3, .free = 2}, {.spot = 1.1, .free = 1}, {.spot = 1.2, .free = 0}}, 4);
  fleet.job.partial = true;
  EXPECT_EQ(spot_wanted(fleet), "s0:2 s1:1");
  fleet.placement = Placement::one_pool;
  EXPECT_EQ(spot_wanted(fleet), "s1:1");
  fleet.offer(0, MarketSide::spot).free = 4;
  EXPECT_EQ(spot_wanted(fleet), "s0:4") << "one pool that shows enough comes first";
}

TEST(PoolChoice, HoldsNoMoreThanIsWanted) {
  Fleet fleet({{}, {}}, 3);
  EXPECT_EQ(spot_wanted(fleet.hold(0, MarketSide::spot, 2).hold(1, MarketSide::spot, 2)),
            "s0:2 s1:1");
}

std::string gang_wanted(const Fleet& fleet) {
  const auto gang = whole_gang(fleet.view(), MarketSide::spot, {});
  if (!gang)
    return "none";
  FleetPlan plan;
  plan.wanted = *gang;
  return wanted(plan);
}

TEST(WholeGang, IsAllOrNothing) {
  EXPECT_EQ(gang_wanted(Fleet({{.free = 3}}, 4)), "none");
  EXPECT_EQ(gang_wanted(Fleet({{.free = 4}}, 4)), "s0:4");
  const auto gang = whole_gang(Fleet({{.free = 4}}, 4).view(), MarketSide::spot, {});
  EXPECT_TRUE(gang->front().all_or_none);
}

TEST(WholeGang, IsCompletedWhereItStandsOrElseMoves) {
  Fleet fleet({{.zone = "a", .free = 1}, {.zone = "b", .free = 4}}, 4);
  fleet.hold(0, MarketSide::spot, 3);
  EXPECT_EQ(gang_wanted(fleet), "s0:4");
  fleet.offer(0, MarketSide::spot).free = 0;
  EXPECT_EQ(gang_wanted(fleet), "s1:4");
  fleet.offer(1, MarketSide::spot).free = 3;
  EXPECT_EQ(gang_wanted(fleet), "none");
}

TEST(WholeGang, RunsUntilItsAnnouncedLoss) {
  Fleet part({{.zone = "a", .free = 0}, {.zone = "b", .free = 4}}, 4);
  part.hold(0, MarketSide::spot, 3).hold(0, MarketSide::spot, 1, true);
  EXPECT_EQ(gang_wanted(part), "s0:3") << "moving would end it at once";
  Fleet whole({{.zone = "a", .free = 0}, {.zone = "b", .free = 4}}, 4);
  whole.hold(0, MarketSide::spot, 4, true);
  EXPECT_EQ(gang_wanted(whole), "s1:4") << "the next gang boots meanwhile";
  whole.offer(1, MarketSide::spot).free = 0;
  EXPECT_EQ(gang_wanted(whole), "") << "still on spot, nothing new";
}

}  // namespace
}  // namespace spotgrid
