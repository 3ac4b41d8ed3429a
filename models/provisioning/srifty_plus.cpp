// the cheapest of all plans that meet loss and deadline, by spotDNN's model.
// SPDX-License-Identifier: Apache-2.0
#include "models/formulas/spotdnn_policy.hpp"

namespace spotgrid::provisioning {
namespace {

class SriftyPlus final : public ProvisioningPolicy {
 public:
  using Options = PlannedFleetOptions;
  explicit SriftyPlus(const Options& options)
      : fleet_(options, MarketSide::spot, formulas::spotdnn::exhaustive) {}

  FleetPlan plan(const FleetView& view) override { return fleet_.plan(view); }
  bool needs_deadline() const override { return true; }

 private:
  PlannedFleet fleet_;
};

}  // namespace

Entry<ProvisioningPolicy> srifty_plus() {
  return entry<ProvisioningPolicy, SriftyPlus>(
      "the cheapest of all plans that meet loss and deadline, by spotDNN's model",
      "Shang et al., spotDNN, IWQoS 2023, section 5: Srifty+");
}

}  // namespace spotgrid::provisioning
