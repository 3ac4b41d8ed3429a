// Folding of the journal.
// SPDX-License-Identifier: Apache-2.0
#include "sim/engine/ledger.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace spotgrid::engine {
namespace {

template <class... Cases>
struct Overloaded : Cases... {
  using Cases::operator()...;
};
template <class... Cases>
Overloaded(Cases...) -> Overloaded<Cases...>;

std::string_view name_of(TransferKind kind) {
  constexpr std::string_view names[] = {"training", "checkpoint", "restore", "other"};
  return names[static_cast<std::size_t>(kind)];
}

}  // namespace

Ledger::Ledger(World& world, const Fleet& fleet)
    : world_(world), fleet_(fleet), zones_(world.setup), rule_(world.setup.billing->make()) {
  world.journal.listen([this](const Event& event) {
    fold(event);
    count(event);
  });
}

void Ledger::fold(const Event& event) {
  const Instant at = event.at;
  std::visit(
      Overloaded{
          [&](const event::PhaseBegan& e) {
            phases_[phase_] += at - phase_since_;
            phase_ = e.phase;
            phase_since_ = at;
            if (e.phase == Phase::training)
              stretch_from_ = at;
          },
          [&](const event::TrainingSplit& e) {
            const Seconds sum = e.useful + e.contention + e.redo;
            if (sum > 0s)
              states_.train(stretch_from_, at, {e.useful / sum, e.contention / sum, e.redo / sum});
            stretch_from_ = at;
            trained_.useful += e.useful;
            trained_.contention += e.contention;
            trained_.redo += e.redo;
            trained_.iterations += e.iterations;
            trained_.gained += e.gained;
            trained_.repeated += e.repeated;
          },
          [&](const event::NodeEntered& e) { states_.enter(e.node, e.state, at); },
          [&](const event::NodesEntered& e) { states_.enter(e.nodes, e.state, at); },
          [&](const event::JobEnded&) { job_ended_ = true; }, [](const auto&) {}},
      event.what);
}

void Ledger::count(const Event& event) {
  Counters& c = counters_;
  std::visit(
      Overloaded{[&](const event::Requested&) { ++c.requests; },
                 [&](const event::LaunchRefused& e) {
                   c.launch_failures += e.count;
                   c.launch_failures_by[std::string(spotgrid::name_of(e.reason))] += e.count;
                 },
                 [&](const event::NodeLost& e) {
                   ++c.preemptions;
                   ++c.preemptions_by[e.source];
                   ++c.preemptions_during[std::string(spotgrid::name_of(e.during))];
                   loss_instants_.insert(event.at);
                 },
                 [&](const event::NodeReleased&) { c.releases += job_ended_ ? 0 : 1; },
                 [&](const event::NoticeSent&) { ++c.notices_sent; },
                 [&](const event::NoticeSeen&) { ++c.notices_seen; },
                 [&](const event::NoticeMissed&) { ++c.notices_missed; },
                 [&](const event::SaveCut&) { ++c.saves; },
                 [&](const event::SaveCommitted& e) {
                   c.saves_committed += e.first ? 1 : 0;
                   ++tiers_[e.tier].committed;
                 },
                 [&](const event::CopyLost& e) { tiers_[e.tier].lost += e.replaced ? 0 : 1; },
                 [&](const event::SaveTorn&) { ++c.saves_torn; },
                 [&](const event::RestoreBegan& e) {
                   ++c.restores;
                   if (e.id)
                     ++tiers_[e.tier].restored_from;
                 },
                 [&](const event::RolledBack&) { ++c.rollbacks; },
                 [&](const event::Stopped&) { ++c.stops; },
                 [&](const event::PriceChanged&) { ++c.price_changes; },
                 [&](const event::CapacityChanged&) { ++c.capacity_changes; },
                 [&](const event::PlanMade&) { ++c.plans; }, [](const auto&) {}},
      event.what);
}

void Ledger::moved(const Moved& moved) {
  const double bytes = moved.bytes.value();
  const std::string purpose{name_of(moved.transfer)};
  counters_.traffic_bytes_by[purpose] += bytes;
  if (moved.from == moved.to)
    return;
  counters_.traffic_bytes += bytes;
  (zones_.same_region(moved.from, moved.to) ? left_[purpose].region : left_[purpose].world) +=
      bytes;
}

Usage Ledger::usage_of(const Node& node, Instant end) const {
  const Pool& pool = world_.pool(node.offer.pool);
  Usage usage{node.offer.side, *node.booting, node.ended.value_or(end), node.ended_by};
  usage.price = node.offer.side == MarketSide::spot ? &*pool.spot_price : nullptr;
  usage.on_demand = pool.on_demand;
  usage.max_price = node.max_price;
  return usage;
}

