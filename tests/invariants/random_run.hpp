// Small random scenarios, by seed.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/invariants/random_market.hpp"

namespace spotgrid::invariants {

inline constexpr Seconds length_of_markets = hours(60);

inline void random_pools(ARun& run, Dice& dice, int nodes) {
  add_pools(run, 1 + dice.roll(3));
  for (Pool& pool : run.setup.market.pools) {
    pool.spot_price = random_prices(dice, length_of_markets);
    pool.capacity = {};
    if (!dice.one_in(4))
      pool.capacity = {CapacityKind::limit, random_counts(dice, length_of_markets, nodes + 3), 0};
  }
}

// Pools without counts lose nothing.
inline void falls_of_capacity(ARun& run, const std::string& victims) {
  run.reclaim("none", "{}");
  for (Pool& pool : run.setup.market.pools)
    if (pool.capacity.kind != CapacityKind::unlimited)
      pool.reclaim = {{"capacity", configured(reclaim::catalogue(), "capacity",
                                              R"({"victims": ")" + victims + R"("})")}};
}

inline void random_losses(ARun& run, Dice& dice) {
  switch (dice.roll(7)) {
    case 0:
      run.reclaim("none", "{}");
      break;
    case 1:
      run.reclaim("lifetime", R"({"law": "exponential", "mean": "5 h"})");
      break;
    case 2:
      run.reclaim("lifetime", R"({"law": "weibull", "shape": 0.7, "scale": "4 h"})");
      break;
    case 3:
      run.reclaim("price", "{}");
      break;
    case 4:
      run.reclaim("shock", R"({"fleet": 8, "zone": {"mean_gap": "2 h",
                               "size": {"kind": "geometric", "mean": 3}}})");
      break;
    default:
      falls_of_capacity(run, dice.one_in(2) ? "random" : "oldest");
  }
}

// Of both sides, mostly of all pools together; now and then too small for the job.
inline void random_quotas(ARun& run, Dice& dice, int nodes) {
  for (const MarketSide side : {MarketSide::spot, MarketSide::on_demand}) {
    if (!dice.one_in(4))
      continue;
    Quota quota{side, nodes - 1 + dice.roll(4), {}};
    for (std::size_t i = 0; i < run.setup.market.pools.size(); ++i)
      quota.of_node.push_back(dice.one_in(4) ? 0 : 1);
    run.setup.market.quotas.push_back(quota);
  }
}

inline void random_delays(ARun& run, Dice& dice) {
  Market& market = run.setup.market;
  market.notice = Seconds{dice.one_in(3) ? 0.0 : 120.0};
  market.notice_recall = dice.one_in(4) ? 0.7 : 1;
  market.detection = dice.one_in(2) ? Detection{Seconds{5}, Seconds{0}}
                                    : Detection{std::nullopt, Seconds{dice.between(0, 10)}};
  market.failure_detection = Seconds{dice.between(0, 60)};
  market.launch_failure_latency = Seconds{dice.between(0, 8)};
  market.cooldown = Seconds{dice.one_in(2) ? 0.0 : 60.0};
  market.provision = Law{Seconds{dice.between(0, 60)}};
  market.boot = dice.one_in(3) ? Law::exponential(Seconds{90}) : Law{Seconds{dice.between(0, 200)}};
  market.setup = Law{Seconds{dice.between(0, 50)}};
  if (dice.one_in(6))
    market.max_lifetime = hours(7);
  run.setup.job.membership.rendezvous = Law{Seconds{dice.between(0, 40)}};
  run.setup.job.membership.init = Law{Seconds{dice.between(0, 10)}};
  if (dice.one_in(5))
    run.setup.job.membership.debounce = Seconds{20};
  if (dice.one_in(5))
    run.setup.job.membership.release_after = Seconds{600};
}

