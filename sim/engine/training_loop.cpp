// Iterations, saves between them, and the end of the job.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <utility>

#include "sim/engine/trainer.hpp"

namespace spotgrid::engine {

void Trainer::start_training() {
  begun_ = true;
  enter(Stage::training, Phase::training);
  missing_since_ = world_.now();
  world_.record(event::MembersChanged{static_cast<std::int64_t>(workers_.size())});
  mark_trained();
  finishing_ = false;
  const TrainingCluster cluster = members_.cluster(workers_, servers_);
  if (traits_.continuous) {
    start_flow_of_work();
    return;
  }
  if (!traits_.in_step) {
    begin_loops();
    return;
  }
  iteration_ = mode_->iteration(cluster, 0);
  quiet_ = mode_->quiet_iteration(cluster);
  batch_ = Work{};
  for (const Member& worker : cluster.workers)
    batch_ += Work::of(worker.batch);
  if (checkpointer_.stalls()) {  // a survivor still writes a save from before the change
    enter(Stage::saving, Phase::checkpoint_stall);
    return;
  }
  if (between_iterations())
    next_iteration();
}

void Trainer::mark_trained() {
  trained_since_ = world_.now();
  cut_steps_ = progress_.iterations();
  cut_work_ = progress_.done();
  checkpointer_.plan_next(schedule_view());
}

Seconds Trainer::trained() const {
  return stage_ == Stage::training ? world_.now() - trained_since_ : Seconds{0};
}

ScheduleView Trainer::schedule_view() const {
  ScheduleView view;
  view.trained = trained();
  view.steps = progress_.iterations() - cut_steps_;
  view.samples = done_now() - cut_work_;
  view.quiet_save = members_.quiet_save();
  view.quiet_restore = members_.quiet_restore();
  view.stops = stops_;
  view.elapsed = world_.now() - Instant{};
  return view;
}

void Trainer::next_iteration() {
  iteration_began_ = world_.now();
  disturbed_ = activities_.moving(TransferKind::checkpoint);
  graph_ = activities_.start(iteration_, EventClass::iteration_end, 0, {.ended = [this] {
                               graph_.reset();
                               iteration_ended();
                             }});
}

void Trainer::iteration_ended() {
  const Seconds length = world_.now() - iteration_began_;
  const bool disturbed = disturbed_ || activities_.moving(TransferKind::checkpoint);
  const Seconds contention = disturbed ? std::max(length - quiet_, Seconds{0}) : Seconds{0};
  progress_.gain(batch_, 1, contention);
  if (between_iterations())
    next_iteration();
}

// Workers with iterations of their own start together: after a change, or after a pause.
void Trainer::begin_loops() {
  const std::vector<NodeId> all = workers_;
  for (const NodeId id : all) {
    const Instant begin = apart(world_.now());
    if (begin == world_.now())
      run_loop(id);
    else
      begin_loop(id, begin);
  }
  admit_spares();
}

// Those that start at one instant begin apart, as the mode says.
Instant Trainer::apart(Instant start) {
  starters_ = start == last_start_ ? starters_ + 1 : 0;
  last_start_ = start;
  return start + mode_->start_offset(members_.cluster(workers_, servers_), starters_);
}

void Trainer::begin_loop(NodeId worker, Instant at) {
  world_.queue.push(at, EventClass::ready, number(worker), [this, worker, of = changes_] {
    const auto found = loops_.find(worker);
    const bool runs = found != loops_.end() && found->second.graph;
    if (stage_ == Stage::training && of == changes_ && is_member(worker) && !runs)
      run_loop(worker);
  });
}

// A worker of asp: fetches the parameters once, then iterates on its own.
void Trainer::run_loop(NodeId worker) {
  if (finishing_ || (traits_.pauses_for_snapshot && checkpointer_.wanted()))
    return;  // waits for the snapshot
  const TrainingCluster cluster = members_.cluster(workers_, servers_);
  const auto rank = static_cast<std::size_t>(std::find(workers_.begin(), workers_.end(), worker) -
                                             workers_.begin());
  fleet_.enter(worker, NodeState::training);
  Loop& loop = loops_[worker];
  const ActivityGraph join = loop.joined ? ActivityGraph{} : mode_->join(cluster, rank);
  if (!join.empty()) {
    loop.graph = activities_.start(join, EventClass::iteration_end, number(worker),
                                   {.ended = [this, worker] {
                                     loops_[worker].graph.reset();
                                     loops_[worker].joined = true;
                                     run_loop(worker);
                                   }});
    return;
  }
  loop.joined = true;
  loop.graph = activities_.start(mode_->iteration(cluster, rank), EventClass::iteration_end,
                                 number(worker), {.ended = [this, worker] { loop_ended(worker); }});
}

void Trainer::loop_ended(NodeId worker) {
  loops_[worker].graph.reset();
  if (finishing_)
    return;  // beyond the target: nobody asked for it
  const TrainingCluster one = members_.cluster({worker}, {});
  progress_.gain(Work::of(one.workers.front().batch), 1, Seconds{0});
  if (between_iterations() && stage_ == Stage::training && is_member(worker))
    run_loop(worker);
}

// What may happen only where an iteration has ended. True: training goes on.
bool Trainer::between_iterations() {
  if (reached_target()) {
    finish();
    return false;
  }
  if (checkpointer_.due(schedule_view()) && !checkpointer_.under_way())
    checkpointer_.want("it was due");
  if (traits_.in_step && drains_now()) {
    if (checkpointer_.traits().saves && traits_.on_change == OnChange::restart &&
        checkpointer_.committed() < progress_.done())
      checkpointer_.want("a planned change");
    else {
      halt("a member was drained");
      try_change();
      return false;
    }
  }
  if (checkpointer_.wanted() && progress_.done() > Work{}) {
    cut();
    return stage_ == Stage::training;
  }
  return true;
}

// True when a noticed member would die before the next iteration has ended, and its save with it.
bool Trainer::drains_now() const {
  if (!traits_.drains)
    return false;
  const bool saves = checkpointer_.traits().saves && traits_.on_change == OnChange::restart;
  const Seconds save = saves ? members_.quiet_save() : Seconds{0};
  return std::any_of(workers_.begin(), workers_.end(), [&](NodeId id) {
    const Node& node = fleet_.node(id);
    return node.notice_seen && world_.now() + quiet_ + save >= node.doom->dies_at;
  });
}

// Continuous modes are between iterations at any time; the others wait for the end of one.
void Trainer::cut_if_possible() {
  if (stage_ != Stage::training || !checkpointer_.wanted())
    return;
  if (traits_.continuous) {
    sync_flow_of_work();
    stop_graphs();
    cut();
  } else if (!traits_.in_step && !traits_.pauses_for_snapshot) {
    cut();
  }
}

void Trainer::cut() {
  const bool pauses = !traits_.in_step && traits_.pauses_for_snapshot;
  if (pauses)  // the last iteration under way makes the cut
    for (const auto& [id, loop] : loops_)
      if (loop.graph)
        return;
  const TrainingCluster cluster = members_.cluster(workers_, servers_);
  const bool stalls = checkpointer_.traits().blocking && (traits_.in_step || pauses);
  const Work progress = progress_.done();
  if (stalls)
    enter(Stage::saving, Phase::checkpoint_stall);
  checkpointer_.cut(progress, members_.context(cluster));
  if (!stalls)
    mark_trained();
}

void Trainer::training_goes_on() {
  if (stage_ != Stage::saving)
    return;
  if (finishing_) {
    finish();
    return;
  }
  if (drains_now()) {  // drained ones leave now, and with them the group
    halt("a member was drained");
    try_change();
    return;
  }
  enter(Stage::training, Phase::training);
  mark_trained();
  if (traits_.continuous)
    start_flow_of_work();
  else if (!traits_.in_step)
    begin_loops();
  else if (between_iterations())
    next_iteration();
}

void Trainer::save_committed() {
  if (!leaving_.empty() && checkpointer_.committed() >= progress_.done()) {
    const std::set<NodeId> all = std::move(leaving_);
    leaving_.clear();
    for (const NodeId id : all)
      fleet_.release(id);
  }
}

// The target was reached while this save was under way: its own save is the next.
void Trainer::save_ended() {
  if (finishing_ && stage_ != Stage::ended)
    finish();
}

// A save broke although no member was lost (the storage was down): training goes on without it.
void Trainer::save_torn() {
  if (stage_ != Stage::saving && !finishing_)
    return;
  const auto lives = [this](NodeId id) { return fleet_.node(id).alive(); };
  if (!std::all_of(workers_.begin(), workers_.end(), lives) ||
      !std::all_of(servers_.begin(), servers_.end(), lives))
    return;
  if (!leaving_.empty()) {  // their state could not be saved: they leave without
    for (const NodeId id : std::exchange(leaving_, {}))
      fleet_.release(id);
    return;
  }
  const std::optional<Instant> back = checkpointer_.storage_back();
  finishing_ = back && reached_target();
  if (finishing_) {  // nothing is left to train: the final save is tried again
    wait_until(*back, [this] { finish(); });
    return;
  }
  if (stage_ == Stage::saving)
    training_goes_on();
}

bool Trainer::reached_target() const {
  return done_now() >= world_.setup.job.target;
}

// The target is reached: the job ends, after its final save where it makes one.
void Trainer::finish() {
  finishing_ = true;
  const bool saves = world_.setup.job.final_save && checkpointer_.traits().saves;
  if (!saves || checkpointer_.committed() >= world_.setup.job.target) {
    const auto deadline = world_.setup.job.deadline;
    const bool late = deadline && world_.now() > *deadline;
    world_.queue.push(world_.now(), EventClass::job_finished, 0,
                      [this, late] { end(late ? Outcome::finished_late : Outcome::finished, ""); });
    return;
  }
  for (auto& [id, loop] : loops_)
    if (loop.graph)
      activities_.cancel(*loop.graph);
  loops_.clear();
  enter(Stage::saving, Phase::checkpoint_stall);
  if (checkpointer_.under_way())
    return;  // one at a time: its end calls again
  checkpointer_.want("the job is done");
  const TrainingCluster cluster = members_.cluster(workers_, servers_);
  checkpointer_.cut(progress_.done(), members_.context(cluster));
}

// Continuous modes: work flows at a rate from the last mark on.
void Trainer::start_flow_of_work() {
  rate_ = 0;
  for (const NodeId id : workers_) {
    const double one = mode_->rate_on(world_.pool(fleet_.node(id).offer.pool).instance);
    rate_ = rate_ == 0 ? one : std::min(rate_, one);
  }
  require(rate_ > 0, "a gang that trains has a rate");
  iteration_began_ = world_.now();
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
    if (checkpointer_.under_way())
      return;
    checkpointer_.want("it was due");
    cut_if_possible();
  });
}

