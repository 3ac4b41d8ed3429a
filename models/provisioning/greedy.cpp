// Spot whenever it is there, idle when not, on demand when the deadline forces it.
// SPDX-License-Identifier: Apache-2.0
#include "models/formulas/deadline.hpp"

namespace spotgrid::provisioning {
namespace {

class Greedy final : public ProvisioningPolicy {
 public:
  using Options = MaxPriceOnly;
  explicit Greedy(Options options) : options_(options) {}

  FleetPlan plan(const FleetView& view) override {
    const SafetyNet::Answer net = net_.test(view);
    FleetPlan plan;
    plan.max_price = options_.max_price;
    plan.save = net.save;
    if (net.locked)
      plan.wanted = on_demand_gang(view);
    if (!plan.wanted.empty())
      return plan;
    const auto spot = spot_gang(view, options_.max_price, net);
    if (spot)
      plan.wanted = *spot;
    plan.ask_again_at = net_.next_crossing(view, spot ? Standing::spot : Standing::idle);
    return plan;
  }

  bool needs_deadline() const override { return true; }
  // The fallback is the whole gang, and is enough where there is no spot.
  NodesBySide needs(std::int64_t nodes, std::int64_t) const override { return {0, nodes}; }

 private:
  Options options_;
  SafetyNet net_;
};

}  // namespace

Entry<ProvisioningPolicy> greedy() {
  return entry<ProvisioningPolicy, Greedy>(
      "spot while there is any, else idle; on demand for good when slack runs out",
      "Wu et al., Can't Be Late, NSDI 2024, section 4");
}

}  // namespace spotgrid::provisioning
