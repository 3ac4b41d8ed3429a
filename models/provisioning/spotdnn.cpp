// Algorithm 1 of spotDNN: the cheapest window of similar instances that meets loss and deadline.
// SPDX-License-Identifier: Apache-2.0
#include "models/formulas/spotdnn_policy.hpp"

namespace spotgrid::provisioning {
namespace {

class SpotDnn final : public PlannedFleet {
 public:
  using Options = PlannedFleetOptions;
  explicit SpotDnn(const Options& options)
      : PlannedFleet(options, MarketSide::spot, formulas::spotdnn::sliding_window) {}
};

}  // namespace

Entry<ProvisioningPolicy> spotdnn() {
  return entry<ProvisioningPolicy, SpotDnn>(
      "algorithm 1 of spotDNN: the cheapest window of similar instances that meets loss and "
      "deadline",
      "Shang et al., spotDNN, IWQoS 2023, algorithm 1");
}

}  // namespace spotgrid::provisioning