Usage Ledger::charged(const Usage& used) const {
  return world_.setup.whole_ticks ? in_whole_ticks(*world_.setup.ticks, used) : used;
}

Dollars Ledger::accrued() const {
  Dollars sum;
  for (const Node& node : fleet_.nodes()) {
    if (!node.booting)
      continue;
    Usage usage = usage_of(node, world_.now());
    if (node.believed_alive()) {  // a loss that is not known yet neither stops nor refunds anything
      usage.end = world_.now();
      sum += rule_->accrued(charged(usage));
    } else {
      sum += rule_->bill(charged(usage)).total();
    }
  }
  return sum;
}

void Ledger::bill_node(const Node& node, Instant end, ByState& money, RunResult& result) {
  if (!node.booting)
    return;  // lost or released while requested: costs nothing
  const Usage used = usage_of(node, end);
  const Bill bill = cut_to_use(rule_->bill(charged(used)), used);
  const Pool& pool = world_.pool(node.offer.pool);
  constexpr std::array<const char*, 3> duties = {"compute.", "servers.", "remotes."};
  const std::string line = std::string(duties[static_cast<std::size_t>(node.duty)]) +
                           (node.offer.side == MarketSide::spot ? "spot." : "on_demand.") +
                           pool.zone + "/" + pool.instance.name;
  result.cost.by_line[line] += bill.total().value();
  result.cost.minimum += bill.minimum.value();
  result.cost.rounding += bill.rounding.value();
  result.cost.refund += bill.refund.value();
  for (const ChargedStretch& charged : bill.stretches)
    states_.add(node.id, charged.from, charged.to, (charged.price * Seconds{1}).value(), money);
}

void Ledger::bill_traffic(RunResult& result) const {
  if (!world_.setup.traffic_priced) {
    if (counters_.traffic_bytes > 0)
      result.cost.not_modelled.emplace_back("traffic: no prices are given");
    return;
  }
  constexpr double gigabyte = 1e9;
  for (const auto& [purpose, left] : left_) {
    const double dollars = left.region / gigabyte * world_.setup.traffic.zone +
                           left.world / gigabyte * world_.setup.traffic.region;
    result.cost.by_line["traffic." + purpose] += dollars;
    result.cost.traffic += dollars;
  }
}

void Ledger::bill_storage(double copy_seconds, Bytes copy_size, RunResult& result) const {
  const SchemeTraits scheme = world_.setup.checkpointing.scheme->make()->traits();
  const std::optional<SharedStorage>& store = scheme.storage ? scheme.storage : scheme.objects;
  if (!store)
    return;
  if (!store->dollars_per_gb_month) {
    result.cost.not_modelled.emplace_back("storage of checkpoints: no price is given");
    return;
  }
  constexpr double month = 30 * 86400.0;
  const double dollars =
      copy_size.value() / 1e9 * copy_seconds / month * *store->dollars_per_gb_month;
  result.cost.by_line["storage"] += dollars;
  result.cost.storage = dollars;
}

void Ledger::close(Instant end, double copy_seconds, Bytes copy_size, RunResult& result) {
  phases_[phase_] += end - phase_since_;
  for (const auto& [phase, time] : phases_)
    if (phase != Phase::training && time > 0s)
      result.time[std::string(spotgrid::name_of(phase))] = time.count();
  result.time["useful"] = trained_.useful.count();
  result.time["contention"] = trained_.contention.count();
  result.time["redo"] = trained_.redo.count();
  result.makespan_s = (end - Instant{}).count();
  result.gained = trained_.gained.value();
  result.repeated = trained_.repeated.value();
  counters_.iterations = trained_.iterations;
  counters_.loss_events = static_cast<std::int64_t>(loss_instants_.size());
  ByState seconds, money;
  for (const Node& node : fleet_.nodes()) {
    states_.add(node.id, node.requested, node.ended.value_or(end), 1, seconds);
    bill_node(node, end, money, result);
  }
  states_.add_met(seconds);
  result.node_seconds = seconds.named();
  result.cost.by_state = money.named();
  bill_traffic(result);
  bill_storage(copy_seconds, copy_size, result);
  for (const auto& [line, dollars] : result.cost.by_line)
    result.cost_usd += dollars;
  result.counters = counters_;
  for (const auto& [tier, counts] : tiers_)
    result.checkpoints.by_tier[std::string(words(tier)[static_cast<std::size_t>(tier)])] = counts;
  // Whole bytes: what broken flows moved is a fraction whose last digits depend on the order of
  // adding.
  result.counters.traffic_bytes = std::round(counters_.traffic_bytes);
  for (auto& entry : result.counters.traffic_bytes_by)
    entry.second = std::round(entry.second);
}

}  // namespace spotgrid::engine
