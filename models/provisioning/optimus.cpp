// one worker after the other, of the type that shortens the rest most for its price.
// SPDX-License-Identifier: Apache-2.0
#include "models/formulas/spotdnn_policy.hpp"

namespace spotgrid::provisioning {
namespace {

class Optimus final : public ProvisioningPolicy {
 public:
  using Options = PlannedFleetOptions;
  explicit Optimus(const Options& options)
      : fleet_(options, MarketSide::spot, formulas::spotdnn::marginal_gain) {}

  FleetPlan plan(const FleetView& view) override { return fleet_.plan(view); }
  bool needs_deadline() const override { return true; }

 private:
  PlannedFleet fleet_;
};

}  // namespace

Entry<ProvisioningPolicy> optimus() {
  return entry<ProvisioningPolicy, Optimus>(
      "one worker after the other, of the type that shortens the rest most for its price",
      "Peng et al., Optimus, EuroSys 2018");
}

}  // namespace spotgrid::provisioning
