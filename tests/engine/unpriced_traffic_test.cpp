// Bytes that leave a zone are billed by the table of the scenario, or said not to be modelled.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "tests/support/a_run.hpp"

namespace spotgrid {
namespace {

// One worker exchanges 1 GB each way in each of ten iterations with a server in another zone, after
// it has fetched 1 GB.
ARun with_server_in_another_zone() {
  ARun run;
  run.samples(10, Seconds{1}, 1, Bytes::of(1e9), Bytes{});
  run.mode("parameter_server", R"({"nodes": 1})");
  Pool servers = run.setup.market.pools[0];
  servers.zone = "zb";
  run.setup.market.pools.push_back(servers);
  run.setup.job.servers_from = {static_cast<PoolId>(1), MarketSide::on_demand};
  return run;
}

RunResult across_zones(bool priced) {
  ARun run = with_server_in_another_zone();
  run.setup.traffic_priced = priced;
  return run.run();
}

TEST(Traffic, BetweenZonesIsBilledByTheTable) {
  const RunResult result = across_zones(true);
  EXPECT_NEAR(result.counters.traffic_bytes, 21e9, 1);
  EXPECT_NEAR(result.cost.traffic, 21 * 0.02, 1e-9);
  EXPECT_TRUE(result.cost.not_modelled.empty());
}

// As across_zones(), with the server's zone in the same region or in another.
double bill_of_traffic(const std::string& region_of_server) {
  ARun run = with_server_in_another_zone();
  run.setup.market.pools[1].region = region_of_server;
  run.setup.traffic.zone = 0.01;
  run.setup.traffic.region = 0.05;
  return run.run().cost.traffic;
}

TEST(Traffic, BetweenRegionsHasAPriceOfItsOwn) {
  EXPECT_NEAR(bill_of_traffic("z"), 21 * 0.01, 1e-9);
  EXPECT_NEAR(bill_of_traffic("y"), 21 * 0.05, 1e-9);
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
