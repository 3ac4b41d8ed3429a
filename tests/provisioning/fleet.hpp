// Views and policies for tests of provisioning.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "sim/base/option_reader.hpp"
#include "sim/domain/provisioning.hpp"

namespace spotgrid {

// The policy of that name with these options, read as from a scenario.
inline std::unique_ptr<ProvisioningPolicy> policy(std::string_view name,
                                                  std::string_view json = "{}") {
  const Entry<ProvisioningPolicy>* found = find_entry(provisioning::catalogue(), name);
  require(found != nullptr, "the policy is in the catalogue");
  const auto options = found->options();
  const Document document = Document::parse(json, "policy.json", InputKind::scenario);
  OptionReader reader(document);
  options->describe(reader);
  reader.finish();
  return options->make();
}

// A pool as a test writes it down.
struct TestPool {
  std::string zone = "z1", region = "r1";
  double spot = 1, on_demand = 3;    // $/h
  std::optional<std::int64_t> free;  // of spot
  bool cooling = false;              // of spot
};

// Owns what a view points at.
class Fleet {
 public:
  explicit Fleet(std::vector<TestPool> pools, std::int64_t nodes) : pools_(std::move(pools)) {
    for (std::size_t i = 0; i < pools_.size(); ++i) {
      add(i, MarketSide::spot);
      add(i, MarketSide::on_demand);
    }
    job.nodes = nodes;
  }

  // Nodes of the job, ready.
  Fleet& hold(std::size_t pool, MarketSide side, std::int64_t count, bool noticed = false) {
    for (std::int64_t i = 0; i < count; ++i)
      nodes_.push_back({.id = static_cast<NodeId>(nodes_.size()),
                        .offer = {static_cast<PoolId>(pool), side},
                        .state = NodeView::State::ready,
                        .noticed = noticed});
    if (!noticed)
      offer(pool, side).held += count;
    return *this;
  }
  // All nodes are gone.
  Fleet& lose_all() {
    nodes_.clear();
    for (OfferView& one : offers_)
      one.held = 0;
    return *this;
  }
  OfferView& offer(std::size_t pool, MarketSide side) {
    return offers_[2 * pool + (side == MarketSide::on_demand ? 1 : 0)];
  }

  FleetView view() const {
    FleetView view;
    view.now = now;
    view.offers = offers_;
    view.nodes = nodes_;
    view.job = job;
    view.placement = placement;
    view.quotas = quotas;
    view.guard = guard;
    view.tick = tick;
    return view;
  }

  Instant now;
  JobView job;
  Placement placement = Placement::one_zone;
  std::vector<Quota> quotas;
  Guard guard = Guard::safety_net;
  std::optional<Seconds> tick;

 private:
  void add(std::size_t number, MarketSide side) {
    const TestPool& pool = pools_[number];
    const bool spot = side == MarketSide::spot;
    OfferView one;
    one.offer = {static_cast<PoolId>(number), side};
    one.zone = pool.zone;
    one.region = pool.region;
    one.instance = "type";
    one.price = dollars_per_hour(spot ? pool.spot : pool.on_demand);
    if (spot)
      one.free = pool.free;
    one.cooling = spot && pool.cooling;
    one.rate = 1;
    offers_.push_back(one);
  }

  std::vector<TestPool> pools_;
  std::vector<OfferView> offers_;
  std::vector<NodeView> nodes_;
};

// "s0:4 d1:2": four spot nodes of pool 0 and two on-demand nodes of pool 1.
inline std::string wanted(const FleetPlan& plan) {
  std::string text;
  for (const Want& want : plan.wanted)
    text += std::string(text.empty() ? "" : " ") +
            (want.offer.side == MarketSide::spot ? "s" : "d") +
            std::to_string(static_cast<std::uint32_t>(want.offer.pool)) + ":" +
            std::to_string(want.count);
  return text;
}

}  // namespace spotgrid
