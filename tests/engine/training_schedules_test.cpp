// When saves are made: intervals of training, final saves, and what ends a job without progress.
// SPDX-License-Identifier: Apache-2.0
#include <string>

#include <gtest/gtest.h>

#include "tests/engine/placed_losses.hpp"

namespace spotgrid {
namespace {

using placed::pair_of_workers;
using placed::story;

ARun scheduled(const std::string& name, const std::string& options) {
  ARun run = pair_of_workers(16);
  run.schedule(name, options);
  return run;
}

TEST(FixedInterval, InSecondsIsMetAtTheNextIterationEnd) {
  EXPECT_EQ(story(scheduled("fixed_interval", R"({"every": "25 s"})").run()),
            "trains@0, cut 0=6@30, committed 0@42, cut 1=12@72, committed 1@84, cut 2=16@104, "
            "committed 2@116, finished@116");
}
TEST(FixedInterval, InStepsCountsIterations) {
  EXPECT_EQ(story(scheduled("fixed_interval", R"({"steps": 5})").run()),
            "trains@0, cut 0=10@50, committed 0@62, cut 1=16@92, committed 1@104, finished@104");
}
TEST(FixedInterval, InSamplesCountsSamples) {
  EXPECT_EQ(story(scheduled("fixed_interval", R"({"samples": 6})").run()),
            "trains@0, cut 0=6@30, committed 0@42, cut 1=12@72, committed 1@84, cut 2=16@104, "
            "committed 2@116, finished@116");
}

TEST(FixedInterval, CountsWorkSinceTheLastStallOrRestoreEnded) {
  ARun run = scheduled("fixed_interval", R"({"every": "30 s"})");
  placed::losses(run, {{0, 50}});  // 8 s after the stall; read in 5 s; 30 s from 55 on
  EXPECT_EQ(story(run.run()),
            "trains@0, cut 0=6@30, committed 0@42, lost 0@50, reads 0@50, trains@55, cut 1=12@85, "
            "committed 1@97, cut 2=16@117, committed 2@129, finished@129");
}

TEST(YoungDaly, SavesAtTheRootOfTwiceCostTimesMeanTime) {
  // sqrt(2 x 12 x 50) = 34.6 s: at the fourth iteration end.
  EXPECT_EQ(
      story(scheduled("young_daly", R"({"form": "young", "mtbf": "50 s", "save_cost": "12 s"})")
                .run()),
      "trains@0, cut 0=8@40, committed 0@52, cut 1=16@92, committed 1@104, finished@104");
}

TEST(FinalSave, EndsTheJobWhenItIsCommitted) {
  EXPECT_EQ(story(pair_of_workers(8).run()), "trains@0, cut 0=8@40, committed 0@52, finished@52");
}
TEST(FinalSave, IsLeftOutWhereTheScenarioSaysSo) {
  ARun run = pair_of_workers(8);
  run.setup.job.final_save = false;
  EXPECT_EQ(story(run.run()), "trains@0, finished@40");
}

ARun without_progress() {
  ARun run = scheduled("fixed_interval", R"({"steps": 2})");
  run.setup.market.failure_detection = Seconds{3};
  placed::losses(run, {{0, 25}, {2, 35}, {3, 40}});
  return run;
}
TEST(NoProgress, IsCountedInRecoveriesWithoutAHigherCommit) {
  const RunResult result = without_progress().run();
  EXPECT_EQ(result.outcome, Outcome::finished);
  EXPECT_EQ(result.counters.longest_row_without_commit, 3);
}
TEST(NoProgress, EndsTheJobAtTheGivenRow) {
  ARun run = without_progress();
  run.setup.job.no_progress = 3;
  const RunResult result = run.run();
  EXPECT_EQ(result.outcome, Outcome::no_progress);
  EXPECT_NEAR(result.makespan_s, 43, 1e-6);
  EXPECT_GT(result.cost_usd, 0);
}
TEST(NoProgress, DoesNotEndAJobWhoseRowIsShorter) {
  ARun run = without_progress();
  run.setup.job.no_progress = 4;
  EXPECT_EQ(run.run().outcome, Outcome::finished);
}

}  // namespace
}  // namespace spotgrid
