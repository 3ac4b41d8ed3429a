// What a published band of monthly interruptions means for one node.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <span>
#include <string_view>

#include "sim/base/quantities.hpp"

namespace spotgrid {

// The classes of the AWS Spot Instance Advisor: the share of instances interrupted in a month.
enum class InterruptionBand : std::uint8_t { to_5, to_10, to_15, to_20, above_20 };
inline std::span<const std::string_view> words(InterruptionBand) {
  static constexpr std::array<std::string_view, 5> all = {"<5%", "5-10%", "10-15%", "15-20%",
                                                          ">20%"};
  return all;
}

// Assumed: the middle of the band. The last one is open; it is taken as one more band of the same
// width, so its losses are rather too few than too many.
inline double monthly_share(InterruptionBand band) {
  return 0.025 + 0.05 * static_cast<int>(band);
}

// Assumed: the hazard is the same at every hour and age, so that a node which is asked to live a
// month of 730 h is interrupted in it with the band's share: exp(-730 h / mean) = 1 - share.
inline Seconds mean_life(InterruptionBand band) {
  return hours(730) / -std::log1p(-monthly_share(band));
}

}  // namespace spotgrid
