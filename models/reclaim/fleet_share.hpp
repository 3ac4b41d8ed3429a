// The rule of a fleet of which the job is a part: every node of the fleet is hit alike.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "models/reclaim/surplus.hpp"

namespace spotgrid::reclaim {

// A fall by k from n, of which the job holds h, takes Hypergeometric(n, k, h) of ours: each node of
// the fleet, held or not, has one random rank per event, and the k lowest die. What is launched
// after the announcement and exceeds the fleet that is left dies as surplus.
class FleetShare final : public Surplus {
 public:
  using Surplus::Surplus;

 private:
  std::vector<NodeId> announced(const Fall& fall, std::span<const HeldNode> held) const override {
    struct Drawn {
      double rank;
      std::optional<NodeId> node;  // nothing for a node of somebody else
    };
    const std::int64_t before = counts().before(fall.at);
    const auto dead = static_cast<std::ptrdiff_t>(before - counts().at(fall.at));
    std::vector<Drawn> fleet;
    for (const HeldNode& node : held)
      fleet.push_back({rank(truth(), VictimOrder::random, fall, node), node.id});
    const std::int64_t others = before - static_cast<std::int64_t>(held.size());
    for (std::int64_t i = 0; i < others; ++i) {
      fleet.push_back(
          {truth().random->draw("fall other", truth().pool_number, fall.number, i), std::nullopt});
    }
    std::nth_element(fleet.begin(), fleet.begin() + dead, fleet.end(),
                     [](const Drawn& a, const Drawn& b) { return a.rank < b.rank; });
    std::vector<NodeId> victims;
    for (auto one = fleet.begin(); one != fleet.begin() + dead; ++one) {
      if (one->node)
        victims.push_back(*one->node);
    }
    std::sort(victims.begin(), victims.end());
    return victims;
  }
};

}  // namespace spotgrid::reclaim
