// The falls of a trace in order: where a count goes down, or named nodes are removed.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "sim/base/step_series.hpp"
#include "sim/domain/reclaim.hpp"

namespace spotgrid::reclaim {

using Counts = StepSeries<std::int64_t>;

// Falls are numbered over the whole trace, so that an event has the same number in every run.
class FallList {
 public:
  FallList() = default;
  explicit FallList(std::vector<Instant> ascending) : at_(std::move(ascending)) {}

  std::optional<Fall> first_after(Instant t) const {
    const auto next = std::upper_bound(at_.begin(), at_.end(), t);
    if (next == at_.end())
      return std::nullopt;
    return Fall{*next, static_cast<std::uint64_t>(next - at_.begin())};
  }

 private:
  std::vector<Instant> at_;
};

inline FallList falls_of(const Counts& counts) {
  std::vector<Instant> at;
  for (std::size_t i = 1; i < counts.steps().size(); ++i) {
    if (counts.steps()[i].value < counts.steps()[i - 1].value)
      at.push_back(counts.steps()[i].at);
  }
  return FallList(std::move(at));
}

// Nodes removed at one instant are one bulk event.
inline FallList removals_of(std::span<const TraceNode> nodes) {
  std::vector<Instant> at;
  for (const TraceNode& node : nodes) {
    if (node.removed != Instant::never())
      at.push_back(node.removed);
  }
  std::sort(at.begin(), at.end());
  at.erase(std::unique(at.begin(), at.end()), at.end());
  return FallList(std::move(at));
}

}  // namespace spotgrid::reclaim
