// The contract of a billing rule: usage of one node -> dollars.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>

#include "sim/base/catalogue.hpp"
#include "sim/base/step_series.hpp"
#include "sim/domain/market.hpp"

namespace spotgrid {

enum class EndedBy : std::uint8_t { user, provider, end_of_run };

// One node's use, from the beginning of its boot. A node that never booted is not billed at all.
struct Usage {
  MarketSide side = MarketSide::spot;
  Instant booting, end;
  EndedBy ended_by = EndedBy::user;
  const StepSeries<Price>* price = nullptr;  // of its pool; null: constant `on_demand`
  Price on_demand;
  std::optional<Price> max_price;  // the price charged never exceeds it

  // The price in force at `t`, capped.
  Price price_at(Instant t) const;
  // The price integrated over [from, to), as it changed, capped.
  Dollars integral(Instant from, Instant to) const;
};

// A stretch of a node's time at one price: what the rule charges before minimum, rounding, refund.
struct ChargedStretch {
  Instant from, to;
  Price price;
};

// bill = sum of stretches + minimum + rounding - refund. Stretches cover [booting, end) without
// gap or overlap, so that the same money can be split by the states of the node.
struct Bill {
  std::vector<ChargedStretch> stretches;
  Dollars minimum;   // charged beyond the use because of a minimum
  Dollars rounding;  // charged beyond the use because of whole units
  Dollars refund;    // given back
  Dollars total() const;
};

class BillingRule {
 public:
  virtual ~BillingRule() = default;
  virtual Bill bill(const Usage& usage) const = 0;
  // Of a node that runs at `usage.end`: without refunds to come.
  Dollars accrued(const Usage& usage) const;
};

namespace billing {
std::span<const NamedEntry<BillingRule>> catalogue();
}

}  // namespace spotgrid
