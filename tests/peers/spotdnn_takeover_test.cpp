// Fig. 9 of spotDNN as the reproduction measures it; the scenario itself is held by
// scenarios/spotdnn_paper_test.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <gtest/gtest.h>

#include "commands/reproduce/shipped_scenario.hpp"
#include "commands/reproduce/spotdnn_items.hpp"
#include "tests/support/test_data.hpp"

namespace spotgrid::commands::reproduction {
namespace {

using analysis::Compared;
using analysis::ComparedPanel;

TEST(SpotDnnTakeover, AllThatIsJudgedIsWithinItsTolerance) {
  const analysis::Comparison all = compare_takeover({.how = {.jobs = 2}});
  EXPECT_EQ(all.tally().judged, 10U);  // a plan, three speeds and a finish, in two contentions
  EXPECT_EQ(all.tally().within, 10U);
  for (const ComparedPanel& panel : all.panels) {
    for (const Compared& row : panel.rows)
      EXPECT_EQ(row.simulated.size(), 1U) << panel.title << row.label;
  }
  const ComparedPanel &plan = all.panels[0], &line = all.panels[2], &cost = all.panels[4];
  EXPECT_EQ(plan.rows.front().simulated.front().words, "3 x p3.2xlarge");
  EXPECT_EQ(line.rows.size(), 57U);  // one each 0.1 min of 5.4 min, the last too, two between
  EXPECT_NEAR(cost.rows.front().simulated.front().mean, 4.90, 0.01);
}

TEST(SpotDnnTakeover, TheScenarioThatIsBuiltInIsTheOneThatIsShipped) {
  const std::string file = (source_root() / "scenarios/paper/spotdnn/fig9.json").string();
  const scenarios::Assembled shipped = scenarios::assemble(scenarios::load(file));
  const scenarios::Assembled built_in = shipped_scenario("fig9.json");
  ASSERT_EQ(built_in.inputs.size(), shipped.inputs.size());
  for (std::size_t i = 0; i < shipped.inputs.size(); ++i) {
    EXPECT_EQ(built_in.inputs[i].path, shipped.inputs[i].path);
    EXPECT_EQ(built_in.inputs[i].sha256, shipped.inputs[i].sha256);
  }
  EXPECT_EQ(built_in.setup.job.target.value(), shipped.setup.job.target.value());
}

}  // namespace
}  // namespace spotgrid::commands::reproduction