inline void random_policy(ARun& run, Dice& dice) {
  std::vector<NamedEntry<ProvisioningPolicy>> all;  // that plan for what these jobs train to
  for (const auto& one : provisioning::catalogue())
    if (!one.entry.options()->make()->needs_loss())
      all.push_back(one);
  const auto& chosen = all[static_cast<std::size_t>(dice.roll(static_cast<int>(all.size())))];
  run.policy(chosen.name, options_of(chosen.name));
  if (chosen.entry.options()->make()->needs_deadline() || dice.one_in(3))
    run.setup.job.deadline = Instant::at(hours(dice.between(20, 50)));
  run.setup.capacity_visible = !dice.one_in(4);
}

inline void random_billing(ARun& run, Dice& dice) {
  if (dice.one_in(2))
    run.billing("aws_per_second", dice.one_in(2) ? R"({"price_basis": "continuous"})" : "{}");
}

// Everything but the job and its checkpoints.
inline ARun random_market_run(Dice& dice, int nodes) {
  ARun run;
  run.setup.seed = static_cast<std::uint64_t>(dice.roll(1000));
  random_pools(run, dice, nodes);
  random_losses(run, dice);
  random_quotas(run, dice, nodes);
  random_delays(run, dice);
  random_policy(run, dice);
  random_billing(run, dice);
  run.setup.horizon = Instant::at(hours(dice.between(30, 60)));
  return run;
}

// Divisible work, without checkpoints or with free ones: needs no SimGrid.
inline ARun random_work_units(std::uint64_t seed) {
  Dice dice(seed);
  const int nodes = 1 + dice.roll(4);
  ARun run = random_market_run(dice, nodes);
  run.work(hours(dice.between(1, 25)), nodes);
  if (dice.one_in(3))
    run.setup.job.gang = Gang::accumulate;
  run.scheme(dice.one_in(2) ? "none" : "continuous", "{}");
  return run;
}

// Iterations over the network, with saves to shared storage.
inline ARun random_training(std::uint64_t seed) {
  Dice dice(seed);
  const int nodes = 2 + dice.roll(3);
  ARun run = random_market_run(dice, nodes);
  run.samples(64.0 * nodes * dice.between(60, 200), Seconds{dice.between(100, 300)}, 64,
              Bytes::of(4e9), Bytes::of(8e9));
  const std::string count = R"({"nodes": )" + std::to_string(nodes);
  if (dice.one_in(2))
    run.mode("all_reduce", count + (dice.one_in(2) ? R"(, "on_change": "replica"})" : "}"));
  else
    run.mode("parameter_server",
             count + R"(, "shards": )" + std::to_string(1 + dice.roll(2)) +
                 (dice.one_in(2) ? R"(, "sync": "bsp"})" : R"(, "sync": "asp"})"));
  run.setup.job.placement = Placement::one_pool;
  run.scheme("direct_storage",
             R"({"storage": {"write": "200 MB/s", "read": "400 MB/s", "fsync": "2 s"}})");
  run.schedule("fixed_interval", R"({"every": "20 min"})");
  if (dice.one_in(2))
    run.also_schedule("on_notice", "{}");
  return run;
}

// The same, by an all-reduce that goes on with fewer.
inline ARun random_elastic(std::uint64_t seed) {
  ARun run = random_training(seed);
  Dice dice(seed + 1000);
  const int nodes = 2 + dice.roll(4);
  const char* joins[] = {R"("immediate")", R"("next_save")", R"({"batch": "5 min"})"};
  std::string options = R"({"nodes": )" + std::to_string(nodes) + R"(, "elastic": {"min": )" +
                        std::to_string(1 + dice.roll(nodes)) + R"(}, "join": )" +
                        joins[dice.roll(3)];
  options += dice.one_in(2) ? R"(, "batch": "keep")" : R"(, "batch": "shrink")";
  options += dice.one_in(2) ? R"(, "on_change": "replica")" : "";
  options += dice.one_in(3) ? R"(, "on_notice": "drain")" : "";
  options += dice.one_in(4) ? R"(, "state": "sharded"})" : "}";
  run.mode("all_reduce", options);
  if (dice.one_in(3))
    run.setup.checkpointing.outages = {{Instant::at(hours(3)), Instant::at(hours(4))}};
  return run;
}

}  // namespace spotgrid::invariants
