// Saves to an object store: many streams, a tier of its own, and no outage of the file system.
// SPDX-License-Identifier: Apache-2.0
#include <string>

#include <gtest/gtest.h>

#include "sim/quiet_times.hpp"
#include "tests/engine/placed_losses.hpp"

namespace spotgrid {
namespace {

using placed::story;

// A state of 1 GB goes at 50 MB/s a stream.
ARun pair(const std::string& storage) {
  ARun run = placed::pair_of_workers(8);
  run.scheme("direct_storage",
             R"({"storage": {"write": "1 GB/s", "read": "1 GB/s", "per_client": "50 MB/s")" +
                 storage + "}}");
  run.schedule("fixed_interval", R"({"steps": 2})");
  run.setup.job.final_save = false;
  return run;
}

TEST(ObjectStore, StreamsOfATransferAddUp) {
  for (const auto kind : {Fidelity::Kind::full, Fidelity::Kind::memo}) {
    for (const char* store : {"object_store", "file_system"}) {
      ARun one = pair(R"(, "kind": ")" + std::string(store) + "\""),
           eight = pair(R"(, "streams": 8, "kind": ")" + std::string(store) + "\"");
      one.setup.fidelity.kind = eight.setup.fidelity.kind = kind;
      EXPECT_NEAR(one.run().checkpoints.stall.mean, 20, 1e-3);
      EXPECT_NEAR(eight.run().checkpoints.stall.mean, 2.5, 1e-3);
      EXPECT_NEAR(quiet_times(eight.setup).save.stall.count(), 2.5, 1e-3);
    }
  }
}

TEST(ObjectStore, IsATierThatRestoresRead) {
  ARun run = pair(R"(, "streams": 8, "kind": "object_store")");
  placed::losses(run, {{0, 30}});
  const RunResult result = run.run();
  EXPECT_EQ(story(result),
            "trains@0, cut 0=4@20, committed 0@22.5, lost 0@30, reads 0@30, "
            "trains@32.5, finished@52.5");
  EXPECT_EQ(lines_with(result, {"save_committed", "object_store"}).size(), 1U);
  EXPECT_EQ(result.checkpoints.by_tier.at("object_store").restored_from, 1);
}

TEST(ObjectStore, IsNotDownWhenTheFileSystemIs) {
  for (const char* store : {"object_store", "file_system"}) {
    ARun run = pair(R"(, "streams": 8, "kind": ")" + std::string(store) + "\"");
    run.setup.checkpointing.outages = {{Instant::at(Seconds{21}), Instant::at(Seconds{25})}};
    const RunResult result = run.run();
    EXPECT_EQ(result.counters.saves_torn, std::string(store) == "file_system" ? 1 : 0);
  }
}

TEST(ObjectStore, KeptCopiesAreBilled) {
  ARun run = pair(R"(, "streams": 8, "kind": "object_store", "dollars_per_gb_month": 2592)");
  // 1 GB for a month of 2,592,000 s costs 2592 $: a mil a second, from 22.5 s on.
  const RunResult result = run.run();
  EXPECT_NEAR(result.cost.storage, 1e-3 * (result.makespan_s - 22.5), 1e-6);
}

}  // namespace
}  // namespace spotgrid
