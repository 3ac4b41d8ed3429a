// What a memo keeps is used where all is the same, and refused where anything differs.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "sim/base/option_writer.hpp"
#include "tests/support/a_run.hpp"
#include "tests/support/background_upload.hpp"

namespace spotgrid {
namespace {

ARun ring() {
  ARun run;
  run.mode("all_reduce", R"({"nodes": 4, "buckets": 1})");
  run.samples(4 * 8 * 1000, Seconds{0.2}, 8, Bytes::of(1e8), Bytes::of(2e9));
  run.setup.checkpointing.scheme = background_upload({});
  run.schedule("fixed_interval", R"({"every": "1 min"})");
  run.setup.network.latency.zone = Seconds{25e-6};
  run.setup.fidelity.kind = Fidelity::Kind::memo;
  return run;
}

std::string kept_of(const ARun& run) {
  SharedMemo memo;
  simulate(run.setup, {}, &memo);
  EXPECT_GT(memo.simulated(), 0U);
  return memo.bytes();
}

// How many courses had to be simulated although `kept` was there.
std::size_t simulated_with(const std::string& kept, const ARun& run) {
  SharedMemo memo;
  EXPECT_TRUE(memo.take(kept));
  simulate(run.setup, {}, &memo);
  return memo.simulated();
}

TEST(MemoFile, GivesTheSameBytesWithoutSimulating) {
  const std::string kept = kept_of(ring());
  SharedMemo memo;
  ASSERT_TRUE(memo.take(kept));
  EXPECT_EQ(to_json(simulate(ring().setup, {}, &memo), 2), to_json(simulate(ring().setup), 2));
  EXPECT_EQ(memo.simulated(), 0U);
  EXPECT_EQ(memo.bytes(), kept);
}

TEST(MemoFile, IsRefusedWhereTheGraphsDiffer) {
  const std::string kept = kept_of(ring());
  ARun gradients = ring();
  gradients.setup.job.workload->gradients.size = Bytes::of(1e8 + 1);
  EXPECT_GT(simulated_with(kept, gradients), 0U);
  ARun buckets = ring();
  buckets.mode("all_reduce", R"({"nodes": 4, "buckets": 2})");
  EXPECT_GT(simulated_with(kept, buckets), 0U);
  ARun state = ring();
  state.setup.job.workload->checkpoint.size = Bytes::of(3e9);
  EXPECT_GT(simulated_with(kept, state), 0U);
  ARun nodes = ring();
  nodes.mode("all_reduce", R"({"nodes": 5, "buckets": 1})");
  EXPECT_GT(simulated_with(kept, nodes), 0U);
}

TEST(MemoFile, IsRefusedWhereThePlatformDiffers) {
  const std::string kept = kept_of(ring());
  ARun nic = ring();
  nic.setup.market.pools[0].instance.network.baseline = Bandwidth::of(2e9);
  EXPECT_GT(simulated_with(kept, nic), 0U);
  ARun storage = ring();
  storage.setup.checkpointing.scheme = background_upload({Bandwidth::of(5e8)});
  EXPECT_GT(simulated_with(kept, storage), 0U);
  ARun latency = ring();
  latency.setup.network.latency.zone = Seconds{26e-6};
  EXPECT_GT(simulated_with(kept, latency), 0U);
}

TEST(MemoFile, IsRefusedWhereTheSettingsDiffer) {
  const std::string kept = kept_of(ring());
  ARun streams = ring();
  streams.setup.network.streams.checkpoint = 8;
  EXPECT_GT(simulated_with(kept, streams), 0U);
  ARun cap = ring();
  cap.setup.network.per_stream = Bandwidth::of(9e8);
  EXPECT_GT(simulated_with(kept, cap), 0U);
  ARun grid = ring();
  grid.setup.simgrid_arguments = {"--cfg=network/crosstraffic:1"};
  EXPECT_GT(simulated_with(kept, grid), 0U);
}

// What does not reach a micro-simulation makes no difference.
TEST(MemoFile, IsUsedWhereOnlyTheMarketDiffers) {
  const std::string kept = kept_of(ring());
  ARun market = ring();
  market.price({{Seconds{-1}, 1}, {hours(0.01), 2}});
  market.setup.seed = 7;
  EXPECT_EQ(simulated_with(kept, market), 0U);
}

TEST(MemoFile, TakesAllOrNothing) {
  const std::string kept = kept_of(ring());
  for (std::size_t at = 0; at < kept.size(); at += 97) {
    std::string changed = kept;
    changed[at] = static_cast<char>(changed[at] ^ 1);
    EXPECT_FALSE(SharedMemo().take(changed)) << at;
    EXPECT_FALSE(SharedMemo().take(kept.substr(0, at))) << at;
  }
  EXPECT_FALSE(SharedMemo().take(kept + "x"));
}

}  // namespace
}  // namespace spotgrid
