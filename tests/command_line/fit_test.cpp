// spotgrid fit: measurements in, parameters out.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/support/program_run.hpp"

namespace spotgrid {
namespace {

using nlohmann::json;

bool contains(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

// What resnet-110 says of these clusters, to six digits.
constexpr std::string_view measured =
    "cluster,quantity,value,iterations,worker,sd\n"
    "# lone workers\n"
    "p3.2xlarge,seconds_per_iteration,0.543235,,,0.001\n"
    "g3.16xlarge,seconds_per_iteration,1.02657,,,0.001\n"
    "p3.2xlarge=10,seconds_per_iteration,0.560134,,,\n"
    "p3.2xlarge=12,seconds_per_iteration,0.597733,,p3.2xlarge,\n"
    "p3.2xlarge=2,loss,3.83502,100,,\n"
    "p3.2xlarge=2,loss,2.23549,1000,,\n"
    "p3.2xlarge=2,loss,0.799421,10000,,\n"
    "g3.16xlarge=2,loss,3.53842,100,,\n"
    "g3.16xlarge=2,loss,2.08115,1000,,\n";

TEST(FitCommand, ParametersResidualsAndErrorsArePrinted) {
  const ScratchFolder folder;
  const std::string file = folder.file("measured.csv", measured);
  const ProgramRun run = spotgrid_run({"fit", file, "--workload", "resnet-110"});
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_EQ(run.err, "");
  for (const char* part :
       {"T_comp of p3.2xlarge", "alpha1", "beta1", "gamma1", "gamma5", "standard error",
        "residuals: rms 0.000 %", "4 times and speeds, 5 losses", "p3.2xlarge=10",
        "seconds_per_iteration"})
    EXPECT_TRUE(contains(run.out, part)) << part << "\n" << run.out;
}

TEST(FitCommand, JsonHasTheSectionsOfAWorkload) {
  const ScratchFolder folder;
  const std::string file = folder.file("measured.csv", measured);
  const ProgramRun run =
      spotgrid_run({"fit", file, "--parameters", "11.5 MB", "--per-flow", "142 MB/s", "--batch",
                    "p3.2xlarge=1024", "--batch", "g3.16xlarge=512", "--format", "json"});
  ASSERT_EQ(run.code, 0) << run.err;
  const json all = json::parse(run.out);
  EXPECT_NEAR(all.at("server_contention").at("alpha1").get<double>(), 0.8, 1e-3);
  EXPECT_NEAR(all.at("server_contention").at("beta1").get<double>(), -1.92, 3e-3);
  EXPECT_NEAR(all.at("loss").at("gamma1").get<double>(), 876.5, 0.5);
  EXPECT_NEAR(all.at("loss").at("gamma2").get<double>(), -0.2, 1e-3);
  EXPECT_FALSE(all.at("loss").contains("gamma4"));
  EXPECT_TRUE(contains(all.at("loss").at("source").get<std::string>(), "fitted"));
  EXPECT_NEAR(all.at("throughput").at(0).at("samples_per_second").get<double>(), 2702.1, 0.1);
  EXPECT_EQ(all.at("fit").at("residuals").size(), 9U);
  EXPECT_EQ(all.at("fit").at("residuals").at(0).at("line"), 3);
}

// What fit prints goes into a scenario as it is.
TEST(FitCommand, ItsSectionsAreReadAsPartsOfAWorkload) {
  const ScratchFolder folder;
  const ProgramRun run = spotgrid_run({"fit", folder.file("measured.csv", measured), "--workload",
                                       "resnet-110", "--format", "json"});
  ASSERT_EQ(run.code, 0) << run.err;
  json workload = json::parse(run.out);
  workload.erase("fit");
  for (const char* size : {"parameters", "gradients", "checkpoint"})
    workload[size] = {{"size", "11.5 MB"}, {"source", "measured"}};
  json scenario = json::parse(spotgrid_run({"init"}).out, nullptr, true, true);
  scenario["job"]["workload"] = workload;
  const ProgramRun check = spotgrid_run({"check", folder.file("own.json", scenario.dump())});
  EXPECT_FALSE(contains(check.out, "workload")) << check.out;
}

TEST(FitCommand, WhatRowsDoNotTellIsAWarning) {
  const ScratchFolder folder;
  const std::string file = folder.file("few.csv",
                                       "cluster,quantity,value,iterations\n"
                                       "p3.2xlarge=2,loss,3.8,100\n"
                                       "p3.2xlarge=2,loss,2.2,1000\n"
                                       "p3.2xlarge=2,loss,0.8,10000\n");
  const ProgramRun run = spotgrid_run({"fit", file, "--workload", "resnet-110"});
  EXPECT_EQ(run.code, 0);
  EXPECT_EQ(run.err,
            "warning: gamma3, gamma2: not identifiable, these rows do not tell them apart; gamma2 "
            "was held at 0\n");
  EXPECT_TRUE(contains(run.out, "held")) << run.out;
}

}  // namespace
}  // namespace spotgrid
