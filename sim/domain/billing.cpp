// What all billing rules share.
// SPDX-License-Identifier: Apache-2.0
#include "sim/domain/billing.hpp"

#include <algorithm>

namespace spotgrid {

Price Usage::price_at(Instant t) const {
  const Price listed = price != nullptr ? price->at(t) : on_demand;
  return max_price ? std::min(listed, *max_price) : listed;
}

Dollars Usage::integral(Instant from, Instant to) const {
  Dollars sum;
  Instant t = from;
  while (t < to) {
    Instant next = to;
    if (price != nullptr)
      if (const auto change = price->next_change(t))
        next = std::min(to, change->at);
    sum += price_at(t) * (next - t);
    t = next;
  }
  return sum;
}

Dollars Bill::total() const {
  Dollars sum = minimum + rounding - refund;
  for (const ChargedStretch& stretch : stretches)
    sum += stretch.price * (stretch.to - stretch.from);
  return sum;
}

Dollars BillingRule::accrued(const Usage& usage) const {
  Usage running = usage;
  running.ended_by = EndedBy::end_of_run;
  return bill(running).total();
}

}  // namespace spotgrid
