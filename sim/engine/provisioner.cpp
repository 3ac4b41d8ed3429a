// Views in, plans out.
// SPDX-License-Identifier: Apache-2.0
#include "sim/engine/provisioner.hpp"

#include <algorithm>
#include <utility>

namespace spotgrid::engine {

Provisioner::Provisioner(World& world, Fleet& fleet, JobSide& job, std::function<Dollars()> accrued)
    : world_(world),
      fleet_(fleet),
      job_(job),
      accrued_(std::move(accrued)),
      policy_(world.setup.provisioning->make()),
      servers_wanted_(world.setup.job.training->make()->traits().servers),
      remotes_wanted_(world.setup.checkpointing.scheme->make()->traits().remotes),
      awake_(!world.setup.ticks) {
  for (const Pool& pool : world.setup.market.pools)
    beside_servers_.push_back(beside_servers(world.setup, pool));
  if (world.setup.ticks)
    wait_for_edge(Instant::at(world.setup.ticks->offset));
}

void Provisioner::wait_for_edge(Instant edge) {
  world_.queue.push(edge, EventClass::policy_call, 0, [this] {
    awake_ = true;
    wait_for_edge(world_.now() + world_.setup.ticks->length);
  });
}

void Provisioner::node_lost(const Node& node) {
  if (node.loss_known)
    wake();
}

void Provisioner::market_changed(PoolId, bool visible) {
  if (visible)
    wake();
  for (const Want& want : std::exchange(open_, {})) {  // what is still not granted waits again
    FleetPlan again;
    again.max_price = open_max_price_;
    ask_for(want, again);
  }
}

void Provisioner::view_nodes() {
  if (nodes_version_ == fleet_.version())
    return;
  nodes_version_ = fleet_.version();
  nodes_.clear();
  for (const NodeId id : fleet_.believed()) {
    const Node& node = fleet_.node(id);
    if (node.serves())
      continue;
    const auto state = node.life == Node::Life::requested ? NodeView::State::requested
                       : node.life == Node::Life::booting ? NodeView::State::booting
                                                          : NodeView::State::ready;
    NodeView one{node.id, node.offer, state, node.notice_seen, std::nullopt};
    if (node.notice_seen && node.doom)
      one.dies_at = node.doom->dies_at;
    nodes_.push_back(one);
  }
}

// What does not change: the pools that can train, with the parameter servers where they stand.
void Provisioner::list_offers() {
  const auto& pools = world_.setup.market.pools;
  for (std::uint32_t p = 0; p < pools.size(); ++p)
    for (const MarketSide side : {MarketSide::spot, MarketSide::on_demand}) {
      const Offer offer{static_cast<PoolId>(p), side};
      if (pools[p].offers(side) && beside_servers_[p] && job_.rate_of(offer) > 0)
        offers_.push_back(
            {offer, pools[p].zone, pools[p].region, pools[p].instance.name, &pools[p].instance});
    }
}

FleetView Provisioner::view() {
  if (offers_.empty())
    list_offers();
  for (OfferView& one : offers_) {
    const std::size_t pool = number(one.offer.pool);
    const bool on_demand = one.offer.side == MarketSide::on_demand;
    one.price = on_demand ? world_.setup.market.pools[pool].on_demand
                          : world_.prices[pool].at(world_.now());
    if (world_.setup.capacity_visible || on_demand)
      one.free = fleet_.free(one.offer);
    one.cooling = fleet_.cooling(one.offer);
    one.held = fleet_.lasting(one.offer);
    one.rate = job_.rate_of(one.offer);
  }
  view_nodes();
  FleetView view{
      world_.now(),        offers_, nodes_, job_.job_view(), world_.setup.job.placement, accrued_,
      fleet_.quotas_left()};
  view.guard = world_.setup.guard;
  if (world_.setup.ticks) {
    view.tick = world_.setup.ticks->length;
    view.job.margin = *view.tick;
  }
  return view;
}

void Provisioner::after_batch() {
  // At an edge all that happens at this instant is known before anything is asked for.
  if (world_.setup.ticks && (!awake_ || world_.queue.next() == world_.now()))
    return;
  keep(Duty::server, servers_wanted_, world_.setup.job.servers_from);
  keep(Duty::remote, remotes_wanted_, world_.setup.checkpointing.remotes_from);
  if (!awake_)
    return;
  awake_ = false;
  if (alarm_)
    world_.queue.cancel(*alarm_);
  alarm_.reset();
  carry_out(policy_->plan(view()));
}

namespace {

// One entry an offer, in the order of the plan.
std::vector<Want> merged(const std::vector<Want>& wanted) {
  std::vector<Want> all;
  for (const Want& want : wanted) {
    const auto same = std::find_if(all.begin(), all.end(),
                                   [&](const Want& other) { return other.offer == want.offer; });
    if (same == all.end())
      all.push_back(want);
    else
      same->count += want.count;
  }
  return all;
}

}  // namespace

void Provisioner::carry_out(const FleetPlan& plan) {
  if (plan.give_up) {
    job_.give_up(*plan.give_up);
    return;
  }
  std::vector<NodeId> leaving;
  std::int64_t spot = 0, on_demand = 0;
  for (const OfferView& offer : offers_) {
    std::int64_t wanted = 0;
    for (const Want& want : plan.wanted)
      wanted += want.offer == offer.offer ? want.count : 0;
    require(wanted >= 0, "a plan never wants fewer than zero nodes");
    (offer.offer.side == MarketSide::spot ? spot : on_demand) += wanted;
    for (const NodeId id : surplus(offer.offer, wanted, plan))
      leaving.push_back(id);
  }
  wants_none_ = spot + on_demand + plan.unplaced == 0;
  world_.record(event::PlanMade{spot, on_demand, static_cast<std::int64_t>(leaving.size())});
  open_.clear();
  open_max_price_ = plan.max_price;
  if (!leaving.empty())
    job_.leave(leaving);
  ask_for_all(merged(plan.wanted), plan);
  if (plan.save)
    job_.ask_for_save();
  if (plan.ask_again_at) {
    require(*plan.ask_again_at > world_.now(), "a policy asks to be called later than now");
    if (*plan.ask_again_at != Instant::never() && !world_.setup.ticks)
      alarm_ = world_.queue.push(*plan.ask_again_at, EventClass::policy_call, 0, [this] {
        alarm_.reset();
        wake();
      });
  }
}

void Provisioner::ask_for_all(const std::vector<Want>& wants, const FleetPlan& plan) {
  if (std::none_of(wants.begin(), wants.end(),
                   [this](const Want& want) { return missing(want) > 0; }))
    return;
  const bool all = may_ask(wants, plan);
  std::vector<Quota> left = fleet_.quotas_left();
  for (const Want& want : wants) {
    const Fleet::Ask ask = ask_of(want, plan);
    const std::int64_t within = nodes_within(left, ask.offer);
    take(left, ask.offer, std::max<std::int64_t>(ask.count, 0));
    if (all || !fleet_.grants(ask))  // a refusal is told in any case
      ask_for(want, plan);
    else if (ask.count > within && !ask.open)  // what is wanted before it takes the quota
      fleet_.refuse(ask.offer, ask.count, Refusal::quota);
  }
}

// Nodes of the offer beyond `keep`: named ones first, then booting before ready, youngest first.
std::vector<NodeId> Provisioner::surplus(Offer offer, std::int64_t keep,
                                         const FleetPlan& plan) const {
  std::vector<NodeId> chosen;
  if (plan.release.empty() && fleet_.lasting(offer) <= keep)
    return chosen;
  std::vector<const Node*> held;
  for (const NodeView& view : nodes_) {
    const Node& node = fleet_.node(view.id);
    if (node.offer != offer || !node.alive())
      continue;
    if (std::find(plan.release.begin(), plan.release.end(), node.id) != plan.release.end())
      chosen.push_back(node.id);
    else if (node.lasts())
      held.push_back(&node);
  }
  std::sort(held.begin(), held.end(), [](const Node* a, const Node* b) {
    const bool a_ready = a->life == Node::Life::ready, b_ready = b->life == Node::Life::ready;
    return a_ready != b_ready ? b_ready : a->id > b->id;
  });
  std::int64_t many = static_cast<std::int64_t>(held.size()) - keep;
  for (const Node* node : held)
    if (many-- > 0)
      chosen.push_back(node->id);
  return chosen;
}

std::int64_t Provisioner::missing(const Want& want) const {
  return want.count - fleet_.lasting(want.offer);
}

Fleet::Ask Provisioner::ask_of(const Want& want, const FleetPlan& plan) const {
  const bool together =
      want.all_or_none || world_.setup.job.gang == Gang::all_or_none || job_.least_to_ask() > 0;
  return {want.offer, missing(want), together, want.open, plan.max_price};
}

// A gang is had whole or not at all, also where its nodes are of several offers.
bool Provisioner::may_ask(const std::vector<Want>& wants, const FleetPlan& plan) const {
  const std::int64_t least = job_.least_to_ask();
  const bool whole = world_.setup.job.gang == Gang::all_or_none;
  std::int64_t total = 0;
  std::vector<Fleet::Ask> asks;
  for (const Want& want : wants) {
    total += want.count;
    asks.push_back(ask_of(want, plan));
  }
  const bool granted = fleet_.grants_all(asks);
  if (whole && (plan.unplaced > 0 || !granted))
    return false;
  return least == 0 || (granted && total >= least);
}

void Provisioner::ask_for(const Want& want, const FleetPlan& plan) {
  const Fleet::Ask ask = ask_of(want, plan);
  if (ask.count <= 0)
    return;
  std::int64_t granted = 0;
  if (!fleet_.cooling(want.offer))
    granted = fleet_.request(ask);
  if (want.open && granted < ask.count)
    open_.push_back(want);
}

// What the engine rents for the job: from its offer, replaced when a loss is known.
void Provisioner::keep(Duty duty, std::int64_t wanted, Offer from) {
  const std::int64_t held = fleet_.on_duty(duty);
  if (held < wanted && !fleet_.cooling(from))
    fleet_.request({from, wanted - held, false, false, std::nullopt, duty});
}

}  // namespace spotgrid::engine
