// spotgrid reproduce acute replayed: schemes in recorded losses.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <string>

#include <gtest/gtest.h>

#include "tests/support/program_run.hpp"
#include "tests/support/test_data.hpp"

namespace spotgrid {
namespace {

TEST(ReplayedSchemes, WantTheFolderOfTraces) {
  const ProgramRun run = spotgrid_run({"reproduce", "acute", "replayed"});
  EXPECT_EQ(run.code, 2);
  EXPECT_EQ(run.err,
            "reproduce: replayed runs on recorded traces, found no folder of them; give --traces "
            "DIR; in it are looked for bamboo and skynomad-aws-v100-multinode-2023\n");
  const ScratchFolder empty;
  const ProgramRun without =
      spotgrid_run({"reproduce", "acute", "replayed", "--traces", empty.path()});
  EXPECT_EQ(without.code, 2) << without.err;
  EXPECT_NE(without.err.find("p3-trace.csv"), std::string::npos) << without.err;
}

// All schemes meet the same losses, so that they differ by what they save and read alone.
TEST(ReplayedSchemes, ARecordedMarketJudgesAllOfThem) {
  SPOTGRID_NEEDS(traces, "traces");
  const ScratchFolder folder;
  const ProgramRun run = spotgrid_run({"reproduce", "acute", "replayed", "--traces",
                                       traces.string(), "--starts", "2", "-o", folder.path()});
  ASSERT_EQ(run.code, 0) << run.err;
  for (const char* words :
       {"AWS p3, node by node (Bamboo)", "Google Cloud V100, bulk falls (Bamboo)",
        "AWS p3, 16 nodes (SkyPilot)", "acute ahead of mlc_base", "gemini ahead of direct_storage"})
    EXPECT_NE(run.out.find(words), std::string::npos) << words;
  const std::string csv = file_text(folder.path("replayed.csv"));
  EXPECT_EQ(std::count(csv.begin(), csv.end(), '\n'), 1 + 3 * 12) << csv;
}

}  // namespace
}  // namespace spotgrid
