// A checkpoint counts only when it is committed: losses and outages at every stage of a save, and
// every combination of what a change restarts, who holds the state and who carries the save.
// SPDX-License-Identifier: Apache-2.0
#include <string>
#include <tuple>

#include <gtest/gtest.h>

#include "tests/engine/placed_losses.hpp"

namespace spotgrid {
namespace {

using placed::pair_of_workers;
using placed::story;

// Saves after every second iteration: cut at 20, written at 30, committed at 32. A loss is known
// after 3 s, and its replacement is there at once.
ARun saved(const std::string& mode_options = "", const std::string& scheme_options = "") {
  ARun run = pair_of_workers(8, mode_options, scheme_options);
  run.schedule("fixed_interval", R"({"steps": 2})");
  run.setup.market.failure_detection = Seconds{3};
  return run;
}

// What happens from the cut at 20 on, when node `node` dies at `at`.
struct Case {
  const char* change;
  const char* state;
  const char* carrier;
  int node;  // 0 writes
  double at;
  const char* story;
};

class Combination : public testing::TestWithParam<Case> {};

TEST_P(Combination, TearsCommitsAndResumesAsTheSemanticsSay) {
  const Case& c = GetParam();
  ARun run =
      saved(std::string(", \"on_change\": \"") + c.change + "\", \"state\": \"" + c.state + "\"",
            std::string(", \"carrier\": \"") + c.carrier + "\"");
  placed::losses(run, {{static_cast<std::uint64_t>(c.node), c.at}});
  EXPECT_EQ(story(run.run()), std::string("trains@0, cut 0=4@20, ") + c.story);
}

// Nothing is committed yet: back to the start, whoever carried the save.
constexpr const char* writer_lost =
    "lost 0@25, torn 0@25, back to 0@28, trains@28, cut 1=4@48, committed 1@60, cut 2=8@80, "
    "committed 2@92, finished@92";
// The same with a gather of 0.5 s in each save.
constexpr const char* sharded_writer_lost =
    "lost 0@25, torn 0@25, back to 0@28, trains@28, cut 1=4@48, committed 1@60.5, cut 2=8@80.5, "
    "committed 2@93, finished@93";
constexpr const char* in_gather_lost =
    "lost 1@20.25, torn 0@20.25, back to 0@23.25, trains@23.25, cut 1=4@43.25, committed 1@55.75, "
    "cut 2=8@75.75, committed 2@88.25, finished@88.25";
// The other worker has the last iteration and sends it in 1 s.
constexpr const char* replica_writer_lost =
    "lost 0@25, torn 0@25, reads a survivor@28, trains@29, cut 1=8@49, committed 1@61, "
    "finished@61";
// The survivor shares its NIC of 1 GB/s with its own save, which has 0.1 GB/s, and goes on when the
// save has ended.
constexpr const char* replica_other_lost =
    "lost 1@25, reads a survivor@28, trains@29.111, committed 0@32, cut 1=8@52, committed 1@64, "
    "finished@64";
INSTANTIATE_TEST_SUITE_P(
    DuringTheWrite, Combination,
    testing::Values(
        Case{"restart", "replicated", "process", 0, 25, writer_lost},
        Case{"restart", "replicated", "agent", 0, 25, writer_lost},
        // The restart of the processes at 28 tears it.
        Case{"restart", "replicated", "process", 1, 25,
             "lost 1@25, torn 0@28, back to 0@28, trains@28, cut 1=4@48, committed 1@60, cut "
             "2=8@80, committed 2@92, finished@92"},
        // It commits after the rollback, and is valid.
        Case{"restart", "replicated", "agent", 1, 25,
             "lost 1@25, back to 0@28, trains@28, committed 0@32, cut 1=4@48, committed 1@60, cut "
             "2=8@80, committed 2@92, finished@92"},
        Case{"restart", "sharded", "process", 0, 25, sharded_writer_lost},
        Case{"restart", "sharded", "agent", 0, 25, sharded_writer_lost},
        Case{"restart", "sharded", "process", 1, 20.25, in_gather_lost},
        Case{"restart", "sharded", "agent", 1, 20.25, in_gather_lost},
        Case{"replica", "replicated", "process", 0, 25, replica_writer_lost},
        Case{"replica", "replicated", "agent", 0, 25, replica_writer_lost},
        Case{"replica", "replicated", "process", 1, 25, replica_other_lost},
        Case{"replica", "replicated", "agent", 1, 25, replica_other_lost},
        Case{"replica", "sharded", "process", 0, 25, sharded_writer_lost},
        Case{"replica", "sharded", "agent", 0, 25, sharded_writer_lost},
        Case{"replica", "sharded", "process", 1, 20.25, in_gather_lost},
        Case{"replica", "sharded", "agent", 1, 20.25, in_gather_lost}));

// Written at 30, safe at 32: a loss of the writer in between leaves nothing.
constexpr const char* unsafe_writer_lost =
    "lost 0@31, torn 0@31, back to 0@34, trains@34, cut 1=4@54, committed 1@66, cut 2=8@86, "
    "committed 2@98, finished@98";
// Without the other one it commits before the restart at 34, and is read then.
constexpr const char* committed_in_time =
    "lost 1@31, committed 0@32, reads 0@34, trains@39, cut 1=8@59, committed 1@71, finished@71";
INSTANTIATE_TEST_SUITE_P(
    BetweenWriteAndCommit, Combination,
    testing::Values(Case{"restart", "replicated", "process", 0, 31, unsafe_writer_lost},
                    Case{"restart", "replicated", "agent", 0, 31, unsafe_writer_lost},
                    Case{"restart", "replicated", "process", 1, 31, committed_in_time},
                    Case{"restart", "replicated", "agent", 1, 31, committed_in_time},
                    Case{"replica", "replicated", "process", 0, 31,
                         "lost 0@31, torn 0@31, reads a survivor@34, trains@35, cut 1=8@55, "
                         "committed 1@67, finished@67"},
                    Case{"replica", "replicated", "process", 1, 31,
                         "lost 1@31, committed 0@32, reads a survivor@34, trains@35, cut 1=8@55, "
                         "committed 1@67, finished@67"}));

TEST(SavesOfAgents, CommitAfterARollbackAndAreReadNextTime) {
  ARun run = saved("", R"(, "carrier": "agent")");
  placed::losses(run, {{1, 25}, {2, 40}});
  EXPECT_EQ(story(run.run()),
            "trains@0, cut 0=4@20, lost 1@25, back to 0@28, trains@28, committed 0@32, lost 2@40, "
            "reads 0@43, trains@48, cut 1=8@68, committed 1@80, finished@80");
}

TEST(Losses, AtTheInstantOfTheCommitTearTheSave) {
  ARun run = saved();
  placed::losses(run, {{0, 32}});
  EXPECT_EQ(story(run.run()),
            "trains@0, cut 0=4@20, lost 0@32, torn 0@32, back to 0@35, trains@35, cut 1=4@55, "
            "committed 1@67, cut 2=8@87, committed 2@99, finished@99");
}

ARun with_outage(ARun run, double from, double to) {
  run.setup.checkpointing.outages = {{Instant::at(Seconds{from}), Instant::at(Seconds{to})}};
  return run;
}

TEST(StorageOutage, TearsASaveThatIsBeingWritten) {
  EXPECT_EQ(story(with_outage(saved(), 25, 28).run()),
            "trains@0, cut 0=4@20, torn 0@25, cut 1=8@45, committed 1@57, finished@57");
}
TEST(StorageOutage, TearsASaveThatIsWrittenAndNotYetSafe) {
  EXPECT_EQ(story(with_outage(saved(), 31, 33).run()),
            "trains@0, cut 0=4@20, torn 0@31, cut 1=8@51, committed 1@63, finished@63");
}
TEST(StorageOutage, SparesASaveThatIsCommitted) {
  EXPECT_EQ(story(with_outage(saved(), 33, 36).run()),
            "trains@0, cut 0=4@20, committed 0@32, cut 1=8@52, committed 1@64, finished@64");
}
// Gathering takes a third of a second, which is rounded down; then the storage is not there.
TEST(StorageOutage, TearsASaveWhenItHasGathered) {
  ARun run = placed::pair_of_workers(8, R"(, "state": "sharded")");
  run.schedule("fixed_interval", R"({"steps": 2})");
  run.setup.market.pools[0].instance.network.baseline = Bandwidth::of(1.5e9);
  for (const auto fidelity : {Fidelity::Kind::full, Fidelity::Kind::memo}) {
    run.setup.fidelity.kind = fidelity;
    EXPECT_EQ(story(with_outage(run, 15, 60).run()),
              "trains@0, cut 0=4@20, torn 0@20.333, cut 1=8@40.333, torn 1@40.667, cut 2=8@60, "
              "committed 2@72.333, finished@72.333");
  }
}
TEST(StorageOutage, BreaksARestoreThatBeginsAgainAfterIt) {
  ARun run = with_outage(saved(), 44, 60);
  placed::losses(run, {{0, 40}});
  EXPECT_EQ(story(run.run()),
            "trains@0, cut 0=4@20, committed 0@32, lost 0@40, reads 0@43, broken@44, reads 0@60, "
            "trains@65, cut 1=8@85, committed 1@97, finished@97");
}
TEST(StorageOutage, HoldsBackARestoreThatWouldBeginInIt) {
  ARun run = with_outage(saved(), 41, 60);
  placed::losses(run, {{0, 40}});
  EXPECT_EQ(story(run.run()),
            "trains@0, cut 0=4@20, committed 0@32, lost 0@40, reads 0@60, trains@65, cut 1=8@85, "
            "committed 1@97, finished@97");
}
// A save of 1 GB takes 10 s, a restore to both 5 s.
TEST(StorageOutage, CountsWhatMovedBeforeIt) {
  const auto moved = [](const RunResult& result, const char* what) {
    return result.counters.traffic_bytes_by.at(what) / 1e9;
  };
  EXPECT_NEAR(moved(with_outage(saved(), 25, 28).run(), "checkpoint"), 0.5 + 1, 1e-6);
  EXPECT_NEAR(moved(with_outage(saved(), 31, 33).run(), "checkpoint"), 1 + 1, 1e-6);
  EXPECT_NEAR(moved(with_outage(saved(), 19, 22).run(), "checkpoint"), 0 + 1, 1e-6);
  ARun restored = with_outage(saved(), 44, 60);
  placed::losses(restored, {{0, 40}});
  EXPECT_NEAR(moved(restored.run(), "restore"), 2 * 0.2 + 2, 1e-6);
}

TEST(StorageOutage, DelaysTheEndOfAJobThatMakesItsFinalSave) {
  const RunResult result = with_outage(pair_of_workers(4), 25, 60).run();
  EXPECT_EQ(story(result),
            "trains@0, cut 0=4@20, torn 0@25, cut 1=4@60, committed 1@72, finished@72");
  EXPECT_NEAR(result.time.at("checkpoint_stall"), 52, 1e-6);
}

}  // namespace
}  // namespace spotgrid
