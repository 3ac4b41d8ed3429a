// Requests: what is granted, refused, left pending, and when a pool is asked again.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "tests/engine/market_runs.hpp"

namespace spotgrid::market_runs {
namespace {

using Doubles = std::vector<double>;
using Steps = std::vector<std::pair<Seconds, std::int64_t>>;

Script always_wants(std::int64_t nodes, bool all_or_none = false, bool open = false) {
  return [=](const FleetView&) {
    FleetPlan plan;
    plan.wanted = {{spot, nodes, all_or_none, open}};
    return plan;
  };
}

// Counts that gate requests and end nobody; the policy sees them only by trying.
ARun by_trying(Steps steps, std::int64_t gang, Script script) {
  ARun run = endless(gang, Seconds{200}, std::move(script));
  run.capacity(CapacityKind::limit, std::move(steps));
  run.setup.capacity_visible = false;
  run.setup.market.launch_failure_latency = Seconds{5};
  run.setup.market.cooldown = Seconds{60};
  return run;
}

TEST(MarketLaunch, ARefusalIsToldAfterItsLatencyAndThePoolRests) {
  std::vector<std::pair<double, bool>> asked;  // when, and whether the pool takes requests
  const auto script = [&asked](const FleetView& view) {
    asked.push_back({view.now.since_start().count(), !view.at(spot).cooling});
    return hold(2);
  };
  const RunResult result = by_trying({{Seconds{-1}, 0}}, 2, script).run();
  EXPECT_EQ(times(result, "launch_refused", {"\"count\": 2", "\"reason\": \"capacity\""}),
            (Doubles{5, 70, 135, 200}));
  const std::vector<std::pair<double, bool>> expected = {
      {0, true}, {5, false}, {65, true}, {70, false}, {130, true}, {135, false}, {195, true}};
  EXPECT_EQ(asked, expected);
  EXPECT_EQ(result.counters.launch_failures, 8);
}

TEST(MarketLaunch, CapacityThatComesDuringTheRestIsTakenAtItsEnd) {
  const RunResult result =
      by_trying({{Seconds{-1}, 0}, {Seconds{10}, 2}}, 2, always_wants(2)).run();
  EXPECT_EQ(times(result, "requested"), (Doubles{65, 65}));
}

TEST(MarketLaunch, OneWhoCannotSeeCapacityIsNotAskedWhenItChanges) {
  for (const bool visible : {false, true}) {
    ARun run = endless(9, Seconds{200}, always_wants(1));
    run.capacity(CapacityKind::limit, {{Seconds{-1}, 4}, {Seconds{50}, 3}, {Seconds{100}, 4}});
    run.setup.capacity_visible = visible;
    const RunResult result = run.run();
    EXPECT_EQ(result.counters.capacity_changes, 2);
    // At the start and when the node is ready, at one instant; and at what can be seen.
    EXPECT_EQ(result.counters.plans, visible ? 4 : 2);
  }
}

ARun three_of_four(Gang gang, bool all_or_none) {
  ARun run = by_trying({{Seconds{-1}, 3}}, 4, always_wants(4, all_or_none));
  run.setup.job.gang = gang;
  run.setup.horizon = Instant::at(Seconds{60});
  return run;
}

TEST(MarketLaunch, AGangOfAllOrNoneTakesNoPart) {
  const RunResult result = three_of_four(Gang::all_or_none, false).run();
  EXPECT_EQ(result.counters.requests, 0);
  EXPECT_EQ(times(result, "launch_refused", {"\"count\": 4"}), Doubles{5});
  EXPECT_EQ(result.cost_usd, 0);
}

TEST(MarketLaunch, AnAccumulatingGangTakesWhatThereIsAndPaysWhileItWaits) {
  const RunResult result = three_of_four(Gang::accumulate, false).run();
  EXPECT_EQ(result.counters.requests, 3);
  EXPECT_EQ(times(result, "launch_refused", {"\"count\": 1"}), Doubles{5});
  EXPECT_EQ(result.node_seconds.at("waiting"), 180);
  EXPECT_NEAR(result.cost_usd, 180.0 / 3600, 1e-12);
  EXPECT_EQ(result.time.at("capacity_wait"), 60);
}

TEST(MarketLaunch, AnEntryOfAllOrNoneTakesNoPartInAnAccumulatingGang) {
  const RunResult result = three_of_four(Gang::accumulate, true).run();
  EXPECT_EQ(result.counters.requests, 0);
  EXPECT_EQ(result.counters.launch_failures, 4);
}

TEST(MarketLaunch, AnOpenRequestIsServedAsCapacityComes) {
  const RunResult result = by_trying({{Seconds{-1}, 0}, {Seconds{50}, 1}, {Seconds{80}, 3}}, 2,
                                     always_wants(2, false, true))
                               .run();
  EXPECT_EQ(times(result, "requested"), (Doubles{50, 80}));
  EXPECT_EQ(result.counters.launch_failures, 0);
}

TEST(MarketLaunch, AnOpenRequestOfAllOrNoneWaitsForAll) {
  const RunResult result = by_trying({{Seconds{-1}, 0}, {Seconds{50}, 1}, {Seconds{80}, 3}}, 2,
                                     always_wants(2, true, true))
                               .run();
  EXPECT_EQ(times(result, "requested"), (Doubles{80, 80}));
  EXPECT_EQ(result.counters.launch_failures, 0);
}

TEST(MarketLaunch, AnOpenRequestIsServedWhenThePriceFalls) {
  ARun run = by_trying({{Seconds{-1}, 2}}, 2, always_wants(2, false, true));
  run.price({{Seconds{-1}, 3.5}, {Seconds{90}, 3}});
  const RunResult result = run.run();
  EXPECT_EQ(times(result, "requested"), (Doubles{90, 90}));
  EXPECT_EQ(result.counters.launch_failures, 0);
}

// Two nodes on demand; the first pool (1 $/h) holds one, the second (3 $/h) as many as it says.
ARun on_demand_in_two_pools(std::optional<std::int64_t> second_holds, Gang gang) {
  ARun run;
  run.work(Seconds{100}, 2).policy("on_demand_only", "{}").scheme("continuous", "{}");
  Pool second = run.setup.market.pools[0];
  second.zone = "zb";
  second.on_demand_capacity = second_holds;
  run.setup.market.pools.push_back(second);
  run.setup.market.pools[0].on_demand = dollars_per_hour(1);
  run.setup.market.pools[0].on_demand_capacity = 1;
  run.setup.job.gang = gang;
  run.setup.horizon = Instant::at(Seconds{1000});
  return run;
}

TEST(MarketLaunch, OnDemandCapacityLimitsWhatAPoolHolds) {
  const RunResult elsewhere = on_demand_in_two_pools(std::nullopt, Gang::all_or_none).run();
  EXPECT_EQ(times(elsewhere, "requested", {"\"pool\": 1"}), Doubles(2, 0));
  EXPECT_EQ(elsewhere.makespan_s, 100);
  EXPECT_NEAR(elsewhere.cost_usd, 100 * (3 + 3) / 3600.0, 1e-12);
  const RunResult both = on_demand_in_two_pools(1, Gang::accumulate).run();
  EXPECT_EQ(times(both, "requested", {"\"pool\": 0"}), Doubles{0});
  EXPECT_EQ(times(both, "requested", {"\"pool\": 1"}), Doubles{0});
  EXPECT_NEAR(both.cost_usd, 100 * (1 + 3) / 3600.0, 1e-12);
  const RunResult never = on_demand_in_two_pools(1, Gang::all_or_none).run();
  EXPECT_EQ(never.outcome, Outcome::not_finished);
  EXPECT_EQ(never.time.at("capacity_wait"), 1000);
  EXPECT_EQ(never.cost_usd, 0);
}

TEST(MarketLaunch, RequestsBeyondOnDemandCapacityAreRefused) {
  constexpr Offer on_demand{PoolId{0}, MarketSide::on_demand};
  for (const Gang gang : {Gang::all_or_none, Gang::accumulate}) {
    ARun run =
        by_trying({{Seconds{-1}, 9}}, 3, [=](const FleetView&) { return hold(3, on_demand); });
    run.setup.job.gang = gang;
    run.setup.market.pools[0].on_demand_capacity = 2;
    const RunResult result = run.run();
    const bool together = gang == Gang::all_or_none;
    EXPECT_EQ(result.counters.requests, together ? 0 : 2);
    // Every 65 s: told after 5 s, then a rest of 60 s.
    EXPECT_EQ(times(result, "launch_refused",
                    {"\"market\": \"on_demand\"", together ? "\"count\": 3" : "\"count\": 1",
                     "\"reason\": \"capacity\""}),
              (Doubles{5, 70, 135, 200}));
    EXPECT_EQ(result.counters.launch_failures_by.at("capacity"), together ? 12 : 4);
  }
}

// Four nodes are held, the probe fails from 1000 to 1100; a fifth node is tried for at 1050.
RunResult probed(std::string_view survival) {
  const auto script = [launched = false](const FleetView& view) mutable {
    const bool tries = view.now == Instant::at(Seconds{1050});
    FleetPlan plan = hold(std::exchange(launched, true) ? view.at(spot).held + tries : 4);
    if (view.now < Instant::at(Seconds{1050}))
      plan.ask_again_at = Instant::at(Seconds{1050});
    return plan;
  };
  ARun run = endless(9, Seconds{2000}, script);
  run.capacity(CapacityKind::probe, {{Seconds{-1}, 5}, {Seconds{1000}, 0}, {Seconds{1100}, 5}}, 5);
  run.reclaim("capacity", R"({"survival": )" + std::string(survival) + "}");
  run.setup.market.cooldown = Seconds{1e4};
  return run.run();
}

TEST(MarketLaunch, AProbeGatesRequestsWhateverHeldNodesDo) {
  for (const char* survival :
       {R"("as_limit")", R"("none")", R"({"dip": "10 min"})", R"({"dip": "60 s"})"}) {
    const RunResult result = probed(survival);
    EXPECT_EQ(times(result, "launch_refused", {"\"reason\": \"capacity\""}), Doubles{1050})
        << survival;
    EXPECT_EQ(result.counters.requests, 4) << survival;
  }
}

TEST(MarketLaunch, HeldNodesSurviveAFailedProbeAsTheScenarioSays) {
  EXPECT_EQ(times(probed(R"("as_limit")"), "node_lost"), Doubles(4, 1000));
  EXPECT_EQ(times(probed(R"({"dip": "100 s"})"), "node_lost"), Doubles(4, 1000));
  EXPECT_TRUE(times(probed(R"({"dip": "101 s"})"), "node_lost").empty());
  EXPECT_TRUE(times(probed(R"("none")"), "node_lost").empty());
}

}  // namespace
}  // namespace spotgrid::market_runs