Work Trainer::done_now() const {
  if (!traits_.continuous || stage_ != Stage::training || rate_ <= 0)
    return progress_.done();
  const Work flown = Work::of(rate_ * (world_.now() - iteration_began_).count());
  return std::min(progress_.done() + flown, world_.setup.job.target);
}

void Trainer::sync_flow_of_work() {
  if (!traits_.continuous || stage_ != Stage::training)
    return;
  progress_.gain(done_now() - progress_.done(), 0, Seconds{0});
  iteration_began_ = world_.now();
}

// Elastic modes: the speed that is missing, by what the missing workers are doing; asked after each
// batch of events, since nothing changes between two.
void Trainer::account_missing() {
  const Seconds time = world_.now() - missing_since_;
  missing_since_ = world_.now();
  for (const auto& [cause, share] : missing_)
    if (time > 0s)
      shortfall_[cause] += share * time.count();
  missing_.clear();
  if (phase_ != Phase::training || traits_.in_step)
    return;
  const auto trains = [this](NodeId id) {
    const auto found = loops_.find(id);
    return found != loops_.end() && found->second.joined;
  };
  auto missing = static_cast<double>(traits_.nodes);
  for (const auto& loop : loops_)
    missing -= trains(loop.first) ? 1 : 0;
  const auto charge = [&](const char* cause, double nodes) {
    const double counted = std::min(missing, nodes);
    if (counted > 0)
      missing_[cause] = counted / static_cast<double>(traits_.nodes);
    missing -= std::max(counted, 0.0);
  };
  double booting = 0, requested = 0, undetected = 0, joining = 0;
  for (const NodeId id : fleet_.believed()) {
    const Node& node = fleet_.node(id);
    if (node.server)
      continue;
    undetected += node.alive() ? 0 : 1;
    requested += node.life == Node::Life::requested ? 1 : 0;
    booting += node.life == Node::Life::booting ? 1 : 0;
    joining += node.life == Node::Life::ready && is_member(id) && !trains(id) ? 1 : 0;
  }
  charge("undetected", undetected);
  charge("requested", requested);
  charge("booting", booting);
  charge("joining", joining);
  charge("no capacity", missing);
}

}  // namespace spotgrid::engine
