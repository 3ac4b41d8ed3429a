// What schedules are told of the saves so far, and what they answer.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "sim/engine/checkpointer.hpp"

namespace spotgrid::engine {

// What a tier has covers the tiers before it, too.
std::vector<Work> Checkpointer::ahead(Work done) const {
  std::vector<Work> all(static_cast<std::size_t>(traits_.tiers));
  Work newest;
  for (std::size_t tier = all.size(); tier-- > 0;) {
    newest = std::max(newest, copies_.best_at(tier).value_or(Work{}));
    for (const auto& entry : saves_)
      if (entry.second.depth > static_cast<std::int64_t>(tier))
        newest = std::max(newest, entry.second.progress);
    all[tier] = std::max(Work{}, done - newest);
  }
  return all;
}

void Checkpointer::add_statistics(ScheduleView& view) const {
  for (const auto& entry : saves_)
    if (!entry.second.committed)
      view.under_way = world_.now() - entry.second.cut;
  view.has_room = has_room();
  view.saves = static_cast<std::int64_t>(latencies_.values.size());
  view.since_deepest = turns_.since_deepest();
  view.tiers = traits_.tiers;
  view.mean_stall = stalls_.mean();
  view.mean_latency = latencies_.mean();
}

void Checkpointer::plan_next(ScheduleView view) {
  add_statistics(view);
  next_ = {};
  nexts_.clear();
  const auto sooner = [](auto& current, const auto& other) {
    if (other && (!current || *other < *current))
      current = other;
  };
  for (const auto& schedule : schedules_) {
    const NextSave one = schedule->next(view);
    nexts_.push_back(one);
    sooner(next_.trained, one.trained);
    sooner(next_.steps, one.steps);
    sooner(next_.samples, one.samples);
  }
}

bool Checkpointer::saves_on_notice(ScheduleView view, Seconds left) {
  add_statistics(view);
  bool any = false;
  for (const auto& schedule : schedules_)
    any = schedule->on_notice(view, left) || any;
  return any;
}

}  // namespace spotgrid::engine
