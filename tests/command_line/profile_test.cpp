// spotgrid profile: what the simulator shows of a workload, and what the fit makes of it.
// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "commands/profile_runs.hpp"
#include "tests/support/program_run.hpp"

namespace spotgrid {
namespace {

using commands::profiled_plans;
using formulas::spotdnn::Counts;
using nlohmann::json;

bool contains(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

json profiled(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), "profile");
  arguments.insert(arguments.end(), {"--format", "json"});
  const ProgramRun run = spotgrid_run(arguments);
  EXPECT_EQ(run.code, 0) << run.err;
  return json::parse(run.out);
}

json parameter(const json& all, const std::string& name) {
  for (const json& one : all.at("fit").at("parameters")) {
    if (one.at("name") == name)
      return one;
  }
  ADD_FAILURE() << "no parameter " << name << "\n" << all.at("fit").at("parameters");
  return {};
}

double value_of(const json& all, const std::string& name) {
  return parameter(all, name).at("value");
}

double known(const json& all, const std::string& name) {
  for (const json& one : all.at("profile").at("known")) {
    if (one.at("name") == name)
      return one.at("value");
  }
  ADD_FAILURE() << "nothing known of " << name;
  return 0;
}

// All but alpha1 and beta1, which the link makes.
void expect_that_they_come_back(const json& all, double tolerance) {
  std::size_t checked = 0;
  for (const json& one : all.at("fit").at("parameters")) {
    const std::string name = one.at("name");
    if (name == "alpha1" || name == "beta1")
      continue;
    const double expected = known(all, name);
    EXPECT_NEAR(one.at("value").get<double>(), expected,
                std::max(tolerance * std::abs(expected), tolerance))
        << name;
    ++checked;
  }
  EXPECT_GE(checked, 5U);
}

const std::vector<std::string> vgg = {"vgg-19", "--instances", "p3.2xlarge,g4dn.4xlarge"};

std::vector<std::string> with(std::vector<std::string> arguments,
                              std::initializer_list<const char*> more) {
  arguments.insert(arguments.end(), more.begin(), more.end());
  return arguments;
}

TEST(Profile, ClustersAreMixedSoThatBatchesDiffer) {
  EXPECT_EQ(profiled_plans(1, {2, 4, 7}), (std::vector<Counts>{{2}, {4}, {7}}));
  EXPECT_EQ(profiled_plans(2, {2, 4, 7}), (std::vector<Counts>{{1, 1}, {1, 3}, {6, 1}}));
  EXPECT_EQ(profiled_plans(5, {2, 4, 7}),
            (std::vector<Counts>{{1, 1, 0, 0, 0}, {0, 1, 1, 1, 1}, {1, 1, 3, 1, 1}}));
}

// Losses are known to 1e-6, times to a microsecond.
TEST(Profile, WhatTheSimulatorTrainedWithComesBack) {
  expect_that_they_come_back(
      profiled({"resnet-110", "--instances", "p3.2xlarge,g3.16xlarge,p2.8xlarge"}), 2e-6);
  expect_that_they_come_back(
      profiled({"inception-v3", "--instances", "p3.2xlarge,g4dn.4xlarge,g3.8xlarge,g3.16xlarge"}),
      1e-5);
  expect_that_they_come_back(
      profiled({"esperberto", "--instances", "g3.8xlarge,g3.16xlarge", "--ps-link", "duplex"}),
      1e-5);
  const json all = profiled(vgg);
  expect_that_they_come_back(all, 1e-5);
  EXPECT_EQ(parameter(all, "gamma2").at("held"), true) << "both types have one batch";
}

TEST(Profile, ALoneWorkerShowsWhatItMovesAndDraws) {
  const json all = profiled(vgg).at("profile");
  EXPECT_NEAR(all.at("pushed_mb").get<double>(), 574, 1e-6);
  EXPECT_NEAR(all.at("drawn_mb_s").get<double>(), 620, 1e-4);
  EXPECT_EQ(all.at("trainings").at(0).at("iterations"), 30);
  // The first pull, also through PCIe, then 30 iterations of 128 samples at 59.683/s.
  EXPECT_NEAR(all.at("trainings").at(0).at("simulated_s").get<double>(),
              574.0 / 620 + 574.0 / 10000 + 30 * 128 / 59.683, 1e-3);
}

// The servers' link carries what it can once seven workers want three and a half times as much.
TEST(Profile, SevenWorkersSaturateAHalfDuplexLink) {
  const json all = profiled(vgg);
  double moved = 0;  // MB/s, both ways
  for (const json& row : all.at("fit").at("residuals")) {
    if (row.at("cluster") == "p3.2xlarge=6 g4dn.4xlarge=1" &&
        row.at("quantity") == "seconds_per_iteration")
      moved += (moved == 0 ? 6 : 1) * 2 * 574 / row.at("measured").get<double>();
  }
  EXPECT_NEAR(moved, 1200, 1.2);
  // More contended than in the cloud that the catalogue's alpha1 and beta1 were fitted to.
  const json& seven = all.at("profile").at("links").at(2);
  EXPECT_GT(seven.at("p_fitted").get<double>(), 0.95);
  EXPECT_NEAR(seven.at("p_known").get<double>(), 0.605 * std::sqrt(7.0) - 0.74, 1e-9);
  EXPECT_LT(seven.at("seen_most_mb_s"), seven.at("known_mb_s"));
  const json duplex = profiled(with(vgg, {"--ps-link", "duplex"})).at("profile").at("links").at(2);
  EXPECT_GT(duplex.at("seen_least_mb_s"), 1.5 * seven.at("seen_most_mb_s").get<double>());
}

TEST(Profile, FitReadsItsFileAndFindsTheSame) {
  const ScratchFolder folder;
  const std::string file = folder.path("own.csv");
  for (const bool narrow : {false, true}) {
    std::vector<std::string> arguments = with(vgg, {"-o", file.c_str(), "--format", "json"});
    std::vector<std::string> fit = {"fit", file, "--workload", "vgg-19"};
    std::string command = "fit again: spotgrid fit " + file + " --workload vgg-19";
    if (narrow) {
      arguments.insert(arguments.end(), {"--servers", "156 MB/s"});
      fit.insert(fit.end(), {"--servers", "156 MB/s", "--per-flow", "156000000 B/s"});
      command += " --servers '156 MB/s' --per-flow '156000000 B/s'";
    }
    arguments.insert(arguments.begin(), "profile");
    const ProgramRun run = spotgrid_run(arguments);
    ASSERT_EQ(run.code, 0) << run.err;
    EXPECT_TRUE(contains(run.err, command + " --convergence\n")) << run.err;
    const json first = json::parse(run.out);
    fit.insert(fit.end(), {"--convergence", "--format", "json"});
    const json again = json::parse(spotgrid_run(fit).out);
    EXPECT_EQ(first.at("fit"), again.at("fit"));
    EXPECT_EQ(first.at("server_contention").at("alpha1"),
              again.at("server_contention").at("alpha1"));
  }
  EXPECT_TRUE(file_text(file).starts_with(
      "# simulated, not measured, by: spotgrid profile vgg-19 --instances p3.2xlarge,g4dn.4xlarge "
      "--servers '156 MB/s'\ncluster,quantity,value,iterations,worker,sd\np3.2xlarge,"))
      << file_text(file);
}

// A lone worker cannot draw 543 MB/s from 156.
TEST(Profile, ServersSlowerThanOneWorkerLeaveTheComputeTimesAlone) {
  const json all =
      profiled({"esperberto", "--instances", "g3.8xlarge,g3.16xlarge", "--servers", "156 MB/s"});
  EXPECT_NEAR(value_of(all, "T_comp of g3.8xlarge") / known(all, "T_comp of g3.8xlarge"), 1, 1e-5);
  EXPECT_NEAR(all.at("profile").at("drawn_mb_s").get<double>(), 156, 1e-4);
  EXPECT_TRUE(contains(all.at("profile").at("remarks").dump(),
                       "B_req is B_ps here: a lone worker draws all that the servers have"));
}

TEST(Profile, ALinkThatIsIdleOftenEnoughShowsNoContention) {
  const json all =
      profiled({"resnet-110", "--instances", "p3.2xlarge,g3.16xlarge", "--clusters", "2,9,13"});
  const json& last = all.at("profile").at("links").at(2);
  EXPECT_EQ(last.at("contended"), true);
  EXPECT_NEAR(last.at("seen_least_mb_s").get<double>(), 142, 0.01);
  EXPECT_LT(last.at("known_mb_s").get<double>(), 142 - 20);
  EXPECT_TRUE(contains(all.at("profile").at("remarks").dump(),
                       "no worker waited for the link, which is idle often enough although n B_req "
                       "exceeds B_ps: alpha1 and beta1 are one of many pairs that have P at 0"));
}

TEST(Profile, WorkersThatDifferTellTheSameComputeTimes) {
  const std::vector<std::string> noisy = with(vgg, {"--noise", "--iterations", "20"});
  const json all = profiled(noisy), exact = profiled(vgg);
  expect_that_they_come_back(all, 2e-5);
  EXPECT_NE(value_of(all, "alpha1"), value_of(exact, "alpha1"));
  EXPECT_EQ(all, profiled(noisy)) << "drawn by seeds";
  EXPECT_LT(all.at("profile").at("links").at(2).at("seen_most_mb_s").get<double>(), 1200.0 / 6);
}

TEST(Profile, TheTableSaysWhatIsASelfCheck) {
  const ProgramRun run =
      spotgrid_run({"profile", "resnet-110", "--instances", "p3.2xlarge,g3.16xlarge"});
  EXPECT_EQ(run.code, 0);
  EXPECT_EQ(run.err,
            "warning: alpha1, beta1: not fitted, no timing is of so many workers that n B_req > "
            "B_ps\n");
  for (const char* part :
       {"a simulated profile of resnet-110: 8 times and speeds, 15 losses\n",
        "standard error     known  difference\n", "  self-check\n",
        "input: S_parm 11.5 MB, B_req 142 MB/s; a lone worker showed 11.5 MB and 142 MB/s\n",
        "  142.00  142.00  142.00  no contention\n", "  30         16.4\n",
        "note  simulated, not measured. T_comp and the gammas are a self-check: the simulator "
        "trained with\n"})
    EXPECT_TRUE(contains(run.out, part)) << part << "\n" << run.out;
}

TEST(Profile, AWorkloadWithoutALawOfTheLossIsTimed) {
  const std::vector<std::string> arguments = {"resnet-50", "--instances", "p3.2xlarge",
                                              "--per-flow", "500 MB/s"};
  const json all = profiled(arguments);
  EXPECT_NEAR(value_of(all, "T_comp of p3.2xlarge") / known(all, "T_comp of p3.2xlarge"), 1, 1e-6);
  EXPECT_FALSE(all.contains("loss"));
  EXPECT_TRUE(contains(all.at("profile").at("remarks").dump(),
                       "resnet-50 has no law of the loss: only times were profiled"));
}

// What profile says of arguments that do not do.
std::string said(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), "profile");
  const ProgramRun run = spotgrid_run(arguments);
  EXPECT_EQ(run.code, 2) << run.err;
  EXPECT_EQ(run.out, "");
  return run.err;
}

