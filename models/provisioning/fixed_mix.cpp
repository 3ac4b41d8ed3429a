// A fixed number of nodes on demand, the others on spot.
// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "models/formulas/pool_choice.hpp"

namespace spotgrid::provisioning {
namespace {

class FixedMix final : public ProvisioningPolicy {
 public:
  struct Options {
    std::int64_t base = 0;
    double percentage = 100;
    std::optional<Price> max_price;

    void describe(Fields& fields) {
      fields("base", base, "nodes on demand before any on spot", at_least(0.0));
      fields("percentage", percentage,
             "share of the nodes above the base that is on demand, in percent, rounded up; the "
             "default is that of AWS Auto Scaling",
             between(0.0, 100.0));
      describe_max_price(fields, max_price);
    }
  };

  explicit FixedMix(Options options) : options_(options) {}

  FleetPlan plan(const FleetView& view) override {
    const std::int64_t on_demand = nodes_on_demand(view.job.nodes);
    const std::int64_t spot = view.job.nodes - on_demand;
    Holdings holdings(view, options_.max_price);
    holdings.keep(MarketSide::on_demand, on_demand);
    holdings.keep(MarketSide::spot, spot);
    holdings.refill(MarketSide::on_demand, on_demand);
    holdings.refill(MarketSide::spot, spot);
    FleetPlan plan;
    plan.wanted = holdings.wanted();
    plan.unplaced = holdings.unplaced(MarketSide::on_demand, on_demand) +
                    holdings.unplaced(MarketSide::spot, spot);
    plan.max_price = options_.max_price;
    return plan;
  }

  // What one side lacks the other does not make up for.
  NodesBySide needs(std::int64_t nodes, std::int64_t least) const override {
    const std::int64_t on_demand = nodes_on_demand(nodes);
    const std::int64_t spot = nodes - on_demand;
    return {std::max<std::int64_t>(least - on_demand, 0), std::max<std::int64_t>(least - spot, 0)};
  }

 private:
  // AWS EC2 Auto Scaling guide, "instances distribution" (June 2023): rounded up.
  std::int64_t nodes_on_demand(std::int64_t nodes) const {
    const std::int64_t base = std::min(options_.base, nodes);
    const double share = static_cast<double>(nodes - base) * options_.percentage / 100;
    // A product that is whole but for rounding is whole.
    return base + static_cast<std::int64_t>(std::ceil(share - 1e-9));
  }

  Options options_;
};

}  // namespace

Entry<ProvisioningPolicy> fixed_mix() {
  return entry<ProvisioningPolicy, FixedMix>(
      "a base and a percentage of the nodes above it on demand, the others on spot",
      "AWS EC2 Auto Scaling guide, mixed instances groups");
}

}  // namespace spotgrid::provisioning
