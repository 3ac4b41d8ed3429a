// As many workers as spotDNN's plan has, all of its slowest type.
// SPDX-License-Identifier: Apache-2.0
#include "models/formulas/spotdnn_policy.hpp"

namespace spotgrid::provisioning {
namespace {

class HomogeneousSlow final : public PlannedFleet {
 public:
  using Options = PlannedFleetOptions;
  explicit HomogeneousSlow(const Options& options)
      : PlannedFleet(options, MarketSide::spot,
                     homogeneous_search(formulas::spotdnn::Extreme::slowest)) {}
};

}  // namespace

Entry<ProvisioningPolicy> homogeneous_slow() {
  return entry<ProvisioningPolicy, HomogeneousSlow>(
      "as many workers as spotDNN's plan has, all of its slowest type, whatever the quota",
      "Shang et al., spotDNN, IWQoS 2023, section 5: Homo-slow");
}

}  // namespace spotgrid::provisioning
