// What spotgrid predict and spotgrid plan say about flags and scenarios that do not do.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/support/program_run.hpp"
#include "tests/support/test_data.hpp"

namespace spotgrid {
namespace {

using nlohmann::json;

const std::string fig9 = "scenarios/paper/spotdnn/fig9.json";

std::string said(const std::vector<std::string>& words) {
  const ProgramRun run = spotgrid_run(words);
  EXPECT_EQ(run.code, 2) << run.err;
  EXPECT_EQ(run.out, "");
  return run.err;
}

std::string said_of_plan(const std::string& plan, std::vector<std::string> flags = {}) {
  flags.insert(flags.begin(), {"predict", fig9, "--plan", plan});
  return said(flags);
}

TEST(PredictMessages, PlansThatAreNone) {
  EXPECT_EQ(said_of_plan("p3.2xlarge=two"),
            "predict: --plan is TYPE=COUNT, counts from 0 to 4096, found \"p3.2xlarge=two\"; write "
            "it like p3.2xlarge=2,g3.8xlarge=4\n");
  EXPECT_EQ(said_of_plan("g3.8xlarge=1,p3.2xlarge"),
            "predict: --plan is TYPE=COUNT, counts from 0 to 4096, found \"p3.2xlarge\"; write it "
            "like p3.2xlarge=2,g3.8xlarge=4\n");
  EXPECT_EQ(said_of_plan("p3.2xlarge=-1"),
            "predict: --plan is TYPE=COUNT, counts from 0 to 4096, found \"p3.2xlarge=-1\"; write "
            "it like p3.2xlarge=2,g3.8xlarge=4\n");
  EXPECT_EQ(said_of_plan(""),
            "predict: --plan holds no worker, found \"\"; write it like "
            "p3.2xlarge=2,g3.8xlarge=4\n");
  EXPECT_EQ(said_of_plan("p3.2xlarge=0"),
            "predict: --plan holds no worker, found \"p3.2xlarge=0\"; write it like "
            "p3.2xlarge=2,g3.8xlarge=4\n");
  EXPECT_EQ(said_of_plan("p3.2xlarge=1,p3.2xlarge=2"),
            "predict: --plan names p3.2xlarge twice; add the counts up\n");
  EXPECT_EQ(said({"predict", fig9}), "spotgrid: --plan is required; see \"spotgrid --help\"\n");
}

TEST(PredictMessages, TypesThatCannotBeHad) {
  EXPECT_EQ(said_of_plan("p3.2xlrge=1"),
            "predict: no such instance type in the plan, found \"p3.2xlrge\"; did you mean "
            "\"p3.2xlarge\"?\n");
  EXPECT_EQ(said_of_plan("p2.8xlarge=1"),
            "predict: no pool offers workers of this type on spot, found p2.8xlarge in the plan; "
            "there are p3.2xlarge, g3.8xlarge, g3.16xlarge, g4dn.4xlarge\n");
  EXPECT_EQ(said_of_plan("m5.xlarge=1", {"--side", "on_demand"}),
            "predict: no pool offers workers of this type on demand, found m5.xlarge in the plan; "
            "there are p3.2xlarge, g3.8xlarge, g3.16xlarge, g4dn.4xlarge\n");
}

TEST(PredictMessages, LossesThatAreNotReached) {
  EXPECT_EQ(said_of_plan("p3.2xlarge=1", {"--loss", "0.5"}),
            "predict: --loss is never reached: resnet-110 never falls below 0.5, found 0.5; train "
            "to a higher loss\n");
  EXPECT_EQ(said({"plan", fig9, "--loss", "0.1"}),
            "plan: --loss is never reached: resnet-110 never falls below 0.5, found 0.1; train to "
            "a higher loss\n");
  EXPECT_EQ(said_of_plan("p3.2xlarge=1", {"--loss", "9"}),
            "predict: training begins at a loss of 3.12727 with this plan, found a loss of 9 to "
            "train to; train to a lower loss\n");
}

TEST(PredictMessages, WrongFlags) {
  EXPECT_EQ(said_of_plan("p3.2xlarge=1", {"--form", "papre"}),
            "predict: /form: expected one of paper, released, found \"papre\"\n");
  EXPECT_EQ(said_of_plan("p3.2xlarge=1", {"--loss", "low"}),
            "predict: /loss: expected a number, found \"low\"\n");
  EXPECT_EQ(said_of_plan("p3.2xlarge=1", {"--side", "spots"}),
            "predict: /side: expected one of spot, on_demand, found \"spots\"\n");
  EXPECT_EQ(said_of_plan("p3.2xlarge=1", {"--format", "xml"}),
            "predict: --format is one of table, json, csv, found \"xml\"\n");
  EXPECT_EQ(said({"plan", fig9, "--quota", "many"}),
            "plan: /quota: expected a number, found \"many\"\n");
  EXPECT_EQ(said({"plan", fig9, "--quota", "0"}),
            "plan: /quota: out of range, found 0; give a value between 1 and 4096\n");
  EXPECT_EQ(said({"plan", fig9, "--deadline", "2600"}),
            "plan: /deadline: expected a duration such as \"10 min\", found \"2600\"\n");
  EXPECT_EQ(said({"plan", fig9, "--format", "xml"}),
            "plan: --format is one of table, json, csv, found \"xml\"\n");
}

// fig9.json with changes, and what is said of it with the name of the file cut off.
class OwnScenario {
 public:
  OwnScenario() {
    const auto root = source_root() / "scenarios/paper/spotdnn";
    all = json::parse(file_text(root / "seventy.json"), nullptr, true, true);
    all.at("provisioning") = {{"policy", "on_demand_only"}};
  }
  json& job() { return all.at("job"); }
  std::string said_by(std::vector<std::string> words) const {
    const ScratchFolder folder;
    const std::string file = folder.file("own.json", all.dump());
    words.insert(words.begin() + 1, file);
    std::string text = said(words);
    if (text.starts_with(file))
      text.erase(0, file.size() + 2);
    return text;
  }

