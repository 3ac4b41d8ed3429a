// Serialisation that slows the training of its own node, and the choice of the copy to restore.
// SPDX-License-Identifier: Apache-2.0
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/engine/placed_losses.hpp"

namespace spotgrid {
namespace {

constexpr Fidelity::Kind both[] = {Fidelity::Kind::full, Fidelity::Kind::memo};

// Two workers, iterations of 1 s, a state of 1 GB that is serialised in 2.5 s and sent at once to a
// remote; a save every 10 iterations.
ARun slowed(const std::string& options, double iterations = 25) {
  ARun run;
  run.samples(2 * iterations, Seconds{1}, 1, Bytes::of(2), Bytes::of(1e9));
  run.mode("all_reduce", R"({"nodes": 2})");
  Pool pool = run.setup.market.pools[0];
  pool.instance.name = "mem.x1";
  pool.spot_price.reset();
  run.setup.market.pools.push_back(pool);
  run.setup.checkpointing.remotes_from = {PoolId{1}, MarketSide::on_demand};
  run.setup.job.final_save = false;
  run.scheme("acute", R"({"serialise": "400 MB/s")" + options + "}");
  run.schedule("fixed_interval", R"({"steps": 10})");
  return run;
}

// At half speed the iteration that follows the cut takes 2 s, and the step waits for the last .5 s.
TEST(BesideTraining, WhatSerialisesSlowsTheIterationBesideIt) {
  for (const auto kind : both) {
    ARun run = slowed(R"(, "gil_slowdown": 0.5)");
    run.setup.fidelity.kind = kind;
    const RunResult result = run.run();
    EXPECT_NEAR(result.checkpoints.stall.mean, .5, 1e-3);
    EXPECT_NEAR(result.time.at("contention"), 2 * 1, 1e-3);
    EXPECT_NEAR(result.makespan_s, 25 + 2 * 1.5, 1e-3);
  }
}

// Without the barrier 2.5 s at half speed do the work of 1.25 s.
TEST(BesideTraining, ASlowerPaceEndsInTheMiddleOfAnIteration) {
  for (const auto kind : both) {
    ARun run = slowed(R"(, "gil_slowdown": 0.5, "stall_barrier": false)");
    run.setup.fidelity.kind = kind;
    const RunResult result = run.run();
    EXPECT_EQ(result.checkpoints.stall.mean, 0);
    EXPECT_NEAR(result.makespan_s, 25 + 2 * 1.25, 1e-3);
    EXPECT_NEAR(result.time.at("contention"), 2 * 1.25, 1e-3);
  }
}

TEST(BesideTraining, AFullSpeedChangesNothing) {
  ARun slow = slowed(R"(, "gil_slowdown": 1)"), plain = slowed("");
  EXPECT_EQ(slow.run().journal, plain.run().journal);
}

TEST(BesideTraining, MemoTellsWhatFullTellsOfLossesInSlowedIterations) {
  for (const double lost : {10.1, 10.7, 11.5, 12.2, 12.5, 13.1, 21.4}) {
    std::vector<std::vector<std::string>> told;
    for (const auto kind : both) {
      ARun run = slowed(R"(, "gil_slowdown": 0.6, "stall_barrier": false)");
      run.setup.fidelity.kind = kind;
      placed::losses(run, {{0, lost}});
      told.push_back(run.run().journal);
    }
    EXPECT_EQ(told[0], told[1]) << "lost at " << lost;
  }
}

// Workers at their own pace have an iteration each, whose rest is known at every instant.
TEST(BesideTraining, MemoTellsTheSameOfWorkersAtTheirOwnPace) {
  std::vector<double> makespans;
  for (const auto kind : both) {
    ARun run = slowed(R"(, "gil_slowdown": 0.5)");
    run.mode("parameter_server", R"({"nodes": 2, "sync": "bsp", "shards": 2})");
    run.setup.fidelity.kind = kind;
    makespans.push_back(run.run().makespan_s);
  }
  EXPECT_NEAR(makespans[0], makespans[1], 1e-5);
}

// Iterations of 1 s. Saves reach memory in 1 s, of which a restore takes 30 s, and every second one
// reaches storage, of which it takes 2 s. The loss at 24.5 finds the saves of 10 (storage) and
// of 20.
ARun two_ways(RestoreChoice choice, int steps) {
  ARun run;
  run.samples(200, Seconds{1}, 1, Bytes{}, Bytes::of(1e9));
  run.mode("all_reduce", R"({"nodes": 2, "buckets": 1})");
  run.scheme("given_times",
             R"({"levels": [{"stall": "0 s", "restore": "30 s", "survives": 1},
                            {"stall": "0 s", "restore": "2 s"}], "last_every": 2})");
  run.schedule("fixed_interval", R"({"steps": )" + std::to_string(steps) + "}");
  run.setup.checkpointing.restore_choice = choice;
  return run;
}

TEST(RestoreChoice, TheNewestIsReadUnlessAnotherIsQuicker) {
  for (const auto choice : {RestoreChoice::newest, RestoreChoice::least_time}) {
    ARun run = two_ways(choice, 10);
    placed::losses(run, {{0, 35.5}});
    const RunResult result = run.run();
    const bool newest = choice == RestoreChoice::newest;
    // The save of 30 is in memory alone, the one of 20 in storage, too: 30 s against 10 + 2 s.
    EXPECT_EQ(lines_with(result, {"restore_began", newest ? "\"save\": 2" : "\"save\": 1"}).size(),
              1U);
    EXPECT_NEAR(result.time.at("restore"), newest ? 30 : 2, 1e-3);
    EXPECT_NEAR(result.time.at("redo"), newest ? 5 : 15, 1);
    EXPECT_EQ(
        result.checkpoints.by_tier.at(newest ? "peer_memory" : "shared_storage").restored_from, 1);
  }
}

// 30 iterations more are worth the slower reading.
TEST(RestoreChoice, WhatMustBeTrainedAgainCounts) {
  ARun run = two_ways(RestoreChoice::least_time, 30);
  placed::losses(run, {{0, 95.5}});
  const RunResult result = run.run();
  EXPECT_EQ(lines_with(result, {"restore_began", "\"save\": 2"}).size(), 1U);
}

}  // namespace
}  // namespace spotgrid
