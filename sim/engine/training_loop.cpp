// Iterations, and what may happen between them.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <utility>

#include "sim/engine/trainer.hpp"

namespace spotgrid::engine {

// A job that trains to a loss begins where its first cluster does.
void Trainer::begin_at_loss() {
  const std::optional<LossPace>& pace = group().makeup->loss_pace();
  if (!pace)
    return;
  if (!begun_)
    progress_.begin_at(Work::of(pace->start));
  if (pace->per_sample <= 0)
    end(Outcome::infeasible, "the batch of these workers is too large for the loss law");
}

void Trainer::start_training() {
  begin_at_loss();
  if (stage_ == Stage::ended)
    return;
  const bool nothing_to_do = !begun_ && reached_target();  // a loss below which it begins
  begun_ = true;
  enter(Stage::training, Phase::training);
  missing_since_ = world_.now();
  world_.record(event::MembersChanged{static_cast<std::int64_t>(workers_.size())});
  if (traits_.in_step && !traits_.continuous) {
    quiet_ = group().makeup->quiet();
    batch_ = group().makeup->batch();
  }
  mark_trained();
  finishing_ = false;
  if (nothing_to_do) {
    finish();
    return;
  }
  if (traits_.continuous) {
    start_flow_of_work();
    return;
  }
  if (!traits_.in_step) {
    begin_loops();
    return;
  }
  missing_speed_ = traits_.elastic() ? members_.missing_speed(workers_) : 0;
  const bool stands_still = checkpointer_.traits().stall == Stall::until_goes_on;
  if (checkpointer_.holds_state() && stands_still) {  // of a survivor, from before the change
    checkpointer_.stalls();
    enter(Stage::saving, Phase::checkpoint_stall);
    return;
  }
  if (between_iterations())
    iterate();
}

void Trainer::mark_trained() {
  trained_since_ = flow_began_ = world_.now();  // nothing flowed while training stood still
  cut_steps_ = progress_.iterations();
  cut_work_ = progress_.done();
  checkpointer_.plan_next(schedule_view());
}

Seconds Trainer::trained() const {
  return stage_ == Stage::training ? world_.now() - trained_since_ : Seconds{0};
}

ScheduleView Trainer::schedule_view() const {
  ScheduleView view = progress_view();
  const std::vector<NodeId>& members =
      traits_.state == StateLayout::on_servers ? servers_ : workers_;
  for (const NodeId id : members)
    if (const Node& node = fleet_.node(id); node.booting && node.alive())
      view.ages.push_back(world_.now() - *node.booting);
  view.iterations = progress_.iterations();
  view.until_cut = until_cut();
  if (const double speed = pace(); speed > 0)
    for (const Work work : checkpointer_.ahead(done_now()))
      view.ahead.emplace_back(work.value() / speed);
  return view;
}

double Trainer::pace() const {
  if (traits_.continuous)
    return rate_;
  return group_ ? group_->makeup->batch().value() / group_->makeup->quiet().count() : 0;
}

// In asp with pauses, of the worker that is last.
Seconds Trainer::until_cut() const {
  Seconds longest{0};
  if (stage_ == Stage::training && iterations_)
    longest = quiet_ - (world_.now() - iteration_began_);
  if (traits_.pauses_for_snapshot)
    for (const auto& [id, loop] : loops_)
      if (loop.graph)
        longest = std::max(
            longest, static_cast<double>(loop.together) * loop.last - (world_.now() - loop.began));
  return std::max(Seconds{0}, longest);
}

ScheduleView Trainer::progress_view() const {
  ScheduleView view;
  view.trained = trained();
  view.steps = progress_.iterations() - cut_steps_;
  view.samples = done_now() - cut_work_;
  if (world_.setup.job.loss && group_ && group_->makeup->loss_pace()->per_sample > 0)
    view.samples = view.samples / group_->makeup->loss_pace()->per_sample;
  view.quiet_save = members_.quiet_save();
  view.quiet_restore = members_.quiet_restore();
  view.iteration = quiet_;
  view.stops = stops_;
  view.elapsed = world_.now() - Instant{};
  return view;
}

// Workers with iterations of their own start together: after a change, or after a pause.
void Trainer::begin_loops() {
  const std::vector<NodeId> all = workers_;
  for (const NodeId id : all) {
    const Instant begin = apart(id, world_.now());
    if (begin == world_.now())
      run_loop(id);
    else
      begin_loop(id, begin);
  }
  admit_spares();
}

// Those that start at one instant begin apart, as the mode says. Where several iterations go as one
// the first steps of workers have different lengths, so that their ends are apart, too, without
// anybody having waited for longer than in single iterations.
Instant Trainer::apart(NodeId worker, Instant start) {
  starters_ = start == last_start_ ? starters_ + 1 : 0;
  last_start_ = start;
  const TrainingCluster& cluster = group().makeup->cluster();
  const Seconds offset = mode_->start_offset(cluster, starters_);
  if (most_together_ > 1 && offset > 0s) {
    const double share = offset / mode_->quiet_iteration(cluster);
    const double steps = share * static_cast<double>(most_together_);
    loops_[worker].first = std::max<std::int64_t>(1, std::llround(steps));
  }
  return start + offset;
}

void Trainer::begin_loop(NodeId worker, Instant at) {
  world_.queue.push(at, EventClass::ready, number(worker), [this, worker, of = changes_] {
    const auto found = loops_.find(worker);
    const bool runs = found != loops_.end() && found->second.graph;
    if (stage_ == Stage::training && of == changes_ && is_member(worker) && !runs)
      run_loop(worker);
  });
}

// Workers wait for the snapshot; the last of them makes it, or its loss.
bool Trainer::pauses_for_cut() {
  if (stage_ != Stage::training || !traits_.pauses_for_snapshot || !can_cut() ||
      progress_.done() <= Work{})
    return false;
  cut();
  return true;
}

// Of one iteration.
Work Trainer::work_of(NodeId worker) {
  return group().makeup->work_of(members_.batch_of(worker));
}

// A worker of asp: fetches the parameters once, then iterates on its own.
void Trainer::run_loop(NodeId worker) {
  if (finishing_ || stage_ != Stage::training || pauses_for_cut())
    return;
  const auto rank = static_cast<std::size_t>(std::find(workers_.begin(), workers_.end(), worker) -
                                             workers_.begin());
  fleet_.enter(worker, NodeState::training);
  Loop& loop = loops_[worker];
  const Makeup::Graph& join = group().makeup->join(rank);
  if (!loop.joined && !join->empty()) {
    loop.graph = activities_.start(group().protocol(join), EventClass::iteration_end,
                                   number(worker), {.ended = [this, worker] {
                                     loops_[worker].graph.reset();
                                     has_joined(loops_[worker]);
                                     run_loop(worker);
                                   }});
    return;
  }
  if (!loop.joined)
    has_joined(loop);
  loop.waits = too_far_ahead(loop);
  if (loop.waits)
    return;
  loop.together = together(worker);
  loop.began = world_.now();
  loop.graph = activities_.start(group().protocol(group().makeup->together(rank, loop.together)),
                                 EventClass::iteration_end, number(worker),
                                 {.ended = [this, worker] { loop_ended(worker); }});
}

// Single ones towards the end, so that it is met as closely as by them; at once, since steps of
// many different lengths would drift through each other's phases.
std::int64_t Trainer::together(NodeId worker) {
  const std::int64_t first = std::exchange(loops_[worker].first, 0);
  if (most_together_ == 1)
    return 1;
  const Work round = static_cast<double>(workers_.size()) * work_of(worker);
  const double left = (world_.setup.job.target - progress_.done()) / round;
  if (left < 3 * static_cast<double>(most_together_))
    return 1;
  return first > 0 ? first : most_together_;
}

void Trainer::loop_ended(NodeId worker) {
  Loop& loop = loops_[worker];
  loop.graph.reset();
  if (finishing_)
    return;  // beyond the target: nobody asked for it
  const auto count = static_cast<double>(loop.together);
  const Seconds length = world_.now() - loop.began;
  loop.last = length / count;
  WorkerIterations& own = own_iterations_[fleet_.node(worker).offer.pool];
  own.count += loop.together;
  own.total_s += length.count();
  const Work batch = work_of(worker);
  progress_.gain({count * batch, world_.now(), loop.together, batch, Seconds{0},
                  count * members_.batch_of(worker)});
  loop.clock += loop.together;
  if (between_iterations() && stage_ == Stage::training && is_member(worker))
    run_loop(worker);
  release_the_fast();
}

// Nobody waits for iterations that it has not seen.
void Trainer::has_joined(Loop& loop) const {
  loop.clock = slowest_clock();
  loop.joined = true;
}

// Of those that have joined and live.
std::int64_t Trainer::slowest_clock() const {
  std::int64_t least = std::numeric_limits<std::int64_t>::max();
  for (const auto& entry : loops_)
    if (entry.second.joined)
      least = std::min(least, entry.second.clock);
  return least == std::numeric_limits<std::int64_t>::max() ? 0 : least;
}

// Ssp: iteration c begins once all have ended iteration c - s.
bool Trainer::too_far_ahead(const Loop& loop) const {
  return traits_.staleness && loop.clock > slowest_clock() + *traits_.staleness;
}

void Trainer::release_the_fast() {
  if (!traits_.staleness || stage_ != Stage::training)
    return;
  std::vector<NodeId> free;
  for (const auto& [id, loop] : loops_)
    if (loop.waits && !too_far_ahead(loop))
      free.push_back(id);
  for (const NodeId id : free)
    if (stage_ == Stage::training && is_member(id))
      run_loop(id);
}

// Of iterations that go as one and are broken, those count that would have ended: the whole of the
// time that has passed, by the length that the ones before had.
void Trainer::credit(NodeId worker) {
  const auto found = loops_.find(worker);
  if (found == loops_.end() || !found->second.graph || found->second.together == 1 ||
      found->second.last <= 0s || finishing_)
    return;
  const Loop& loop = found->second;
  const Work batch = work_of(worker);
  const Work left = world_.setup.job.target - progress_.done();
  // Nothing that is broken ends the job.
  const auto most = std::min(loop.together, static_cast<std::int64_t>(std::ceil(left / batch))) - 1;
  const auto ended =
      std::min(static_cast<std::int64_t>((world_.now() - loop.began) / loop.last), most);
  if (ended > 0)
    progress_.gain({static_cast<double>(ended) * batch, world_.now(), ended, batch, Seconds{0},
                    static_cast<double>(ended) * members_.batch_of(worker)});
}

// What may happen only where an iteration has ended. True: training goes on.
bool Trainer::between_iterations() {
  if (reached_target()) {
    finish();
    return false;
  }
  if (holds_back())
    return false;
  checkpointer_.want_if_due(progress_view());
  if (traits_.in_step && changes_now()) {
    if (change_loses_work()) {
      checkpointer_.want("a planned change");
    } else {
      change_as_planned();
      return false;
    }
  }
  if (can_cut() && progress_.done() > Work{}) {
    cut();
    return stage_ == Stage::training;
  }
  return true;
}

}  // namespace spotgrid::engine
