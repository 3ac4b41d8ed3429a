// Who of the held nodes dies, when so many must.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <tuple>
#include <vector>

#include "sim/domain/reclaim.hpp"

namespace spotgrid::reclaim {

enum class VictimOrder : std::uint8_t { random, youngest, oldest };
inline std::span<const std::string_view> words(VictimOrder) {
  static constexpr std::array<std::string_view, 3> all = {"random", "youngest", "oldest"};
  return all;
}

// The lower, the sooner the node dies. A random rank belongs to the node and the event, whoever
// else is held, so that two policies that hold the same nodes lose the same nodes.
inline double rank(const PoolTruth& truth, VictimOrder order, const Fall& fall,
                   const HeldNode& node) {
  const auto age_rank = static_cast<double>(node.ordinal);
  switch (order) {
    case VictimOrder::random:
      return truth.random->draw("fall", truth.pool_number, fall.number, node.ordinal);
    case VictimOrder::youngest:
      return -age_rank;
    case VictimOrder::oldest:
      break;
  }
  return age_rank;
}

// `count` of the held nodes, by id.
inline std::vector<NodeId> pick_victims(const PoolTruth& truth, VictimOrder order, const Fall& fall,
                                        std::span<const HeldNode> held, std::int64_t count,
                                        bool requested_first) {
  using Candidate = std::tuple<bool, double, NodeId>;  // booting already, rank, node
  std::vector<Candidate> candidates;
  candidates.reserve(held.size());
  for (const HeldNode& node : held) {
    candidates.emplace_back(requested_first && node.booting.has_value(),
                            rank(truth, order, fall, node), node.id);
  }
  std::sort(candidates.begin(), candidates.end());
  const auto most = static_cast<std::int64_t>(candidates.size());
  candidates.resize(static_cast<std::size_t>(std::clamp<std::int64_t>(count, 0, most)));
  std::vector<NodeId> victims;
  victims.reserve(candidates.size());
  for (const Candidate& one : candidates)
    victims.push_back(std::get<NodeId>(one));
  std::sort(victims.begin(), victims.end());
  return victims;
}

// Who of ours dies where `dead` of `size` nodes do and each is hit alike: Hypergeometric. Each node
// of the fleet, held or not, has one random priority for the event, and the lowest die. `size` is
// at least what is held. `of_held` takes a node, `of_other` the number of somebody else's.
template <class OfHeld, class OfOther>
std::vector<NodeId> lowest_of_fleet(std::span<const HeldNode> held, std::int64_t size,
                                    std::int64_t dead, OfHeld of_held, OfOther of_other) {
  struct Drawn {
    double priority = 0;
    std::optional<NodeId> node;  // nothing for a node of somebody else
  };
  std::vector<Drawn> fleet;
  for (const HeldNode& node : held)
    fleet.push_back({of_held(node), node.id});
  const std::int64_t others = size - static_cast<std::int64_t>(held.size());
  for (std::int64_t i = 0; i < others; ++i)
    fleet.push_back({of_other(i), std::nullopt});
  std::nth_element(fleet.begin(), fleet.begin() + dead, fleet.end(),
                   [](const Drawn& a, const Drawn& b) { return a.priority < b.priority; });
  std::vector<NodeId> victims;
  for (auto one = fleet.begin(); one != fleet.begin() + dead; ++one) {
    if (one->node)
      victims.push_back(*one->node);
  }
  std::sort(victims.begin(), victims.end());
  return victims;
}

}  // namespace spotgrid::reclaim
