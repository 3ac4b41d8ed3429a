// Seconds used at the price as it changes: no minimum, no rounding, no refund.
// SPDX-License-Identifier: Apache-2.0
#include "models/billing/stretches.hpp"
#include "sim/domain/billing.hpp"

namespace spotgrid::billing {
namespace {

class PerSecond final : public BillingRule {
 public:
  using Options = NoOptions;
  explicit PerSecond(Options) {}

  Bill bill(const Usage& usage) const override {
    Bill bill;
    bill.stretches = as_price_changes(usage);
    return bill;
  }
};

}  // namespace

Entry<BillingRule> per_second() {
  return entry<BillingRule, PerSecond>("seconds used at the price of the moment", "spotgrid");
}

}  // namespace spotgrid::billing
