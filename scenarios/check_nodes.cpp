// Nodes that can never be had: a run that waits for them lasts until its horizon.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "scenarios/assembly.hpp"
#include "sim/base/json_tree.hpp"
#include "sim/base/option_writer.hpp"
#include "sim/base/unit_text.hpp"

namespace spotgrid::scenarios {
namespace {

// What a pool with unlimited nodes counts as: sums of it over all pools stay finite.
constexpr std::int64_t no_limit = std::int64_t{1} << 40;

// The start of the run and all changes during it.
template <class T>
void add_changes(const StepSeries<T>& series, const Setup& setup, std::vector<Instant>& all) {
  for (const auto& step : series.steps()) {
    if (step.at > Instant{} && step.at < std::min(setup.horizon, setup.market.end))
      all.push_back(step.at);
  }
}

// The highest counts of a pool on spot. Nodes may outlive a fall, so that a run may hold as many
// at any time: what is not warned of may still be too small.
struct Shown {
  std::int64_t ever = 0;
  std::int64_t affordable = 0;  // while the price is one at which nodes are granted
  bool ever_affordable = false;
};

Shown shown_by(const Pool& pool, Price limit, const Setup& setup) {
  const bool limited = pool.capacity.kind != CapacityKind::unlimited;
  std::vector<Instant> changes{Instant{}};
  add_changes(*pool.spot_price, setup, changes);
  if (limited)
    add_changes(pool.capacity.count, setup, changes);
  Shown shown;
  for (const Instant at : changes) {
    const std::int64_t count = limited ? pool.capacity.count.at(at) : no_limit;
    shown.ever = std::max(shown.ever, count);
    if (pool.spot_price->at(at) > limit)
      continue;
    shown.affordable = std::max(shown.affordable, count);
    shown.ever_affordable = true;
  }
  return shown;
}

std::int64_t on_demand(const Pool& pool) {
  return pool.on_demand_capacity.value_or(no_limit);
}

// What pools have in common whose nodes may be added up to one gang.
std::string joined_by(const JobSetup& job, const Pool& pool) {
  std::string alone = pool.zone + "/" + pool.instance.name;
  if (job.gang == Gang::all_or_none)
    return alone;  // what is missing comes from one pool
  switch (job.placement) {
    case Placement::one_pool:
      return alone;
    case Placement::one_zone:
      return pool.zone;
    case Placement::one_region:
      return pool.region;
    case Placement::any:
      break;
  }
  return "";
}

// Parameter servers take their places first.
std::int64_t servers_in(Assembly& assembly, Offer offer) {
  return assembly.setup().job.servers_from == offer ? assembly.mode.servers : 0;
}

struct NodesOfPool {
  Offer offer;
  std::int64_t count = 0;
};

// The most nodes that the quota lets be held of these: those that take little of it first.
std::int64_t most_within(const Quota& quota, std::vector<NodesOfPool> pools) {
  std::sort(pools.begin(), pools.end(), [&](const NodesOfPool& a, const NodesOfPool& b) {
    return quota.of(a.offer) < quota.of(b.offer);
  });
  std::int64_t left = std::max<std::int64_t>(quota.amount, 0), sum = 0;
  for (const NodesOfPool& pool : pools) {
    const std::int64_t each = quota.of(pool.offer);
    const std::int64_t nodes = each > 0 ? std::min(pool.count, left / each) : pool.count;
    left -= nodes * each;
    sum += nodes;
  }
  return sum;
}

// Whether the pools of one placement have `needed` workers on one side, where a pool has as many
// nodes as `nodes_of` says and the quotas leave so much. Each quota is looked at alone: together
// they may still be too small.
template <class NodesOf>
bool enough(Assembly& assembly, MarketSide side, std::int64_t needed,
            const std::vector<Quota>& quotas, NodesOf nodes_of) {
  const Setup& setup = assembly.setup();
  std::map<std::string, std::vector<NodesOfPool>> together;
  for (std::size_t i = 0; i < setup.market.pools.size(); ++i) {
    const Pool& pool = setup.market.pools[i];
    if (!pool.offers(side) || !can_train(setup, pool))
      continue;
    const Offer offer{PoolId{static_cast<std::uint32_t>(i)}, side};
    const std::int64_t count = nodes_of(pool) - servers_in(assembly, offer);
    together[joined_by(setup.job, pool)].push_back({offer, std::max<std::int64_t>(count, 0)});
  }
  const auto has_enough = [&](const auto& one) {
    std::int64_t most = 0;
    for (const NodesOfPool& pool : one.second)
      most += pool.count;
    for (const Quota& quota : quotas)
      most = std::min(most, most_within(quota, one.second));
    return most >= needed;
  };
  return needed == 0 || std::any_of(together.begin(), together.end(), has_enough);
}

// What the quotas leave to workers.
std::vector<Quota> left_by_servers(Assembly& assembly) {
  std::vector<Quota> left = assembly.setup().market.quotas;
  take(left, assembly.setup().job.servers_from, assembly.mode.servers);
  return left;
}

// Every policy has the option; only its own plan knows the value.
std::optional<Price> max_price_of(Configured<ProvisioningPolicy>& policy) {
  OptionWriter writer;
  policy.describe(writer);
  const Json written = Json::parse(writer.text(-1));
  const auto found = written.find("max_price");
  Price price;
  if (found == written.end() || !parse_quantity(found->get<std::string>(), price))
    return std::nullopt;
  return price;
}

void warn_of_spot(Assembly& assembly, std::int64_t needed) {
  const Setup& setup = assembly.setup();
  const std::optional<Price> max_price = max_price_of(*setup.provisioning);
  const auto shown = [&](const Pool& pool) {
    return shown_by(pool, max_price.value_or(pool.on_demand), setup);
  };
  const std::string limit = max_price
                                ? "the max price, " + to_text(*max_price)
                                : "its on-demand price, which is the max price where none is given";
  const std::string never_shows = fmt::format(
      "{} the {} nodes that training needs on spot",
      setup.job.gang == Gang::all_or_none ? "no pool ever shows"
                                          : "all pools of one placement together never show",
      needed);
  const bool counts = enough(assembly, MarketSide::spot, needed, {},
                             [&](const Pool& pool) { return shown(pool).ever; });
  if (!counts)
    assembly.warn(never_shows);
  else if (!enough(assembly, MarketSide::spot, needed, left_by_servers(assembly),
                   [&](const Pool& pool) { return shown(pool).ever; }))
    assembly.warn(fmt::format(
        "the quotas never let the {} nodes be held that training needs on spot; raise them",
        needed));
  bool offered = false, granted = false;
  for (const Pool& pool : setup.market.pools) {
    offered = offered || pool.spot_price;
    granted = granted || (pool.spot_price && shown(pool).ever_affordable);
  }
  if (offered && !granted) {
    assembly.warn(
        fmt::format("the spot price of every pool always lies above {}, so that no spot node is "
                    "ever granted; raise max_price of the policy",
                    limit));
  }
  if (counts && granted && !enough(assembly, MarketSide::spot, needed, {}, [&](const Pool& pool) {
        return shown(pool).affordable;
      })) {
    assembly.warn(
        fmt::format("{} at a price up to {}; raise max_price of the policy", never_shows, limit));
  }
}

void warn_of_on_demand(Assembly& assembly, std::int64_t needed) {
  if (enough(assembly, MarketSide::on_demand, needed, {}, on_demand)) {
    if (!enough(assembly, MarketSide::on_demand, needed, left_by_servers(assembly), on_demand)) {
      assembly.warn(
          fmt::format("the quotas never let the {} nodes be held on demand that the policy {} "
                      "counts on; raise them",
                      needed, assembly.scenario().provisioning.choice.name));
    }
    return;
  }
  assembly.warn(
      fmt::format("{} the {} nodes on demand that the policy {} counts on; raise "
                  "on_demand_capacity of a pool",
                  assembly.setup().job.gang == Gang::all_or_none
                      ? "no pool holds"
                      : "all pools of one placement together do not hold",
                  needed, assembly.scenario().provisioning.choice.name));
}

// They are rented at prices up to the on-demand price, whatever the policy's max price is.
void warn_of_servers(Assembly& assembly) {
  const Setup& setup = assembly.setup();
  const Offer from = setup.job.servers_from;
  const Pool& pool = setup.market.pools[number(from.pool)];
  const bool spot = from.side == MarketSide::spot;
  const std::int64_t most =
      spot ? shown_by(pool, pool.on_demand, setup).affordable : on_demand(pool);
  const std::string title = pool_title(assembly.scenario().market.pools[number(from.pool)]);
  const std::string all = assembly.mode.servers == 1
                              ? "the parameter server"
                              : fmt::format("the {} parameter servers", assembly.mode.servers);
  if (most >= assembly.mode.servers) {
    if (nodes_within(setup.market.quotas, from) < assembly.mode.servers) {
      assembly.warn(fmt::format("the quotas never let {} be held in {}; raise them", all, title));
    }
  } else if (spot) {
    assembly.warn(
        fmt::format("{} never has {} on spot at a price up to its on-demand price; rent on "
                    "demand or from another pool",
                    title, all));
  } else {
    assembly.warn(
        fmt::format("{} does not hold {} on demand; raise its on_demand_capacity or rent "
                    "from another pool",
                    title, all));
  }
}

}  // namespace

void check_nodes(Assembly& assembly) {
  if (!assembly.problems.none())
    return;  // series may be missing
  const Setup& setup = assembly.setup();
  if (std::none_of(setup.market.pools.begin(), setup.market.pools.end(),
                   [&](const Pool& pool) { return can_train(setup, pool); })) {
    assembly.problems.add(
        "/job/training/servers/pool",
        fmt::format("no pool that trains lies where the placement {} wants it, beside the servers",
                    word_of(setup.job.placement)),
        "choose another pool for the servers, or a wider placement");
    return;
  }
  const NodesBySide needed =
      assembly.setup().provisioning->make()->needs(assembly.mode.nodes, assembly.mode.min_nodes);
  if (needed.spot > 0)
    warn_of_spot(assembly, needed.spot);
  if (needed.on_demand > 0)
    warn_of_on_demand(assembly, needed.on_demand);
  if (assembly.mode.servers > 0)
    warn_of_servers(assembly);
}

}  // namespace spotgrid::scenarios
