// Who of the held nodes dies, when so many must.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
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

}  // namespace spotgrid::reclaim
