// One save at a time; only what is committed counts.
// SPDX-License-Identifier: Apache-2.0
#include "sim/engine/checkpointer.hpp"

#include <algorithm>

namespace spotgrid::engine {
namespace {

std::vector<NodeId> nodes_of(const Protocol& protocol) {
  std::vector<NodeId> nodes;
  for (const Role role : protocol.graph->roles())
    nodes.push_back(protocol.node(role));
  return nodes;
}

}  // namespace

Checkpointer::Checkpointer(World& world, Activities& activities, SaveListener& listener)
    : world_(world),
      activities_(activities),
      listener_(listener),
      traits_(world.setup.checkpointing.scheme->make()->traits()) {
  for (const auto& schedule : world.setup.checkpointing.schedules)
    schedules_.push_back(schedule->make());
}

void Checkpointer::begin() {
  for (const OutageWindow& window : world_.setup.checkpointing.outages) {
    for (const Instant change : {window.from, window.to})
      world_.queue.push(change, EventClass::market_step, 0, [this] { storage_changes(); });
  }
}

// Windows may overlap.
std::optional<Instant> Checkpointer::storage_back() const {
  std::optional<Instant> back;
  for (const OutageWindow& window : world_.setup.checkpointing.outages)
    if (window.from <= world_.now() && world_.now() < window.to)
      back = std::max(back.value_or(window.to), window.to);
  return back;
}

void Checkpointer::storage_changes() {
  const bool up = !storage_back();
  if (storage_up_ == up)
    return;
  storage_up_ = up;
  activities_.set_storage(up);
  // Transfers break by themselves; what is written but not yet safe is lost with the storage.
  if (!up && under_way_ && under_way_->written)
    tear("the storage is down");
}

void Checkpointer::want(const std::string& why) {
  if (traits_.saves && !why_)
    why_ = why;
}

void Checkpointer::cut(Work progress, const Protocol& save) {
  require(wanted(), "a save is cut when one is wanted and none is under way");
  under_way_ = UnderWay{static_cast<CheckpointId>(next_id_++), progress, {}, world_.now()};
  under_way_->nodes = nodes_of(save);
  world_.record(event::SaveRequested{under_way_->id, *why_});
  world_.record(event::SaveCut{under_way_->id, progress});
  why_.reset();
  under_way_->graph = activities_.start(
      save, EventClass::checkpoint_commit, number(under_way_->id),
      {.reached = [this](Milestone milestone) { reached(milestone); },
       .ended =
           [this] {
             under_way_.reset();
             listener_.save_ended();
           },
       .failed = [this] { tear(storage_up_ ? "a node was lost" : "the storage is down"); }});
}

void Checkpointer::reached(Milestone milestone) {
  const double since_cut = (world_.now() - under_way_->cut).count();
  switch (milestone) {
    case Milestone::written:
      under_way_->written = true;
      world_.record(event::SaveWritten{under_way_->id});
      return;
    case Milestone::committed:
      latencies_.add(since_cut);
      commit();
      return;
    case Milestone::durable:
      durables_.add(since_cut);
      return;
    case Milestone::training_goes_on:
      if (!under_way_->stalls)
        return;
      under_way_->stalls = false;
      stalls_.add(since_cut);
      world_.record(event::StallEnded{under_way_->id});
      listener_.training_goes_on();
      return;
    default:
      return;
  }
}

void Checkpointer::commit() {
  copy_seconds_ = copy_seconds();
  copies_since_ = world_.now();
  const UnderWay& done = *under_way_;
  world_.record(event::SaveCommitted{done.id, done.progress});
  if (!first_commit_)
    first_commit_ = world_.now();
  copies_.push_back({done.id, done.progress});
  // The oldest copies of least progress go first, but never the best one.
  while (copies_.size() > static_cast<std::size_t>(world_.setup.checkpointing.keep)) {
    const auto worst = std::min_element(copies_.begin(), copies_.end(), [](auto& a, auto& b) {
      return std::pair(a.progress, a.id) < std::pair(b.progress, b.id);
    });
    copies_.erase(worst);
  }
  under_way_->committed = true;
  listener_.save_committed();
}

void Checkpointer::tear(const std::string& why) {
  if (!under_way_ || under_way_->committed)
    return;
  activities_.cancel(under_way_->graph);
  world_.record(event::SaveTorn{under_way_->id, why});
  under_way_.reset();
  listener_.save_torn();
}

void Checkpointer::processes_restart() {
  why_.reset();
  if (!under_way_)
    return;
  under_way_->stalls = false;  // nobody waits for it any more
  if (traits_.carrier == Carrier::process && !under_way_->committed)
    tear("the processes restarted");
}

void Checkpointer::node_ends(NodeId node) {
  if (under_way_ && std::find(under_way_->nodes.begin(), under_way_->nodes.end(), node) !=
                        under_way_->nodes.end())
    tear("a node was lost");
}

bool Checkpointer::due(const ScheduleView& view) const {
  return (next_.trained && view.trained >= *next_.trained - Seconds{1e-6}) ||
         (next_.steps && view.steps >= *next_.steps) ||
         (next_.samples && view.samples >= *next_.samples);
}

void Checkpointer::add_statistics(ScheduleView& view) const {
  view.saves = static_cast<std::int64_t>(latencies_.values.size());
  view.mean_stall = stalls_.mean();
  view.mean_latency = latencies_.mean();
}

void Checkpointer::plan_next(ScheduleView view) {
  add_statistics(view);
  next_ = {};
  const auto sooner = [](auto& current, const auto& other) {
    if (other && (!current || *other < *current))
      current = other;
  };
  for (const auto& schedule : schedules_) {
    const NextSave one = schedule->next(view);
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

std::optional<Copy> Checkpointer::newest() const {
  const auto best = std::max_element(copies_.begin(), copies_.end(), [](auto& a, auto& b) {
    return std::pair(a.progress, a.id) < std::pair(b.progress, b.id);
  });
  return best == copies_.end() ? std::nullopt : std::optional<Copy>(*best);
}

Work Checkpointer::committed() const {
  const std::optional<Copy> copy = newest();
  return copy ? copy->progress : Work{};
}

CheckpointClocks Checkpointer::clocks() const {
  return {summary_of(stalls_.values), summary_of(latencies_.values), summary_of(durables_.values),
          0};
}

double Checkpointer::copy_seconds() const {
  return copy_seconds_ +
         static_cast<double>(copies_.size()) * (world_.now() - copies_since_).count();
}

}  // namespace spotgrid::engine
