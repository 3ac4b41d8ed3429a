// Decisions at ticks, the packaged guard and whole ticks as a scenario writes them.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <gtest/gtest.h>

#include "sim/base/option_writer.hpp"
#include "tests/scenarios/written.hpp"

namespace spotgrid::scenarios {
namespace {

constexpr std::string_view divisible = R"({
  "job": {"work": "48 h", "deadline": "52 h", "training": {"mode": "work_units", "nodes": 1}},
  "market": {
    "pools": [{"zone": "us-west-2b", "instance": "p3.2xlarge", "price": "1 $/h",
               "capacity": "unlimited"}],
    "reclaim": [{"kind": "none"}]},
  "provisioning": {"policy": "greedy", "decisions": {"tick": "600 s"}},
  "checkpointing": {"scheme": {"name": "continuous"}}
})";

TEST(TicksInScenarios, AreOffByDefault) {
  const Assembled run = assembled({});
  EXPECT_FALSE(run.setup.ticks.has_value());
  EXPECT_FALSE(run.setup.whole_ticks);
  EXPECT_EQ(run.setup.guard, Guard::safety_net);
  const std::string text = to_json(run.resolved, 2);
  for (const std::string part :
       {R"("decisions": "events")", R"("guard": "safety_net")", R"("charge": "used")"})
    EXPECT_NE(text.find(part), std::string::npos) << part;
}

TEST(TicksInScenarios, AreReadAndStampedOnTheResult) {
  const Assembled run =
      assemble(written({{"provisioning.decisions", R"({"tick": "600 s", "offset": "150 s"})"},
                        {"provisioning.guard", "packaged"},
                        {"market.billing", R"({"rule": "per_second", "charge": "whole_tick"})"}},
                       divisible));
  ASSERT_TRUE(run.setup.ticks.has_value());
  EXPECT_EQ(run.setup.ticks->length, Seconds{600});
  EXPECT_EQ(run.setup.ticks->offset, Seconds{150});
  EXPECT_TRUE(run.setup.whole_ticks);
  EXPECT_EQ(run.setup.guard, Guard::packaged);
  for (const std::string line :
       {"decisions at ticks of 600 s, the first at 150 s: what happens between two acts at the "
        "second",
        "charge whole_tick: a node pays for every whole tick in which it is held",
        "guard packaged: deadlines are guarded as by the packaged simulator of Can't Be Late, "
        "which lets some be missed"})
    EXPECT_EQ(std::count(run.assumptions.begin(), run.assumptions.end(), line), 1) << line;
  const Scenario again =
      read(Document::parse(to_json(run.resolved, 2), "again.json", InputKind::scenario));
  EXPECT_EQ(to_json(again, 2), to_json(run.resolved, 2));
}

TEST(TicksInScenarios, MayGoWithTrainingInIterations) {
  EXPECT_EQ(problems({{"provisioning.decisions", R"({"tick": "600 s"})"}}), "");
  EXPECT_EQ(problems({{"provisioning.decisions", "events"}}), "");
}

TEST(TicksInScenarios, AFilesChangesActAtEdges) {
  const Folder folder;
  folder.write("counts.csv", "time,count\n0,4\n700,8\n3600,8\n");
  const Assembled run =
      assembled({{"market.pools.0.capacity", R"({"kind": "limit", "file": "counts.csv"})"},
                 {"provisioning.decisions", R"({"tick": "600 s", "offset": "100 s"})"}},
                folder.scenario());
  const StepSeries<std::int64_t>& counts = run.setup.market.pools[0].capacity.count;
  ASSERT_EQ(counts.steps().size(), 2U);
  EXPECT_EQ(counts.steps()[0].at, Instant{});
  EXPECT_EQ(counts.steps()[1].at, Instant::at(Seconds{700}));
  const Assembled later =
      assembled({{"market.pools.0.capacity", R"({"kind": "limit", "file": "counts.csv"})"},
                 {"provisioning.decisions", R"({"tick": "600 s"})"}},
                folder.scenario());
  EXPECT_EQ(later.setup.market.pools[0].capacity.count.steps()[1].at, Instant::at(Seconds{1200}));
}

TEST(TicksInScenarios, TheFirstIsLessThanATickAfterTheStart) {
  EXPECT_EQ(problems({{"provisioning.decisions", R"({"tick": "10 min", "offset": "600 s"})"}}),
            "run.json: /provisioning/decisions/offset: the first decision is less than a tick "
            "after the start, found 600 s and ticks of 600 s; leave whole ticks out");
}

TEST(TicksInScenarios, WhatCountsTicksNeedsThem) {
  EXPECT_EQ(problems({{"provisioning.decisions", "events"}, {"provisioning.guard", "packaged"}},
                     divisible),
            "run.json: /provisioning/guard: packaged counts ticks, but decisions are at events; "
            "give provisioning.decisions, such as {\"tick\": \"600 s\"}");
  EXPECT_EQ(problems({{"market.billing", R"({"charge": "whole_tick"})"}}),
            "run.json: /market/billing/charge: whole_tick counts ticks, but decisions are at "
            "events; give provisioning.decisions, such as {\"tick\": \"600 s\"}");
}

TEST(TicksInScenarios, ThePackagedGuardIsRefusedWhereItsSimulatorHasNoWord) {
  EXPECT_EQ(problems({{"provisioning.guard", "packaged"}, {"job.training.nodes", "2"}}, divisible),
            "run.json: /provisioning/guard: the packaged simulator knows one node, found 2; choose "
            "safety_net, or a job of one node");
  EXPECT_EQ(problems({{"provisioning.guard", "packaged"}, {"provisioning.observation", "probe"}},
                     divisible),
            "run.json: /provisioning/guard: the packaged simulator sees capacity, found "
            "observation probe; choose safety_net, or observation mask");
}

TEST(TicksInScenarios, AGuardThatNobodyAsksIsAWarning) {
  const Assembled run = assemble(written(
      {{"provisioning.guard", "packaged"}, {"provisioning.policy", "on_demand_only"}}, divisible));
  const std::string expected =
      "the policy on_demand_only asks no guard: provisioning.guard changes nothing";
  EXPECT_EQ(std::count(run.warnings.begin(), run.warnings.end(), expected), 1);
}

}  // namespace
}  // namespace spotgrid::scenarios
