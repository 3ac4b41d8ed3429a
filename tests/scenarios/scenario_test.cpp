// Reading of scenarios: what is mandatory, what is refused by name, what is filled in.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "scenarios/result_document.hpp"
#include "sim/base/option_writer.hpp"
#include "tests/scenarios/written.hpp"

namespace spotgrid::scenarios {
namespace {

TEST(Scenario, TheSmallestOneCanRun) {
  EXPECT_EQ(problems({}), "");
}

TEST(Scenario, ReclaimIsAChoiceThatMustBeMade) {
  EXPECT_EQ(problems({{"market", R"({"pools": [{"zone": "us-west-2b", "instance": "p3.2xlarge",
                                   "price": "1 $/h", "capacity": "unlimited"}]})"}}),
            "run.json: /market: \"reclaim\" is missing; say what ends nodes, such as [{\"kind\": "
            "\"capacity\"}]; [{\"kind\": \"none\"}] for nothing");
}

TEST(Scenario, NoticeIsMandatoryWhereNodesAreLost) {
  EXPECT_EQ(problems({{"market.reclaim", R"([{"kind": "price"}])"}}),
            "run.json: /market: \"notice\" is missing; AWS gives \"120 s\", GCP and Azure \"30 "
            "s\"; \"0 s\" for none");
  EXPECT_EQ(problems({{"market.reclaim", R"([{"kind": "price"}])"}, {"market.notice", "120 s"}}),
            "");
}

TEST(Scenario, CapacityIsNeverLeftOut) {
  EXPECT_EQ(problems({{"market.pools", R"([{"zone": "us-west-2b", "instance": "p3.2xlarge",
                                        "price": "1 $/h"}])"}}),
            "run.json: /market/pools/0: \"capacity\" is missing; give {\"kind\": \"limit\" | "
            "\"probe\" | \"fleet\", \"file\": ...}, or \"unlimited\"");
}

TEST(Scenario, TheKindOfCountsIsNeverLeftOut) {
  EXPECT_EQ(problems({{"market.pools.0.capacity", R"({"count": 8})"}}),
            "run.json: /market/pools/0/capacity: \"kind\" is missing; it is what the counts mean");
}

TEST(Scenario, APoolWithCapacityButNoPriceIsAnError) {
  const std::string said = problems({{"market.pools", R"([{"zone": "us-west-2b",
      "instance": "p3.2xlarge", "capacity": "unlimited"}])"}});
  EXPECT_EQ(said.rfind("run.json: /market/pools/0: \"price\" is missing; ", 0), 0U) << said;
}

TEST(Scenario, FidelityFitsTheMode) {
  for (const std::string word : {"mean", "macro:0", "macro:1.5", "memo:3", "macro:100001", ""})
    EXPECT_EQ(problems({{"fidelity", word}}),
              "run.json: /fidelity: no such fidelity, found \"" + word +
                  "\"; use full, memo, macro or macro:K with K from 1 to 100000, such as macro:20");
  EXPECT_EQ(
      problems({{"fidelity", "macro:20"}}),
      "run.json: /fidelity: macro is for workers at their own pace, found the mode all_reduce "
      "in step; use memo or full, or leave it out");
  EXPECT_EQ(problems({{"fidelity", "memo"}}), "");
  EXPECT_EQ(problems({{"fidelity", "full"}}), "");
  const Override asp{"job.training", R"({"mode": "parameter_server", "nodes": 4})"};
  EXPECT_EQ(problems({asp, {"fidelity", "memo"}}),
            "run.json: /fidelity: memo is for workers in step, found the mode parameter_server "
            "without; use macro or full, or leave it out");
  EXPECT_EQ(problems({asp, {"fidelity", "macro:20"}}), "");
  const Override ssp{"job.training", R"({"mode": "parameter_server", "nodes": 4, "sync": "ssp",
                                         "staleness": 6})"};
  EXPECT_EQ(problems({ssp, {"fidelity", "macro:3"}}), "");
  EXPECT_EQ(
      problems({ssp, {"fidelity", "macro:4"}}),
      "run.json: /fidelity: macro steps divide the staleness 6, found macro:4; use a divisor, "
      "or macro without a number");
  EXPECT_EQ(assembled({asp}).resolved.fidelity.text, "macro");
}

