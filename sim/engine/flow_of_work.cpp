// Continuous modes: work flows at a rate, and what has flowed counts at any time.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "sim/engine/trainer.hpp"

namespace spotgrid::engine {

// Continuous modes: work flows at a rate from the last mark on.
void Trainer::start_flow_of_work() {
  rate_ = 0;
  for (const NodeId id : workers_) {
    const double one = mode_->rate_on(world_.pool(fleet_.node(id).offer.pool).instance);
    rate_ = rate_ == 0 ? one : std::min(rate_, one);
  }
  require(rate_ > 0, "a gang that trains has a rate");
  flow_began_ = world_.now();
  alarm_flow_of_work();
}

void Trainer::alarm_flow_of_work() {
  const Seconds left{(world_.setup.job.target - progress_.done()).value() / rate_};
  timer_ = world_.queue.push(world_.now() + left, EventClass::iteration_end, 0, [this] {
    timer_.reset();
    if (due_timer_)
      world_.queue.cancel(*due_timer_);
    due_timer_.reset();
    progress_.gain_to(world_.setup.job.target);
    finish();
  });
  const NextSave& due = checkpointer_.next_save();
  Instant at = due.trained ? trained_since_ + *due.trained : Instant::never();
  if (due.samples) {
    const Work more = *due.samples - (progress_.done() - cut_work_);
    at = std::min(at, world_.now() + Seconds{more.value() / rate_});
  }
  if (at == Instant::never() || !checkpointer_.traits().saves)
    return;
  at = std::max(at, world_.now());
  due_timer_ = world_.queue.push(at, EventClass::iteration_end, 1, [this] {
    due_timer_.reset();
    save_if_due();
  });
}

// What is due within a microsecond is due: the timer rounds.
void Trainer::save_if_due() {
  ScheduleView view = progress_view();
  view.trained += Seconds{1e-6};
  view.samples += Work::of(rate_ * 1e-6);
  checkpointer_.want_if_due(view);
  cut_if_possible();
}

Work Trainer::done_now() const {
  if (iterations_)
    return progress_.done() +
           static_cast<double>(activities_.ended(*iterations_) - taken_) * batch_;
  if (!traits_.continuous || stage_ != Stage::training || rate_ <= 0)
    return progress_.done();
  const Work flown = Work::of(rate_ * (world_.now() - flow_began_).count());
  return std::min(progress_.done() + flown, world_.setup.job.target);
}

void Trainer::sync_flow_of_work() {
  if (!traits_.continuous || stage_ != Stage::training)
    return;
  progress_.gain({done_now() - progress_.done(), world_.now()});
  flow_began_ = world_.now();
}

}  // namespace spotgrid::engine
