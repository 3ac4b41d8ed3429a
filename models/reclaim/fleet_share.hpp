// The rule of a fleet of which the job is a part: every node of the fleet is hit alike.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
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
    const std::int64_t before = counts().before(fall.at);
    return lowest_of_fleet(
        held, before, before - counts().at(fall.at),
        [&](const HeldNode& node) { return rank(truth(), VictimOrder::random, fall, node); },
        [&](std::int64_t i) {
          return truth().random->draw("fall other", truth().pool_number, fall.number, i);
        });
  }
};

}  // namespace spotgrid::reclaim
