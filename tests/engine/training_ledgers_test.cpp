// The two ledgers of runs that are computed by hand: phases, node states, what is missing, and
// seconds without a copy.
// SPDX-License-Identifier: Apache-2.0
#include <map>
#include <numeric>
#include <string>

#include <gtest/gtest.h>

#include "tests/engine/placed_losses.hpp"

namespace spotgrid {
namespace {

using placed::pair_of_workers;

// Requested at 0, booting from 3 to 10, restart until 15; trains 20 s, saves 12 s until 47; loses a
// node at 55, 8 s into the next iteration; known at 58, the replacement ready at 68, restart until
// 73, read until 78; trains until 98 and saves until 110.
RunResult by_hand() {
  ARun run = pair_of_workers(8);
  run.schedule("fixed_interval", R"({"steps": 2})");
  Market& market = run.setup.market;
  market.failure_detection = Seconds{3};
  market.provision = Law{Seconds{3}};
  market.boot = Law{Seconds{7}};
  run.setup.job.membership.rendezvous = Law{Seconds{4}};
  run.setup.job.membership.init = Law{Seconds{1}};
  placed::losses(run, {{0, 55}});
  return run.run();
}

TEST(JobTime, IsSplitByPhaseAsByHand) {
  const RunResult result = by_hand();
  EXPECT_NEAR(result.makespan_s, 110, 1e-6);
  const std::map<std::string, double> expected{{"boot_wait", 10 + 10},
                                               {"restart", 5 + 5},
                                               {"useful", 20 + 20},
                                               {"checkpoint_stall", 12 + 12},
                                               {"redo", 8},
                                               {"stalled", 3},
                                               {"restore", 5},
                                               {"contention", 0}};
  ASSERT_EQ(result.time.size(), expected.size());
  for (const auto& [phase, seconds] : expected)
    EXPECT_NEAR(result.time.at(phase), seconds, 1e-6) << phase;
}

TEST(NodeSeconds, AreSplitByStateAsByHand) {
  const RunResult result = by_hand();
  const std::map<std::string, double> expected{
      {"requested", 3 * 3}, {"booting", 3 * 7}, {"waiting", 10},
      {"restart", 4 * 5},   {"useful", 4 * 20}, {"stall", 4 * 12},
      {"redo", 2 * 8},      {"stalled", 3},     {"restore", 2 * 5}};
  for (const auto& [state, seconds] : expected)
    EXPECT_NEAR(result.node_seconds.at(state), seconds, 1e-6) << state;
  const auto sum = [](const std::map<std::string, double>& parts) {
    return std::accumulate(parts.begin(), parts.end(), 0.0,
                           [](double so_far, const auto& part) { return so_far + part.second; });
  };
  EXPECT_NEAR(sum(result.node_seconds), sum(expected), 1e-6);
}

TEST(Exposed, LastsUntilTheFirstCommit) {
  EXPECT_NEAR(by_hand().checkpoints.exposed_s, 47, 1e-6);
}

// Two workers of asp fetch for 0.1 s and iterate in 10.2 s, the second one from 5.1 s later; the
// first dies at 30, is missed at 33, boots until 40 and fetches until 40.1. The server has its own
// pool.
ARun asynchronous() {
  ARun run;
  run.mode("parameter_server", R"({"nodes": 2})");
  run.samples(12, Seconds{10}, 1, Bytes::of(1e8), Bytes::of(1e9));
  Pool servers = run.setup.market.pools[0];
  servers.instance.name = "cpu.x1";
  servers.instance.network.baseline = Bandwidth::of(1e10);
  run.setup.market.pools.push_back(servers);
  run.setup.job.servers_from = {PoolId{1}, MarketSide::on_demand};
  run.setup.market.boot = Law{Seconds{7}};
  run.setup.market.failure_detection = Seconds{3};
  return run;
}

TEST(Shortfall, OfAMissingWorkerIsSplitByWhatItWasDoing) {
  ARun run = asynchronous();
  placed::losses(run, {{0, 30}});
  const RunResult result = run.run();
  EXPECT_EQ(result.time.count("stalled"), 0U);
  const auto& causes = result.shortfall.by_cause_s;
  ASSERT_EQ(causes.size(), 3U);
  EXPECT_NEAR(causes.at("undetected"), 3.0 / 2, 1e-6);
  EXPECT_NEAR(causes.at("booting"), 7.0 / 2, 1e-6);
  EXPECT_NEAR(causes.at("joining"), 0.1 + 5.1 / 2 + 0.1 / 2, 1e-6);  // both, then one each time
  EXPECT_NEAR(result.shortfall.total_s, 1.5 + 3.5 + 0.15 + 2.55, 1e-6);
}

TEST(Shortfall, OfAFullClusterIsItsStartOnly) {
  ARun run = asynchronous();
  EXPECT_NEAR(run.run().shortfall.total_s, 0.1 + 5.1 / 2, 1e-6);
  run.mode("parameter_server", R"({"nodes": 2, "stagger": false})");
  EXPECT_NEAR(run.run().shortfall.total_s, 0.1, 1e-6);
}

TEST(Shortfall, IsNothingForModesInStep) {
  EXPECT_EQ(by_hand().shortfall.total_s, 0);
}

}  // namespace
}  // namespace spotgrid
