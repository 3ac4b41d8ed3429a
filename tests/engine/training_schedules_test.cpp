// When saves are made: intervals of training, final saves, and what ends a job without progress.
// SPDX-License-Identifier: Apache-2.0
#include <string>
#include <vector>

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

// Iterations of 10 s; a save stands in for 12 s, beside which nothing is trained. One iteration and
// its save took 22 s, three 42 s, five 62 s: each time more than 3.5 % too long.
TEST(CheckFreqRule, SavesRarerUntilTheMeasuredOverheadIsBelowTheCap) {
  ARun run = pair_of_workers(40);
  run.schedule("checkfreq_rule", "{}");
  EXPECT_EQ(placed::times_of(run.run(), "save_cut"), (std::vector<double>{10, 52, 114, 196, 248}));
  run.schedule("checkfreq_rule", R"({"cap": 0.45})");  // 42 s for 30 s are 40 %
  EXPECT_EQ(placed::times_of(run.run(), "save_cut"),
            (std::vector<double>{10, 52, 94, 136, 178, 220, 262, 284}));
}

// Tier 1 every 20 s, tier 2 every 60 s, each save 5 s and 10 s more for tier 2.
ARun in_tiers(const placed::Deaths& deaths) {
  ARun run = pair_of_workers(40);
  run.scheme("given_times", R"({"levels": [{"stall": "5 s", "restore": "1 s", "survives": 1},
                                           {"stall": "10 s", "restore": "20 s"}]})");
  run.schedule("per_tier", R"({"every": ["20 s", "60 s"]})");
  placed::losses(run, deaths);
  return run;
}
std::vector<double> deep_commits(const RunResult& result) {
  std::vector<double> times;
  for (const std::string& line : lines_with(result, {"save_committed"}))
    if (line.find("peer_memory") == std::string::npos)
      times.push_back(placed::number_of(line, "t"));
  return times;
}

TEST(PerTier, CountsFromTheNewestCopyOfEachTier) {
  // Three rows of 20 s and 5 s, the last one with 10 s more.
  EXPECT_EQ(deep_commits(in_tiers({}).run()), (std::vector<double>{85, 170, 255, 290}));
}
TEST(PerTier, CountsWorkAndNoStallsInContinuousModes) {
  ARun run = in_tiers({});
  run.work(Seconds{200}, 2);
  EXPECT_EQ(deep_commits(run.run()), (std::vector<double>{85, 170, 255, 290}));
}
TEST(PerTier, KeepsThePlaceThatTheStateHasAfterALossThatTheFirstTierSurvives) {
  // Lost at 60, restored from the save of 45 to 50 at 61: 20 s more to 60 s of training.
  EXPECT_EQ(deep_commits(in_tiers({{1, 60}}).run()).front(), 96);
}
TEST(PerTier, BeginsAnewWithACopyOfTheLastTier) {
  // Both lost at 100, with the first tier; 15 s of training since 85 are done again after 20 s.
  EXPECT_EQ(deep_commits(in_tiers({{0, 100}, {1, 100}}).run()).at(1), 120 + 85);
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
