// Simulates the same job on demand and names its price, region, date and discount.
// SPDX-License-Identifier: Apache-2.0
#include "commands/on_demand.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "sim/base/unit_text.hpp"
#include "sim/own_process.hpp"

namespace spotgrid::commands {
namespace {

// The rule of policies: the lowest on-demand price, ties by the scenario's order.
std::size_t cheapest_pool(const Setup& setup) {
  const std::vector<Pool>& pools = setup.market.pools;
  const auto cheapest =
      std::min_element(pools.begin(), pools.end(), [&](const Pool& a, const Pool& b) {
        const bool a_trains = scenarios::can_train(setup, a);
        const bool b_trains = scenarios::can_train(setup, b);
        return a_trains != b_trains ? a_trains : a.on_demand < b.on_demand;
      });
  require(cheapest != pools.end(), "a setup has a pool");
  return static_cast<std::size_t>(cheapest - pools.begin());
}

std::string price_text(const scenarios::PoolSection& pool) {
  std::string text = pool.on_demand_from.value_or("price of the scenario");
  if (pool.discount == 0)
    return text + ", no discount";
  return text + fmt::format(", less a discount of {} %", number_text(100 * pool.discount));
}

}  // namespace

Setup on_demand_setup(const Setup& setup) {
  Setup other = setup;
  const Entry<ProvisioningPolicy>* policy = find_entry(provisioning::catalogue(), "on_demand_only");
  require(policy != nullptr, "the policy on_demand_only exists");
  other.provisioning = policy->options();
  other.job.servers_from.side = MarketSide::on_demand;
  for (Pool& pool : other.market.pools)
    pool.reclaim.clear();
  other.market.end = Instant::never();
  other.keep_journal = other.keep_timeline = false;
  return other;
}

analysis::OnDemandRun simulate_on_demand(const scenarios::Assembled& assembled, const Watch& watch,
                                         SharedMemo* memo) {
  const Setup setup = on_demand_setup(assembled.setup);
  const std::size_t at = cheapest_pool(setup);
  const Pool& pool = setup.market.pools[at];
  const std::int64_t nodes = setup.job.training->make()->traits().nodes;
  return {simulate_apart(setup, watch, memo),
          fmt::format("{} {} of {} in {} ({})", nodes, nodes == 1 ? "node" : "nodes",
                      pool.instance.name, pool.zone, pool.region),
          pool.on_demand, price_text(assembled.resolved.market.pools[at])};
}

}  // namespace spotgrid::commands
