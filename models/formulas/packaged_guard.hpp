// The deadline guard of the packaged simulator of Can't Be Late, and the choice between guards.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "models/formulas/deadline.hpp"

namespace spotgrid {

// As FrontierCS/Frontier-CS, commit 4d508c19, research/problems/cant_be_late, acts at each tick,
// with g = tick, d = bound of one change:
//
//   R = floor(time to the deadline / g)    n(k) = ceil((work left / rate + k d) / g)
//   n(1) >= R: on demand; but spot or nothing where spot was held at the last tick and trained.
//
// It looks at what was held before this tick's losses, so that a critical tick may stay idle and
// the deadline be missed. Uniform progress there also takes on demand at n(2) >= R what it does not
// hold on spot, and its lines are crossed beyond equality only.
class PackagedGuard final : public DeadlineGuard {
 public:
  Answer test(const FleetView& view) override {
    require(view.tick.has_value(), "the packaged guard counts ticks");
    if (asked_ != view.now)  // asked twice at one instant, it answers twice the same
      before_ = now_;
    asked_ = view.now;
    if (!fills_ticks_left(view, 1))
      return {};
    const bool trained = view.now - before_.since + microsecond >= view.job.change_bound;
    const bool keeps = before_.standing == Standing::spot && trained;
    return {.on_demand = !keeps, .spot_or_nothing = keeps};
  }
  bool allows_spot(const FleetView&) const override { return true; }
  bool prefers_on_demand(const FleetView& view) const override {
    return standing(view) != Standing::spot && fills_ticks_left(view, 2);
  }
  bool is_across(Work progress, Work line, double rate) const override {
    return progress > line + Work::of(rate * microsecond.count());  // beyond rounding
  }
  std::optional<Instant> next_crossing(const FleetView&, Standing) const override {
    return std::nullopt;  // it is asked at the next tick
  }
  void chosen(const FleetView& view, Standing next) override {
    const bool launches = next != Standing::idle && next != standing(view);
    now_ = {next, launches ? view.now : before_.since};
  }

 private:
  struct Held {
    Standing standing = Standing::idle;
    Instant since;  // of its launch
  };

  // A billionth of a tick is taken for an error of rounding.
  static bool fills_ticks_left(const FleetView& view, int changes) {
    const Seconds work{(view.job.target - view.job.committed).value() / fallback(view).rate};
    const double needed = (work + changes * view.job.change_bound) / *view.tick;
    const double left = (*view.job.deadline - view.now) / *view.tick;
    return std::ceil(needed - 1e-9) >= std::floor(left + 1e-9);
  }

  std::optional<Instant> asked_;
  Held before_, now_;  // before this tick's choice, and by it
};

// The guard that the scenario chooses, made when the policy is first asked.
class ScenarioGuard {
 public:
  DeadlineGuard& of(const FleetView& view) {
    if (!guard_) {
      if (view.guard == Guard::packaged)
        guard_ = std::make_unique<PackagedGuard>();
      else
        guard_ = std::make_unique<SafetyNet>();
    }
    return *guard_;
  }

 private:
  std::unique_ptr<DeadlineGuard> guard_;
};

}  // namespace spotgrid
