// Schemes with a snapshot, with deltas, and with saves after a loss, through whole runs.
// SPDX-License-Identifier: Apache-2.0
#include <string>

#include <gtest/gtest.h>

#include "tests/engine/placed_losses.hpp"

namespace spotgrid {
namespace {

// Two workers with iterations of 10 s that give 2 samples; a state of 1 GB, storage of 100 MB/s.
ARun pair(const char* scheme, const std::string& options, double samples = 16) {
  ARun run = placed::pair_of_workers(samples);
  run.scheme(scheme, R"({"storage": {"write": "100 MB/s", "read": "400 MB/s", "fsync": "2 s"})" +
                         options + "}");
  run.setup.job.final_save = false;
  return run;
}

TEST(OtherSchemes, CheckFreqWaitsForThePersistBefore) {
  ARun run = pair("checkfreq", "");
  run.schedule("fixed_interval", R"({"steps": 1})");
  const RunResult result = run.run();
  // A copy of 0.05 s hides in an iteration; a persist takes 12.05 s, longer than an iteration.
  EXPECT_EQ(placed::times_of(result, "save_cut"), (std::vector<double>{10, 30, 50, 70}));
  EXPECT_EQ(result.checkpoints.stall.mean, 0);
  EXPECT_NEAR(result.makespan_s, 80, 1e-6);
}

TEST(OtherSchemes, PcCheckHasSeveralUnderWay) {
  ARun run = pair("pccheck", R"(, "in_flight": 2)");
  run.schedule("fixed_interval", R"({"steps": 1})");
  const RunResult result = run.run();
  // Two saves share the storage; a third is cut at the first end of an iteration with room.
  const std::vector<double> cuts = placed::times_of(result, "save_cut");
  ASSERT_GE(cuts.size(), 3U);
  EXPECT_EQ(cuts[0], 10);
  EXPECT_EQ(cuts[1], 20);
  EXPECT_EQ(cuts[2], 30);
}

// A delta without its full save is worth nothing: the run goes back to where it can.
TEST(OtherSchemes, DeltasAreRestoredWithTheirFullSave) {
  ARun run =
      pair("check_n_run", R"(, "embeddings": 1, "touched": 0.5, "bits": 32, "full_every": 2)");
  run.schedule("fixed_interval", R"({"steps": 2})");
  placed::losses(run, {{0, 55}});
  const RunResult result = run.run();
  // Cut at 20 (full, until 32.05) and at 40 (a delta of half, until 47.05).
  const auto restores = lines_with(result, {"restore_began"});
  ASSERT_EQ(restores.size(), 1U);
  EXPECT_NE(restores[0].find("\"save\": 1"), std::string::npos);
  // Both members read 1.5 GB at 400 MB/s together.
  EXPECT_NEAR(result.time.at("restore"), 2 * 1.5 / .4, 1e-6);
}

TEST(OtherSchemes, SurvivorsSaveJustInTime) {
  ARun run = pair("just_in_time", "");
  run.setup.market.failure_detection = Seconds{3};
  placed::losses(run, {{0, 25}});
  const RunResult result = run.run();
  // The loss is known at 28, the survivor writes until 40 what ended at 20, both read for 5 s.
  EXPECT_EQ(placed::times_of(result, "save_committed"), (std::vector<double>{40}));
  EXPECT_EQ(result.repeated, 0);
  EXPECT_NEAR(result.makespan_s, 45 + 60, 1e-6);
  EXPECT_NEAR(result.time.at("checkpoint_stall"), 12, 1e-6);
}

TEST(OtherSchemes, WithoutASurvivorNothingIsSaved) {
  ARun run = pair("just_in_time", "");
  placed::losses(run, {{0, 25}, {1, 25}});
  const RunResult result = run.run();
  EXPECT_EQ(result.counters.saves, 0);
  EXPECT_EQ(result.repeated, 4);
  EXPECT_NEAR(result.makespan_s, 25 + 80, 1e-6);
}

TEST(OtherSchemes, ALossDuringTheRescueLeavesItToTheNext) {
  ARun run = pair("just_in_time", "", 24);
  run.mode("all_reduce", R"({"nodes": 3, "buckets": 1})");
  placed::losses(run, {{0, 25}, {1, 30}});
  const RunResult result = run.run();
  // The second node writes from 25 on and is lost at 30; the third begins then.
  EXPECT_EQ(result.counters.saves_torn, 1);
  EXPECT_EQ(placed::times_of(result, "save_committed"), (std::vector<double>{42}));
  EXPECT_EQ(result.repeated, 0);
}

}  // namespace
}  // namespace spotgrid
