// The arithmetic of deadline policies: slack, its crossings, guards, and the safety net.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <tuple>

#include "models/formulas/pool_choice.hpp"

namespace spotgrid {

// Instants are whole microseconds, so a crossing that was computed is met up to one of them.
inline constexpr Seconds microsecond{1e-6};

// Whether `progress` is at `goal`, forgiving what one microsecond at `rate` (Work per second) adds.
inline bool reached(Work progress, Work goal, double rate) {
  return progress >= goal - Work::of(rate * microsecond.count());
}

// The first instant at or after now + span, later than now; nothing when it is beyond all clocks.
// A thousandth of a microsecond is taken for an error of rounding.
inline std::optional<Instant> rounded_up(Instant now, Seconds span) {
  const double us = std::ceil(span.count() * 1e6 - 1e-3);
  if (!(us < 4e18))
    return std::nullopt;
  const auto step = static_cast<std::int64_t>(std::max(us, 1.0));
  return Instant::from_microseconds(now.microseconds() + step);
}

inline std::optional<Instant> earlier(std::optional<Instant> a, std::optional<Instant> b) {
  if (!a || !b)
    return a ? a : b;
  return std::min(*a, *b);
}

// Where the job's nodes are, noticed ones too.
enum class Standing : std::uint8_t { idle, spot, on_demand };

inline Standing standing(const FleetView& view) {
  if (alive(view, MarketSide::on_demand) > 0)
    return Standing::on_demand;
  return alive(view, MarketSide::spot) > 0 ? Standing::spot : Standing::idle;
}

// The offer a deadline policy falls back to: on demand where the job stands, else where it is
// cheapest.
inline const OfferView& fallback(const FleetView& view) {
  const auto rank = [](const OfferView& one) {
    return std::tuple(one.offer.side != MarketSide::on_demand, one.held == 0, one.price);
  };
  const auto best =
      std::min_element(view.offers.begin(), view.offers.end(),
                       [&](const OfferView& a, const OfferView& b) { return rank(a) < rank(b); });
  require(best != view.offers.end() && best->offer.side == MarketSide::on_demand,
          "a market offers nodes on demand");
  require(best->rate > 0, "a deadline policy knows the speed of its fallback");
  return *best;
}

// Work per second of the nodes held: the slowest offer rules. 0 without nodes.
inline double rate_held(const FleetView& view) {
  std::optional<double> slowest;
  for (const OfferView& one : view.offers) {
    if (one.held > 0)
      slowest = std::min(slowest.value_or(one.rate), one.rate);
  }
  return slowest.value_or(0);
}

// Time to spare if the fallback began at once, without a change, from what is committed.
inline Seconds slack(const FleetView& view) {
  require(view.job.deadline.has_value(), "a deadline policy has a deadline");
  const Seconds left{(view.job.target - view.job.committed).value() / fallback(view).rate};
  return (*view.job.deadline - view.now) - left;
}

// The slack at which the safety net holds: two whole changes (one that is lost, one to the
// fallback) and the margin; on spot a save belongs to each. Wu et al., Can't Be Late, NSDI 2024,
// section 4, tested in every state and not only when idle.
inline Seconds least_slack(const JobView& job, Standing at) {
  const Seconds change = job.change_bound + (at == Standing::spot ? job.save_bound : Seconds{0});
  return 2 * change + job.margin;
}

inline bool slack_is_gone(const FleetView& view, Standing at) {
  return slack(view) <= least_slack(view.job, at) + microsecond;
}

// True when committed progress follows the training without saves (scheme `continuous`). A scheme
// that cannot save at all has no bound of a save either, but never commits.
inline bool commits_always(const JobView& job) {
  return job.save_bound == Seconds{0} && job.done > Work{} && job.committed >= job.done;
}

// What holds back a deadline policy that runs out of time. One object a run; it may remember.
class DeadlineGuard {
 public:
  struct Answer {
    bool on_demand = false;        // all nodes on demand now
    bool save = false;             // ask for a save before deciding
    bool spot_or_nothing = false;  // spot where there is any, else no nodes
  };