  json all;
};

TEST(PredictMessages, JobsWithoutALossOrADeadline) {
  OwnScenario own;
  own.job().erase("loss");
  own.job().erase("deadline");
  own.job()["samples"] = 1e6;
  EXPECT_EQ(own.said_by({"predict", "--plan", "p3.2xlarge=1"}),
            "predict: no loss to train to, found a job of another target; give --loss L, or "
            "job.loss in the scenario\n");
  EXPECT_EQ(own.said_by({"plan", "--loss", "0.8"}),
            "plan: no deadline to plan for, found a job without one; give --deadline '2600 s', or "
            "job.deadline in the scenario\n");
}

TEST(PredictMessages, WorkloadsAndModesThatTheModelIsNotOf) {
  OwnScenario own;
  own.job().erase("loss");
  own.job()["samples"] = 1e6;
  own.job()["workload"] = "resnet-50";
  EXPECT_EQ(own.said_by({"plan", "--loss", "0.8"}),
            "/job/workload: resnet-50 has no \"loss\", which the model takes; choose another, such "
            "as resnet-110, or fit it: spotgrid fit --help\n");
  own.job()["workload"] = "resnet-110";
  own.job()["training"]["sync"] = "bsp";
  own.job()["training"].erase("min");
  EXPECT_EQ(own.said_by({"plan", "--loss", "0.8"}),
            "/job/training/mode: the model is that of asynchronous parameter servers, found "
            "parameter servers in step; use \"parameter_server\" with \"sync\": \"asp\"\n");
  own.job()["training"] = {{"mode", "all_reduce"}, {"nodes", 4}};
  own.all.at("market").at("pools").erase(7);  // of the servers
  EXPECT_EQ(own.said_by({"predict", "--plan", "p3.2xlarge=1", "--loss", "0.8"}),
            "/job/training/mode: the model is that of asynchronous parameter servers, found "
            "all_reduce; use \"parameter_server\" with \"sync\": \"asp\"\n");
}

TEST(PredictMessages, BatchesBeyondTheLossLaw) {
  OwnScenario own;
  own.job()["batch_per_gpu"] = 2048;
  EXPECT_EQ(own.said_by({"predict", "--plan", "p2.8xlarge=2"}),
            "predict: the loss law does not describe such batches: K is -1087.81 at a batch of "
            "16384; use smaller ones by job.batch_per_gpu, or other instance types\n");
}

TEST(PlanningPolicies, GiveUpOnAWorkloadThatLacksAFigure) {
  OwnScenario own;
  json workload = json::parse(file_text(source_root() / "models/workloads/resnet-110.json"));
  workload.erase("per_flow");
  own.job()["workload"] = workload;
  own.all.at("provisioning") = {{"policy", "spotdnn"}, {"gang", "accumulate"}};
  const ScratchFolder folder;
  const ProgramRun run =
      spotgrid_run({"run", folder.file("own.json", own.all.dump()), "--quiet", "--format", "json"});
  EXPECT_EQ(run.code, 4) << run.err;
  EXPECT_NE(run.out.find("the workload has no \\\"per_flow\\\", which this policy plans with"),
            std::string::npos)
      << run.out;
}

}  // namespace
}  // namespace spotgrid
