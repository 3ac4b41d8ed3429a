// How deep each save goes: tiers have their turns, counted in saves.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "sim/domain/checkpointing.hpp"

namespace spotgrid::engine {

class TierTurns {
 public:
  explicit TierTurns(const SchemeTraits& scheme)
      : every_(scheme.every), since_(static_cast<std::size_t>(scheme.tiers), 0) {
    every_.resize(since_.size(), 1);
    if (scheme.every.empty())
      every_.back() = scheme.deepest_every;
  }

  // Tiers of the next save: the deepest one whose turn it is.
  std::int64_t next() const {
    std::size_t tier = since_.size();
    while (tier > 1 && since_[tier - 1] + 1 < every_[tier - 1])
      --tier;
    return static_cast<std::int64_t>(tier);
  }
  void cut(std::int64_t depth) {
    for (std::size_t i = 0; i < since_.size(); ++i)
      since_[i] = static_cast<std::int64_t>(i) < depth ? 0 : since_[i] + 1;
  }
  std::int64_t since_deepest() const { return since_.back(); }

 private:
  std::vector<std::int64_t> every_, since_;  // by tier: saves of which one goes there, cut since
};

}  // namespace spotgrid::engine
