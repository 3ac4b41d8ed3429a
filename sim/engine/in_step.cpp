// Modes in step: iterations follow each other until something is to be decided at the end of one.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "sim/engine/trainer.hpp"

namespace spotgrid::engine {

void Trainer::iterate() {
  iteration_began_ = world_.now();
  if (iterations_) {
    activities_.go_on(*iterations_, next_pause());
    return;
  }
  taken_ = 0;
  contended_ = Seconds{0};
  const Protocol iteration = group().protocol(group().makeup->iteration(0));
  iterations_ = activities_.repeat(iteration, quiet_, next_pause(), [this] {
    take_iterations();
    if (between_iterations())
      iterate();
  });
}

// Where a room runs iterations, the ends of those that were not taken are kept: not too many.
constexpr std::int64_t most_untaken = 65536;

// The first end at which between_iterations() may have something to do.
Pause Trainer::next_pause() const {
  const auto until = [this](Work more) {  // the iteration in which it is reached
    return taken_ +
           std::clamp<std::int64_t>(
               static_cast<std::int64_t>(std::ceil(more / batch_ * (1 - 1e-12))), 1, most_untaken);
  };
  Pause pause{until(world_.setup.job.target - progress_.done())};
  const bool holds =
      checkpointer_.holds_state() && checkpointer_.traits().stall == Stall::before_step;
  if (can_cut() || holds)
    pause.count = taken_ + 1;
  const NextSave& due = checkpointer_.next_save();
  const bool has_room = checkpointer_.has_room();
  if (has_room && due.steps)
    pause.count = std::min(
        pause.count,
        taken_ + std::max<std::int64_t>(1, *due.steps + cut_steps_ - progress_.iterations()));
  if (has_room && due.samples)
    pause.count = std::min(pause.count, until(*due.samples + cut_work_ - progress_.done()));
  if (has_room && due.trained)
    pause.at = trained_since_ + (*due.trained - Seconds{1e-6});
  if (traits_.drains)
    for (const NodeId id : workers_)
      if (fleet_.node(id).notice_seen)
        pause.at = std::min(pause.at, drain_time(fleet_.node(id)));
  pause.at = std::min(pause.at, join_time());
  return pause;
}

// Tells Progress of the iterations that have ended. Those below the high-water mark are repeated
// work, so that the stretch is split where the mark is passed.
void Trainer::take_iterations() {
  if (!iterations_)
    return;
  const std::int64_t ended = activities_.ended(*iterations_);
  const auto take = [&](std::int64_t up_to) {
    if (up_to <= taken_)
      return;
    const auto count = static_cast<double>(up_to - taken_);
    const IterationEnd end = activities_.end_of(*iterations_, up_to);
    progress_.gain({count * batch_, end.at, up_to - taken_, batch_, end.contention - contended_});
    first_batch_ = first_batch_ > Work{} ? first_batch_ : batch_;
    batch_changed_ = batch_changed_ || std::abs(batch_ / first_batch_ - 1) > 1e-9;
    taken_ = up_to;
    iteration_began_ = end.at;
    contended_ = end.contention;
  };
  const double repeated = (progress_.high_water() - progress_.done()) / batch_;
  if (repeated > 0 && taken_ < ended) {
    const auto whole = static_cast<std::int64_t>(repeated);
    take(std::min(ended, taken_ + whole));
    take(std::min(ended, taken_ + 1));
  }
  take(ended);
}

}  // namespace spotgrid::engine
