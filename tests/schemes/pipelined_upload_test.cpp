// The upload that benchmarks use: training goes on meanwhile, slower by what the flows share.
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/pipelined_upload.hpp"

#include <gtest/gtest.h>

#include "tests/support/a_run.hpp"

namespace spotgrid {
namespace {

// Two workers compute 0.2 s and send each other 100 MB at 1 GB/s: 0.3 s. A save is wanted every 3 s
// and uploads 0.4 GB from rank 0.
RunResult result_of(Fidelity::Kind fidelity, Bytes state) {
  ARun run;
  run.samples(8 * 2 * 30, Seconds{0.2}, 8, Bytes::of(1e8), state);
  run.mode("all_reduce", R"({"nodes": 2, "buckets": 1})");
  run.schedule("fixed_interval", R"({"steps": 10})");
  run.setup.checkpointing.scheme = pipelined_upload(R"({"storage": "10 GB/s"})");
  run.setup.job.final_save = false;
  run.setup.fidelity.kind = fidelity;
  return run.run();
}

// An upload has the NIC to itself for 0.2 s of computing, then half of it until it has moved the
// other 0.2 GB: 0.2 s of sending (all 0.1 GB of the iteration) and 0.1 GB, then alone again for 0.1
// s. So two of thirty iterations, those behind the saves at the 10th and 20th, take 0.4 s.
TEST(PipelinedUpload, SlowsTheIterationsThatShareItsNic) {
  for (const auto fidelity : {Fidelity::Kind::full, Fidelity::Kind::memo}) {
    const RunResult result = result_of(fidelity, Bytes::of(4e8));
    EXPECT_EQ(result.counters.saves_committed, 2);
    EXPECT_NEAR(result.makespan_s, 28 * 0.3 + 2 * 0.4, 1e-5);
    EXPECT_NEAR(result.checkpoints.latency.mean, 0.5, 1e-5);
    EXPECT_EQ(result.checkpoints.stall.mean, 0);
  }
}

}  // namespace
}  // namespace spotgrid
