// The market of one run: losses by trace are drawn `notice` before, at the latest when they happen.
// SPDX-License-Identifier: Apache-2.0
#include "sim/engine/market_replay.hpp"

#include <algorithm>

namespace spotgrid::engine {
namespace {

// Behind the deaths of announced nodes, whose ids are below it.
constexpr std::uint64_t after_the_nodes = std::uint64_t{1} << 40;

}  // namespace

MarketReplay::MarketReplay(World& world, Fleet& fleet, std::function<void(PoolId, bool)> changed)
    : world_(world), fleet_(fleet), changed_(std::move(changed)) {
  const std::int64_t job_nodes = world.setup.job.training->make()->traits().nodes;
  const auto& pools = world.setup.market.pools;
  fleet_.sources.resize(pools.size());
  sources_.resize(pools.size());
  for (std::uint32_t p = 0; p < pools.size(); ++p)
    for (const auto& [name, configured] : pools[p].reclaim) {
      std::unique_ptr<ReclaimSource> rule = configured->make();
      rule->attach({&pools[p], p, job_nodes, &world.random});
      sources_[p].push_back({rule.get(), name, {}});
      fleet_.sources[p].push_back(std::move(rule));
    }
}

void MarketReplay::begin() {
  for (std::uint32_t p = 0; p < sources_.size(); ++p) {
    const auto pool = static_cast<PoolId>(p);
    step_price(pool);
    step_capacity(pool);
    for (std::size_t s = 0; s < sources_[p].size(); ++s)
      schedule_fall(pool, s, Instant{});
  }
}

// Schedules the next change; each change schedules the one after it.
void MarketReplay::step_price(PoolId pool) {
  const auto& series = world_.pool(pool).spot_price;
  const auto next = series ? world_.prices[number(pool)].next_change(world_.now()) : std::nullopt;
  if (!next)
    return;
  world_.queue.push(next->at, EventClass::market_step, number(pool),
                    [this, pool, price = next->value] {
                      world_.record(event::PriceChanged{pool, price});
                      end_by_price(pool);
                      changed_(pool, true);
                      step_price(pool);
                    });
}

void MarketReplay::step_capacity(PoolId pool) {
  const Capacity& capacity = world_.pool(pool).capacity;
  if (capacity.kind == CapacityKind::unlimited)
    return;
  const auto next = world_.counts[number(pool)].next_change(world_.now());
  if (!next)
    return;
  world_.queue.push(next->at, EventClass::market_step, number(pool),
                    [this, pool, count = next->value] {
                      world_.record(event::CapacityChanged{pool, count});
                      changed_(pool, world_.setup.capacity_visible);
                      step_capacity(pool);
                    });
}

void MarketReplay::end_by_price(PoolId pool) {
  for (const Source& source : sources_[number(pool)]) {
    if (!source.rule->by_price())
      continue;
    const Price price = world_.prices[number(pool)].at(world_.now());
    for (const HeldNode& held : fleet_.undrawn(pool))
      if (price > *fleet_.node(held.id).max_price)
        fleet_.doom(
            held.id,
            {world_.setup.market_acts(world_.now() + world_.setup.market.notice), source.name},
            true);
  }
}

Instant MarketReplay::loss_time(const Fall& fall) const {
  const Market& market = world_.setup.market;
  return market.trace_time == TraceTimeMeans::loss
             ? fall.at
             : world_.setup.market_acts(fall.at + market.notice);
}

void MarketReplay::schedule_fall(PoolId pool, std::size_t source, Instant after) {
  const auto fall = sources_[number(pool)][source].rule->next_fall(after);
  if (!fall)
    return;
  const Seconds notice = world_.setup.market.notice;
  const Instant loss = loss_time(*fall);
  if (notice <= 0s) {
    world_.queue.push(loss, EventClass::reclaim, after_the_nodes + number(pool),
                      [this, pool, source, fall = *fall] {
                        announce(pool, source, fall);
                        carry_out(pool, source, fall);
                        schedule_fall(pool, source, fall.at);
                      });
    return;
  }
  const Instant told = std::max(world_.now(), std::max(Instant{}, loss - notice));
  world_.queue.push(told, EventClass::notice, number(pool), [this, pool, source, fall = *fall] {
    announce(pool, source, fall);
    world_.queue.push(loss_time(fall), EventClass::reclaim, after_the_nodes + number(pool),
                      [this, pool, source, fall] { carry_out(pool, source, fall); });
    schedule_fall(pool, source, fall.at);
  });
}

void MarketReplay::announce(PoolId pool, std::size_t source, const Fall& fall) {
  Source& from = sources_[number(pool)][source];
  const std::vector<HeldNode> held = fleet_.undrawn(pool);
  from.coming.push_back({fall, loss_time(fall)});
  if (held.empty())
    return;
  for (const NodeId victim : from.rule->victims(fall, held))
    fleet_.doom(victim, {loss_time(fall), from.name}, true);
}

void MarketReplay::carry_out(PoolId pool, std::size_t source, const Fall& fall) {
  Source& from = sources_[number(pool)][source];
  std::erase_if(from.coming, [&](const Coming& c) { return c.fall.number == fall.number; });
  const std::vector<HeldNode> held = fleet_.undrawn(pool);
  if (held.empty())
    return;
  for (const NodeId victim : from.rule->late_victims(fall, held))
    fleet_.doom(victim, {world_.now(), from.name}, false);
}

void MarketReplay::node_booting(const Node& node) {
  if (node.offer.side != MarketSide::spot)
    return;
  doom_by_life(node);
  const std::uint32_t pool = number(node.offer.pool);
  for (Source& source : sources_[pool])
    for (const Coming& coming : source.coming) {
      if (fleet_.node(node.id).doom)
        return;
      const std::vector<HeldNode> held = fleet_.undrawn(node.offer.pool);
      if (source.rule->dies_with(coming.fall, fleet_.held(node.id), held))
        fleet_.doom(node.id, {coming.loss, source.name}, true);
    }
}

// Losses that come with age: announced `notice` before, at the earliest now, when booting starts.
void MarketReplay::doom_by_life(const Node& node) {
  const Market& market = world_.setup.market;
  std::optional<Doom> first;
  const auto consider = [&](Seconds life, const std::string& name) {
    const Instant dies = world_.setup.market_acts(world_.now() + life);
    if (dies != Instant::never() && (!first || dies < first->dies_at))
      first = Doom{dies, name};
  };
  for (const Source& source : sources_[number(node.offer.pool)])
    if (const auto life = source.rule->lifetime(fleet_.held(node.id)))
      consider(*life, source.name);
  if (market.max_lifetime)
    consider(*market.max_lifetime, "max_lifetime");
  if (!first)
    return;
  const Instant told = std::max(world_.now(), first->dies_at - market.notice);
  const bool silent = market.notice <= 0s;
  world_.queue.push(
      silent ? first->dies_at : told, silent ? EventClass::reclaim : EventClass::notice,
      number(node.id),
      [this, id = node.id, doom = *first, silent] { fleet_.doom(id, doom, !silent); });
}

}  // namespace spotgrid::engine
