// The nodes of the job: requested, booting, ready, noticed, lost or released.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "sim/engine/world.hpp"

namespace spotgrid::engine {

// When and why a node will be lost.
struct Doom {
  Instant dies_at;
  std::string source;
};

// What a node is doing, and what it did before.
struct Doing {
  NodeState state = NodeState::requested, before = NodeState::requested;
  Instant since;
  // What it was doing until `now`: nodes lost together are lost in the state they all had before.
  NodeState until(Instant now) const { return since == now ? before : state; }
  void change(NodeState to, Instant now) {
    before = until(now);
    since = now;
    state = to;
  }
};

// What is read for every node at every change comes first.
struct Node {
  NodeId id{};
  Offer offer;
  enum class Life : std::uint8_t { requested, booting, ready, ended } life = Life::requested;
  Duty duty = Duty::worker;
  bool noticed = false;  // the announcement was sent
  bool notice_seen = false;
  bool loss_known = false;    // the trainer and the policy know that it ended
  bool in_group = false;      // which entered a state last
  Doing alone;                // until the group that it is in did something
  std::uint64_t ordinal = 0;  // launch number on its offer, names its random draws
  Instant requested;
  std::optional<Instant> booting, ready, ended;
  EndedBy ended_by = EndedBy::end_of_run;
  std::optional<Price> max_price;  // of spot nodes
  std::optional<Doom> doom;

  bool alive() const { return life != Life::ended; }
  bool serves() const { return duty != Duty::worker; }  // rented by the engine, not by the policy
  // As the policy and the trainer see it: a loss counts once it is known.
  bool believed_alive() const { return alive() || !loss_known; }
  // What the policy wants of an offer is this many workers: noticed ones do not count.
  bool lasts() const { return !serves() && believed_alive() && !notice_seen; }
};

// What others want to hear of a node. Called inside the event that caused it.
class FleetListener {
 public:
  virtual ~FleetListener() = default;
  virtual void node_booting(const Node&) {}
  virtual void node_ready(const Node&) {}
  virtual void notice_seen(const Node&) {}
  virtual void node_lost(const Node&) {}  // known at once only when its notice was seen
  virtual void loss_known(const Node&) {}
  virtual void node_released(const Node&) {}
  virtual void launch_refused(const Offer&) {}
};

class Fleet {
 public:
  explicit Fleet(World& world)
      : world_(world),
        on_offer_(2 * world.setup.market.pools.size()),
        quotas_left_(world.setup.market.quotas) {}
  void listen(FleetListener& listener) { listeners_.push_back(&listener); }

  struct Ask {
    Offer offer;
    std::int64_t count = 0;
    bool all_or_none = false;
    bool open = false;  // what is not granted is not refused: it stays pending
    std::optional<Price> max_price;
    Duty duty = Duty::worker;
  };
  // Grants what is allowed now, decided in this order: by capacity, price, quota. A refusal is told
  // after the launch-failure latency. Returns the number granted.
  std::int64_t request(const Ask& ask);
  // Tells that so many nodes are not had, as request() does.
  void refuse(Offer offer, std::int64_t count, Refusal reason);
  // True where all of it would be granted now; also of nothing.
  bool grants(const Ask& ask) const;
  // The same of asks for different offers, which may share a quota.
  bool grants_all(const std::vector<Ask>& asks) const;
  // Nodes that a request could get now, by capacity and quota.
  std::int64_t free(Offer offer) const;
  const std::vector<Quota>& quotas_left() const { return quotas_left_; }
  bool cooling(Offer offer) const;

  void release(NodeId id);
  // The node will die at `doom.dies_at`, unless it dies or is released before; the earliest loss
  // wins. `announce`: the announcement is sent now, or when booting begins.
  void doom(NodeId id, Doom doom, bool announce);
  void enter(NodeId id, NodeState state);
  // Living nodes together, ascending. Costs no loop over them where it is the same vector again.
  void enter(const std::shared_ptr<const std::vector<NodeId>>& group, NodeState state);
  Doing doing(const Node& node) const;

  const Node& node(NodeId id) const { return nodes_[number(id)]; }
  const std::vector<Node>& nodes() const { return nodes_; }
  const std::vector<NodeId>& living() const { return living_; }
  // Living ones, and ended ones whose loss is not known yet: what policy and trainer reckon with.
  const std::vector<NodeId>& believed() const { return believed_; }
  // How many of them last, of an offer and of all, and how many have a duty.
  std::int64_t lasting(Offer offer) const { return on_offer_[index(offer)].lasting; }
  std::int64_t lasting() const { return lasting_; }
  std::int64_t on_duty(Duty duty) const { return on_duty_[static_cast<std::size_t>(duty)]; }
  // Goes up with each change of what is believed of a node.
  std::uint64_t version() const { return version_; }
  // Goes up when a node becomes ready, its notice is seen, or it ends.
  std::uint64_t roster() const { return roster_; }
  // Nodes held in a pool's spot market that no earlier event has drawn, by id.
  std::vector<HeldNode> undrawn(PoolId pool) const;
  HeldNode held(NodeId id) const;

  std::vector<std::vector<std::unique_ptr<ReclaimSource>>> sources;  // by pool, in scenario order

 private:
  std::int64_t held_count(Offer offer) const { return on_offer_[index(offer)].held; }
  static std::size_t index(Offer offer) {
    return 2 * std::size_t{number(offer.pool)} + static_cast<std::size_t>(offer.side);
  }
  std::int64_t shown(Offer offer) const;  // nodes that the capacity has free
  bool price_allows(const Ask& ask) const;
  void launch(const Ask& ask);
  bool comes_ready(Offer offer) const;
  void begin_boot(NodeId id);
  void become_ready(NodeId id);
  void leave_group(Node& node);
  void record_entry(NodeState state);
  void count(const Node& node, int by);
  void stop_believing(Node& node);
  void announce(Node& node);
  void lose(NodeId id);
  void end(Node& node, EndedBy by);
  double draw(std::string_view purpose, const Node& node) const;
  template <class Tell>
  void tell(Tell tell_one) {
    for (FleetListener* listener : listeners_)
      tell_one(*listener);
  }

  struct OnOffer {
    std::int64_t held = 0, lasting = 0;
    std::uint64_t launched = 0;
    Instant cooling_until = Instant::from_microseconds(INT64_MIN);
  };
  World& world_;
  std::vector<Node> nodes_;
  std::vector<NodeId> living_;    // by id
  std::vector<NodeId> believed_;  // by id
  std::int64_t lasting_ = 0;
  std::array<std::int64_t, 3> on_duty_{};
  std::uint64_t version_ = 0, roster_ = 0;
  std::vector<OnOffer> on_offer_;
  std::vector<Quota> quotas_left_;
  std::vector<EventQueue::Key> loss_keys_;  // by node; valid while doomed
  std::vector<FleetListener*> listeners_;
  std::shared_ptr<const std::vector<NodeId>> group_;  // that entered a state last
  Doing group_doing_;
  bool group_left_ = false;  // by one of its nodes
};

}  // namespace spotgrid::engine
