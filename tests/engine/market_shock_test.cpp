// Shocks in a run: announced, simultaneous over the pools of a zone, the same for every policy.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include <gtest/gtest.h>

#include "tests/engine/market_runs.hpp"

namespace spotgrid::market_runs {
namespace {

// Two pools of one zone and one of another; a shock takes all nodes of a zone. What is lost is
// launched again at once.
ARun shocked(std::vector<std::uint32_t> pools) {
  ARun run = endless(100, hours(20), [pools](const FleetView&) {
    FleetPlan plan;
    for (const std::uint32_t pool : pools)
      plan.wanted.push_back({{PoolId{pool}, MarketSide::spot}, 4});
    return plan;
  });
  Market& market = run.setup.market;
  market.pools.resize(3, market.pools[0]);
  market.pools[1].instance.name = "gpu.x2";
  market.pools[2].zone = "zb";
  run.reclaim("shock", R"({"fleet": 4, "zone": {"mean_gap": "30 min",
                           "size": {"kind": "share", "share": 1}}})");
  market.notice = Seconds{120};
  return run;
}

// When nodes of each pool were lost.
std::map<int, std::set<double>> losses_by_pool(const RunResult& result) {
  std::map<int, int> pool_of;
  std::map<int, std::set<double>> losses;
  for (const std::string& line : result.journal) {
    if (line.find("\"event\": \"requested\"") != std::string::npos)
      pool_of[number_in(line, "node")] = number_in(line, "pool");
    if (line.find("\"event\": \"node_lost\"") != std::string::npos)
      losses[pool_of[number_in(line, "node")]].insert(time_of(line));
  }
  return losses;
}

TEST(MarketShock, PoolsOfAZoneLoseTheirNodesAtOneInstant) {
  const RunResult result = shocked({0, 1, 2}).run();
  const auto losses = losses_by_pool(result);
  ASSERT_GT(losses.at(0).size(), 20U);
  EXPECT_EQ(losses.at(0), losses.at(1));
  EXPECT_NE(losses.at(0), losses.at(2));
  EXPECT_EQ(result.counters.loss_events,
            static_cast<std::int64_t>(losses.at(0).size() + losses.at(2).size()));
  EXPECT_EQ(result.counters.preemptions_by.at("shock"), result.counters.preemptions);
}

// Of 20 nodes 5 die every half hour, and the job holds 6 of them at every event.
TEST(MarketShock, ANodeDiesAtTheRateOfTheFleet) {
  ARun run = endless(100, hours(2000), [](const FleetView&) { return hold(6); });
  run.reclaim("shock", R"({"fleet": 20, "zone": {"mean_gap": "30 min",
                           "size": {"kind": "constant", "nodes": 5}}})");
  run.setup.keep_journal = false;
  const RunResult result = run.run();
  const double events = 4000, mean = 6 * 5 / 20.0;
  const double variance = mean * (1 - 5 / 20.0) * 14 / 19;
  // A compound Poisson sum: mean and variance are events times the first and second moment.
  EXPECT_NEAR(static_cast<double>(result.counters.preemptions), events * mean,
              3 * std::sqrt(events * (variance + mean * mean)));
  // None of ours dies at an event with the chance C(14, 5) / C(20, 5).
  const double hits = events * (1 - 2002 / 15504.0);
  EXPECT_NEAR(static_cast<double>(result.counters.loss_events), hits, 3 * std::sqrt(hits));
}

TEST(MarketShock, EachLossIsAnnouncedByTheNotice) {
  const RunResult result = shocked({0}).run();
  const std::vector<double> told = times(result, "notice_sent");
  const std::vector<double> lost = times(result, "node_lost");
  ASSERT_GT(lost.size(), 80U);
  ASSERT_LE(lost.size(), told.size());
  for (std::size_t i = 0; i < lost.size(); ++i)
    EXPECT_NEAR(told[i], std::max(0.0, lost[i] - 120), 1e-6);  // the first at the start
}

TEST(MarketShock, WhatElseAPolicyHoldsChangesNothing) {
  EXPECT_EQ(losses_by_pool(shocked({0}).run()).at(0),
            losses_by_pool(shocked({0, 1, 2}).run()).at(0));
}

}  // namespace
}  // namespace spotgrid::market_runs
