// One worker after the other, of the type that shortens the rest most for its price.
// SPDX-License-Identifier: Apache-2.0
#include "models/formulas/spotdnn_policy.hpp"

namespace spotgrid::provisioning {
namespace {

class Optimus final : public PlannedFleet {
 public:
  using Options = PlannedFleetOptions;
  explicit Optimus(const Options& options)
      : PlannedFleet(options, MarketSide::spot, formulas::spotdnn::marginal_gain) {}
};

}  // namespace

Entry<ProvisioningPolicy> optimus() {
  return entry<ProvisioningPolicy, Optimus>(
      "one worker after the other, of the type that shortens the rest most for its price",
      "Peng et al., Optimus, EuroSys 2018");
}

}  // namespace spotgrid::provisioning
