// The life of nodes.
// SPDX-License-Identifier: Apache-2.0
#include "sim/engine/fleet.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace spotgrid::engine {

double Fleet::draw(std::string_view purpose, const Node& node) const {
  return world_.random.draw(purpose, index(node.offer), node.ordinal);
}

std::int64_t Fleet::free(Offer offer) const {
  return nodes_within(quotas_left_, offer, shown(offer));
}

std::int64_t Fleet::shown(Offer offer) const {
  const Pool& pool = world_.pool(offer.pool);
  constexpr std::int64_t unlimited = std::numeric_limits<std::int64_t>::max();
  if (!pool.offers(offer.side))
    return 0;
  if (offer.side == MarketSide::on_demand)
    return pool.on_demand_capacity
               ? std::max<std::int64_t>(0, *pool.on_demand_capacity - held_count(offer))
               : unlimited;
  std::int64_t least = unlimited;
  if (pool.capacity.kind != CapacityKind::unlimited)
    least = world_.counts[number(offer.pool)].at(world_.now()) - held_count(offer);
  for (const auto& source : sources[number(offer.pool)])
    if (const auto launchable = source->launchable(world_.now()))
      least = std::min(least, *launchable);
  return std::max<std::int64_t>(0, least);
}

bool Fleet::cooling(Offer offer) const {
  return world_.now() < on_offer_[index(offer)].cooling_until;
}

bool Fleet::price_allows(const Ask& ask) const {
  if (ask.offer.side == MarketSide::on_demand)
    return true;
  const Pool& pool = world_.pool(ask.offer.pool);
  return world_.prices[number(ask.offer.pool)].at(world_.now()) <=
         ask.max_price.value_or(pool.on_demand);
}

bool Fleet::grants(const Ask& ask) const {
  return ask.count <= 0 ||
         (!cooling(ask.offer) && ask.count <= free(ask.offer) && price_allows(ask));
}

bool Fleet::grants_all(const std::vector<Ask>& asks) const {
  std::vector<Quota> left = quotas_left_;
  for (const Ask& ask : asks) {
    if (!grants(ask) || ask.count > nodes_within(left, ask.offer))
      return false;
    take(left, ask.offer, std::max<std::int64_t>(ask.count, 0));
  }
  return true;
}

std::int64_t Fleet::request(const Ask& ask) {
  require(ask.count > 0 && !cooling(ask.offer), "nodes are asked for where a request is taken");
  std::int64_t granted = ask.count;
  const auto allow = [&](std::int64_t most, Refusal reason) {
    const std::int64_t allowed = most < granted && ask.all_or_none ? 0 : std::min(most, granted);
    if (allowed < granted && !ask.open)
      refuse(ask.offer, granted - allowed, reason);
    granted = allowed;
  };
  allow(shown(ask.offer), Refusal::capacity);
  allow(price_allows(ask) ? granted : 0, Refusal::price);
  allow(nodes_within(quotas_left_, ask.offer), Refusal::quota);
  for (std::int64_t i = 0; i < granted; ++i)
    launch(ask);
  return granted;
}

void Fleet::refuse(Offer offer, std::int64_t count, Refusal reason) {
  const Instant told = world_.now() + world_.setup.market.launch_failure_latency;
  on_offer_[index(offer)].cooling_until = told + world_.setup.market.cooldown;
  world_.queue.push(told, EventClass::launch_result, index(offer), [=, this] {
    world_.record(event::LaunchRefused{offer, count, reason});
    tell([&](FleetListener& listener) { listener.launch_refused(offer); });
  });
  // The pool takes requests again: a reason to ask the policy again.
  world_.queue.push(
      on_offer_[index(offer)].cooling_until, EventClass::launch_result, index(offer),
      [=, this] { tell([&](FleetListener& listener) { listener.launch_refused(offer); }); });
}

void Fleet::launch(const Ask& ask) {
  OnOffer& counts = on_offer_[index(ask.offer)];
  Node node;
  node.id = static_cast<NodeId>(nodes_.size());
  node.offer = ask.offer;
  node.ordinal = counts.launched++;
  node.duty = ask.duty;
  node.requested = node.alone.since = world_.now();
  if (ask.offer.side == MarketSide::spot)
    node.max_price = ask.max_price.value_or(world_.pool(ask.offer.pool).on_demand);
  ++counts.held;
  take(quotas_left_, ask.offer, 1);
  nodes_.push_back(node);
  loss_keys_.push_back({});
  living_.push_back(node.id);
  believed_.push_back(node.id);
  count(node, 1);
  world_.record(event::Requested{node.id, node.offer, node.duty});
  world_.record(event::NodeEntered{node.id, NodeState::requested});
  if (ask.offer.side == MarketSide::spot)
    for (const auto& source : sources[number(ask.offer.pool)])
      source->launched(held(node.id));
  const Seconds provision = comes_ready(node.offer)
                                ? Seconds{0}
                                : world_.setup.market.provision.quantile(draw("provision", node));
  world_.queue.push(world_.now() + provision, EventClass::ready, number(node.id),
                    [this, id = node.id] { begin_boot(id); });
}

