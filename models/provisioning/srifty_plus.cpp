// The cheapest of all plans that meet loss and deadline, by spotDNN's model.
// SPDX-License-Identifier: Apache-2.0
#include "models/formulas/spotdnn_policy.hpp"

namespace spotgrid::provisioning {
namespace {

class SriftyPlus final : public PlannedFleet {
 public:
  using Options = PlannedFleetOptions;
  explicit SriftyPlus(const Options& options)
      : PlannedFleet(options, MarketSide::spot, formulas::spotdnn::exhaustive) {}
};

}  // namespace

Entry<ProvisioningPolicy> srifty_plus() {
  return entry<ProvisioningPolicy, SriftyPlus>(
      "the cheapest of all plans that meet loss and deadline, by spotDNN's model",
      "Shang et al., spotDNN, IWQoS 2023, section 5: Srifty+");
}

}  // namespace spotgrid::provisioning
