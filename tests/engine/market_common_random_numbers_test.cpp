// Two policies on one seed meet the same market: what happens to a node depends on its pool and its
// number there, never on what else a policy holds.
// SPDX-License-Identifier: Apache-2.0
#include <map>

#include <gtest/gtest.h>

#include "tests/engine/market_runs.hpp"

namespace spotgrid::market_runs {
namespace {

inline constexpr Offer other_pool{PoolId{1}, MarketSide::spot};

// All that happens to the spot nodes of pool 0, which are named by their order of launch there.
std::vector<std::string> story_of_first_pool(const RunResult& result) {
  std::map<int, int> ordinal;
  std::vector<std::string> story;
  for (const std::string& line : result.journal) {
    if (line.find("\"node\": ") == std::string::npos)
      continue;
    const int node = number_in(line, "node");
    if (line.find("\"event\": \"requested\"") != std::string::npos &&
        line.find("\"pool\": 0") != std::string::npos)
      ordinal.emplace(node, static_cast<int>(ordinal.size()));
    if (!ordinal.contains(node))
      continue;
    std::string told = line;
    const std::string named = "\"node\": " + std::to_string(node);
    told.replace(told.find(named), named.size(), "\"node\": #" + std::to_string(ordinal[node]));
    story.push_back(told);
  }
  return story;
}

// Every source of chance of the market at work, on two pools; the gang never trains.
ARun random_market(Script script) {
  ARun run = endless(100, hours(10), std::move(script));
  Market& market = run.setup.market;
  run.capacity(CapacityKind::limit,
               {{Seconds{-1}, 8}, {hours(1), 5}, {hours(2), 3}, {hours(3), 8}});
  market.pools.push_back(market.pools[0]);
  market.pools[1].zone = "zb";
  for (Pool& pool : market.pools)
    pool.reclaim = {{"capacity", configured(reclaim::catalogue(), "capacity", "{}")},
                    {"lifetime", configured(reclaim::catalogue(), "lifetime",
                                            R"({"law": "exponential", "mean": "5 h"})")}};
  market.boot = Law::exponential(Seconds{90});
  market.provision = Law::exponential(Seconds{30});
  market.notice = Seconds{120};
  market.notice_recall = 0.7;
  market.detection = {Seconds{5}, Seconds{0}};
  market.failure_detection = Seconds{15};
  return run;
}

TEST(MarketChance, NodesInAnotherPoolChangeNothingInThisOne) {
  const RunResult alone = random_market(launches_once(8)).run();
  const RunResult beside = random_market([begun = false](const FleetView& view) mutable {
                             const bool begins = !std::exchange(begun, true);
                             FleetPlan plan;
                             plan.wanted = {{other_pool, begins ? 5 : view.at(other_pool).held},
                                            {spot, begins ? 8 : view.at(spot).held}};
                             return plan;
                           }).run();
  ASSERT_EQ(beside.counters.requests, 13);
  ASSERT_GE(alone.counters.preemptions, 5);
  EXPECT_EQ(story_of_first_pool(alone), story_of_first_pool(beside));
}

TEST(MarketChance, PoliciesThatHoldTheSameNodesLoseTheSame) {
  // The second asks for three nodes more and lets the youngest go before anything is drawn.
  const auto lost = [](const RunResult& result) {
    std::vector<std::string> lines;
    for (const std::string& line : story_of_first_pool(result))
      if (line.find("\"node_lost\"") != std::string::npos)
        lines.push_back(line);
    return lines;
  };
  ARun steady = random_market(launches_once(5));
  ARun hasty = random_market([begun = false](const FleetView& view) mutable {
    FleetPlan plan =
        hold(std::exchange(begun, true) ? std::min<std::int64_t>(5, view.at(spot).held) : 8);
    return plan;
  });
  for (ARun* run : {&steady, &hasty}) {
    run->setup.market.boot = run->setup.market.provision = Law{Seconds{0}};
    for (Pool& pool : run->setup.market.pools)
      pool.reclaim.pop_back();  // only the falls
  }
  const RunResult a = steady.run(), b = hasty.run();
  ASSERT_EQ(b.counters.releases, 3);
  ASSERT_EQ(lost(a).size(), 2U);
  EXPECT_EQ(lost(a), lost(b));
}

TEST(MarketChance, OneSeedIsOneMarketAndAnotherSeedAnother) {
  const auto story = [](std::uint64_t seed, std::uint64_t replication) {
    ARun run = random_market(launches_once(8));
    run.setup.seed = seed;
    run.setup.replication = replication;
    return story_of_first_pool(run.run());
  };
  EXPECT_EQ(story(1, 0), story(1, 0));
  EXPECT_NE(story(1, 0), story(2, 0));
  EXPECT_NE(story(1, 0), story(1, 1));
}

}  // namespace
}  // namespace spotgrid::market_runs
