// What a scenario says of the network, felt by a whole run.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "tests/support/a_run.hpp"

namespace spotgrid {
namespace {

// A ring of two: each iteration computes for 1 s, then 1 GB leaves each NIC of 1 GB/s.
ARun ring_of_two() {
  ARun run;
  run.mode("all_reduce", R"({"nodes": 2, "buckets": 1})");
  run.samples(6, Seconds{1}, 1, Bytes::of(1e9), Bytes{});
  run.setup.market.pools[0].instance.network.burst = Bandwidth::of(2e9);
  return run;
}

double iteration(const ARun& run) {
  const RunResult result = run.run();
  EXPECT_EQ(result.counters.iterations, 3);
  return result.makespan_s / 3;
}

TEST(NetworkOptions, NicsRunAtTheBaselineUnlessTheScenarioSaysBurst) {
  ARun run = ring_of_two();
  EXPECT_NEAR(iteration(run), 1 + 1, 1e-6);
  run.setup.network.nic = NicRegime::burst;
  EXPECT_NEAR(iteration(run), 1 + 0.5, 1e-6);
  run.setup.market.pools[0].instance.network.burst.reset();
  EXPECT_NEAR(iteration(run), 1 + 1, 1e-6) << "a NIC without a burst";
}

TEST(NetworkOptions, TheCapOfAStreamHoldsForEachStream) {
  ARun run = ring_of_two();
  run.setup.network.per_stream = Bandwidth::of(0.25e9);
  EXPECT_NEAR(iteration(run), 1 + 4, 1e-6);
  run.setup.network.streams.training = 2;
  EXPECT_NEAR(iteration(run), 1 + 2, 1e-6);
  run.setup.network.streams.training = 16;
  EXPECT_NEAR(iteration(run), 1 + 1, 1e-6) << "the NIC";
}

// One node in each of two zones.
ARun in_two_zones(const std::string& second_region) {
  ARun run = ring_of_two();
  run.capacity(CapacityKind::limit, {{Seconds{-1}, 1}});
  Pool second = run.setup.market.pools[0];
  second.zone = "zb";
  second.region = second_region;
  run.setup.market.pools.push_back(second);
  run.setup.job.gang = Gang::accumulate;
  return run;
}

TEST(NetworkOptions, ZonesOfARegionShareTheirOwnCapacity) {
  ARun run = in_two_zones("z");
  EXPECT_NEAR(iteration(run), 1 + 1, 1e-6);
  run.setup.network.between_regions = Bandwidth::of(0.1e9);
  EXPECT_NEAR(iteration(run), 1 + 1, 1e-6) << "one region";
  run.setup.network.between_zones = Bandwidth::of(0.5e9);
  EXPECT_NEAR(iteration(run), 1 + 2, 1e-6);
}

TEST(NetworkOptions, RegionsShareTheirOwnCapacity) {
  ARun run = in_two_zones("y");
  run.setup.network.between_zones = Bandwidth::of(0.1e9);
  EXPECT_NEAR(iteration(run), 1 + 1, 1e-6) << "two regions";
  run.setup.network.between_regions = Bandwidth::of(0.25e9);
  EXPECT_NEAR(iteration(run), 1 + 4, 1e-6);
}

}  // namespace
}  // namespace spotgrid
