// What a notice leads to: a drain at an iteration end, a save, or neither.
// SPDX-License-Identifier: Apache-2.0
#include <string>

#include <gtest/gtest.h>

#include "tests/engine/placed_losses.hpp"

namespace spotgrid {
namespace {

using placed::pair_of_workers;
using placed::story;

// Node 0 dies at 75, announced `notice` before. Without a loss the job ends at 100 + 12.
ARun noticed(double notice, const std::string& mode_options, const std::string& schedule) {
  ARun run = pair_of_workers(20, mode_options);
  run.schedule(schedule, "{}");
  run.setup.market.notice = Seconds{notice};
  run.setup.market.failure_detection = Seconds{3};
  placed::losses(run, {{0, 75}});
  return run;
}

TEST(Drain, UnderRestartSavesFirstAndLosesNothing) {
  // The iteration from 60 to 70 could not be saved before 75: it is cut at 60.
  const RunResult result = noticed(30, R"(, "on_notice": "drain")", "never").run();
  EXPECT_EQ(story(result),
            "trains@0, cut 0=12@60, committed 0@72, reads 0@72, lost 0@75, trains@77, cut "
            "1=20@117, committed 1@129, finished@129");
  EXPECT_EQ(result.repeated, 0);
  EXPECT_NEAR(result.node_seconds.at("draining"), 3, 1e-6);
}

TEST(Drain, UnderReplicaLeavesAtTheLastIterationEndBeforeTheLoss) {
  const RunResult result =
      noticed(30, R"(, "on_notice": "drain", "on_change": "replica")", "never").run();
  EXPECT_EQ(story(result),
            "trains@0, reads a survivor@70, trains@71, lost 0@75, cut 0=20@101, committed 0@113, "
            "finished@113");
  EXPECT_EQ(result.repeated, 0);
}

TEST(Drain, OfShardedStateSavesFirstBecauseNoSurvivorHasEveryPart) {
  const RunResult result =
      noticed(30, R"(, "on_notice": "drain", "on_change": "replica", "state": "sharded")", "never")
          .run();
  EXPECT_EQ(placed::times_of(result, "save_cut").front(), 60);
  EXPECT_EQ(lines_with(result, {"restore_began", "survivor"}).size(), 0U);
  EXPECT_EQ(result.repeated, 0);
}

TEST(Drain, GoesOnUntilTheLossWithoutIt) {
  const RunResult result = noticed(30, "", "never").run();
  EXPECT_EQ(story(result),
            "trains@0, lost 0@75, back to 0@75, trains@75, cut 0=20@175, committed 0@187, "
            "finished@187");
  EXPECT_EQ(result.repeated, 14);
}

TEST(Drain, OfAJobThatIsDoneEndsIt) {
  ARun run = noticed(30, R"(, "on_notice": "drain")", "never");
  run.setup.job.target = Work::of(12);
  EXPECT_EQ(story(run.run()), "trains@0, cut 0=12@60, committed 0@72, finished@72");
}

TEST(OnNotice, SavesAtTheNextIterationEndAndTrainsOn) {
  // Seen at 45, cut at 50, committed at 62; the iteration from 62 to 72 and 3 s of another are
  // done again.
  const RunResult result = noticed(30, "", "on_notice").run();
  EXPECT_EQ(story(result),
            "trains@0, cut 0=10@50, committed 0@62, lost 0@75, reads 0@75, back to 10@80, "
            "trains@80, cut 1=20@130, committed 1@142, finished@142");
  EXPECT_EQ(result.repeated, 2);
  EXPECT_NEAR(result.time.at("redo"), 3 + 10, 1e-6);
}

TEST(OnNotice, SavesOnceForSeveralNotices) {
  ARun run = noticed(30, "", "on_notice");
  placed::losses(run, {{0, 75}, {1, 77}});  // seen at 45 and 47, before the cut at 50
  const RunResult result = run.run();
  EXPECT_EQ(result.counters.notices_seen, 2);
  EXPECT_EQ(result.counters.saves, 2);  // with the final one
}

TEST(OnNotice, FinishesASaveUnderWayAndNeverDoublesIt) {
  ARun run = noticed(24, "", "on_notice");
  run.also_schedule("fixed_interval", R"({"steps": 5})");  // cut at 50; seen at 51
  const RunResult result = run.run();
  EXPECT_EQ(placed::times_of(result, "save_cut").front(), 50);
  EXPECT_EQ(placed::times_of(result, "save_cut").at(1) > 75, true);
}

TEST(OnNotice, DoesNotSaveWhatCannotEndBeforeTheLoss) {
  const RunResult result = noticed(12, "", "on_notice").run();  // a save takes 12 s as well
  EXPECT_EQ(placed::times_of(result, "save_cut", {"\"progress\": 14"}).size(), 0U);
  EXPECT_EQ(result.counters.saves_torn, 0);
  EXPECT_EQ(result.repeated, 14);
}

TEST(OnNotice, DoesNotSaveWhatTheIterationUnderWayLeavesNoTimeFor) {
  // Seen at 61, 14 s before the loss; a save takes 12 s, but would be cut at 70.
  const RunResult result = noticed(14, "", "on_notice").run();
  EXPECT_EQ(placed::times_of(result, "save_cut").front() > 75, true);
  EXPECT_EQ(result.counters.saves_torn, 0);
  // Seen at 57, the iteration ends at 60: 3 and 12 s of 18 s.
  EXPECT_EQ(placed::times_of(noticed(18, "", "on_notice").run(), "save_cut").front(), 60);
}

// Each worker is noticed at 100 and replaced then, and lives until 700: the network has room for
// two workers and two that will be lost, the others stand by.
TEST(Replacements, OfWorkersNoticedLongBeforeTheirLossFindRoom) {
  ARun run = pair_of_workers(1000);
  run.mode("parameter_server", R"({"nodes": 2})");
  run.reclaim("lifetime", R"({"law": "constant", "value": "700 s"})");
  run.setup.market.notice = Seconds{600};
  const RunResult result = run.run();
  EXPECT_EQ(result.outcome, Outcome::finished);
  EXPECT_GT(result.counters.preemptions, 10);
  EXPECT_GT(result.node_seconds.at("spare"), 0);
}

}  // namespace
}  // namespace spotgrid
