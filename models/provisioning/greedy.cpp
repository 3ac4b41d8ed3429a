// Spot whenever it is there, idle when not, on demand when the deadline forces it.
// SPDX-License-Identifier: Apache-2.0
#include "models/formulas/packaged_guard.hpp"

namespace spotgrid::provisioning {
namespace {

class Greedy final : public ProvisioningPolicy {
 public:
  using Options = MaxPriceOnly;
  explicit Greedy(Options options) : options_(options) {}

  FleetPlan plan(const FleetView& view) override {
    DeadlineGuard& guard = guard_.of(view);
    const DeadlineGuard::Answer answer = guard.test(view);
    FleetPlan plan;
    plan.max_price = options_.max_price;
    plan.save = answer.save;
    if (answer.on_demand)
      plan.wanted = on_demand_gang(view);
    Standing next = Standing::on_demand;
    if (plan.wanted.empty()) {
      const auto spot = spot_gang(view, options_.max_price, guard);
      next = spot ? Standing::spot : Standing::idle;
      plan.wanted = spot.value_or(std::vector<Want>());
      plan.ask_again_at = guard.next_crossing(view, next);
    }
    guard.chosen(view, next);
    return plan;
  }

  bool needs_deadline() const override { return true; }
  // The fallback is the whole gang, and is enough where there is no spot.
  NodesBySide needs(std::int64_t nodes, std::int64_t) const override { return {0, nodes}; }

 private:
  Options options_;
  ScenarioGuard guard_;
};

}  // namespace

Entry<ProvisioningPolicy> greedy() {
  return entry<ProvisioningPolicy, Greedy>(
      "spot while there is any, else idle; on demand for good when slack runs out",
      "Wu et al., Can't Be Late, NSDI 2024, section 4");
}

}  // namespace spotgrid::provisioning
