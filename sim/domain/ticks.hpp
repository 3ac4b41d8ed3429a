// Decisions at ticks: the edges at which the policy is asked and the market acts.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/domain/billing.hpp"
#include "sim/domain/market.hpp"

namespace spotgrid {

// Edges lie at offset + k x length for every whole k; those of a run at k = 0, 1, 2, ...
struct Ticks {
  Seconds length{600};  // at least a microsecond
  Seconds offset{0};

  Instant at_or_before(Instant t) const;
  Instant at_or_after(Instant t) const;
};

// Moves every change of price, capacity and named nodes after the start to the first edge at or
// after it; of several in one tick the last holds. What was before the start is so at the start.
void act_at_edges(const Ticks& ticks, Market& market);

// The same use with every tick in which the node is held as a whole.
Usage in_whole_ticks(const Ticks& ticks, Usage usage);
// The bill with its stretches cut to [used.booting, used.end); what lies outside is rounding.
Bill cut_to_use(Bill bill, const Usage& used);

}  // namespace spotgrid
