// Copies that the members keep themselves, through whole runs: who serves a loss, which level has
// its turn, and what does not fit.
// SPDX-License-Identifier: Apache-2.0
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/engine/placed_losses.hpp"

namespace spotgrid {
namespace {

// Four workers with iterations of 10 s and 1 GB of each, saved after every second iteration; NICs
// of 1 GB/s, copies inside a node at 10 GB/s.
ARun sharded(const std::string& scheme, const std::string& options, double iterations = 9) {
  ARun run;
  run.samples(4 * iterations, Seconds{10}, 1, Bytes{}, Bytes::of(4e9));
  run.mode("all_reduce", R"({"nodes": 4, "buckets": 1, "state": "sharded"})");
  run.scheme(scheme, options);
  run.schedule("fixed_interval", R"({"steps": 2})");
  run.setup.job.final_save = false;
  return run;
}

const std::string to_storage = R"("storage": {"write": "1 GB/s", "fsync": "1 s"})";

TEST(MemberCopyRuns, GeminiRestoresFromPeersWhileTrainingHidesTheSaves) {
  for (const auto kind : {Fidelity::Kind::full, Fidelity::Kind::memo}) {
    ARun run = sharded("gemini", "{}");
    run.setup.fidelity.kind = kind;
    placed::losses(run, {{0, 55}});
    const RunResult result = run.run();
    EXPECT_EQ(result.checkpoints.stall.mean, 0);
    EXPECT_NEAR(result.checkpoints.latency.mean, 1.1, 1e-3);
    EXPECT_EQ(lines_with(result, {"restore_began", "\"save\": 1", "peer_memory"}).size(), 1U);
    EXPECT_NEAR(result.time.at("restore"), 1, 1e-3) << "a part over a NIC, others from inside";
    EXPECT_NEAR(result.makespan_s, 90 + 15 + 1, 1e-3);
  }
}

TEST(MemberCopyRuns, TheLossOfAWholeGroupGoesBackToTheStorage) {
  ARun run = sharded("gemini", R"({"storage_every": 2, )" + to_storage + "}");
  placed::losses(run, {{0, 75}, {1, 75}});
  const RunResult result = run.run();
  // Cut at 20 (memory), 40 (also storage), 60 (memory, which is lost).
  EXPECT_EQ(placed::story(result).find("reads 2"), std::string::npos);
  EXPECT_NE(placed::story(result).find("reads 1@75"), std::string::npos) << placed::story(result);
  EXPECT_FALSE(lines_with(result, {"copy_lost", "\"save\": 2", "peer_memory"}).empty());
}

TEST(MemberCopyRuns, TwoLossesOfTwoGroupsAreServedByBoth) {
  ARun run = sharded("gemini", "{}");
  placed::losses(run, {{0, 55}, {2, 55}});
  EXPECT_NE(placed::story(run.run()).find("reads 1@55"), std::string::npos);
}

// The new node gets 1 GB from each of three.
TEST(MemberCopyRuns, XorRebuildsWhatIsLost) {
  ARun run = sharded("scr", R"({"set": 4, "flush_every": 100, )" + to_storage + "}");
  placed::losses(run, {{0, 55}});
  const RunResult result = run.run();
  EXPECT_NEAR(result.time.at("restore"), 3, 1e-3);
  EXPECT_NE(placed::story(result).find("reads 1@55"), std::string::npos);
  EXPECT_EQ(result.checkpoints.by_tier.at("peer_memory").restored_from, 1);
}

TEST(MemberCopyRuns, ACacheForOneCopyHasNoneWhileItIsFilled) {
  const auto reads = [](const std::string& cached) {
    ARun run = sharded("scr", R"({"set": 4, "encode": "100 MB/s", "flush_every": 100, "cached": )" +
                                  cached + ", " + to_storage + "}");
    // The second save is cut at 40 and some, and encodes for 10 s.
    placed::losses(run, {{0, 55}});
    return placed::story(run.run());
  };
  EXPECT_NE(reads("2").find("reads 0@55"), std::string::npos) << reads("2");
  EXPECT_NE(reads("1").find("back to 0@55"), std::string::npos) << reads("1");
}

// Parameter servers are the members that hold the state, and keep copies of each other's shards.
TEST(MemberCopyRuns, ServersServeEachOther) {
  for (const char* sync : {"bsp", "asp"}) {
    ARun run;
    run.samples(2 * 9, Seconds{10}, 1, Bytes::of(1), Bytes::of(2e9));
    run.mode("parameter_server",
             std::string(R"({"nodes": 2, "shards": 2, "sync": ")") + sync + R"("})");
    run.scheme("gemini", "{}");
    run.schedule("fixed_interval", R"({"samples": 4})");
    run.setup.job.servers_from = {PoolId{0}, MarketSide::spot};  // the first nodes there
    run.setup.job.final_save = false;
    placed::losses(run, {{0, 55}});
    const RunResult result = run.run();
    EXPECT_EQ(result.outcome, Outcome::finished) << sync;
    EXPECT_NE(placed::story(result).find("reads 1@55"), std::string::npos) << placed::story(result);
    EXPECT_NEAR(result.time.at("restore"), 1, 1e-3) << sync;
  }
}

// Two, four and eight: of eight saves L2 has the second and sixth, L3 the fourth, L4 the eighth.
TEST(MemberCopyRuns, LevelsOfFtiHaveTheirTurns) {
  ARun run =
      sharded("fti", R"({"disk_write": "1 GB/s", "medium": "disk", )" + to_storage + "}", 17);
  const RunResult result = run.run();
  std::vector<std::size_t> tiers;
  for (int save = 0; save < 8; ++save)
    tiers.push_back(
        lines_with(result, {"save_committed", "\"save\": " + std::to_string(save) + ","}).size());
  EXPECT_EQ(tiers, (std::vector<std::size_t>{1, 2, 1, 2, 1, 2, 1, 2}));
  EXPECT_EQ(result.checkpoints.by_tier.at("local_disk").committed, 8 + 3);
  EXPECT_EQ(result.checkpoints.by_tier.at("shared_storage").committed, 1);
  // L2 sends a part; L3 three, of which each node writes half as much again as it has.
  const std::vector<double> ends = placed::times_of(result, "stall_ended");
  const std::vector<double> cuts = placed::times_of(result, "save_cut");
  ASSERT_EQ(ends.size(), 8U);
  const auto stall = [&](std::size_t save) { return ends[save] - cuts[save]; };
  EXPECT_NEAR(stall(0), .1 + 1, 1e-3);
  EXPECT_NEAR(stall(1), 1.1 + 1 + 1 + 1, 1e-3);
  EXPECT_NEAR(stall(3), 1.1 + 1 + 3 + 1, 1e-3);
  EXPECT_NEAR(stall(7), 1.1 + 1 + 4 + 1, 1e-3) << "read, then sent";
}

// An L3 copy survives what the newer local and L2 ones do not.
TEST(MemberCopyRuns, FtiGoesBackToTheLevelThatSurvives) {
  ARun run = sharded("fti", "{" + to_storage + "}", 13);
  run.setup.fidelity.kind = Fidelity::Kind::memo;
  placed::losses(run, {{0, 135}, {1, 135}});  // neighbours, half of the group
  const RunResult result = run.run();
  EXPECT_NE(placed::story(result).find("reads 3@135"), std::string::npos) << placed::story(result);
}

std::string memory_of(ARun run, double gigabytes) {
  for (Pool& pool : run.setup.market.pools)
    pool.instance.memory = Bytes::of(gigabytes * 1e9);
  const RunResult result = run.run();
  return result.outcome == Outcome::infeasible ? result.reason : "";
}

TEST(MemoryOfCopies, ReplicasFillTheRingOfAPeer) {
  const ARun run = sharded("gemini", R"({"replicas": 2, "ring": 3})", 2);
  EXPECT_EQ(memory_of(run, 6), "");
  EXPECT_EQ(memory_of(run, 5.9),
            "copies do not fit the memory of gpu.x1: 6 GB needed (3 kept of 2 GB each, 3 saves "
            "under way of 0 GB, buffers of 0 GB), 5.9 GB there");
}

TEST(MemoryOfCopies, AnXorCacheHasAPartItsParityAndABuffer) {
  const ARun run = sharded("scr", R"({"set": 4, "cached": 2, )" + to_storage + "}", 2);
  EXPECT_EQ(memory_of(run, 2 * (1 + 1.0 / 3) + 1 + .01), "");
  EXPECT_NE(memory_of(run, 2 * (1 + 1.0 / 3) + 1 - .01), "");
}

TEST(MemoryOfCopies, WhatIsKeptCountsWithoutARing) {
  ARun run = sharded("fti", "{" + to_storage + "}", 2);
  run.setup.checkpointing.keep = 3;
  EXPECT_EQ(memory_of(run, 3 * 5 + 2 + 1), "");
  EXPECT_NE(memory_of(run, 3 * 5 + 2 + 1 - .01), "");
}

TEST(MemoryOfCopies, SnapshotsStayUntilTheyAreWritten) {
  const ARun run = sharded("pccheck", R"({"in_flight": 4, )" + to_storage + "}", 2);
  EXPECT_EQ(memory_of(run, 4), "");
  EXPECT_NE(memory_of(run, 3.99), "");
}

// The remote has two places and the buffer of its flusher; workers have what they serialise and two
// parts that are sent.
TEST(MemoryOfCopies, ARemoteHasItsRingAndABuffer) {
  ARun run = sharded("acute", "{" + to_storage + "}", 2);
  run.setup.checkpointing.remotes_from = {PoolId{1}, MarketSide::on_demand};
  Pool pool = run.setup.market.pools[0];
  pool.instance.name = "mem.x1";
  pool.instance.memory = Bytes::of(11.9e9);
  pool.spot_price.reset();
  run.setup.market.pools.push_back(pool);
  const RunResult result = run.run();
  EXPECT_EQ(result.outcome, Outcome::infeasible);
  EXPECT_NE(result.reason.find("copies do not fit the memory of mem.x1: 12 GB needed (2 kept of 4 "
                               "GB each, 2 saves under way of 0 GB, buffers of 4 GB)"),
            std::string::npos)
      << result.reason;
  EXPECT_EQ(result.counters.iterations, 0) << "before any training";
  EXPECT_EQ(memory_of(run, 12), "");
}

TEST(MemoryOfCopies, OnDisksTakeNone) {
  const ARun run = sharded(
      "scr", R"({"set": 4, "medium": "disk", "disk_write": "1 GB/s", )" + to_storage + "}", 2);
  EXPECT_EQ(memory_of(run, 1), "") << "the buffer";
}

}  // namespace
}  // namespace spotgrid
