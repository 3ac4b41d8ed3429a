// The mean of a few values, and how far off it may be.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

namespace spotgrid::analysis {

struct MeanInterval {
  double mean = 0, low = 0, high = 0;
};

// Student's t at 95 %, for independent values; there are at least two.
MeanInterval mean_interval(std::span<const double> values);

}  // namespace spotgrid::analysis
