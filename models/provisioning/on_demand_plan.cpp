// The plan of spotDNN's search, on demand.
// SPDX-License-Identifier: Apache-2.0
#include "models/formulas/spotdnn_policy.hpp"

namespace spotgrid::provisioning {
namespace {

class OnDemandPlan final : public PlannedFleet {
 public:
  using Options = PlannedFleetOptions;
  explicit OnDemandPlan(const Options& options)
      : PlannedFleet(options, MarketSide::on_demand, formulas::spotdnn::sliding_window) {}
};

}  // namespace

Entry<ProvisioningPolicy> on_demand_plan() {
  return entry<ProvisioningPolicy, OnDemandPlan>(
      "the plan of spotDNN's search, on demand",
      "Shang et al., spotDNN, IWQoS 2023, section 5: On-demand");
}

}  // namespace spotgrid::provisioning
