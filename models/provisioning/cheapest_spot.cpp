// Spot nodes only, each time from the cheapest pool that has them.
// SPDX-License-Identifier: Apache-2.0
#include "models/formulas/pool_choice.hpp"

namespace spotgrid::provisioning {
namespace {

class CheapestSpot final : public ProvisioningPolicy {
 public:
  using Options = MaxPriceOnly;
  explicit CheapestSpot(Options options) : options_(options) {}

  FleetPlan plan(const FleetView& view) override {
    Holdings holdings(view, options_.max_price);
    holdings.keep(MarketSide::spot, view.job.nodes);
    holdings.refill(MarketSide::spot, view.job.nodes);
    FleetPlan plan;
    plan.wanted = holdings.wanted();
    plan.unplaced = holdings.unplaced(MarketSide::spot, view.job.nodes);
    plan.max_price = options_.max_price;
    return plan;
  }

 private:
  Options options_;
};

}  // namespace

Entry<ProvisioningPolicy> cheapest_spot() {
  return entry<ProvisioningPolicy, CheapestSpot>(
      "missing nodes from the cheapest spot pool that shows enough; never moves for price",
      "spotgrid");
}

}  // namespace spotgrid::provisioning
