// Prices: who is ended by them, who may not launch, and what is charged.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "tests/engine/market_runs.hpp"

namespace spotgrid::market_runs {
namespace {

using Doubles = std::vector<double>;

// One node of at most 2 $/h, launched at `at`.
ARun up_to_2_dollars(std::vector<std::pair<Seconds, double>> per_hour, Seconds at = Seconds{0}) {
  const auto script = [launch = launches_once(1, at)](const FleetView& view) mutable {
    FleetPlan plan = launch(view);
    plan.max_price = dollars_per_hour(2);
    return plan;
  };
  ARun run = endless(1, Seconds{3600}, script);
  run.price(std::move(per_hour)).reclaim("price", "{}");
  run.setup.market.notice = Seconds{120};
  return run;
}

TEST(MarketPrice, ANodeAtItsMaxPriceKeepsRunning) {
  const RunResult result = up_to_2_dollars({{Seconds{-1}, 1}, {Seconds{1800}, 2}}).run();
  EXPECT_EQ(result.counters.preemptions, 0);
  EXPECT_EQ(result.counters.notices_sent, 0);
  EXPECT_NEAR(result.cost_usd, 0.5 * 1 + 0.5 * 2, 1e-12);
}

TEST(MarketPrice, ANodeBelowThePriceIsToldAndDiesTheNoticeLater) {
  const RunResult result =
      up_to_2_dollars({{Seconds{-1}, 1}, {Seconds{1000}, 2.01}, {Seconds{1050}, 1}}).run();
  EXPECT_EQ(times(result, "notice_sent", {"\"dies_at\": 1120", "\"source\": \"price\""}),
            Doubles{1000});
  EXPECT_EQ(times(result, "node_lost", {"\"source\": \"price\"", "\"noticed\": true"}),
            Doubles{1120});
  EXPECT_EQ(result.counters.preemptions_by.at("price"), 1);
  EXPECT_EQ(result.counters.price_changes, 2);
}

TEST(MarketPrice, WithoutNoticeTheNodeDiesAsThePriceCrosses) {
  ARun run = up_to_2_dollars({{Seconds{-1}, 1}, {Seconds{1000}, 3}});
  run.setup.market.notice = Seconds{0};
  const RunResult result = run.run();
  EXPECT_EQ(times(result, "node_lost", {"\"source\": \"price\""}), Doubles{1000});
  EXPECT_NEAR(result.cost_usd, 1000.0 / 3600, 1e-12);
}

TEST(MarketPrice, TheChargeNeverExceedsTheMaxPrice) {
  const RunResult result = up_to_2_dollars({{Seconds{-1}, 1}, {Seconds{1000}, 5}}).run();
  EXPECT_NEAR(result.cost_usd, (1000 * 1.0 + 120 * 2.0) / 3600, 1e-12);
}

TEST(MarketPrice, WithoutReclaimByPriceNodesOutliveIt) {
  ARun run = up_to_2_dollars({{Seconds{-1}, 1}, {Seconds{1800}, 5}});
  run.reclaim("none", "{}");
  const RunResult result = run.run();
  EXPECT_EQ(result.counters.preemptions, 0);
  EXPECT_NEAR(result.cost_usd, 0.5 * 1 + 0.5 * 2, 1e-12);
}

TEST(MarketPrice, ALaunchAboveTheMaxPriceIsRefusedForPrice) {
  ARun run = up_to_2_dollars({{Seconds{-1}, 2.5}});
  run.setup.market.launch_failure_latency = Seconds{5};
  const RunResult result = run.run();
  EXPECT_EQ(times(result, "launch_refused", {"\"count\": 1", "\"reason\": \"price\""}), Doubles{5});
  EXPECT_EQ(result.counters.requests, 0);
  EXPECT_EQ(result.counters.launch_failures_by.at("price"), 1);
}

TEST(MarketPrice, ALaunchAtTheMaxPriceSucceeds) {
  const RunResult result = up_to_2_dollars({{Seconds{-1}, 2}}).run();
  EXPECT_EQ(result.counters.requests, 1);
  EXPECT_EQ(result.counters.launch_failures, 0);
}

TEST(MarketPrice, WithoutAMaxPriceItIsThatOnDemand) {
  ARun run = endless(1, Seconds{3600}, launches_once(1));
  run.price({{Seconds{-1}, 1}, {Seconds{1000}, 3}, {Seconds{2000}, 3.01}}).reclaim("price", "{}");
  const RunResult result = run.run();
  EXPECT_EQ(times(result, "node_lost"), Doubles{2000});
}

TEST(MarketPrice, ANodeStillRequestedWhenThePriceCrossesIsAnnouncedAtItsBoot) {
  ARun run = up_to_2_dollars({{Seconds{-1}, 1}, {Seconds{1000}, 3}}, Seconds{990});
  run.setup.market.provision = Law{Seconds{30}};
  const RunResult result = run.run();
  EXPECT_EQ(times(result, "notice_sent", {"\"dies_at\": 1120"}), Doubles{1020});
  EXPECT_EQ(times(result, "node_lost"), Doubles{1120});
  EXPECT_NEAR(result.cost_usd, 100 * 2.0 / 3600, 1e-12);
}

}  // namespace
}  // namespace spotgrid::market_runs