// Where an add of the trace means that the node was ready, our own boot is not added.
bool Fleet::comes_ready(Offer offer) const {
  if (offer.side == MarketSide::on_demand)
    return false;
  const auto& rules = sources[number(offer.pool)];
  return std::any_of(rules.begin(), rules.end(),
                     [](const auto& rule) { return rule->ready_at_once(); });
}

void Fleet::begin_boot(NodeId id) {
  Node& node = nodes_[number(id)];
  if (!node.alive())
    return;
  node.life = Node::Life::booting;
  node.booting = world_.now();
  ++version_;
  enter(id, NodeState::booting);
  if (node.doom)  // drawn while it was requested: announced at the earliest now
    announce(node);
  tell([&](FleetListener& listener) { listener.node_booting(nodes_[number(id)]); });
  const Market& market = world_.setup.market;
  const Seconds boot = comes_ready(node.offer) ? Seconds{0}
                                               : market.boot.quantile(draw("boot", node)) +
                                                     market.setup.quantile(draw("setup", node));
  world_.queue.push(world_.now() + boot, EventClass::ready, number(id),
                    [this, id] { become_ready(id); });
}

void Fleet::become_ready(NodeId id) {
  Node& node = nodes_[number(id)];
  if (!node.alive())
    return;
  node.life = Node::Life::ready;
  node.ready = world_.now();
  ++version_;
  ++roster_;
  enter(id, node.serves() ? NodeState::serving : NodeState::waiting);
  tell([&](FleetListener& listener) { listener.node_ready(nodes_[number(id)]); });
}

void Fleet::enter(NodeId id, NodeState state) {
  Node& node = nodes_[number(id)];
  if (!node.alive() || doing(node).state == state)
    return;
  leave_group(node);
  node.alone.change(state, world_.now());
  world_.record(event::NodeEntered{id, state});
}

// What nodes did before is their own until the group goes on together.
Doing Fleet::doing(const Node& node) const {
  if (!node.in_group)
    return node.alone;
  if (group_doing_.since > node.alone.since)
    return group_doing_;
  return {group_doing_.state, node.alone.before, node.alone.since};
}

void Fleet::leave_group(Node& node) {
  if (!node.in_group)
    return;
  node.alone = doing(node);
  node.in_group = false;
  group_left_ = true;
}

void Fleet::enter(const std::shared_ptr<const std::vector<NodeId>>& group, NodeState state) {
  if (group == group_ && !group_left_) {
    if (group_doing_.state == state)
      return;
    group_doing_.change(state, world_.now());
    world_.record(event::NodesEntered{group, state});
    return;
  }
  if (group_ && group_ != group)
    for (const NodeId id : *group_)
      leave_group(nodes_[number(id)]);
  for (const NodeId id : *group) {
    Node& node = nodes_[number(id)];
    node.alone = doing(node);
    node.in_group = true;
  }
  group_ = group;
  group_left_ = false;
  record_entry(state);
  for (const NodeId id : *group) {
    Doing& alone = nodes_[number(id)].alone;
    if (alone.state != state)
      alone.change(state, world_.now());
  }
  group_doing_ = {state, state, world_.now()};
}

// Of the nodes of the group that are in another state.
void Fleet::record_entry(NodeState state) {
  const auto enters = [&](NodeId id) { return node(id).alone.state != state; };
  const auto many = std::count_if(group_->begin(), group_->end(), enters);
  if (many == 1) {
    world_.record(event::NodeEntered{*std::find_if(group_->begin(), group_->end(), enters), state});
  } else if (many == static_cast<std::ptrdiff_t>(group_->size()) && many > 0) {
    world_.record(event::NodesEntered{group_, state});
  } else if (many > 0) {
    std::vector<NodeId> some;
    std::copy_if(group_->begin(), group_->end(), std::back_inserter(some), enters);
    world_.record(
        event::NodesEntered{std::make_shared<const std::vector<NodeId>>(std::move(some)), state});
  }
}

