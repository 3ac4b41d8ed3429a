// The largest values that files may give, so that sums of money and instants stay finite.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/base/quantities.hpp"

namespace spotgrid {

// Of an hour of one node; also what a GB of traffic, or of storage in a month, may cost.
inline constexpr double most_dollars = 1e6;
inline constexpr Price highest_price = dollars_per_hour(most_dollars);

// 100 years of 365 days: no run is longer, and instants (64 bits of microseconds) hold far more.
inline constexpr Seconds longest_span = hours(100 * 365 * 24);

}  // namespace spotgrid
