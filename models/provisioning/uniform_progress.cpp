// Keeps the pace that meets the deadline: spot when it is there, on demand when behind.
// SPDX-License-Identifier: Apache-2.0
#include "models/formulas/packaged_guard.hpp"

namespace spotgrid::provisioning {
namespace {

// The form that holds on-demand nodes until spot is there and the job is ahead, as the authors'
// released simulator does; the text alone would also leave them for nothing.
class UniformProgress final : public ProvisioningPolicy {
 public:
  using Options = MaxPriceOnly;
  explicit UniformProgress(Options options) : options_(options) {}

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
      next = answer.spot_or_nothing ? (spot ? Standing::spot : Standing::idle)
                                    : choose(view, spot.has_value(), guard);
      if (next == Standing::spot)
        plan.wanted = spot.value_or(std::vector<Want>());
      if (next == Standing::on_demand)
        plan.wanted = on_demand_gang(view);
      plan.ask_again_at =
          earlier(guard.next_crossing(view, next), pace_crossing(view, next, spot.has_value()));
    }
    guard.chosen(view, next);
    return plan;
  }

  bool needs_deadline() const override { return true; }
  // The fallback is the whole gang, and is enough where there is no spot.
  NodesBySide needs(std::int64_t nodes, std::int64_t) const override { return {0, nodes}; }

 private:
  static Standing choose(const FleetView& view, bool spot, const DeadlineGuard& guard) {
    if (guard.prefers_on_demand(view))
      return Standing::on_demand;
    if (standing(view) == Standing::on_demand)
      return spot && is_ahead(view, guard) ? Standing::spot : Standing::on_demand;
    if (spot)
      return Standing::spot;
    return is_behind(view, guard) ? Standing::on_demand : Standing::idle;
  }

  // Expected progress: the straight line from the start to the target at the deadline.
  static Work expected(const FleetView& view, Seconds later) {
    return view.job.target * ((view.now.since_start() + later) / allowed(view));
  }
  static Seconds allowed(const FleetView& view) { return view.job.deadline->since_start(); }
  // Ahead by more than the two changes that a spell on spot may cost.
  static Work hysteresis_line(const FleetView& view) {
    return expected(view, 2 * view.job.change_bound);
  }

  static bool is_behind(const FleetView& view, const DeadlineGuard& guard) {
    return guard.is_across(expected(view, Seconds{0}), view.job.done, fallback(view).rate);
  }
  static bool is_ahead(const FleetView& view, const DeadlineGuard& guard) {
    return guard.is_across(view.job.done, hysteresis_line(view), fallback(view).rate);
  }

  // When the job falls behind (idle) or gets ahead (on demand, if it trains at full speed).
  static std::optional<Instant> pace_crossing(const FleetView& view, Standing next, bool spot) {
    const double pace = view.job.target.value() / allowed(view).count();  // Work per second
    if (next == Standing::idle) {
      const Work ahead = view.job.done - expected(view, Seconds{0});
      return rounded_up(view.now, Seconds{ahead.value() / pace});
    }
    const double gain = fallback(view).rate - pace;
    if (next != Standing::on_demand || !spot || gain <= 0)
      return std::nullopt;
    const Work missing = hysteresis_line(view) - view.job.done;
    return rounded_up(view.now, Seconds{missing.value() / gain});
  }

  Options options_;
  ScenarioGuard guard_;
};

}  // namespace

Entry<ProvisioningPolicy> uniform_progress() {
  return entry<ProvisioningPolicy, UniformProgress>(
      "spot while there is any, on demand while behind the straight line to the deadline",
      "Wu et al., Can't Be Late, NSDI 2024, section 4");
}

}  // namespace spotgrid::provisioning
