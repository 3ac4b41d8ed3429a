// Whether a copy of a checkpoint is still whole: who holds its parts, and how many each part needs.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <span>
#include <vector>

#include "sim/domain/ids.hpp"

namespace spotgrid {

// The holders of one part of a copy, each once. Replicas: any one of them is enough. A code over a
// set of n that survives k losses: n - k of them.
struct HolderGroup {
  std::vector<Role> holders;
  std::size_t needs = 1;
  std::size_t parts = 1;  // equal ones of the state; of a code one of each holder, whole there
};

// A copy survives if each of its groups has as many living holders as it needs. A copy that no node
// holds (shared storage) has no groups and survives any loss of nodes.
template <std::predicate<Role> Alive>
bool survives(std::span<const HolderGroup> copy, Alive alive) {
  return std::all_of(copy.begin(), copy.end(), [&](const HolderGroup& group) {
    const auto living = std::count_if(group.holders.begin(), group.holders.end(), alive);
    return static_cast<std::size_t>(living) >= group.needs;
  });
}

}  // namespace spotgrid