  virtual ~DeadlineGuard() = default;
  // Asked first, whenever the policy is.
  virtual Answer test(const FleetView& view) = 0;
  // Whether nodes may be taken on spot where none are.
  virtual bool allows_spot(const FleetView& view) const = 0;
  // Whether uniform progress takes on demand what it does not hold on spot, ahead or not.
  virtual bool prefers_on_demand(const FleetView& view) const = 0;
  // Whether progress at `rate` (Work per second) is across a line of uniform progress.
  virtual bool is_across(Work progress, Work line, double rate) const = 0;
  // When the answer will change if the job stands at `next` from now on and nothing else happens.
  virtual std::optional<Instant> next_crossing(const FleetView& view, Standing next) const = 0;
  // Told last: where the policy wants the job to stand from now on.
  virtual void chosen(const FleetView& view, Standing next) = 0;
};

// The default: remembers that it locked, and the save that it waits for.
class SafetyNet final : public DeadlineGuard {
 public:
  // Once `on_demand`, it stays so until the job is done.
  Answer test(const FleetView& view) override {
    const Standing at = standing(view);
    if (!locked_ && !slack_is_gone(view, at)) {
      awaited_.reset();
      return {};
    }
    if (!locked_ && at == Standing::spot && save_may_help(view))
      return {.save = !view.job.saving};
    locked_ = true;
    return {.on_demand = true};
  }

  // Not where it would have them left at once, except when it holds already and on-demand nodes
  // cannot be had.
  bool allows_spot(const FleetView& view) const override {
    return locked_ || !slack_is_gone(view, Standing::spot);
  }
  bool prefers_on_demand(const FleetView&) const override { return false; }
  bool is_across(Work progress, Work line, double rate) const override {
    return reached(progress, line, rate);
  }
  void chosen(const FleetView&, Standing) override {}

  std::optional<Instant> next_crossing(const FleetView& view, Standing next) const override {
    if (locked_)
      return std::nullopt;
    if (awaited_)
      return rounded_up(view.now, awaited_->until - view.now);
    Seconds span = slack(view) - least_slack(view.job, next);
    const bool trains_on = view.job.training && next == standing(view) && next != Standing::idle;
    if (trains_on && commits_always(view.job)) {
      const double fall = 1 - rate_held(view) / fallback(view).rate;  // of slack, per second
      if (fall <= 1e-12)
        return std::nullopt;
      span /= fall;
    }
    return rounded_up(view.now, span);
  }

 private:
  // The commit that is waited for: the first beyond `beyond`, for as long as a save may take.
  struct Awaited {
    Work beyond;
    Instant until;
  };

  bool save_may_help(const FleetView& view) {
    const JobView& job = view.job;
    const bool unsaved = job.committed < job.done && (job.training || job.saving);
    if (!unsaved || job.save_bound <= Seconds{0})
      return false;
    if (!awaited_)
      awaited_ = Awaited{job.committed, view.now + job.save_bound};
    return job.committed <= awaited_->beyond && view.now < awaited_->until;
  }

  bool locked_ = false;
  std::optional<Awaited> awaited_;
};

// All nodes on spot, where that can be had and the guard allows it.
inline std::optional<std::vector<Want>> spot_gang(const FleetView& view,
                                                  std::optional<Price> max_price,
                                                  const DeadlineGuard& guard) {
  if (standing(view) != Standing::spot && !guard.allows_spot(view))
    return std::nullopt;
  return whole_gang(view, MarketSide::spot, max_price);
}

// On demand with all nodes; with those that are held where more cannot be had.
inline std::vector<Want> on_demand_gang(const FleetView& view) {
  if (auto whole = whole_gang(view, MarketSide::on_demand, {}))
    return *whole;
  Holdings held(view);
  held.keep(MarketSide::on_demand, view.job.nodes);
  return held.wanted();
}

}  // namespace spotgrid
