// What the report says about a run, and what it does not pretend to know.
// SPDX-License-Identifier: Apache-2.0
#include "analysis/run_report.hpp"

#include <gtest/gtest.h>

namespace spotgrid::analysis {
namespace {

bool contains(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

RunReport report() {
  RunReport report;
  report.subject = "bert-large, all_reduce on 8 nodes";
  report.unit = "sequences";
  report.market = "us-west-2a/p3.2xlarge; no end of the data; nothing is reclaimed";
  report.no_on_demand = "all nodes are on demand";
  report.one_zone = true;
  report.not_modelled = {"data loading", "quotas"};
  RunResult& run = report.result;
  run.outcome = Outcome::finished;
  run.makespan_s = 7200;
  run.cost_usd = 15.25;
  run.progress = run.target = 262144;
  run.time = {{"useful", 6000}, {"redo", 1195}, {"stalled", 5}, {"idle", 0}};
  run.node_seconds = {{"useful", 48000}, {"requested", 240}};
  run.cost.by_line = {{"compute.spot.us-west-2a/p3.2xlarge", 15.25}};
  run.cost.by_state = {{"useful", 15.25}};
  run.assumptions = {"capacity: kind limit"};
  return report;
}

OnDemandRun on_demand(double usd) {
  OnDemandRun other{{},
                    "8 nodes of p3.2xlarge in us-west-2a (us-west-2)",
                    dollars_per_hour(3.06),
                    "catalogue: us-east-1, 2023-01-30, no discount"};
  other.result.outcome = Outcome::finished;
  other.result.makespan_s = 6000;
  other.result.cost_usd = usd;
  return other;
}

TEST(RunReport, TheAnswerComesFirstWithThreeDigits) {
  const std::string text = run_text(report());
  EXPECT_TRUE(contains(text,
                       "bert-large, all_reduce on 8 nodes\n\n"
                       "outcome      finished after 2.00 h, 262,000 of 262,000 sequences\n"
                       "cost         15.2 USD, all nodes are on demand\n"))
      << text;
  EXPECT_TRUE(contains(text, "n = 1, no interval")) << text;
}

TEST(RunReport, TheComparisonNamesPriceRegionAndDiscount) {
  RunReport with = report();
  with.on_demand = on_demand(61);
  const std::string text = run_text(with);
  EXPECT_TRUE(contains(text, "75 % less than the same job on demand (a discount of 75 %")) << text;
  EXPECT_TRUE(contains(text, "61.0 USD, finished after 1.67 h; 8 nodes of p3.2xlarge in")) << text;
  EXPECT_TRUE(contains(text, "3.06 $/h")) << text;
  EXPECT_TRUE(contains(text, "no discount")) << text;
}

TEST(RunReport, ARunThatCostsMoreSaysSo) {
  RunReport with = report();
  with.on_demand = on_demand(10);
  EXPECT_TRUE(contains(run_text(with), "52 % more than the same job on demand"));
}

TEST(RunReport, UnfinishedRunsAreNotCompared) {
  RunReport with = report();
  with.on_demand = on_demand(61);
  with.result.outcome = Outcome::trace_exhausted;
  with.result.reason = "the data ends";
  const std::string text = run_text(with);
  EXPECT_TRUE(contains(text, "trace exhausted after 2.00 h: the data ends")) << text;
  EXPECT_TRUE(contains(text, "not comparable")) << text;
}

TEST(RunReport, PhasesWithoutTimeAreLeftOutAndSmallOnesAreNotZero) {
  RunReport one = report();
  one.result.makespan_s = 360000;
  one.result.time = {{"useful", 359995}, {"stalled", 5}, {"idle", 0}};
  const std::string text = breakdown_text(one);
  EXPECT_TRUE(contains(text, "stalled")) << text;
  EXPECT_TRUE(contains(text, "<1")) << text;
  EXPECT_FALSE(contains(text, "idle")) << text;
}

TEST(RunReport, TrafficIsALineAlsoWhereThereIsNone) {
  EXPECT_TRUE(contains(breakdown_text(report()), "none: the gang stays in one zone"));
  RunReport wide = report();
  wide.one_zone = false;
  EXPECT_TRUE(contains(breakdown_text(wide), "none: no byte left a zone"));
  wide.result.counters.traffic_bytes = 2e9;
  wide.result.cost.by_line["traffic.training"] = 0.04;
  EXPECT_TRUE(contains(breakdown_text(wide), "2.00 GB left a zone"));
}

TEST(RunReport, LinesThatAreNotModelledAreNotZero) {
  RunReport one = report();
  one.one_zone = false;
  one.result.counters.traffic_bytes = 2e9;
  one.result.cost.not_modelled = {"storage: no price is given", "traffic between zones"};
  const std::string text = breakdown_text(one);
  EXPECT_TRUE(contains(text, "not modelled, 2.00 GB left a zone")) << text;
  const auto at = text.find("\nstorage");
  ASSERT_NE(at, std::string::npos) << text;
  const std::string line = text.substr(at + 1, text.find('\n', at + 1) - at - 1);
  EXPECT_TRUE(contains(line, "not modelled: no price is given")) << line;
  EXPECT_FALSE(contains(line, "0")) << line;
}

TEST(RunReport, NodesThatAreNotBilledSaySo) {
  const std::string text = breakdown_text(report());
  const auto at = text.find("requested");
  ASSERT_NE(at, std::string::npos) << text;
  EXPECT_TRUE(contains(text.substr(at, text.find('\n', at) - at), "not billed")) << text;
}

TEST(RunReport, LossesAreCountedBySource) {
  RunReport one = report();
  Counters& counted = one.result.counters;
  EXPECT_TRUE(contains(run_text(one), "losses       none\n"));
  counted.preemptions = 5;
  counted.loss_events = 2;
  counted.preemptions_by = {{"capacity", 4}, {"lifetime", 1}};
  counted.notices_sent = 5;
  counted.notices_seen = 4;
  counted.notices_missed = 1;
  EXPECT_TRUE(contains(run_text(one),
                       "5 nodes at 2 instants, by source: capacity 4, lifetime 1; notices: 5 "
                       "sent, 4 seen,"))
      << run_text(one);
}

TEST(RunReport, LossesOfBootingNodesAreExplainedWhereThereIsANotice) {
  RunReport one = report();
  Counters& counted = one.result.counters;
  const std::string_view why =
      "\n             replacements asked for inside a notice window can die with the same fall\n";
  counted.preemptions = 2;
  counted.notices_sent = 2;
  counted.preemptions_during = {{"training", 2}};
  EXPECT_FALSE(contains(run_text(one), why));
  counted.preemptions_during = {{"booting", 1}, {"training", 1}};
  EXPECT_TRUE(contains(run_text(one), why)) << run_text(one);
  counted.notices_sent = 0;
  EXPECT_FALSE(contains(run_text(one), why));
}

TEST(RunReport, OneOfAThingIsNotWrittenAsSeveral) {
  RunReport one = report();
  one.result.counters.preemptions = one.result.counters.loss_events = 1;
  one.result.counters.stops = one.result.counters.requests = 1;
  const std::string text = run_text(one);
  EXPECT_TRUE(contains(text, "1 node at 1 instant, by source")) << text;
  EXPECT_TRUE(contains(text, "1 stop, 0 restores")) << text;
  EXPECT_TRUE(contains(text, "1 node granted")) << text;
}

TEST(RunReport, ChoicesWarningsAndWhatIsLeftOutStandBelow) {
  RunReport one = report();
  one.result.assumptions = {"capacity: kind limit", "streams: training 1", "streams: restore 1",
                            "pool a: on demand succeeds", "pool b: on demand succeeds"};
  one.result.warnings = {"prices tell nothing about reclaims"};
  const std::string text = run_text(one);
  EXPECT_TRUE(contains(text,
                       "choices (!)  capacity: kind limit\n"
                       "             streams: training 1, restore 1\n"
                       "             pool a, pool b: on demand succeeds\n"))
      << text;
  EXPECT_TRUE(contains(text, "warning      prices tell nothing about reclaims\n")) << text;
  EXPECT_TRUE(contains(text, "not modelled data loading; quotas\n")) << text;
}

}  // namespace
}  // namespace spotgrid::analysis
