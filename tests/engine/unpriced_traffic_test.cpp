// Bytes that leave a zone are billed by the table of the scenario, or said not to be modelled.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "tests/support/a_run.hpp"

namespace spotgrid {
namespace {

// One worker exchanges 1 GB each way in each of ten iterations with a server in another zone, after
// it has fetched 1 GB.
RunResult across_zones(bool priced) {
  ARun run;
  run.samples(10, Seconds{1}, 1, Bytes::of(1e9), Bytes{});
  run.mode("parameter_server", R"({"nodes": 1})");
  Pool servers = run.setup.market.pools[0];
  servers.zone = "zb";
  run.setup.market.pools.push_back(servers);
  run.setup.job.servers_from = {static_cast<PoolId>(1), MarketSide::on_demand};
  run.setup.traffic_priced = priced;
  return run.run();
}

TEST(Traffic, BetweenZonesIsBilledByTheTable) {
  const RunResult result = across_zones(true);
  EXPECT_NEAR(result.counters.traffic_bytes, 21e9, 1);
  EXPECT_NEAR(result.cost.traffic, 21 * 0.02, 1e-9);
  EXPECT_TRUE(result.cost.not_modelled.empty());
}

TEST(Traffic, WithoutPricesIsCountedAndSaidNotToBeModelled) {
  const RunResult result = across_zones(false);
  EXPECT_NEAR(result.counters.traffic_bytes, 21e9, 1);
  EXPECT_EQ(result.cost.traffic, 0);
  EXPECT_FALSE(result.cost.by_line.contains("traffic.training"));
  EXPECT_EQ(result.cost.not_modelled, std::vector<std::string>{"traffic: no prices are given"});
}

}  // namespace
}  // namespace spotgrid
