// The rule of counts that bind what is held: what exceeds the new count dies.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "models/reclaim/fall_list.hpp"
#include "models/reclaim/victims.hpp"
#include "sim/domain/reclaim.hpp"

namespace spotgrid::reclaim {

// Open to rules that draw the announced victims, or gate requests, in another way.
class Surplus : public ReclaimSource {
 public:
  Surplus(const PoolTruth& truth, Counts counts, FallList falls, VictimOrder order)
      : truth_(truth), counts_(std::move(counts)), falls_(std::move(falls)), order_(order) {}

  void attach(const PoolTruth&) final {}

  std::optional<Fall> next_fall(Instant after) const final { return falls_.first_after(after); }

  std::vector<NodeId> victims(const Fall& fall, std::span<const HeldNode> held) final {
    return announced(fall, held);
  }

  // Nodes still requested are not counted here: if they are too many at the loss, they go then.
  bool dies_with(const Fall& fall, const HeldNode&, std::span<const HeldNode> held) final {
    const auto booted = std::count_if(held.begin(), held.end(),
                                      [](const HeldNode& one) { return one.booting.has_value(); });
    return booted + drawn_after(fall.at) > counts_.at(fall.at);
  }

  std::vector<NodeId> late_victims(const Fall& fall, std::span<const HeldNode> held) final {
    return pick_victims(truth_, order_, fall, held, excess(fall, held), true);
  }

  void drawn(NodeId node, Instant at) final { dies_at_[node] = at; }
  void ended(NodeId node) override { dies_at_.erase(node); }

 protected:
  const PoolTruth& truth() const { return truth_; }
  const Counts& counts() const { return counts_; }

 private:
  virtual std::vector<NodeId> announced(const Fall& fall, std::span<const HeldNode> held) const {
    return pick_victims(truth_, order_, fall, held, excess(fall, held), false);
  }

  std::int64_t excess(const Fall& fall, std::span<const HeldNode> held) const {
    return static_cast<std::int64_t>(held.size()) + drawn_after(fall.at) - counts_.at(fall.at);
  }
  // Nodes drawn for later, by a fall within one notice or by another source, are not among those
  // that can be drawn again, yet they still live at this fall.
  std::int64_t drawn_after(Instant fall) const {
    return std::count_if(dies_at_.begin(), dies_at_.end(),
                         [fall](const auto& one) { return fall < one.second; });
  }

  PoolTruth truth_;
  Counts counts_;
  FallList falls_;
  VictimOrder order_;
  std::map<NodeId, Instant> dies_at_;
};

}  // namespace spotgrid::reclaim
