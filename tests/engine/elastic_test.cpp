// An elastic gang by hand: losses, joins and the batch of a gang that is not whole.
// SPDX-License-Identifier: Apache-2.0
#include <string>

#include <gtest/gtest.h>

#include "tests/engine/placed_losses.hpp"

namespace spotgrid {
namespace {

using placed::story;
using placed::times_of;
using placed::values_of;

// Four workers, two of which suffice; 10 s and a sample each in an iteration. Booting takes 20 s,
// detection 3 s, rendezvous and init 5 s; a save 12 s, a restore 2.5 s for each member.
ARun gang(double samples, const std::string& options = R"(, "batch": "shrink")") {
  ARun run = placed::pair_of_workers(samples);
  run.mode("all_reduce", R"({"nodes": 4, "buckets": 1, "elastic": {"min": 2})" + options + "}");
  run.setup.market.failure_detection = Seconds{3};
  run.setup.market.boot = Law{Seconds{20}};
  run.setup.job.membership.rendezvous = Law{Seconds{4}};
  run.setup.job.membership.init = Law{Seconds{1}};
  return run;
}

ARun saving(double samples, const std::string& options = R"(, "batch": "shrink")") {
  ARun run = gang(samples, options);
  run.schedule("fixed_interval", R"({"steps": 2})");
  return run;
}

// The survivors are three from 75.5; the replacement is ready at 83 and joins 60 s later, at the
// next iteration end, after a save.
RunResult joined_in_a_batch() {
  ARun run = saving(31);
  placed::losses(run, {{0, 60}});
  return run.run();
}

// A save in the background holds training up for a change alone, from its cut to its commit; else
// each iteration that ends meanwhile would have to be saved anew.
TEST(ElasticGang, StandsStillForTheBackgroundSaveOfAJoin) {
  ARun run = saving(51);
  run.scheme("given_times",
             R"({"levels": [{"stall": "0 s", "latency": "12 s", "restore": "2.5 s"}]})");
  placed::losses(run, {{0, 60}});
  const RunResult result = run.run();
  // Ready at 83, it may join from 143 on: at 150.5, once the save that is due then is committed.
  EXPECT_EQ(story(result),
            "trains@25, cut 0=8@45, committed 0@57, lost 0@60, reads 0@68, back to 8@70.5, "
            "trains@70.5, cut 1=14@90.5, committed 1@102.5, cut 2=20@110.5, committed 2@122.5, "
            "cut 3=26@130.5, committed 3@142.5, cut 4=32@150.5, committed 4@162.5, reads 4@167.5, "
            "trains@170, cut 5=40@190, committed 5@202, cut 6=48@210, committed 6@222, "
            "cut 7=52@222, committed 7@234, finished@234");
}

TEST(ElasticGang, GoesOnWithTheSurvivorsAndTakesInABatch) {
  const RunResult result = joined_in_a_batch();
  EXPECT_EQ(story(result),
            "trains@25, cut 0=8@45, committed 0@57, lost 0@60, reads 0@68, trains@75.5, "
            "cut 1=14@95.5, committed 1@107.5, cut 2=20@127.5, committed 2@139.5, cut 3=23@149.5, "
            "committed 3@161.5, reads 3@166.5, trains@176.5, cut 4=31@196.5, committed 4@208.5, "
            "finished@208.5");
  EXPECT_EQ(values_of(result, "members_changed", "workers"),
            (placed::Values{{25, 4}, {75.5, 3}, {176.5, 4}}));
  EXPECT_EQ(times_of(result, "stopped", {"a member was lost"}), std::vector<double>{60});
  EXPECT_EQ(times_of(result, "stopped", {"nodes join"}), std::vector<double>{161.5});
  EXPECT_EQ(times_of(result, "save_requested", {"a planned change"}), std::vector<double>{149.5});
  EXPECT_EQ(result.time.count("capacity_wait"), 0U);
  EXPECT_NEAR(result.time.at("boot_wait"), 20, 1e-6);
  EXPECT_NEAR(result.time.at("restart"), 5 + 5 + 5, 1e-6);
  // The replacement: from 83 to the change.
  EXPECT_NEAR(result.node_seconds.at("spare"), 161.5 - 83, 1e-6);
}

TEST(ElasticGang, LacksTheShareOfTheMissingByWhatTheyDo) {
  const Shortfall shortfall = joined_in_a_batch().shortfall;
  // Of 50 s of training with three of four, the fourth boots for 7.5 s.
  EXPECT_NEAR(shortfall.total_s, 50.0 / 4, 1e-6);
  EXPECT_EQ(shortfall.by_cause_s.size(), 2U);
  EXPECT_NEAR(shortfall.by_cause_s.at("booting"), 7.5 / 4, 1e-6);
  EXPECT_NEAR(shortfall.by_cause_s.at("joining"), 42.5 / 4, 1e-6);
}

TEST(ElasticGang, LacksNothingOfItsSpeedWhileItIsWhole) {
  ARun run = saving(31);
  placed::losses(run, {});
  const RunResult result = run.run();
  EXPECT_EQ(result.shortfall.total_s, 0);
  EXPECT_TRUE(result.shortfall.by_cause_s.empty());
  EXPECT_TRUE(result.warnings.empty());
}

TEST(ElasticGang, TakesInNodesAtOnceWhereToldSo) {
  ARun run = saving(31, R"(, "batch": "shrink", "join": "immediate")");
  placed::losses(run, {{0, 60}});
  EXPECT_EQ(story(run.run()),
            "trains@25, cut 0=8@45, committed 0@57, lost 0@60, reads 0@68, trains@75.5, "
            "cut 1=11@85.5, committed 1@97.5, reads 1@102.5, trains@112.5, cut 2=19@132.5, "
            "committed 2@144.5, cut 3=27@164.5, committed 3@176.5, cut 4=31@186.5, "
            "committed 4@198.5, finished@198.5");
}

TEST(ElasticGang, TakesInNodesAfterTheNextSaveWhereToldSo) {
  ARun run = saving(34, R"(, "batch": "shrink", "join": "next_save")");
  placed::losses(run, {{0, 60}});
  EXPECT_EQ(story(run.run()),
            "trains@25, cut 0=8@45, committed 0@57, lost 0@60, reads 0@68, trains@75.5, "
            "cut 1=14@95.5, committed 1@107.5, reads 1@112.5, trains@122.5, cut 2=22@142.5, "
            "committed 2@154.5, cut 3=30@174.5, committed 3@186.5, cut 4=34@196.5, "
            "committed 4@208.5, finished@208.5");
}

// Two start alone. One more is ready at 120 and another at 150: the minute of the first ends at
// 180, the iteration at 185, and a survivor sends to both at once for 2 s.
TEST(ElasticGang, TakesInAllThatAreReadyAtTheEndOfTheBatch) {
  ARun run = gang(40, R"(, "batch": "shrink", "on_change": "replica")");
  run.capacity(CapacityKind::limit, {{Seconds{-1}, 2}, {Seconds{100}, 3}, {Seconds{130}, 4}});
  run.reclaim("none", "{}");
  EXPECT_EQ(values_of(run.run(), "members_changed", "workers"),
            (placed::Values{{25, 2}, {192, 4}}));
}

// Nobody is there to send to, at first; a joiner gets the state from a survivor in 1 s.
TEST(ElasticGang, UnderReplicaSavesNothingForAChange) {
  ARun run = gang(44, R"(, "batch": "shrink", "on_change": "replica")");
  placed::losses(run, {{0, 60}});
  const RunResult result = run.run();
  EXPECT_EQ(story(result),
            "trains@25, lost 0@60, trains@68, reads a survivor@153, trains@154, cut 0=44@174, "
            "committed 0@186, finished@186");
  EXPECT_EQ(times_of(result, "stopped", {"nodes join"}), std::vector<double>{148});
}

TEST(ElasticGang, WaitsBelowItsMinimumAndStartsWithAllThatAreReady) {
  ARun run = saving(16);
  placed::losses(run, {{0, 60}, {1, 60}, {2, 60}});
  const RunResult result = run.run();
  EXPECT_EQ(story(result),
            "trains@25, cut 0=8@45, committed 0@57, lost 0@60, lost 1@60, lost 2@60, reads 0@88, "
            "trains@98, cut 1=16@118, committed 1@130, finished@130");
  EXPECT_EQ(values_of(result, "members_changed", "workers"), (placed::Values{{25, 4}, {98, 4}}));
  EXPECT_NEAR(result.time.at("boot_wait"), 20 + 20, 1e-6);
  EXPECT_TRUE(result.warnings.empty());
}

TEST(ElasticGang, StartsWithItsMinimum) {
  ARun run = saving(8);
  run.capacity(CapacityKind::limit, {{Seconds{-1}, 2}});
  run.reclaim("none", "{}");
  const RunResult result = run.run();
  EXPECT_EQ(story(result),
            "trains@25, cut 0=4@45, committed 0@57, cut 1=8@77, committed 1@89, finished@89");
  EXPECT_NEAR(result.shortfall.by_cause_s.at("no capacity"), 40 / 2.0, 1e-6);
}

// Two of four: each takes the samples of two, in twice the time.
TEST(GlobalBatch, IsKeptByFewerThatComputeLonger) {
  ARun run = saving(28, R"(, "batch": "keep")");
  placed::losses(run, {{0, 60}, {1, 60}});
  const RunResult result = run.run();
  EXPECT_EQ(story(result),
            "trains@25, cut 0=8@45, committed 0@57, lost 0@60, lost 1@60, reads 0@68, trains@73, "
            "cut 1=16@113, committed 1@125, cut 2=20@145, committed 2@157, reads 2@162, "
            "trains@172, cut 3=28@192, committed 3@204, finished@204");
  EXPECT_TRUE(result.warnings.empty());
  EXPECT_NEAR(result.shortfall.total_s, 60 / 2.0, 1e-6);
}

TEST(GlobalBatch, ThatShrinksMakesSamplesUnequal) {
  ARun run = saving(30, R"(, "batch": "shrink")");
  placed::losses(run, {{0, 60}, {1, 60}});
  const RunResult result = run.run();
  EXPECT_EQ(story(result),
            "trains@25, cut 0=8@45, committed 0@57, lost 0@60, lost 1@60, reads 0@68, trains@73, "
            "cut 1=12@93, committed 1@105, cut 2=16@125, committed 2@137, cut 3=18@147, "
            "committed 3@159, reads 3@164, trains@174, cut 4=26@194, committed 4@206, "
            "cut 5=30@216, committed 5@228, finished@228");
  EXPECT_EQ(result.warnings, std::vector<std::string>{
                                 "the global batch changed while the job trained: equal samples "
                                 "are not equal learning"});
}

// The replacement of a noticed member is ready before it dies, and comes in with its loss.
TEST(ElasticGang, IsNeverLargerThanWanted) {
  ARun run = gang(40, R"(, "batch": "shrink", "on_change": "replica", "join": "immediate")");
  run.setup.market.boot = Law{Seconds{5}};
  run.setup.market.notice = Seconds{30};
  placed::losses(run, {{0, 63}});
  const RunResult result = run.run();
  EXPECT_EQ(values_of(result, "members_changed", "workers"), (placed::Values{{10, 4}, {69, 4}}));
  EXPECT_EQ(times_of(result, "stopped"), std::vector<double>{63});
}

TEST(ElasticGang, DrainsANoticedMemberAndGoesOnWithTheRest) {
  ARun run = saving(40, R"(, "batch": "shrink", "on_notice": "drain")");
  run.setup.market.notice = Seconds{30};
  run.setup.market.boot = Law{Seconds{100}};
  placed::losses(run, {{0, 155}});
  const RunResult result = run.run();
  // 105 to 125, a save until 137; another iteration and a save would end at 159.
  EXPECT_EQ(times_of(result, "stopped", {"a member was drained"}), std::vector<double>{137});
  EXPECT_EQ(values_of(result, "members_changed", "workers")[1],
            (std::pair<double, double>{149.5, 3}));
}

// Nothing was committed at 60, so that all restarts from nothing. The replacement is ready at 83,
// but nobody restarts for it from less than what is done; the storage is back at 145.
TEST(ElasticGang, TakesInNobodyWhileItsSaveWouldFindNoStorage) {
  ARun run = gang(32, R"(, "batch": "shrink", "join": "immediate")");
  run.setup.checkpointing.outages = {{Instant::at(Seconds{80}), Instant::at(Seconds{145})}};
  placed::losses(run, {{0, 60}});
  EXPECT_EQ(story(run.run()),
            "trains@25, lost 0@60, back to 0@68, trains@68, cut 0=24@148, committed 0@160, "
            "reads 0@165, trains@175, cut 1=32@195, committed 1@207, finished@207");
}

// A join is no failure: intervals that follow the failures stay, and no row of recoveries grows.
TEST(ElasticGang, CountsNoJoinAsARecovery) {
  ARun run = gang(60, R"(, "batch": "shrink", "on_change": "replica", "join": "immediate")");
  run.setup.job.no_progress = 2;
  placed::losses(run, {{0, 60}});
  const RunResult result = run.run();
  EXPECT_EQ(result.outcome, Outcome::finished);
  EXPECT_EQ(result.counters.longest_row_without_commit, 1);
  EXPECT_EQ(result.counters.stops, 2);
}

// The net of a deadline counts one change and the rate of a whole gang.
TEST(ElasticGang, IsGuaranteedNoDeadlineUnlessItIsRigid) {
  const auto guaranteed = [](const std::string& min) {
    ARun run = saving(40);
    run.mode("all_reduce", R"({"nodes": 4, "batch": "keep", "elastic": {"min": )" + min + "}}");
    run.policy("greedy", "{}");
    run.setup.job.deadline = Instant::at(hours(2));
    return run.run().deadline_guaranteed;
  };
  EXPECT_TRUE(guaranteed("4"));
  EXPECT_FALSE(guaranteed("2"));
}

// The largest save is that of the smallest gang: each of two writes half of the state in 50 s, each
// of four a quarter in 25 s. Drained in time for the former.
TEST(ElasticGang, DrainsInTimeForTheSaveOfASmallGang) {
  ARun run = gang(200, R"(, "batch": "shrink", "on_notice": "drain")");
  run.scheme("direct_storage", R"({"writers": "all", "storage": {"write": "1 GB/s"}})");
  run.setup.market.pools[0].instance.network.baseline = Bandwidth::of(1e7);
  run.setup.market.notice = Seconds{100};
  run.capacity(CapacityKind::limit, {{Seconds{-1}, 2}});
  placed::losses(run, {{0, 301}});
  const RunResult result = run.run();
  // Iterations end at 35, 45, ...; another one, and a save, no longer fit from 241 on.
  EXPECT_EQ(story(result).substr(0, 43), "trains@25, cut 0=44@245, committed 0@295, l");
}

// Three train from 25, the fourth from 131 with them. 131 s without a stop beside a prior of 9869 s
// make sqrt(2 x 2 x 10000) = 200 s from one save to the next; one stop would make it 141 s.
TEST(ElasticGang, SavesNoMoreOftenForAJoin) {
  ARun run = gang(200, R"(, "batch": "shrink", "on_change": "replica", "join": "immediate")");
  run.schedule("young_daly", R"({"form": "young", "estimate": "observed", "prior_mtbf": "9869 s",
                                 "save_cost": "2 s"})");
  run.capacity(CapacityKind::limit, {{Seconds{-1}, 3}, {Seconds{100}, 4}});
  run.reclaim("none", "{}");
  const RunResult result = run.run();
  EXPECT_EQ(story(result).substr(0, 66),
            "trains@25, reads a survivor@130, trains@131, cut 0=110@331, commit");
  EXPECT_EQ(result.counters.stops, 1);
}

TEST(ElasticGang, IsMetByTheMemoEventByEvent) {
  for (const std::string options :
       {R"("batch": "keep", "join": "immediate")", R"("batch": "shrink", "join": "next_save")",
        R"("batch": "shrink", "on_change": "replica")"}) {
    ARun run = saving(200, ", " + options);
    run.samples(200, Seconds{10}, 1, Bytes::of(1.3e9), Bytes::of(1e9));
    placed::losses(run, {{0, 61}, {2, 161.3}, {4, 291.7}, {5, 291.7}, {6, 401.9}});
    const RunResult full = run.run();
    run.setup.fidelity.kind = Fidelity::Kind::memo;
    const RunResult memo = run.run();
    EXPECT_EQ(memo.journal, full.journal);
    for (const auto& [cause, seconds] : full.shortfall.by_cause_s)
      EXPECT_NEAR(memo.shortfall.by_cause_s.at(cause), seconds, 1e-6) << cause;
    EXPECT_GE(lines_with(full, {"nodes join"}).size(), 2U);
    EXPECT_GT(full.shortfall.total_s, 0);
  }
}

}  // namespace
}  // namespace spotgrid