TEST(Scenario, ObservationsOfLaterVersionsAreRefusedByName) {
  for (const std::string word : {"advisor", "oracle"})
    EXPECT_EQ(problems({{"provisioning.observation", word}}),
              "run.json: /provisioning/observation: this version has no observation \"" + word +
                  "\"; choose mask or probe");
}

TEST(Scenario, HowMuchToTrainIsGivenOnce) {
  EXPECT_EQ(problems({{"job.samples", "1000"}}),
            "run.json: /job: how much to train must be given once, found 2 ways; give one of "
            "samples, epochs, iterations, loss, work");
}

TEST(Scenario, UnknownNamesOfDataGetANearOne) {
  EXPECT_EQ(problems({{"job.workload", "bert-lage"}, {"market.pools.0.instance", "p3.2xlarg"}}),
            "run.json: /job/workload: unknown workload \"bert-lage\"; did you mean "
            "\"bert-large\"?\nrun.json: /market/pools/0/instance: unknown instance type "
            "\"p3.2xlarg\"; did you mean \"p3.2xlarge\"?");
}

TEST(Scenario, StartIsAnInstantOrAnOffset) {
  EXPECT_EQ(problems({{"start", "\"next week\""}}),
            "run.json: /start: expected an instant or an offset, found \"next week\"; write "
            "\"2023-03-01T00:00:00Z\", or an offset into the traces such as \"36 h\"");
  EXPECT_EQ(problems({{"start", "\"2023-02-30T00:00:00Z\""}}).rfind("run.json: /start", 0), 0U);
  EXPECT_EQ(problems({{"start", "36 h"}}), "");
}

TEST(Scenario, ResolvedScenariosHoldTheirDefaultsAndReadBackToThemselves) {
  const Scenario resolved = assembled({}).resolved;
  const std::string text = to_json(resolved, 2);
  for (const std::string part :
       {R"("horizon": "2592000 s")", R"("region": "us-west-2")", R"("on_demand": "3.06 $/h")",
        R"("cooldown": "0 s")", R"("rule": "aws_per_second")", R"("placement": "one_zone")",
        R"("gang": "all_or_none")", R"("final_save": false)", R"("poll": "5 s")",
        R"("boot": "90 s")", R"("on_change": "restart")", R"("fidelity": "memo")"})
    EXPECT_NE(text.find(part), std::string::npos) << part;
  const Scenario again = read(Document::parse(text, "again.json", InputKind::scenario));
  EXPECT_EQ(to_json(again, 2), text);
  EXPECT_EQ(to_json(assemble(again).resolved, 2), text);
}

TEST(Scenario, RegionsFollowFromNamesOfZones) {
  EXPECT_EQ(region_of("us-west-2b"), "us-west-2");
  EXPECT_EQ(region_of("us-gov-west-1a"), "us-gov-west-1");
  EXPECT_EQ(region_of("us-west-2-lax-1a"), "us-west-2");
  EXPECT_EQ(region_of("us-central1-a"), "us-central1");
  EXPECT_EQ(region_of("eastus2"), "eastus2");
  EXPECT_EQ(region_of("us-west-2"), "us-west-2");
  EXPECT_EQ(region_of("a"), "a");
}

TEST(ResultDocument, EqualRunsGiveEqualBytesAndTheResultComesFirst) {
  const auto text = [] {
    RunResult result;
    result.warnings = {"of the run"};
    return to_json(ResultDocument::of(result, assembled({}), "0.1.0"), 2);
  };
  EXPECT_EQ(text(), text());
  EXPECT_EQ(text().rfind("{\n  \"outcome\": ", 0), 0U);
  EXPECT_LT(text().find("\"cost_usd\""), text().find("\"scenario\""));
  EXPECT_NE(text().find("\"version\": \"0.1.0\""), std::string::npos);
  EXPECT_NE(text().find("us-west-2b/p3.2xlarge: on-demand requests always succeed"),
            std::string::npos);
}

}  // namespace
}  // namespace spotgrid::scenarios
