// From a wanted save to committed copies.
// SPDX-License-Identifier: Apache-2.0
#include "sim/engine/checkpointer.hpp"

#include <algorithm>
#include <utility>

namespace spotgrid::engine {
namespace {

std::vector<NodeId> nodes_of(const Protocol& protocol) {
  std::vector<NodeId> nodes;
  for (const Role role : protocol.graph->roles())
    nodes.push_back(protocol.node(role));
  return nodes;
}

std::vector<NodeGroup> nodes_of(const std::vector<HolderGroup>& groups,
                                const std::vector<NodeId>& cast) {
  std::vector<NodeGroup> all;
  for (const HolderGroup& group : groups) {
    NodeGroup& one = all.emplace_back(NodeGroup{{}, group.needs, group.parts});
    for (const Role role : group.holders)
      one.holders.push_back(cast[number(role)]);
  }
  return all;
}

}  // namespace

Checkpointer::Checkpointer(World& world, Fleet& fleet, Activities& activities,
                           SaveListener& listener)
    : world_(world),
      fleet_(fleet),
      activities_(activities),
      listener_(listener),
      traits_(world.setup.checkpointing.scheme->make()->traits()),
      turns_(traits_),
      copies_(world, [&fleet](NodeId id) { return fleet.node(id).alive(); }) {
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

bool Checkpointer::is_at_storage(const Save& save) {
  return save.plan->stages[save.stage].copy.tier == Tier::shared_storage;
}

void Checkpointer::storage_changes() {
  const bool up = !storage_back();
  if (storage_up_ == up)
    return;
  storage_up_ = up;
  activities_.set_storage(up);
  if (up)
    return;
  // Transfers break by themselves; what is written but not yet safe is lost with the storage.
  std::vector<CheckpointId> unsafe;
  for (const auto& [id, save] : saves_)
    if (save.written && !save.stage_committed && is_at_storage(save))
      unsafe.push_back(id);
  for (const CheckpointId id : unsafe)
    tear(id, "the storage is down");
}

void Checkpointer::want(const std::string& why, bool whole) {
  if (!traits_.saves || why_)
    return;
  why_ = why;
  wanted_depth_.reset();
  if (whole)
    wanted_depth_ = traits_.tiers;
}

bool Checkpointer::has_room() const {
  if (copying_)
    return false;
  const auto count = std::count_if(saves_.begin(), saves_.end(),
                                   [](const auto& entry) { return !entry.second.makes_room; });
  return count < traits_.in_flight;
}

bool Checkpointer::under_way() const {
  return std::any_of(saves_.begin(), saves_.end(),
                     [](const auto& entry) { return !entry.second.committed; });
}

bool Checkpointer::will_have(Work progress) const {
  return std::any_of(saves_.begin(), saves_.end(), [&](const auto& entry) {
    return entry.second.depth == traits_.tiers && entry.second.progress >= progress;
  });
}

std::int64_t Checkpointer::depth() const {
  if (wanted_depth_)
    return std::clamp<std::int64_t>(*wanted_depth_, 1, traits_.tiers);
  return turns_.next();
}

std::int64_t Checkpointer::deltas() const {
  return since_full_ids_.empty() || since_full_ + 1 >= traits_.full_every ? 0 : since_full_ + 1;
}

void Checkpointer::cut(Work progress, std::shared_ptr<const StagedSave> plan, const Group& group) {
  require(wanted(), "a save is cut when one is wanted and there is room for it");
  const auto id = static_cast<CheckpointId>(next_id_++);
  Save& save = saves_[id];
  save.id = id;
  save.progress = progress;
  save.cut = world_.now();
  save.depth = depth();
  save.deltas = deltas();
  save.plan = std::move(plan);
  save.group = group;
  turns_.cut(save.depth);
  since_full_ = save.deltas;
  if (save.deltas == 0)
    since_full_ids_.clear();
  if (save.deltas > 0)
    save.needs = traits_.deltas_chain ? since_full_ids_ : std::vector{since_full_ids_.front()};
  since_full_ids_.push_back(id);
  world_.record(event::SaveRequested{id, *why_});
  world_.record(event::SaveCut{id, progress});
  why_.reset();
  copying_ = id;
  begin_stage(save);
}

// A stage that goes one at a time waits for the saves before it.
bool Checkpointer::must_queue(const Save& save) const {
  if (!save.plan->stages[save.stage].one_at_a_time)
    return false;
  return std::any_of(saves_.begin(), saves_.end(), [&](const auto& entry) {
    const Save& other = entry.second;
    return other.id < save.id && other.stage == save.stage &&
           other.plan->stages.size() > save.stage;
  });
}

void Checkpointer::begin_stage(Save& save) {
  const auto& stages = save.plan->stages;
  while (stages[save.stage].graph->empty() && save.stage + 1 < stages.size())
    ++save.stage;
  save.written = save.stage_committed = false;
  save.graph.reset();
  if (save.stage == 0 && traits_.ring > 0) {
    const auto is_buffered = [this](CheckpointId id) {
      const auto found = saves_.find(id);
      return traits_.restores_from_flusher && found != saves_.end() && found->second.graph &&
             found->second.stage > 0;
    };
    copies_.make_room(traits_.ring, is_buffered);
  }
  const CheckpointId id = save.id;
  save.nodes = nodes_of(save.group.protocol(save.plan->stages[save.stage].graph));
  const auto lives = [this](NodeId node) { return fleet_.node(node).alive(); };
  if (!std::all_of(save.nodes.begin(), save.nodes.end(), lives))
    tear(id, "a node was lost");
  else if (!must_queue(save))
    run_stage(save);
}

void Checkpointer::run_stage(Save& save) {
  const Protocol protocol = save.group.protocol(save.plan->stages[save.stage].graph);
  const CheckpointId id = save.id;
  save.graph = activities_.start(
      protocol, EventClass::checkpoint_commit, number(id),
      {.reached = [this, id](Milestone milestone) { reached(id, milestone); },
       .ended = [this, id] { stage_ended(id); },
       .failed = [this,
                  id] { tear(id, storage_up_ ? "a node was lost" : "the storage is down"); }});
}

void Checkpointer::begin_queued() {
  for (auto& entry : saves_)
    if (Save& save = entry.second; !save.graph && !must_queue(save))
      run_stage(save);
}

void Checkpointer::stage_ended(CheckpointId id) {
  Save& save = saves_.at(id);
  save.graph.reset();
  if (++save.stage < save.plan->stages.size()) {
    begin_stage(save);
  } else {
    saves_.erase(id);
    listener_.save_makes_room();
  }
  begin_queued();
}

void Checkpointer::reached(CheckpointId id, Milestone milestone) {
  Save& save = saves_.at(id);
  const double since_cut = (world_.now() - save.cut).count();
  switch (milestone) {
    case Milestone::written:
      save.written = true;
      if (save.stage == 0)
        world_.record(event::SaveWritten{id});
      return;
    case Milestone::committed:
      if (!save.committed)
        latencies_.add(since_cut);
      commit(save);
      return;
    case Milestone::durable:
      durables_.add(since_cut);
      return;
    case Milestone::training_goes_on:
      goes_on(save);
      return;
    case Milestone::room:
      if (!std::exchange(save.makes_room, true))
        listener_.save_makes_room();
      return;
    default:
      return;
  }
}

void Checkpointer::goes_on(Save& save) {
  if (copying_ != save.id)
    return;
  copying_.reset();
  stalls_.add(stalls_since_ ? (world_.now() - *stalls_since_).count() : 0);
  stalls_since_.reset();
  world_.record(event::StallEnded{save.id});
  listener_.training_goes_on();
}

void Checkpointer::commit(Save& save) {
  const TierCopy& copy = save.plan->stages[save.stage].copy;
  world_.record(event::SaveCommitted{save.id, save.progress, copy.tier, !save.committed});
  const std::int64_t keep = world_.setup.checkpointing.keep;
  copies_.add(
      {save.id, save.progress, copy.tier, save.stage, nodes_of(copy.groups, *save.group.cast),
       copy.outlives_processes, save.deltas, save.needs},
      save.stage == 0 && traits_.ring > 0 ? std::max(traits_.ring, keep) : keep);
  save.committed = save.stage_committed = true;
  listener_.save_committed();
}

// Of what has not committed; a save that an earlier stage committed ends with that.
void Checkpointer::tear(CheckpointId id, const std::string& why) {
  const auto found = saves_.find(id);
  if (found == saves_.end() || found->second.stage_committed)
    return;
  if (found->second.graph)
    activities_.cancel(*found->second.graph);
  world_.record(event::SaveTorn{id, why});
  if (copying_ == id) {
    copying_.reset();
    stalls_since_.reset();
  }
  since_full_ids_.clear();  // the next one is a full one
  saves_.erase(found);
  listener_.save_torn();
  begin_queued();
}

void Checkpointer::processes_restart() {
  why_.reset();
  since_full_ids_.clear();
  copying_.reset();  // nobody waits for it any more
  stalls_since_.reset();
  std::vector<CheckpointId> theirs;
  for (const auto& [id, save] : saves_)
    if (save.plan->stages[save.stage].carrier == Carrier::process)
      theirs.push_back(id);
  for (const CheckpointId id : theirs)
    tear(id, "the processes restarted");
  copies_.processes_restart();
}

void Checkpointer::job_ends() {
  ended_ = true;
  std::vector<CheckpointId> all;
  for (const auto& entry : saves_)
    all.push_back(entry.first);
  for (const CheckpointId id : all)
    tear(id, "the job has ended");
}

void Checkpointer::node_ends(NodeId node) {
  if (ended_)
    return;
  std::vector<CheckpointId> theirs;
  for (const auto& [id, save] : saves_)
    if (std::find(save.nodes.begin(), save.nodes.end(), node) != save.nodes.end())
      theirs.push_back(id);
  for (const CheckpointId id : theirs)
    tear(id, "a node was lost");
  copies_.node_ends();
}

namespace {
bool is_due(const NextSave& next, const ScheduleView& view) {
  return (next.trained && view.trained >= *next.trained - Seconds{1e-6}) ||
         (next.steps && view.steps >= *next.steps) ||
         (next.samples && view.samples >= *next.samples);
}
}  // namespace

bool Checkpointer::due(const ScheduleView& view) const {
  return is_due(next_, view);
}

// The deepest of those that are due.
void Checkpointer::want_if_due(const ScheduleView& view) {
  if (!due(view) || !has_room() || why_)
    return;
  std::optional<std::int64_t> deepest;
  bool as_scheme_does = false;
  for (const NextSave& next : nexts_) {
    if (!is_due(next, view))
      continue;
    as_scheme_does = as_scheme_does || !next.depth;
    if (next.depth)
      deepest = std::max(deepest.value_or(1), *next.depth);
  }
  want("it was due");
  if (deepest && as_scheme_does)
    deepest = std::max(*deepest, depth());
  wanted_depth_ = deepest;
}

std::optional<Copy> Checkpointer::newest() const {
  const Copy* best = copies_.newest();
  return best == nullptr ? std::nullopt : std::optional<Copy>(*best);
}

Work Checkpointer::committed() const {
  const Copy* best = copies_.newest();
  return best == nullptr ? Work{} : best->progress;
}

Work Checkpointer::durable() const {
  return copies_.best_at(static_cast<std::size_t>(traits_.tiers - 1)).value_or(Work{});
}

void Checkpointer::tell_clocks(CheckpointClocks& clocks) const {
  clocks.stall = summary_of(stalls_.values);
  clocks.latency = summary_of(latencies_.values);
  clocks.durable = summary_of(durables_.values);
  clocks.exposed_s = copies_.exposed();
}

}  // namespace spotgrid::engine
