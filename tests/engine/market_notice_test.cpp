// Who dies when falls, launches, releases and recoveries meet within one notice.
// SPDX-License-Identifier: Apache-2.0
#include <set>

#include <gtest/gtest.h>

#include "tests/engine/market_runs.hpp"

namespace spotgrid::market_runs {
namespace {

using Doubles = std::vector<double>;
using Steps = std::vector<std::pair<Seconds, std::int64_t>>;

// Counts that bind what is held, announced 120 s ahead; notices are seen at once.
ARun on_limit(Steps steps, std::int64_t gang, Script script) {
  ARun run = endless(gang, Seconds{2000}, std::move(script));
  steps.insert(steps.begin(), {Seconds{-1}, 4});
  run.capacity(CapacityKind::limit, std::move(steps)).reclaim("capacity", "{}");
  run.setup.market.notice = Seconds{120};
  return run;
}

TEST(MarketNotice, OverlappingFallsTakeOneNodeEach) {
  const RunResult result =
      on_limit({{Seconds{1000}, 3}, {Seconds{1060}, 2}}, 4, launches_once(4)).run();
  EXPECT_EQ(times(result, "notice_sent"), (Doubles{880, 940}));
  EXPECT_EQ(times(result, "node_lost"), (Doubles{1000, 1060}));
  EXPECT_EQ(nodes_of(result, "notice_sent"), nodes_of(result, "node_lost"));
  EXPECT_EQ(result.counters.notices_seen, 2);
}

TEST(MarketNotice, BulkFallsThatOverlapTakeEachNodeOnce) {
  const RunResult result =
      on_limit({{Seconds{1000}, 2}, {Seconds{1001}, 0}}, 4, launches_once(4)).run();
  EXPECT_EQ(times(result, "notice_sent"), (Doubles{880, 880, 881, 881}));
  EXPECT_EQ(times(result, "node_lost"), (Doubles{1000, 1000, 1001, 1001}));
  const std::vector<int> lost = nodes_of(result, "node_lost");
  EXPECT_EQ(std::set<int>(lost.begin(), lost.end()).size(), 4U);
  EXPECT_EQ(result.counters.loss_events, 2);
}

TEST(MarketNotice, CapacityThatComesBackSavesNoAnnouncedNode) {
  ARun run = on_limit({{Seconds{1000}, 3}, {Seconds{1060}, 4}}, 4, launches_once(4));
  run.setup.market.trace_time = TraceTimeMeans::notice;
  const RunResult result = run.run();
  EXPECT_EQ(times(result, "notice_sent"), Doubles{1000});
  EXPECT_EQ(times(result, "capacity_changed", {"\"count\": 4"}), Doubles{1060});
  EXPECT_EQ(times(result, "node_lost", {"\"noticed\": true"}), Doubles{1120});
}

TEST(MarketNotice, ASecondFallTakesOnlyWhatTheFirstLeft) {
  // Three nodes are left when the count falls to three again: nobody else must go.
  const RunResult result =
      on_limit({{Seconds{1000}, 3}, {Seconds{1030}, 4}, {Seconds{1090}, 3}}, 4, launches_once(4))
          .run();
  EXPECT_EQ(times(result, "notice_sent"), Doubles{880});
  EXPECT_EQ(times(result, "node_lost"), Doubles{1000});
}

TEST(MarketNotice, AReplacementThatBootsBeforeASecondFallIsAnnouncedAtItsBoot) {
  const RunResult result =
      on_limit({{Seconds{1000}, 3}, {Seconds{1030}, 4}, {Seconds{1090}, 3}}, 4, wants_shown(4))
          .run();
  EXPECT_EQ(times(result, "notice_sent"), (Doubles{880, 1030}));
  EXPECT_EQ(nodes_of(result, "notice_sent").at(1), 4);
  EXPECT_EQ(times(result, "node_lost"), (Doubles{1000, 1090}));
  EXPECT_EQ(nodes_of(result, "node_lost").at(1), 4);
}

TEST(MarketNotice, ReleaseOfAnotherNodeSavesNoAnnouncedNode) {
  const Script releases_at_900 = [begun = false](const FleetView& view) mutable {
    if (!std::exchange(begun, true)) {
      FleetPlan plan = hold(4);
      plan.ask_again_at = Instant::at(Seconds{900});
      return plan;
    }
    FleetPlan plan = hold(view.at(spot).held);
    if (view.now < Instant::at(Seconds{900}))
      plan.ask_again_at = Instant::at(Seconds{900});
    if (view.now == Instant::at(Seconds{900}) && view.at(spot).held == 3) {
      plan = hold(2);
      for (const NodeView& node : view.nodes)
        if (!node.noticed && plan.release.empty())
          plan.release = {node.id};
    }
    return plan;
  };
  const RunResult result = on_limit({{Seconds{1000}, 3}}, 4, releases_at_900).run();
  EXPECT_EQ(times(result, "node_released").front(), 900);
  EXPECT_EQ(result.counters.releases, 1);
  EXPECT_EQ(times(result, "notice_sent"), Doubles{880});
  EXPECT_EQ(times(result, "node_lost"), Doubles{1000});
  EXPECT_EQ(nodes_of(result, "node_lost"), nodes_of(result, "notice_sent"));
}

// One node, launched 30 s before the count falls to none.
RunResult launched_late(Seconds provision) {
  ARun run = on_limit({{Seconds{1000}, 0}}, 1, launches_once(1, Seconds{970}));
  run.setup.market.provision = Law{provision};
  return run.run();
}

TEST(MarketNotice, ANodeThatBootsInsideTheWindowIsAnnouncedThen) {
  for (const double provision : {0.0, 10.0}) {
    const RunResult result = launched_late(Seconds{provision});
    EXPECT_EQ(times(result, "notice_sent", {"\"dies_at\": 1000"}), Doubles{970 + provision});
    EXPECT_EQ(times(result, "node_lost", {"\"noticed\": true"}), Doubles{1000});
    EXPECT_NEAR(result.cost_usd, (30 - provision) / 3600, 1e-12);
  }
}

TEST(MarketNotice, ANodeStillRequestedAtTheFallDiesUnannouncedAndCostsNothing) {
  const RunResult result = launched_late(Seconds{30});
  EXPECT_EQ(result.counters.notices_sent, 0);
  EXPECT_EQ(times(result, "node_lost", {"\"during\": \"requested\"", "\"noticed\": false"}),
            Doubles{1000});
  EXPECT_EQ(result.counters.preemptions_during.at("requested"), 1);
  EXPECT_EQ(result.cost_usd, 0);
  EXPECT_EQ(result.node_seconds.at("requested"), 30);
  EXPECT_EQ(life_seconds(result), 0);
}

TEST(MarketNotice, AnAnnouncedNodeIsHeldUntilItDies) {
  // A fifth node is asked for in the window; the announced one still takes its place.
  const RunResult result =
      on_limit({{Seconds{1000}, 3}, {Seconds{1001}, 4}}, 4, wants_shown(4)).run();
  EXPECT_EQ(times(result, "requested", {"\"node\": 4"}), Doubles{1001});
  EXPECT_EQ(result.counters.requests, 5);
  EXPECT_EQ(result.counters.preemptions, 1);
}

}  // namespace
}  // namespace spotgrid::market_runs
