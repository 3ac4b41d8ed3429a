// Saves into remote memory through whole runs: clocks, the ring, losses in every state.
// SPDX-License-Identifier: Apache-2.0
#include <string>

#include <gtest/gtest.h>

#include "tests/engine/placed_losses.hpp"

namespace spotgrid {
namespace {

// Four workers whose iterations take 1 s and exchange nothing to speak of, with a state of 1 GB,
// and a remote; NICs of 1 GB/s, copies in memory at 10 GB/s. A save every 10 iterations.
ARun remote(const std::string& scheme, const std::string& options, double iterations = 25) {
  ARun run;
  run.samples(4 * iterations, Seconds{1}, 1, Bytes::of(4), Bytes::of(1e9));
  run.mode("all_reduce", R"({"nodes": 4})");
  Pool pool = run.setup.market.pools[0];
  pool.instance.name = "mem.x1";
  pool.spot_price.reset();
  run.setup.market.pools.push_back(pool);
  run.setup.checkpointing.remotes_from = {PoolId{1}, MarketSide::on_demand};
  run.setup.job.final_save = false;
  run.scheme(scheme, options);
  run.schedule("fixed_interval", R"({"steps": 10})");
  return run;
}

const std::string acute_with_storage =
    R"({"serialise": "2 GB/s", "storage": {"write": "100 MB/s", "fsync": "500 ms"}})";

TEST(RemoteMemoryRuns, TrainingHidesTheCopyAndAllClocksAreTheClosedForm) {
  for (const auto kind : {Fidelity::Kind::full, Fidelity::Kind::memo}) {
    ARun run = remote("acute", acute_with_storage);
    run.setup.fidelity.kind = kind;
    const RunResult result = run.run();
    EXPECT_EQ(result.outcome, Outcome::finished);
    EXPECT_NEAR(result.makespan_s, 25, 1e-3);
    EXPECT_EQ(result.checkpoints.stall.count, 2);
    EXPECT_EQ(result.checkpoints.stall.mean, 0);
    EXPECT_NEAR(result.checkpoints.latency.mean, .5 + 1 + .1, 1e-3);
    EXPECT_EQ(result.counters.saves_committed, 2);
    EXPECT_NEAR(result.checkpoints.durable.mean, .5 + 1 + .1 + .1 + 10 + .5, 1e-3);
    EXPECT_EQ(result.checkpoints.durable.count, 1) << "the second is still being written";
  }
}

TEST(RemoteMemoryRuns, ACopyThatTakesLongerThanAnIterationStallsForTheRest) {
  const RunResult result = remote("acute", R"({"serialise": "400 MB/s"})").run();
  EXPECT_NEAR(result.checkpoints.stall.mean, 2.5 - 1, 1e-3);
  EXPECT_NEAR(result.makespan_s, 25 + 2 * 1.5, 1e-3);
  EXPECT_NEAR(result.time.at("checkpoint_stall"), 3, 1e-3);
}

TEST(RemoteMemoryRuns, WithoutTheBarrierNothingStalls) {
  const RunResult result =
      remote("acute", R"({"serialise": "400 MB/s", "stall_barrier": false})").run();
  EXPECT_EQ(result.checkpoints.stall.mean, 0);
  EXPECT_NEAR(result.makespan_s, 25, 1e-3);
}

TEST(RemoteMemoryRuns, TheBaselineStallsUntilRankZeroHasSentAll) {
  const RunResult result = remote("mlc_base", acute_with_storage).run();
  EXPECT_NEAR(result.checkpoints.stall.mean, .5 + 1, 1e-3);
  EXPECT_NEAR(result.checkpoints.latency.mean, .5 + 1 + .1, 1e-3);
  EXPECT_NEAR(result.makespan_s, 25 + 2 * 1.5, 1e-3);
}

// A worker dies at 20.9: the save cut at 10 is in memory and in storage at 22.2, the one cut at 20
// is not complete. The restart reads the first from memory: 4 x 1 GB through the remote's NIC.
TEST(RemoteMemoryRuns, ALossGoesBackToWhatTheRemoteHas) {
  ARun run = remote("acute", acute_with_storage);
  placed::losses(run, {{0, 20.9}});
  const RunResult result = run.run();
  EXPECT_EQ(lines_with(result, {"restore_began", "\"save\": 0", "remote_memory"}).size(), 1U);
  // Until 21.7 the remote still sends the file with 100 MB/s of its NIC's 1 GB/s.
  EXPECT_NEAR(result.time.at("restore"), 4 + .08, 1e-3);
  EXPECT_EQ(lines_with(result, {"save_torn", "a node was lost"}).size(), 1U);
  EXPECT_EQ(lines_with(result, {"save_torn", "the job has ended"}).size(), 1U) << "its file";
  EXPECT_EQ(result.outcome, Outcome::finished);
}

TEST(RemoteMemoryRuns, TheRemoteWritesOnWithoutTheTrainers) {
  ARun run = remote("acute", acute_with_storage);
  placed::losses(run, {{0, 15}});
  const RunResult result = run.run();
  const auto durable = lines_with(result, {"save_committed", "\"save\": 0"});
  ASSERT_EQ(durable.size(), 2U);
  EXPECT_NE(durable[1].find("\"t\": 22.2"), std::string::npos) << durable[1];
}

TEST(RemoteMemoryRuns, LossOfTheRemoteLosesItsCopiesButNotTheFile) {
  ARun run = remote("acute", acute_with_storage, 45);
  run.setup.checkpointing.remotes_from = {PoolId{0}, MarketSide::spot};  // the first node there
  placed::losses(run, {{0, 33}, {1, 38}});
  const RunResult result = run.run();
  EXPECT_FALSE(lines_with(result, {"copy_lost", "remote_memory"}).empty());
  // The save cut at 20 was written from 22.2 to 32.7: the file is read.
  const auto restores = lines_with(result, {"restore_began"});
  ASSERT_EQ(restores.size(), 1U);
  EXPECT_NE(restores[0].find("\"save\": 1"), std::string::npos) << restores[0];
  EXPECT_EQ(restores[0].find("tier"), std::string::npos) << restores[0];
}

TEST(RemoteMemoryRuns, TrainingGoesOnWhenTheRemoteIsLost) {
  for (const auto kind : {Fidelity::Kind::full, Fidelity::Kind::memo}) {
    ARun run = remote("acute", acute_with_storage);
    run.setup.fidelity.kind = kind;
    run.setup.checkpointing.remotes_from = {PoolId{0}, MarketSide::spot};  // the first node there
    placed::losses(run, {{0, 15.5}});
    const RunResult result = run.run();
    EXPECT_EQ(result.outcome, Outcome::finished);
    EXPECT_NEAR(result.makespan_s, 25, 1e-3);
    EXPECT_EQ(lines_with(result, {"save_torn", "\"save\": 0", "a node was lost"}).size(), 1U);
  }
}

// The ring has one place: from the cut of the second save on its only copy in memory is gone, until
// it is complete. With two places the first copy stays.
TEST(RemoteMemoryRuns, ARingOfOneExposesWhileItIsFilledAnew) {
  const double one =
      remote("acute", R"({"serialise": "2 GB/s", "ring": 1})").run().checkpoints.exposed_s;
  const double two =
      remote("acute", R"({"serialise": "2 GB/s", "ring": 2})").run().checkpoints.exposed_s;
  // What a newer copy replaced was not lost.
  const RunResult replaced = remote("acute", R"({"serialise": "2 GB/s", "ring": 1})").run();
  EXPECT_EQ(lines_with(replaced, {"copy_lost"}).size(), 1U);
  EXPECT_EQ(replaced.checkpoints.by_tier.at("remote_memory").lost, 0);
  EXPECT_NEAR(two, 10 + 1.6, 1e-3);
  EXPECT_NEAR(one, 10 + 1.6 + 1.6, 1e-3);
}

TEST(RemoteMemoryRuns, SavesWaitForAPlaceInTheRing) {
  // Every iteration wants one; each is in memory after 1.6 s, joined at once by the flusher, which
  // writes for 10.6 s: with one place a second one fits beside the flusher's buffer, not a third.
  ARun run = remote("acute",
                    R"({"serialise": "2 GB/s", "ring": 1,
                        "storage": {"write": "100 MB/s", "fsync": "500 ms"}})");
  run.schedule("fixed_interval", R"({"steps": 1})");
  const RunResult result = run.run();
  // Cut at 1 and 3 (the first has joined at 2.7); the third waits for the flusher to take the
  // second at 13.2, is joined there at 13.3 and cut at 14.
  const auto cuts = lines_with(result, {"save_cut"});
  ASSERT_GE(cuts.size(), 3U);
  EXPECT_NE(cuts[1].find("\"t\": 3"), std::string::npos) << cuts[1];
  EXPECT_NE(cuts[2].find("\"t\": 14"), std::string::npos) << cuts[2];
}

}  // namespace
}  // namespace spotgrid
