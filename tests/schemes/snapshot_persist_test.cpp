// Snapshots and persists without contention, by hand.
// SPDX-License-Identifier: Apache-2.0
#include <string>

#include <gtest/gtest.h>

#include "sim/domain/checkpointing.hpp"
#include "sim/domain/quiet_graph.hpp"
#include "tests/support/plug_in.hpp"
#include "tests/support/small_cluster.hpp"

namespace spotgrid {
namespace {

// Four workers with NICs of 1.25 GB/s and paths of 10 GB/s inside, a state of 4 GB, no latency.
struct Saving {
  std::unique_ptr<CheckpointScheme> scheme;
  InstanceType type{.memory_copy = {Bandwidth::of(10e9), ""}};
  TrainingCluster cluster = SmallCluster{.workers = 4, .latency = Seconds{0}}.cluster();
  SaveContext context;

  Saving(const char* name, const std::string& options)
      : scheme(plug_in(schemes::catalogue(), name,
                       R"({"storage": {"write": "200 MB/s", "fsync": "2 s"})" + options + "}")) {
    for (Member& worker : cluster.workers)
      worker.type = &type;
    context.cluster = &cluster;
    context.state_size = megabytes(4000);
  }
  Saving(const Saving&) = delete;
  Saving& operator=(const Saving&) = delete;
};

void expect(const QuietSave& got, double stall, double durable) {
  EXPECT_NEAR(got.stall.count(), stall, 1e-9);
  EXPECT_NEAR(got.latency.count(), durable, 1e-9);
  EXPECT_NEAR(got.durable.count(), durable, 1e-9);
}

TEST(CheckFreq, CopiesToTheHostThenPersists) {
  const Saving one("checkfreq", "");
  expect(one.scheme->quiet_save(one.context), .1, .1 + 20 + 2);
}

TEST(CheckFreq, ACopyOnTheGpuLetsTrainingGoOnSooner) {
  const Saving one("checkfreq", R"(, "gpu_copy": "100 GB/s", "update": "50 ms")");
  expect(one.scheme->quiet_save(one.context), .01 + .05, .01 + .1 + 20 + 2);
}

TEST(CheckFreq, RankZeroCopiesAllOfAReplica) {
  const Saving one("checkfreq", R"(, "writers": "rank0", "serialise": "1 GB/s")");
  expect(one.scheme->quiet_save(one.context), .4, .4 + 4 + 20 + 2);
}

// Two pieces, one written at a time: the first begins when it is copied, the second follows it.
TEST(PcCheck, PiecesAreWrittenWhileOthersAreCopied) {
  const Saving one("pccheck", R"(, "pieces": 2, "threads": 1, "serialise": "1 GB/s")");
  expect(one.scheme->quiet_save(one.context), .1, .05 + 2 * (.5 + 10) + 2);
  EXPECT_EQ(one.scheme->traits().in_flight, 2);
}

TEST(DataStates, StreamsWhileItCopies) {
  const Saving one("datastates", R"(, "pieces": 4)");
  // The first of four pieces is copied after 25 ms; from then on the storage is never idle.
  expect(one.scheme->quiet_save(one.context), .1, .025 + 20 + 2);
}

TEST(CheckNRun, DeltasHaveTouchedRowsAndFewBits) {
  const Saving one("check_n_run",
                   R"(, "embeddings": 0.9, "touched": 0.1, "bits": 8, "full_every": 4)");
  SaveContext context = one.context;
  context.deltas = 2;
  const SavePlan plan = one.scheme->save(context);
  double bytes = 0;
  for (const Activity& activity : plan.stages.front().graph.activities())
    bytes += activity.kind == Activity::Kind::flow ? activity.bytes.value() : 0;
  EXPECT_NEAR(bytes, 4e9 / 4 * (.1 + .9 * (1 - .9 * .9)), 1);
  EXPECT_EQ(one.scheme->traits().full_every, 4);
}

double bytes_read(const Saving& one, std::int64_t deltas) {
  double bytes = 0;
  const ActivityGraph graph = one.scheme->restore(one.context, {Tier::shared_storage, {}, deltas});
  for (const Activity& activity : graph.activities())
    bytes += activity.kind == Activity::Kind::flow ? activity.bytes.value() : 0;
  return bytes;
}

TEST(CheckNRun, RestoresReadTheFullSaveAndWhatBelongsToIt) {
  const std::string rows = R"(, "embeddings": 1, "touched": 0.1, "bits": 8, "full_every": 4)";
  const Saving from_full("check_n_run", rows);
  EXPECT_NEAR(bytes_read(from_full, 2), 4 * 4e9 / 4 * (1 + 1 - .9 * .9), 1) << "one delta";
  const Saving chain("check_n_run", rows + R"(, "consecutive": true)");
  EXPECT_NEAR(bytes_read(chain, 2), 4 * 4e9 / 4 * (1 + .1 + .1), 1) << "each of the chain";
  EXPECT_NEAR(bytes_read(chain, 0), 4 * 4e9 / 4, 1);
}

}  // namespace
}  // namespace spotgrid
