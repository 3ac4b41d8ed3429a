// The scenario of DeepVM's planner: it runs, with the figures of the released program.
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "scenarios/published_deepvm.hpp"
#include "tests/support/program_run.hpp"
#include "tests/support/test_data.hpp"

namespace spotgrid::scenarios {
namespace {

std::string path() {
  return (source_root() / "scenarios/paper/deepvm/aws.json").string();
}

double per_hour(Price price) {
  return price / dollars_per_hour(1);
}
double gigabits(Bandwidth bandwidth) {
  return bandwidth / gigabits_per_second(1);
}

TEST(DeepVmPaper, TheScenarioHasTheFiguresOfTheSet) {
  using namespace formulas::deepvm;
  const std::string text = file_text(path());
  const Catalogue all = deepvm::rental_set("aws").catalogue();
  std::vector<std::string> lines;
  for (const TrainerType& type : all.trainers)
    lines.push_back(
        fmt::format(R"("{}": {{"flops": {:g}, "a": {:.10g}, "b": {:.10g}, "c": {:.10g}}})",
                    type.name, type.flops, type.scaling.a, type.scaling.b, type.scaling.c));
  for (const RemoteType& type : all.remotes)
    lines.push_back(
        fmt::format(R"({{"name": "{}", "on_demand": "{:.6g} $/h", "network": "{:g} Gbps"}})",
                    type.name, per_hour(type.on_demand), gigabits(type.network)));
  for (const Saturation& entry : all.saturation)
    lines.push_back(fmt::format(R"({{"bandwidth": "{:g} Gbps", "trainers": {}}})",
                                gigabits(entry.bandwidth), entry.trainers));
  for (const std::string& line : lines)
    EXPECT_NE(text.find(line), std::string::npos) << line;
}

TEST(DeepVmPaper, TheScenarioRentsTheTrainersOfThePlan) {
  const ProgramRun run = spotgrid_run({"run", path()});
  ASSERT_EQ(run.code, 0) << run.err;
  EXPECT_NE(run.out.find("\nlaunches     17 nodes granted, 0 refused, 0 released\n"),
            std::string::npos)
      << run.out;
  EXPECT_NE(run.out.find("compute.spot.us-east-1a/g4dn.xlarge"), std::string::npos) << run.out;
}

}  // namespace
}  // namespace spotgrid::scenarios
