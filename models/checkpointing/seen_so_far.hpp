// What schedules take from a run so far: mean time between stops, costs of a save, notices.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <optional>
#include <string>

#include "models/formulas/notice_aware.hpp"
#include "sim/domain/checkpointing.hpp"

namespace spotgrid {

// The prior counts as one event that was seen after its own mean time.
inline Seconds seen_mtbf(const ScheduleView& view, Seconds prior) {
  return (prior + view.elapsed) / static_cast<double>(1 + view.stops);
}

// Of one save; by its closed form until one has committed.
inline Seconds seen_stall(const ScheduleView& view) {
  return view.saves > 0 ? view.mean_stall : view.quiet_save.stall;
}
inline Seconds seen_latency(const ScheduleView& view) {
  return view.saves > 0 ? view.mean_latency : view.quiet_save.latency;
}

// Time must pass between two saves, even if they are free, and one commits before the next is cut.
inline Seconds least_interval(const ScheduleView& view) {
  return std::max(Seconds{1}, view.mean_latency - view.mean_stall);
}

// The mean time between events that stop the job, known or learned: a bulk loss is one event.
struct MeanTimeBetweenStops {
  std::optional<Seconds> mtbf, prior_mtbf;

  void describe(Fields& fields) {
    fields("mtbf", mtbf, "mean time between events that stop the job; a bulk loss is one event",
           above(Seconds{0}));
    fields("prior_mtbf", prior_mtbf,
           "what is believed of it before any stop was seen, where it is learned from them; weighs "
           "one event",
           above(Seconds{0}));
    const int given = int{mtbf.has_value()} + int{prior_mtbf.has_value()};
    if (fields.reading() && given != 1)
      fields.problem("", "one of mtbf and prior_mtbf is needed, found " + std::to_string(given),
                     given == 0 ? R"(add one, such as "mtbf": "4 h")" : "keep one of them");
  }
  Seconds of(const ScheduleView& view) const {
    return mtbf ? *mtbf : seen_mtbf(view, prior_mtbf.value_or(Seconds{0}));
  }
};

// At a notice, whose detection is over: a save waits for the end of the iteration, then takes its
// closed form; the running one takes what is left of it. What commits at the very instant of the
// loss is lost, and instants are whole microseconds.
inline formulas::NoticeChoice choice_at_notice(const ScheduleView& view, Seconds left) {
  std::optional<Seconds> running;
  if (view.under_way)
    running = std::max(Seconds{0}, view.quiet_save.latency - *view.under_way);
  const formulas::NoticeChoice choice = formulas::choose_at_notice(
      left - Seconds{1e-6}, running, view.until_cut + view.quiet_save.latency);
  const bool waits_for_running = running && !view.has_room;  // which does not end in time
  return choice == formulas::NoticeChoice::start_new && waits_for_running
             ? formulas::NoticeChoice::nothing
             : choice;
}

}  // namespace spotgrid