TEST(ProfileMessages, WrongTypesAndClustersAreNamed) {
  EXPECT_EQ(said({"vgg-18", "--instances", "p3.2xlarge"}),
            "profile: no such workload, found \"vgg-18\"; did you mean \"vgg-19\"?\n");
  EXPECT_EQ(said({"vgg-19", "--instances", ""}),
            "profile: --instances names no type; write it like p3.2xlarge,g3.8xlarge\n");
  EXPECT_EQ(said({"vgg-19", "--instances", "p3.2xlarge,p3.2xlarge"}),
            "profile: --instances names p3.2xlarge twice; once is enough\n");
  EXPECT_EQ(said({"vgg-19", "--instances", "p3.2xlarg"}),
            "profile: no such instance type, found \"p3.2xlarg\"; did you mean \"p3.2xlarge\"?\n");
  EXPECT_EQ(said({"vgg-19", "--instances", "m5.xlarge"}),
            "profile: the speed of vgg-19 on m5.xlarge is not known; speeds that are known: "
            "spotgrid explain vgg-19\n");
  for (const char* sizes : {"2,4,x", "0", "257", ""}) {
    EXPECT_EQ(said({"vgg-19", "--instances", "p3.2xlarge", "--clusters", sizes}),
              "profile: --clusters holds numbers of workers, 1 to 256, found \"" +
                  std::string(sizes) + "\"; write it like 2,4,7\n");
  }
}

TEST(ProfileMessages, WhatTheModelLacksIsSaid) {
  EXPECT_EQ(said({"resnet-50", "--instances", "p3.2xlarge"}),
            "profile: B_req is not known; give --per-flow '620 MB/s'\n");
  EXPECT_EQ(said({"inception-v3", "--instances", "p3.2xlarge", "--batch", "p3.2xlarge=1000"}),
            "profile: by the law of the workload a batch of 1000 never learns, found "
            "p3.2xlarge=2; give smaller ones with --batch TYPE=SAMPLES of one GPU\n");
  EXPECT_EQ(said({"vgg-19", "--instances", "p3.2xlarge", "--format", "csv"}),
            "profile: --format is one of table, json, found \"csv\"\n");
  EXPECT_EQ(said({"vgg-19", "--instances", "p3.2xlarge", "--out", "own/"}),
            "profile: --out is a file, found \"own/\"; write it like own.csv\n");
  EXPECT_TRUE(
      contains(said({"vgg-19", "--instances", "p3.2xlarge", "--ps-link", "full"}), "ps_link"));
}

}  // namespace
}  // namespace spotgrid
