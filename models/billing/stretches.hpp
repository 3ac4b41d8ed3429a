// A node's use cut into stretches of one price, by the instants at which the price is read.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <optional>
#include <vector>

#include "sim/domain/billing.hpp"

namespace spotgrid::billing {

inline void append(std::vector<ChargedStretch>& stretches, const ChargedStretch& next) {
  if (!stretches.empty() && stretches.back().price == next.price) {
    stretches.back().to = next.to;
  } else {
    stretches.push_back(next);
  }
}

// The price as it changes.
inline std::vector<ChargedStretch> as_price_changes(const Usage& usage) {
  std::vector<ChargedStretch> stretches;
  for (Instant from = usage.booting; from < usage.end;) {
    Instant to = usage.end;
    const auto change = usage.price != nullptr ? usage.price->next_change(from) : std::nullopt;
    if (change)
      to = std::min(to, change->at);
    append(stretches, {from, to, usage.price_at(from)});
    from = to;
  }
  return stretches;
}

// The price in force at the start of each hour of the node holds for that hour.
inline std::vector<ChargedStretch> by_hour_of_node(const Usage& usage) {
  std::vector<ChargedStretch> stretches;
  for (double hour = 0; usage.booting + hours(hour) < usage.end; ++hour) {
    const Instant from = usage.booting + hours(hour);
    append(stretches,
           {from, std::min(usage.end, usage.booting + hours(hour + 1)), usage.price_at(from)});
  }
  return stretches;
}

}  // namespace spotgrid::billing
