// Saves between iterations: when they are cut, what stands still for them, and the end of the job.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <utility>

#include "sim/engine/trainer.hpp"

namespace spotgrid::engine {

// The state is still copied for a save, and the step that would change it waits.
bool Trainer::holds_back() {
  if (!traits_.in_step || !checkpointer_.holds_state() ||
      checkpointer_.traits().stall != Stall::before_step)
    return false;
  checkpointer_.stalls();
  held_since_ = world_.now();
  enter(Stage::saving, Phase::checkpoint_stall);
  return true;
}

// A save is wanted, and all nodes are there that take it.
bool Trainer::can_cut() const {
  return checkpointer_.wanted() &&
         static_cast<std::int64_t>(remotes_.size()) >= checkpointer_.traits().remotes;
}

// Continuous modes are between iterations at any time; the others wait for the end of one.
void Trainer::cut_if_possible() {
  if (stage_ != Stage::training || !can_cut())
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
  // What a planned change would lose must not grow while the save is on its way.
  held_for_change_ = traits_.in_step && (changes_now() || !leaving_.empty()) && change_loses_work();
  const bool stalls = held_for_change_ || (checkpointer_.traits().stall == Stall::until_goes_on &&
                                           (traits_.in_step || pauses));
  const Work progress = progress_.done();
  if (stalls) {
    enter(Stage::saving, Phase::checkpoint_stall);
    checkpointer_.stalls();
  }
  start_save(progress);
  if (stalls || stage_ != Stage::training)
    return;
  mark_trained();
  if (traits_.continuous)
    start_flow_of_work();
}

void Trainer::start_save(Work progress) {
  checkpointer_.cut(progress, group().makeup->save(checkpointer_.depth(), checkpointer_.deltas()),
                    group());
}

void Trainer::training_goes_on() {
  if (stage_ != Stage::saving || rescues_)
    return;
  if (finishing_) {
    finish();
    return;
  }
  const bool held = held_for_change_;
  if (held && checkpointer_.under_way() && change_loses_work())
    return;  // its commit calls again
  held_for_change_ = false;
  if (drains_now() || (joins_now() && !change_loses_work())) {
    change_as_planned();  // drained ones leave now, whatever became of the save
    return;
  }
  enter(Stage::training, Phase::training);
  if (checkpointer_.traits().stall == Stall::before_step && !held) {
    trained_since_ =
        trained_since_ + (world_.now() - held_since_);  // since the cut, without the stall
    checkpointer_.plan_next(schedule_view());
  } else {
    mark_trained();
  }
  if (traits_.continuous)
    start_flow_of_work();
  else if (!traits_.in_step)
    begin_loops();
  else if (between_iterations())
    iterate();
}

void Trainer::save_committed() {
  last_commit_ = world_.now();
  if (!leaving_.empty() && checkpointer_.committed() >= done_now()) {
    const std::set<NodeId> all = std::move(leaving_);
    leaving_.clear();
    for (const NodeId id : all)
      fleet_.release(id);
  }
  if (held_for_change_ && !checkpointer_.holds_state())
    training_goes_on();
}

// The target was reached while a save was under way: its own save is the next.
void Trainer::save_makes_room() {
  if (rescues_) {
    if (checkpointer_.committed() >= progress_.done())
      rescue_ends(false);
    return;
  }
  if (finishing_ && stage_ != Stage::ended)
    finish();
  else if (traits_.continuous && stage_ == Stage::training)
    save_if_due();
}

// A save broke although no member was lost (the storage was down): training goes on without it.
void Trainer::save_torn() {
  if (stage_ == Stage::ended)
    return;
  if (rescues_) {
    rescue_ends(true);
    return;
  }
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
  if (!saves || checkpointer_.durable() >= world_.setup.job.target) {
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
  if (checkpointer_.will_have(world_.setup.job.target) || !checkpointer_.has_room())
    return;  // an end of a save calls again
  checkpointer_.want("the job is done", true);
  if (!can_cut())
    return;  // until a remote is there
  checkpointer_.stalls();
  start_save(progress_.done());
}

}  // namespace spotgrid::engine
