// the plan of spotDNN's search, on demand.
// SPDX-License-Identifier: Apache-2.0
#include "models/formulas/spotdnn_policy.hpp"

namespace spotgrid::provisioning {
namespace {

class OnDemandPlan final : public ProvisioningPolicy {
 public:
  using Options = PlannedFleetOptions;
  explicit OnDemandPlan(const Options& options)
      : fleet_(options, MarketSide::on_demand, formulas::spotdnn::sliding_window) {}

  FleetPlan plan(const FleetView& view) override { return fleet_.plan(view); }
  bool needs_deadline() const override { return true; }

 private:
  PlannedFleet fleet_;
};

}  // namespace

Entry<ProvisioningPolicy> on_demand_plan() {
  return entry<ProvisioningPolicy, OnDemandPlan>(
      "the plan of spotDNN's search, on demand",
      "Shang et al., spotDNN, IWQoS 2023, section 5: On-demand");
}

}  // namespace spotgrid::provisioning
