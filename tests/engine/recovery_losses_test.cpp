// Losses of members at every stage of a change, of all of them, and of parameter servers.
// SPDX-License-Identifier: Apache-2.0
#include <string>

#include <gtest/gtest.h>

#include "tests/engine/placed_losses.hpp"

namespace spotgrid {
namespace {

using placed::pair_of_workers;
using placed::story;

ARun saved(const std::string& mode_options = "") {
  ARun run = pair_of_workers(8, mode_options);
  run.schedule("fixed_interval", R"({"steps": 2})");
  run.setup.market.failure_detection = Seconds{3};
  return run;
}

TEST(LossOfAllWorkers, IsOneStopAndReadsTheNewestCommit) {
  ARun run = saved();
  placed::losses(run, {{0, 45}, {1, 45}});
  const RunResult result = run.run();
  EXPECT_EQ(story(result),
            "trains@0, cut 0=4@20, committed 0@32, lost 0@45, lost 1@45, reads 0@48, back to 4@53, "
            "trains@53, cut 1=8@73, committed 1@85, finished@85");
  EXPECT_EQ(result.counters.stops, 1);
  EXPECT_EQ(result.counters.loss_events, 1);
  EXPECT_EQ(result.counters.preemptions, 2);
}

TEST(LossOfAllWorkers, UnderReplicaLeavesNobodyToReadFrom) {
  ARun run = saved(R"(, "on_change": "replica")");
  placed::losses(run, {{0, 45}, {1, 45}});
  EXPECT_EQ(lines_with(run.run(), {"restore_began", "survivor"}).size(), 0U);
  EXPECT_NE(story(run.run()).find("reads 0@48, back to 4@53"), std::string::npos);
}

TEST(LossDuringRestore, StartsTheChoiceAgain) {
  ARun run = saved();
  placed::losses(run, {{0, 40}, {2, 45}});
  EXPECT_EQ(story(run.run()),
            "trains@0, cut 0=4@20, committed 0@32, lost 0@40, reads 0@43, lost 2@45, broken@45, "
            "reads 0@48, trains@53, cut 1=8@73, committed 1@85, finished@85");
}

TEST(LossDuringBoot, OnlyDelaysTheChange) {
  ARun run = saved();
  run.setup.market.boot = Law{Seconds{20}};
  placed::losses(run, {{0, 60}, {2, 70}});
  const RunResult result = run.run();
  EXPECT_EQ(story(result),
            "trains@20, cut 0=4@40, committed 0@52, lost 0@60, lost 2@70, reads 0@93, trains@98, "
            "cut 1=8@118, committed 1@130, finished@130");
  EXPECT_EQ(result.counters.preemptions_during.at("booting"), 1);
  EXPECT_NEAR(result.time.at("boot_wait"), 20 + 30, 1e-6);
}

TEST(LossDuringRendezvous, BeginsTheRendezvousAgain) {
  ARun run = saved();
  run.setup.job.membership.rendezvous = Law{Seconds{10}};
  placed::losses(run, {{0, 60}, {1, 68}});
  const RunResult result = run.run();
  EXPECT_EQ(
      story(result),
      "trains@10, cut 0=4@30, committed 0@42, lost 0@60, lost 1@68, reads 0@81, back to 4@86, "
      "trains@86, cut 1=8@106, committed 1@118, finished@118");
  EXPECT_NEAR(result.time.at("restart"), 10 + 5 + 10, 1e-6);
}

TEST(SecondLoss, BeforeTheFirstIsKnownIsTheSameChange) {
  ARun run = saved();
  placed::losses(run, {{0, 40}, {1, 42}});
  const RunResult result = run.run();
  EXPECT_EQ(result.counters.stops, 1);
  EXPECT_EQ(result.counters.restores, 1);
  EXPECT_NEAR(result.time.at("stalled"), 5, 1e-6);
}

TEST(SecondLoss, WithinDebounceIsTheSameChange) {
  ARun run = saved();
  run.setup.job.membership.debounce = Seconds{10};
  placed::losses(run, {{0, 40}, {1, 48}});
  const RunResult result = run.run();
  EXPECT_EQ(result.counters.stops, 1);
  EXPECT_EQ(result.counters.restores, 1);
  EXPECT_NEAR(result.time.at("stalled"), 8 + 3 + 10, 1e-6);
}

TEST(SeenLoss, NeedsNoDetection) {
  ARun run = saved();
  run.setup.market.notice = Seconds{2};
  placed::losses(run, {{0, 40}});
  const RunResult result = run.run();
  EXPECT_EQ(placed::times_of(result, "restore_began"), std::vector<double>{40});
  EXPECT_EQ(result.time.count("stalled"), 0U);
  EXPECT_EQ(lines_with(result, {"loss_known"}).size(), 0U);
}

TEST(Survivors, AreBilledWhileTheyWait) {
  ARun run = saved();
  run.setup.market.boot = Law{Seconds{20}};
  run.setup.job.membership.rendezvous = Law{Seconds{4}};
  run.setup.job.membership.init = Law{Seconds{1}};
  // 1 $/s: dollars are node seconds.
  run.price({{Seconds{0}, 3600}});
  run.setup.market.pools[0].on_demand = dollars_per_hour(3600);
  placed::losses(run, {{0, 65}});
  const RunResult result = run.run();
  // One survivor: stalled from 65 to 68, waiting until 88; then both restart and read.
  EXPECT_NEAR(result.node_seconds.at("stalled"), 3, 1e-6);
  EXPECT_NEAR(result.node_seconds.at("waiting"), 20, 1e-6);
  EXPECT_NEAR(result.node_seconds.at("restart"), 2 * (5 + 5), 1e-6);
  EXPECT_NEAR(result.node_seconds.at("restore"), 2 * 5, 1e-6);
  EXPECT_NEAR(result.cost.by_state.at("stalled"), 3, 1e-6);
  EXPECT_NEAR(result.cost.by_state.at("waiting"), 20, 1e-6);
  EXPECT_NEAR(result.cost.by_state.at("booting"), 3 * 20, 1e-6);
}

TEST(Survivors, AreReleasedAfterAWhileWhereTheScenarioSaysSo) {
  ARun run = saved();
  run.setup.market.boot = Law{Seconds{20}};
  run.setup.job.membership.release_after = Seconds{5};
  placed::losses(run, {{0, 65}});
  const RunResult result = run.run();
  EXPECT_EQ(placed::times_of(result, "node_released", {"\"node\": 1"}), std::vector<double>{73});
  EXPECT_NEAR(result.node_seconds.at("waiting"), 5 + 5, 1e-6);  // node 2 waits for the last one
}

// Two workers of asp, 10.2 s an iteration; the server holds the state and is node 0 of its pool.
ARun served(double samples, const std::string& options = "") {
  ARun run;
  run.mode("parameter_server", R"({"nodes": 2)" + options + "}");
  run.samples(samples, Seconds{10}, 1, Bytes::of(1e8), Bytes::of(1e9));
  run.scheme("direct_storage",
             R"({"storage": {"write": "100 MB/s", "read": "400 MB/s", "fsync": "2 s"}})");
  run.setup.market.failure_detection = Seconds{3};
  run.setup.horizon = Instant::at(Seconds{10000});
  run.setup.job.servers_from = {PoolId{0}, MarketSide::spot};
  placed::losses(run, {});
  return run;
}

// The server is asked for first.
TEST(LossOfTheServer, RollsTheWholeJobBackToTheNewestCommit) {
  ARun run = served(12);
  run.schedule("fixed_interval", R"({"steps": 4})");
  placed::losses(run, {{0, 60}});
  const RunResult result = run.run();
  EXPECT_EQ(result.outcome, Outcome::finished);
  const auto back = placed::values_of(result, "rolled_back", "to");
  ASSERT_EQ(back.size(), 1U);
  EXPECT_EQ(back[0].second, 8);
  EXPECT_NEAR(back[0].first, 60 + 3 + 2.5, 1e-6);  // detected, and 1 GB read at 0.4 GB/s
  EXPECT_NEAR(result.time.at("stalled"), 3, 1e-6);
}

// Fuzzy copies of both shards begin at the cut, while workers push on. The loss of one server tears
// the copies of both, also the one whose server lives, and both go back to the save before.
TEST(LossOfTheServer, TearsTheShardsOfAllServers) {
  ARun run = served(16, R"(, "shards": 2)");
  run.schedule("fixed_interval", R"({"steps": 4})");
  placed::losses(run, {{1, 50}});
  const RunResult result = run.run();
  EXPECT_EQ(placed::story(result),
            "trains@0, cut 0=4@25.6, committed 0@37.6, cut 1=8@46, lost 1@50, torn 1@50, "
            "reads 0@53, back to 4@55.5, trains@55.5, cut 2=8@81.1, committed 2@93.1, "
            "cut 3=12@101.5, committed 3@113.5, cut 4=16@121.9, committed 4@133.9, "
            "finished@133.9");
}

TEST(LossOfAWorker, OfAspCostsItsIterationInFlightOnly) {
  ARun run = served(12);
  placed::losses(run, {{1, 30}});
  const RunResult result = run.run();
  EXPECT_EQ(result.outcome, Outcome::finished);
  EXPECT_EQ(result.counters.stops, 0);
  EXPECT_EQ(result.counters.rollbacks, 0);
}

TEST(LossOfAWorker, OfBspAbortsTheIterationForAllAndRollsNothingBack) {
  ARun run = served(12, R"(, "sync": "bsp")");
  placed::losses(run, {{1, 30}});
  const RunResult result = run.run();
  EXPECT_EQ(result.counters.stops, 1);
  EXPECT_EQ(result.counters.rollbacks, 0);
  EXPECT_EQ(result.counters.restores, 0);
}

TEST(LossOfAWorker, DuringThePauseOfAnAspSaveStopsNothing) {
  ARun run = served(8, R"(, "ps_snapshot": "pause")");
  placed::losses(run, {{1, 50}});  // the final save goes on from about 42 to 54
  const RunResult result = run.run();
  EXPECT_EQ(result.outcome, Outcome::finished);
  EXPECT_EQ(result.counters.stops, 0);
  EXPECT_EQ(result.counters.saves_torn, 0);
}

TEST(FinalSave, FollowsASaveThatIsUnderWayWhenTheTargetIsReached) {
  ARun run = served(12);
  run.schedule("fixed_interval", R"({"steps": 11})");
  const RunResult result = run.run();
  EXPECT_EQ(result.outcome, Outcome::finished);
  const auto commits = placed::values_of(result, "save_committed", "progress");
  ASSERT_EQ(commits.size(), 2U);
  EXPECT_EQ(commits[0].second, 11);
  EXPECT_EQ(commits[1].second, 12);
  EXPECT_NEAR(commits[1].first - commits[0].first, 12, 1e-6);
}

}  // namespace
}  // namespace spotgrid