void Fleet::doom(NodeId id, Doom doom, bool announce_it) {
  Node& node = nodes_[number(id)];
  if (!node.alive() || (node.doom && node.doom->dies_at <= doom.dies_at))
    return;
  if (node.doom)
    world_.queue.cancel(loss_keys_[number(id)]);
  node.doom = std::move(doom);
  ++version_;
  const Market& market = world_.setup.market;
  const Seconds behind = market.trace_time == TraceTimeMeans::loss ? Seconds{0} : market.notice;
  for (const auto& source : sources[number(node.offer.pool)])
    source->drawn(id, node.doom->dies_at - behind);
  if (node.doom->dies_at <= world_.now()) {  // now, before anything else of this instant
    lose(id);
    return;
  }
  if (announce_it && node.booting)
    announce(node);
  loss_keys_[number(id)] = world_.queue.push(node.doom->dies_at, EventClass::reclaim, number(id),
                                             [this, id] { lose(id); });
}

void Fleet::announce(Node& node) {
  const Market& market = world_.setup.market;
  if (node.noticed || node.doom->dies_at <= world_.now() || market.notice <= 0s ||
      draw("recall", node) >= market.notice_recall)
    return;
  node.noticed = true;
  world_.record(event::NoticeSent{node.id, node.doom->dies_at, node.doom->source});
  const Detection& detection = market.detection;
  // The next poll of the node: polls are at phase + k x period of its own.
  Seconds delay = detection.constant;
  if (detection.poll) {
    const Seconds phase = draw("poll", node) * *detection.poll;
    const double since = (world_.now() - *node.booting - phase).count() / detection.poll->count();
    delay = phase + std::ceil(since) * *detection.poll - (world_.now() - *node.booting);
    delay = std::max(delay, Seconds{0});
  }
  world_.queue.push(world_.now() + delay, EventClass::seen, number(node.id), [this, id = node.id] {
    Node& told = nodes_[number(id)];
    if (!told.alive())
      return;
    count(told, -1);
    told.notice_seen = true;
    count(told, 1);
    ++roster_;
    world_.record(event::NoticeSeen{id});
    tell([&](FleetListener& listener) { listener.notice_seen(nodes_[number(id)]); });
  });
}

void Fleet::lose(NodeId id) {
  Node& node = nodes_[number(id)];
  if (!node.alive())
    return;
  if (node.noticed && !node.notice_seen)
    world_.record(event::NoticeMissed{id});
  world_.record(
      event::NodeLost{id, node.doom->source, doing(node).until(world_.now()), node.notice_seen});
  end(node, EndedBy::provider);
  if (node.notice_seen)
    stop_believing(node);
  tell([&](FleetListener& listener) { listener.node_lost(nodes_[number(id)]); });
  if (nodes_[number(id)].loss_known)
    return;
  world_.queue.push(
      world_.now() + world_.setup.market.failure_detection, EventClass::seen, number(id),
      [this, id] {
        stop_believing(nodes_[number(id)]);
        world_.record(event::LossKnown{id});
        tell([&](FleetListener& listener) { listener.loss_known(nodes_[number(id)]); });
      });
}

void Fleet::release(NodeId id) {
  Node& node = nodes_[number(id)];
  if (!node.alive())
    return;
  world_.record(event::NodeReleased{id});
  if (node.doom)
    world_.queue.cancel(loss_keys_[number(id)]);
  end(node, EndedBy::user);
  stop_believing(node);
  tell([&](FleetListener& listener) { listener.node_released(nodes_[number(id)]); });
}

// Adds a node to what is counted, or takes it away, as it is now.
void Fleet::count(const Node& node, int by) {
  ++version_;
  on_duty_[static_cast<std::size_t>(node.duty)] += node.believed_alive() ? by : 0;
  if (!node.lasts())
    return;
  lasting_ += by;
  on_offer_[index(node.offer)].lasting += by;
}

// The policy and the trainer know that it ended.
void Fleet::stop_believing(Node& node) {
  count(node, -1);
  node.loss_known = true;
  std::erase(believed_, node.id);
}

void Fleet::end(Node& node, EndedBy by) {
  leave_group(node);
  node.life = Node::Life::ended;
  node.ended = world_.now();
  node.ended_by = by;
  ++version_;
  ++roster_;
  --on_offer_[index(node.offer)].held;
  take(quotas_left_, node.offer, -1);
  std::erase(living_, node.id);
  if (node.offer.side == MarketSide::spot)
    for (const auto& source : sources[number(node.offer.pool)])
      source->ended(node.id);
}

HeldNode Fleet::held(NodeId id) const {
  const Node& node = nodes_[number(id)];
  return {node.id, node.ordinal, node.requested, node.booting};
}

std::vector<HeldNode> Fleet::undrawn(PoolId pool) const {
  std::vector<HeldNode> all;
  for (const NodeId id : living_) {
    const Node& node = nodes_[number(id)];
    if (node.offer == Offer{pool, MarketSide::spot} && !node.doom)
      all.push_back(held(id));
  }
  return all;
}

}  // namespace spotgrid::engine
