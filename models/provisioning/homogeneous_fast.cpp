// As many workers as spotDNN's plan has, all of its fastest type.
// SPDX-License-Identifier: Apache-2.0
#include "models/formulas/spotdnn_policy.hpp"

namespace spotgrid::provisioning {
namespace {

class HomogeneousFast final : public PlannedFleet {
 public:
  using Options = PlannedFleetOptions;
  explicit HomogeneousFast(const Options& options)
      : PlannedFleet(options, MarketSide::spot,
                     homogeneous_search(formulas::spotdnn::Extreme::fastest)) {}
};

}  // namespace

Entry<ProvisioningPolicy> homogeneous_fast() {
  return entry<ProvisioningPolicy, HomogeneousFast>(
      "as many workers as spotDNN's plan has, all of its fastest type, whatever the quota",
      "Shang et al., spotDNN, IWQoS 2023, section 5: Homo-fast");
}

}  // namespace spotgrid::provisioning
