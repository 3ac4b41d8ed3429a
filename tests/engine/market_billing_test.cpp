// The bill through whole runs: what is billed from when, and who ended a node.
// SPDX-License-Identifier: Apache-2.0
#include <map>
#include <optional>

#include <gtest/gtest.h>

#include "tests/engine/market_runs.hpp"

namespace spotgrid::market_runs {
namespace {

using Doubles = std::vector<double>;

// One node at 1 $/h that is announced at 880 and lost at 1000; at `releases_at` the policy lets go.
ARun lost_at_1000(std::optional<Seconds> releases_at) {
  const auto script = [=, launch = launches_once(1)](const FleetView& view) mutable {
    FleetPlan plan = launch(view);
    if (!releases_at)
      return plan;
    if (view.now < Instant::at(*releases_at))
      plan.ask_again_at = Instant::at(*releases_at);
    else
      plan = hold(0);
    for (const NodeView& node : view.nodes)
      if (view.now >= Instant::at(*releases_at))
        plan.release.push_back(node.id);  // the announced one, which is not counted
    return plan;
  };
  ARun run = endless(1, Seconds{2000}, script);
  run.capacity(CapacityKind::limit, {{Seconds{-1}, 1}, {Seconds{1000}, 0}});
  run.reclaim("capacity", "{}").billing("aws_per_second", "{}");
  run.setup.market.notice = Seconds{120};
  return run;
}

TEST(MarketBilling, RequestedNodesAreFreeAndBootingOnesAreNot) {
  ARun run;
  run.work(hours(1)).scheme("continuous", "{}");
  run.setup.market.provision = Law{Seconds{30}};
  run.setup.market.boot = Law{Seconds{90}};
  run.setup.market.setup = Law{Seconds{10}};
  const RunResult result = run.run();
  EXPECT_EQ(result.makespan_s, 3730);
  EXPECT_EQ(result.node_seconds.at("requested"), 30);
  EXPECT_EQ(result.node_seconds.at("booting"), 100);
  EXPECT_NEAR(result.cost_usd, 3700.0 / 3600, 1e-12);
  EXPECT_NEAR(result.cost.by_state.at("booting"), 100.0 / 3600, 1e-12);
  EXPECT_FALSE(result.cost.by_state.contains("requested"));
}

TEST(MarketBilling, ANodeReclaimedInItsFirstHourIsFree) {
  const RunResult result = lost_at_1000(std::nullopt).run();
  EXPECT_EQ(times(result, "node_lost"), Doubles{1000});
  EXPECT_NEAR(result.cost_usd, 0, 1e-12);
  EXPECT_NEAR(result.cost.refund, 1000.0 / 3600, 1e-12);
}

TEST(MarketBilling, AReleaseAfterTheNoticeIsTheUsersEndWithoutRefund) {
  const RunResult result = lost_at_1000(Seconds{900}).run();
  EXPECT_EQ(times(result, "notice_seen"), Doubles{880});
  EXPECT_EQ(times(result, "node_released"), Doubles{900});
  EXPECT_EQ(result.counters.preemptions, 0);
  EXPECT_EQ(result.cost.refund, 0);
  EXPECT_NEAR(result.cost_usd, 900.0 / 3600, 1e-12);
}

TEST(MarketBilling, AtOneInstantTheLossComesBeforeTheRelease) {
  const RunResult result = lost_at_1000(Seconds{1000}).run();
  EXPECT_EQ(times(result, "node_lost"), Doubles{1000});
  EXPECT_EQ(result.counters.preemptions, 1);
  EXPECT_EQ(result.counters.releases, 0);
  EXPECT_NEAR(result.cost_usd, 0, 1e-12);
}

TEST(MarketBilling, TheEndOfARunIsNoReclaim) {
  ARun run = lost_at_1000(std::nullopt);
  run.setup.horizon = Instant::at(Seconds{950});
  const RunResult result = run.run();
  EXPECT_EQ(result.cost.refund, 0);
  EXPECT_NEAR(result.cost_usd, 950.0 / 3600, 1e-12);
}

TEST(MarketBilling, ANodeReleasedWithinAMinutePaysTheMinute) {
  const RunResult result = lost_at_1000(Seconds{20}).run();
  EXPECT_NEAR(result.cost_usd, 60.0 / 3600, 1e-12);
  EXPECT_NEAR(result.cost.minimum, 40.0 / 3600, 1e-12);
}

// What the policy is told to have spent, at each of its calls.
std::vector<std::pair<double, double>> spent(Seconds failure_detection) {
  std::vector<std::pair<double, double>> seen;
  ARun run = lost_at_1000(std::nullopt);
  run.setup.market.notice = Seconds{0};
  run.setup.market.failure_detection = failure_detection;
  run.setup.provisioning =
      scripted([&seen, launch = launches_once(1)](const FleetView& view) mutable {
        FleetPlan plan = launch(view);
        const double now = view.now.since_start().count();
        seen.push_back({now, view.accrued().value() * 3600});
        for (const double at : {500.0, 1005.0})
          if (now < at && !plan.ask_again_at)
            plan.ask_again_at = Instant::at(Seconds{at});
        return plan;
      });
  run.run();
  return seen;
}

TEST(MarketBilling, APolicySeesNoRefundBeforeItKnowsOfTheLoss) {
  std::map<double, double> at;
  for (const auto& [now, dollars] : spent(Seconds{15}))
    at[now] = dollars;
  EXPECT_NEAR(at.at(500), 500, 1e-9);
  EXPECT_NEAR(at.at(1000), 1000, 1e-9);  // the capacity is seen to fall
  EXPECT_NEAR(at.at(1005), 1005, 1e-9);
  EXPECT_NEAR(at.at(1015), 0, 1e-9);  // known, and given back
}

}  // namespace
}  // namespace spotgrid::market_runs
