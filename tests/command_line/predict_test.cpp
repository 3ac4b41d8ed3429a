// spotgrid predict and spotgrid plan: the model of spotDNN asked about a scenario.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "commands/command.hpp"
#include "tests/support/program_run.hpp"
#include "tests/support/test_data.hpp"

namespace spotgrid {
namespace {

using nlohmann::json;

const std::string fig9 = "scenarios/paper/spotdnn/fig9.json";
const std::string seventy = "scenarios/paper/spotdnn/seventy.json";

json answer(std::vector<std::string> words) {
  words.insert(words.end(), {"--format", "json"});
  const ProgramRun run = spotgrid_run(words);
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_EQ(run.err, "");
  return json::parse(run.out);
}

json plan_of(const json& all, const std::string& policy) {
  for (const json& one : all.at("plans")) {
    if (one.at("policy") == policy)
      return one;
  }
  ADD_FAILURE() << policy << " does not plan";
  return {};
}

// Case P06 of the independent reading of the paper: Table I, the plan of spotDNN.
TEST(PredictCommand, ThePlanOfTableOneTakesAsLongAsPublished) {
  const json all = answer({"predict", fig9, "--plan", "g3.8xlarge=5,g3.16xlarge=3"});
  EXPECT_NEAR(all.at("time_s").get<double>(), 2549.0235, 1e-4);
  EXPECT_NEAR(all.at("cost_usd").get<double>(), 5.3275, 5e-5);
  EXPECT_EQ(all.at("worker_mb_per_s"), 142);
  EXPECT_EQ(all.at("servers_mb_per_s"), 1200);
  EXPECT_EQ(all.at("pcie_mb_per_s"), 10000);
  EXPECT_EQ(all.at("loss"), 0.8);
  EXPECT_EQ(all.at("loss_law").at("gamma1"), 876.5);
  EXPECT_EQ(all.at("plan").at(1).at("price_usd_per_h"), 1.368);
  EXPECT_NEAR(all.at("speed").get<double>() * all.at("time_s").get<double>(),
              all.at("iterations").get<double>() * all.at("batch").get<double>(), 1e-3);
}

// The same case by the released program, which reads all prices and one B_ps.
TEST(PredictCommand, FormsAndRoundingsDiffer) {
  const std::vector<std::string> words = {"predict", fig9, "--plan", "g3.8xlarge=5,g3.16xlarge=3"};
  std::vector<std::string> rounded = words, released = words, listed = words;
  rounded.insert(rounded.end(), {"--rounding", "released"});
  released.insert(released.end(), {"--form", "released", "--loss", "0.9"});
  listed.insert(listed.end(), {"--side", "on_demand"});
  EXPECT_NEAR(answer(rounded).at("time_s").get<double>(), 2549.018, 5e-4);
  EXPECT_EQ(answer(released).at("form"), "released");
  EXPECT_LT(answer(released).at("time_s").get<double>(), 2549);
  EXPECT_NEAR(answer(listed).at("cost_usd").get<double>(), 17.758, 5e-4);
}

TEST(PredictCommand, TheModeChangesBandwidths) {
  const ScratchFolder folder;
  json scenario = json::parse(file_text(source_root() / seventy), nullptr, true, true);
  json& training = scenario.at("job").at("training");
  training["shards"] = 2;
  training["per_worker"] = "100 MB/s";
  training["pcie"] = "5 GB/s";
  scenario.at("network")["nic"] = "baseline";
  const json all =
      answer({"predict", folder.file("own.json", scenario.dump()), "--plan", "p3.2xlarge=2"});
  EXPECT_EQ(all.at("servers_mb_per_s"), 2 * 156.25);
  EXPECT_EQ(all.at("lone_worker_mb_per_s"), 100);
  EXPECT_EQ(all.at("pcie_mb_per_s"), 5000);
}

TEST(PredictCommand, TheTableNamesEveryQuantity) {
  const ProgramRun run =
      spotgrid_run({"predict", fig9, "--plan", "g3.8xlarge=5,g3.16xlarge=3,p3.2xlarge=0"});
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_TRUE(
      run.out.starts_with("resnet-110 to a loss of 0.8 on 5 g3.8xlarge + 3 g3.16xlarge, "
                          "spot; form paper, rounding none\n"))
      << run.out;
  for (const char* part : {"T (1)", "C (11)", "j (3)", "T_exp (2)", "b_w (4)", "R (5)", "P (9)",
                           "B_wk (8)", "K (3)", "2549.02", "5.32746", "loss law: ", "samples/s"})
    EXPECT_NE(run.out.find(part), std::string::npos) << part << "\n" << run.out;
  const ProgramRun csv =
      spotgrid_run({"predict", fig9, "--plan", "p3.2xlarge=1", "--format", "csv"});
  EXPECT_TRUE(csv.out.starts_with("workload,plan,side,form,rounding,loss,time_s,cost_usd,"))
      << csv.out;
}

TEST(PlanCommand, TheMarketOfFigNineGivesThePlanOfTableOne) {
  const json all = answer({"plan", fig9});
  EXPECT_EQ(all.at("deadline_s"), 2600);
  const json best = plan_of(all, "spotdnn");
  EXPECT_EQ(best.at("plan"), json::parse(R"([{"instance": "g3.8xlarge", "count": 5},
                                             {"instance": "g3.16xlarge", "count": 3}])"));
  EXPECT_NEAR(best.at("time_s").get<double>(), 2549.02, 0.005);
  EXPECT_EQ(best.at("feasible"), true);
  EXPECT_FALSE(best.contains("wall_s"));
  EXPECT_EQ(all.at("plans").size(), 7U);
  for (const char* policy : {"srifty_plus", "cm_dare_plus", "on_demand_plan", "homogeneous_fast",
                             "homogeneous_slow", "optimus"})
    plan_of(all, policy);
}

TEST(PlanCommand, TwoRunsPrintTheSame) {
  EXPECT_EQ(spotgrid_run({"plan", seventy}).out, spotgrid_run({"plan", seventy}).out);
}

// 11^7 - 1 plans of seventy instances; published: 1503.7 s for looking at all of them.
TEST(PlanCommand, SeventyInstancesAreSearchedByAFewOfTheirPlans) {
  constexpr double plans = 19'487'170;
  const json all = answer({"plan", seventy});
  const json exact = plan_of(all, "srifty_plus"), window = plan_of(all, "spotdnn");
  EXPECT_LT(exact.at("examined").get<double>(), 0.05 * plans);
  EXPECT_LT(window.at("examined").get<double>(), 1000);
  EXPECT_LE(exact.at("cost_usd"), window.at("cost_usd"));
}

TEST(PlanCommand, QuotaLossAndDeadlineAreTheUsers) {
  const json all =
      answer({"plan", seventy, "--quota", "1", "--loss", "0.9", "--deadline", "3000 s"});
  EXPECT_EQ(all.at("loss"), 0.9);
  EXPECT_EQ(all.at("deadline_s"), 3000);
  for (const char* policy : {"spotdnn", "srifty_plus", "optimus"}) {
    for (const json& type : plan_of(all, policy).at("plan"))
      EXPECT_EQ(type.at("count"), 1) << policy;
  }
}

TEST(PlanCommand, WhatCannotBeMetIsToldWithItsReason) {
  const ProgramRun run = spotgrid_run({"plan", seventy, "--deadline", "60 s"});
  EXPECT_EQ(run.code, 4);
  EXPECT_NE(run.out.find("no: "), std::string::npos) << run.out;
  EXPECT_NE(run.out.find(" workers are needed at least, and "), std::string::npos) << run.out;
  const ProgramRun csv =
      spotgrid_run({"plan", fig9, "--deadline", "2540 s", "--quota", "3", "--format", "csv"});
  EXPECT_NE(csv.out.find(",false,"), std::string::npos) << csv.out;
}

// Slower workers in the number of a mixed plan are late, and it says by how much.
TEST(PlanCommand, APlanThatIsLateSaysByHowMuch) {
  const json slow = plan_of(answer({"plan", fig9}), "homogeneous_slow");
  EXPECT_EQ(slow.at("feasible"), false);
  EXPECT_NE(slow.at("reason").get<std::string>().find(" s later than the deadline"),
            std::string::npos);
}

// Two g3.16xlarge begin at a loss below 4, which the search of a mixed plan cannot know.
TEST(PlanCommand, APlanThatHasNothingToTrainHasNoTime) {
  const json fast = plan_of(answer({"plan", seventy, "--loss", "4"}), "homogeneous_fast");
  EXPECT_EQ(fast.at("feasible"), false);
  EXPECT_EQ(fast.at("reason"), "training begins at a lower loss with these workers");
  EXPECT_FALSE(fast.contains("time_s"));
}

TEST(PlanCommand, TypesOfSeveralPoolsAreNamedWithTheirZones) {
  const ScratchFolder folder;
  json scenario = json::parse(file_text(source_root() / seventy), nullptr, true, true);
  scenario.at("provisioning")["placement"] = "any";
  json other = scenario.at("market").at("pools").at(5);
  other["zone"] = "us-east-1c";
  scenario.at("market").at("pools").push_back(other);
  const json all = answer({"plan", folder.file("own.json", scenario.dump()), "--quota", "2"});
  EXPECT_NE(all.dump().find("g3.8xlarge (us-east-1c)"), std::string::npos) << all.dump();
}

TEST(PredictAndPlan, TheirExamplesRun) {
  for (const commands::Command& command : {commands::predict(), commands::plan()}) {
    for (const std::string_view example : command.examples) {
      std::vector<std::string> words;
      std::string word;
      bool quoted = false;
      for (const char c : std::string(example) + " ") {
        quoted = quoted != (c == '\'');
        if (c == ' ' && !quoted) {
          words.push_back(std::exchange(word, {}));
        } else if (c != '\'') {
          word += c;
        }
      }
      words.erase(words.begin());  // spotgrid
      const ProgramRun run = spotgrid_run(words);
      EXPECT_EQ(run.code, 0) << example << "\n" << run.err;
      EXPECT_FALSE(run.out.empty()) << example;
    }
  }
}

}  // namespace
}  // namespace spotgrid
