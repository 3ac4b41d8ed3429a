// Quotas of the account: what counts on them, in which order requests are decided, who sees them.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "tests/engine/market_runs.hpp"

namespace spotgrid::market_runs {
namespace {

using Doubles = std::vector<double>;
constexpr Offer on_demand{PoolId{0}, MarketSide::on_demand};
constexpr Offer beside{PoolId{1}, MarketSide::spot};

// One pool of nodes with 8 vCPUs each, and a script that wants so many of them.
ARun with_quota(Quota quota, std::int64_t nodes, Offer offer = spot) {
  ARun run = endless(9, Seconds{50}, [=](const FleetView&) { return hold(nodes, offer); });
  run.setup.market.quotas = {std::move(quota)};
  run.setup.market.cooldown = Seconds{100};
  return run;
}

TEST(MarketQuota, VirtualCpusLimitHowManyNodesAreHeld) {
  for (const auto& [vcpus, nodes] :
       std::vector<std::pair<int, int>>{{0, 0}, {7, 0}, {8, 1}, {31, 3}, {32, 4}, {99, 5}}) {
    const RunResult result = with_quota({MarketSide::spot, vcpus, {8}}, 5).run();
    EXPECT_EQ(result.counters.requests, nodes) << vcpus;
    EXPECT_EQ(result.counters.launch_failures, 5 - nodes) << vcpus;
    if (nodes < 5) {
      EXPECT_EQ(result.counters.launch_failures_by.at("quota"), 5 - nodes) << vcpus;
    }
  }
}

TEST(MarketQuota, SpotAndOnDemandHaveQuotasApart) {
  EXPECT_EQ(with_quota({MarketSide::spot, 0, {1}}, 4, on_demand).run().counters.requests, 4);
  const RunResult result = with_quota({MarketSide::on_demand, 3, {1}}, 4, on_demand).run();
  EXPECT_EQ(result.counters.requests, 3);
  EXPECT_EQ(times(result, "launch_refused",
                  {"\"market\": \"on_demand\"", "\"count\": 1", "\"reason\": \"quota\""}),
            Doubles{0});
}

TEST(MarketQuota, AWholeGangIsRefusedWhole) {
  ARun run = with_quota({MarketSide::spot, 3, {1}}, 4);
  run.setup.job.gang = Gang::all_or_none;
  const RunResult result = run.run();
  EXPECT_EQ(result.counters.requests, 0);
  EXPECT_EQ(result.counters.launch_failures_by.at("quota"), 4);
}

// Of 6 asked the capacity has 4; then the price speaks, then the quota of 3.
TEST(MarketQuota, CapacityIsAskedFirstThenThePriceThenTheQuota) {
  const auto refused = [](double price) {
    ARun run = with_quota({MarketSide::spot, 3, {1}}, 6);
    run.capacity(CapacityKind::limit, {{Seconds{-1}, 4}});
    run.price({{Seconds{-1}, price}});
    return run.run().counters;
  };
  using Reasons = std::map<std::string, std::int64_t>;
  EXPECT_EQ(refused(3).launch_failures_by, (Reasons{{"capacity", 2}, {"quota", 1}}));
  EXPECT_EQ(refused(3).requests, 3);
  EXPECT_EQ(refused(3.1).launch_failures_by, (Reasons{{"capacity", 2}, {"price", 4}}));
  EXPECT_EQ(refused(3.1).requests, 0);
}

// Requested for 30 s, booting for 90 s, ready; the loss at 1000 is announced at 880. From 300 on a
// second node is wanted, which the quota of one has no room for until the first is gone.
TEST(MarketQuota, ANodeCountsFromItsRequestToItsEnd) {
  std::vector<std::pair<double, std::int64_t>> free;
  ARun run = endless(9, Seconds{2000}, [&free](const FleetView& view) {
    free.push_back({view.now.since_start().count(), view.at(spot).free.value_or(-1)});
    FleetPlan plan = hold(1);
    for (const double at : {10.0, 60.0, 300.0, 900.0, 1000.0})
      if (view.now < Instant::at(Seconds{at}) && !plan.ask_again_at)
        plan.ask_again_at = Instant::at(Seconds{at});
    return plan;
  });
  run.setup.market.quotas = {{MarketSide::spot, 1, {1}}};
  run.setup.market.provision = Law{Seconds{30}};
  run.setup.market.boot = Law{Seconds{90}};
  run.setup.market.notice = Seconds{120};
  run.setup.market.launch_failure_latency = Seconds{5};
  run.capacity(CapacityKind::limit, {{Seconds{-1}, 5}, {Seconds{1000}, 0}, {Seconds{1010}, 5}});
  run.reclaim("capacity", "{}");
  const RunResult result = run.run();
  for (const auto& [at, nodes] : free) {
    if (at > 0 && at < 1000) {
      EXPECT_EQ(nodes, 0) << at;
    }
  }
  EXPECT_EQ(free.front().second, 1);
  EXPECT_EQ(times(result, "node_lost"), Doubles{1000});
  EXPECT_EQ(times(result, "requested"), (Doubles{0, 1010}));
  // The notice is seen at 880: the replacement is refused while the noticed node is held,
  // at once and every 5 s.
  const Doubles refused = times(result, "launch_refused", {"\"reason\": \"quota\""});
  EXPECT_EQ(refused.front(), 885);
  EXPECT_EQ(refused.back(), 1000);
  EXPECT_EQ(refused.size(), 24U);
}

TEST(MarketQuota, AReleaseGivesItsShareBackAtOnce) {
  ARun run = endless(9, Seconds{50}, [](const FleetView& view) {
    FleetPlan plan = hold(2, view.now < Instant::at(Seconds{20}) ? spot : beside);
    if (view.now < Instant::at(Seconds{20}))
      plan.ask_again_at = Instant::at(Seconds{20});
    return plan;
  });
  run.setup.market.pools.push_back(run.setup.market.pools[0]);
  run.setup.market.quotas = {{MarketSide::spot, 2, {1, 1}}};
  const RunResult result = run.run();
  EXPECT_EQ(times(result, "requested", {"\"pool\": 1"}), (Doubles{20, 20}));
  EXPECT_EQ(result.counters.launch_failures, 0);
}

TEST(MarketQuota, ParameterServersCountToo) {
  ARun run;
  run.samples(6400, Seconds{1}, 64, Bytes::of(1e6), Bytes::of(1e6));
  run.mode("parameter_server", R"({"nodes": 2, "shards": 2})").policy("on_demand_only", "{}");
  run.setup.horizon = Instant::at(Seconds{300});
  run.setup.market.cooldown = Seconds{1000};
  for (const std::int64_t amount : {4, 3, 1}) {
    run.setup.market.quotas = {{MarketSide::on_demand, amount, {1}}};
    const RunResult result = run.run();
    EXPECT_EQ(result.outcome, amount == 1 ? Outcome::not_finished : Outcome::finished) << amount;
    EXPECT_EQ(result.counters.requests, amount) << amount;
  }
}

// Two nodes of each of two pools under one quota: each request alone would be granted.
ARun over_two_pools(std::int64_t quota, Gang gang) {
  ARun run = endless(9, Seconds{50}, [](const FleetView&) {
    FleetPlan plan;
    plan.wanted = {{spot, 2}, {beside, 2}};
    return plan;
  });
  run.setup.market.pools.push_back(run.setup.market.pools[0]);
  run.setup.market.quotas = {{MarketSide::spot, quota, {1, 1}}};
  run.setup.market.cooldown = Seconds{100};
  run.setup.job.gang = gang;
  return run;
}

TEST(MarketQuota, AGangOverPoolsThatShareAQuotaIsHadWholeOrNotAtAll) {
  EXPECT_EQ(over_two_pools(4, Gang::all_or_none).run().counters.requests, 4);
  const RunResult none = over_two_pools(3, Gang::all_or_none).run();
  EXPECT_EQ(none.counters.requests, 0);
  EXPECT_EQ(none.counters.launch_failures_by.at("quota"), 2) << "the second is told";
  const RunResult some = over_two_pools(3, Gang::accumulate).run();
  EXPECT_EQ(some.counters.requests, 3);
  EXPECT_EQ(some.counters.launch_failures_by.at("quota"), 1);
}

TEST(MarketQuota, WhatIsFreeIsShownWhereCapacityIs) {
  for (const bool visible : {true, false}) {
    std::optional<std::int64_t> on_spot, elsewhere;
    std::int64_t left = 0;
    ARun run = endless(9, Seconds{10}, [&](const FleetView& view) {
      on_spot = view.at(spot).free;
      elsewhere = view.at(on_demand).free;
      left = view.quotas.front().amount;
      return FleetPlan{};
    });
    run.capacity(CapacityKind::limit, {{Seconds{-1}, 5}});
    run.setup.market.quotas = {{MarketSide::spot, 31, {8}}, {MarketSide::on_demand, 2, {1}}};
    run.setup.capacity_visible = visible;
    run.run();
    EXPECT_EQ(on_spot, visible ? std::optional<std::int64_t>(3) : std::nullopt);
    EXPECT_EQ(elsewhere, 2);
    EXPECT_EQ(left, 31);
  }
}

// Work of 100 s on 3 nodes at 1 $/h; the cheaper pool has the quota for 2 only, the dearer for 3.
TEST(MarketQuota, APolicyGoesToThePoolWhoseQuotaIsEnough) {
  ARun run;
  run.work(Seconds{100}, 3).policy("cheapest_spot", "{}").scheme("continuous", "{}");
  run.setup.market.pools.push_back(run.setup.market.pools[0]);
  run.setup.market.pools[1].spot_price = StepSeries<Price>::constant(dollars_per_hour(2));
  run.setup.market.quotas = {{MarketSide::spot, 16, {8, 0}}, {MarketSide::spot, 96, {0, 32}}};
  const RunResult result = run.run();
  EXPECT_EQ(result.outcome, Outcome::finished);
  EXPECT_NEAR(result.cost_usd, 3 * 2 * 100 / 3600.0, 1e-9);
  EXPECT_EQ(result.counters.launch_failures, 0);
}

}  // namespace
}  // namespace spotgrid::market_runs
