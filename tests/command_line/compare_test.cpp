// spotgrid compare as users see it.
// SPDX-License-Identifier: Apache-2.0
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/program_run.hpp"
#include "tests/support/source_tree.hpp"
#include "tests/support/test_data.hpp"

namespace spotgrid {
namespace {

// A swept folder: two policies and two notices, each in so many replications.
std::string swept(const ScratchFolder& folder, int replications, bool whole = true) {
  const std::string scenario = (source_root() / "scenarios" / "deadline.json").string();
  const std::string file = folder.file("sweep.json", R"({"scenario": ")" + scenario + R"(",
    "axes": [{"path": "provisioning.policy", "values": ["on_demand_only", "greedy"]},
             {"path": "market.notice", "values": ["0 s", "120 s"]}],
    "replications": )" + std::to_string(replications) + "}");
  std::vector<std::string> line{"sweep", file, "-o", folder.path("out")};
  if (!whole)
    line.insert(line.end(), {"--shard", "1/2"});
  EXPECT_EQ(spotgrid_run(line).code, 0);
  return folder.path("out");
}

TEST(CompareCommand, PairsRunsAndRecommendsTheBest) {
  const ScratchFolder folder;
  const std::string out = swept(folder, 8);
  const ProgramRun run = spotgrid_run({"compare", out, "--by", "provisioning.policy"});
  ASSERT_EQ(run.code, 0) << run.err;
  EXPECT_NE(run.out.find("market.notice 120 s"), std::string::npos) << run.out;
  EXPECT_NE(run.out.find("8 of 8"), std::string::npos);
  EXPECT_NE(run.out.find("recommended"), std::string::npos);
  const ProgramRun csv =
      spotgrid_run({"compare", out, "--by", "provisioning.policy", "--format", "csv"});
  EXPECT_NE(csv.out.find("\nmarket.notice 0 s,greedy,8,8,"), std::string::npos) << csv.out;
  const auto cells = [&](const std::string& row) {
    const std::size_t at = csv.out.find("\n" + row + ",");
    std::vector<std::string> all{""};
    for (const char c : csv.out.substr(at + 1, csv.out.find('\n', at + 1) - at - 1))
      if (c == ',')
        all.emplace_back();
      else
        all.back() += c;
    return all;
  };
  const auto dear = cells("market.notice 0 s,on_demand_only"),
             cheap = cells("market.notice 0 s,greedy");
  ASSERT_EQ(cheap.size(), 13U) << csv.out;
  EXPECT_EQ(dear.back() + cheap.back(), "falsetrue");
  EXPECT_LT(std::stod(cheap[4]), std::stod(dear[4]));
  EXPECT_NEAR(std::stod(cheap[8]), std::stod(cheap[4]) - std::stod(dear[4]), 1e-9)
      << "to the first";
  EXPECT_EQ(dear[8], "");
  const ProgramRun json =
      spotgrid_run({"compare", out, "--by", "provisioning.policy", "--format", "json"});
  EXPECT_NE(json.out.find("\"n_eff\": 8"), std::string::npos) << json.out;
}

TEST(CompareCommand, GivesNoIntervalOfAFewRuns) {
  const ScratchFolder one;
  const ProgramRun alone = spotgrid_run({"compare", swept(one, 1), "--by", "market.notice"});
  EXPECT_NE(alone.out.find("n = 1, no interval"), std::string::npos) << alone.out;
  const ScratchFolder four;
  const ProgramRun few = spotgrid_run({"compare", swept(four, 4), "--by", "market.notice"});
  EXPECT_NE(few.out.find("No interval of fewer than 5 blocks is given."), std::string::npos);
  EXPECT_EQ(few.out.find("["), std::string::npos) << few.out;
}

TEST(CompareCommand, RefusesWhatIsNotThere) {
  const ScratchFolder folder;
  const std::string out = swept(folder, 2, false);
  const auto error = [&](std::vector<std::string> more, int code = 2) {
    std::vector<std::string> line{"compare", out};
    line.insert(line.end(), more.begin(), more.end());
    const ProgramRun run = spotgrid_run(line);
    EXPECT_EQ(run.code, code) << run.out;
    return run.err;
  };
  EXPECT_EQ(error({"--by", "market.notize"}),
            "compare: no axis varies \"market.notize\"; did you mean \"market.notice\"?\n");
  EXPECT_EQ(error({"--by", "market.notice", "--metric", "cost"}),
            "compare: no run has the metric \"cost\"; cost_usd, makespan_s, time.redo and "
            "counters.preemptions are some\n");
  EXPECT_EQ(error({"--by", "market.notice"}, 5),
            "compare: 4 cells are missing; sweep on, or give --allow-incomplete\n");
  EXPECT_NE(error({"--by", "market.notice", "--allow-incomplete", "--baseline", "1 h"})
                .find("market.notice never has the value \"1 h\""),
            std::string::npos);
  const ProgramRun partial =
      spotgrid_run({"compare", out, "--by", "market.notice", "--allow-incomplete"});
  EXPECT_TRUE(partial.out.starts_with("PARTIAL: cells of the sweep are missing")) << partial.out;
}

}  // namespace
}  // namespace spotgrid
