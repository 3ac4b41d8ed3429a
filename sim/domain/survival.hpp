// What is left of a copy when nodes are lost: who holds its parts, and how many of them it takes.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

#include "sim/domain/ids.hpp"

namespace spotgrid {

// Holders of one part of a state, any `needs` of which give it back: 1 of its replicas, all but one
// of an XOR set, n - k of a Reed-Solomon set.
struct HolderGroup {
  std::vector<Role> holders;
  std::size_t needs = 1;
};

// A copy survives where each of its groups has enough living holders. One without groups stands
// outside of the nodes.
template <class IsAlive>
bool survives(std::span<const HolderGroup> groups, IsAlive alive) {
  return std::all_of(groups.begin(), groups.end(), [&](const HolderGroup& group) {
    const auto living = std::count_if(group.holders.begin(), group.holders.end(), alive);
    return static_cast<std::size_t>(living) >= group.needs;
  });
}

}  // namespace spotgrid
