// Means of runs whose windows on a trace overlap, so that they are not independent.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "analysis/mean_interval.hpp"

namespace spotgrid::analysis {

struct TimedValue {
  std::optional<double> at_s;  // begin of its window on the trace; nothing: it is independent
  double value = 0;
};

// The mean of the means of contiguous blocks of equal length, each at least `least_s` long, by
// Student's t with as many values as blocks. Two windows and the correlation time of the market are
// long enough: the means of neighbours of one window correlate by a quarter, since their runs reach
// into each other, and such intervals cover 90 % instead of 95; of two windows 94 % (measured on a
// market of spells, analysis/block_intervals_test). Under five blocks no interval is given: of so
// few its width is not known. Independent values are a block each.
struct BlockMean {
  double mean = 0;
  std::size_t values = 0, blocks = 0;    // blocks: the effective number of values
  std::optional<MeanInterval> interval;  // 95 %
  std::optional<double> p;               // of a mean of 0, two-sided
};
inline constexpr std::size_t fewest_blocks = 5;
BlockMean block_mean(std::span<const TimedValue> values, double least_s);

// Holm's step-down correction: the p-values, each multiplied by how many are not smaller, none
// smaller than one before it, at most 1. In their order.
std::vector<double> holm(std::span<const double> p);

}  // namespace spotgrid::analysis
