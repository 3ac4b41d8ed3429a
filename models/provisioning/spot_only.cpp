// Spot nodes or nothing, with limits on waiting and on running.
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "models/formulas/deadline.hpp"
#include "models/formulas/pool_choice.hpp"
#include "sim/base/unit_text.hpp"

namespace spotgrid::provisioning {
namespace {

class SpotOnly final : public ProvisioningPolicy {
 public:
  struct Options {
    std::optional<Seconds> max_wait, max_run;
    std::optional<Price> max_price;

    void describe(Fields& fields) {
      fields("max_wait", max_wait,
             "time after the start, waiting and running, after which the job is given up",
             above(Seconds{0}));
      fields("max_run", max_run,
             "time with all nodes or in training, in all, after which the job is given up",
             above(Seconds{0}));
      describe_max_price(fields, max_price);
    }
  };

  explicit SpotOnly(Options options) : options_(options) {}

  FleetPlan plan(const FleetView& view) override {
    account(view);
    FleetPlan plan;
    plan.max_price = options_.max_price;
    plan.give_up = reason(view);
    if (plan.give_up)
      return plan;
    Holdings holdings(view, options_.max_price);
    holdings.keep(MarketSide::spot, view.job.nodes);
    holdings.refill(MarketSide::spot, view.job.nodes);
    plan.wanted = holdings.wanted();
    plan.unplaced = holdings.unplaced(MarketSide::spot, view.job.nodes);
    plan.ask_again_at = next_limit(view);
    return plan;
  }

 private:
  // The time since the last call counts as what the job did then.
  void account(const FleetView& view) {
    if (runs_)
      ran_ += view.now - last_;
    last_ = view.now;
    runs_ = view.job.training || alive(view, MarketSide::spot) >= view.job.nodes;
  }

  std::optional<std::string> reason(const FleetView& view) const {
    if (options_.max_wait && view.now >= Instant::at(*options_.max_wait)) {
      return fmt::format("waited and ran {}, as long as max_wait allows",
                         to_text(*options_.max_wait));
    }
    if (options_.max_run && ran_ >= *options_.max_run)
      return fmt::format("ran {}, as long as max_run allows", to_text(*options_.max_run));
    return std::nullopt;
  }

  std::optional<Instant> next_limit(const FleetView& view) const {
    std::optional<Instant> next;
    if (options_.max_wait)
      next = Instant::at(*options_.max_wait);
    if (runs_ && options_.max_run) {
      const auto at = rounded_up(view.now, *options_.max_run - ran_);
      next = next && at ? std::min(*next, *at) : at ? at : next;
    }
    return next;
  }

  Options options_;
  Instant last_;
  bool runs_ = false;
  Seconds ran_{0};
};

}  // namespace

Entry<ProvisioningPolicy> spot_only() {
  return entry<ProvisioningPolicy, SpotOnly>(
      "spot nodes only; gives up after too long a wait or run",
      "AWS SageMaker guide, managed spot training (two clocks: the time in all and the time run)");
}

}  // namespace spotgrid::provisioning
