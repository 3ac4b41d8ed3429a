// All nodes on demand from the start: the denominator of every comparison.
// SPDX-License-Identifier: Apache-2.0
#include "models/formulas/pool_choice.hpp"

namespace spotgrid::provisioning {
namespace {

class OnDemandOnly final : public ProvisioningPolicy {
 public:
  // Read like every other policy's, so that a sweep may exchange the policy alone.
  using Options = MaxPriceOnly;
  explicit OnDemandOnly(Options options) : options_(options) {}

  FleetPlan plan(const FleetView& view) override {
    Holdings holdings(view);
    holdings.keep(MarketSide::on_demand, view.job.nodes);
    holdings.refill(MarketSide::on_demand, view.job.nodes);
    FleetPlan plan;
    plan.wanted = holdings.wanted();
    plan.unplaced = holdings.unplaced(MarketSide::on_demand, view.job.nodes);
    plan.max_price = options_.max_price;
    return plan;
  }

  NodesBySide needs(std::int64_t, std::int64_t least) const override { return {0, least}; }

 private:
  Options options_;
};

}  // namespace

Entry<ProvisioningPolicy> on_demand_only() {
  return entry<ProvisioningPolicy, OnDemandOnly>("all nodes on demand, from the cheapest pool",
                                                 "spotgrid");
}

}  // namespace spotgrid::provisioning
