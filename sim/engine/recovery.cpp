// From a loss that is known to a group that trains again: change, gather, restart, restore, join.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <utility>

#include "sim/engine/trainer.hpp"

namespace spotgrid::engine {

// Replicated state is whole on any one member, sharded state only on all of them. Parameter
// servers hold it themselves, so that a change of workers never rolls back.
bool Trainer::state_survives() const {
  if (traits_.state == StateLayout::on_servers)
    return holders_.size() == static_cast<std::size_t>(traits_.servers);
  const std::size_t needed =
      traits_.state == StateLayout::replicated ? 1 : static_cast<std::size_t>(traits_.nodes);
  return traits_.on_change == OnChange::replica && holders_.size() >= needed;
}

bool Trainer::holds_state(NodeId id) const {
  return std::binary_search(holders_.begin(), holders_.end(), id);
}

void Trainer::change() {
  if (rescues_)
    return;  // its end calls again
  if (group_has_state_) {
    holders_.clear();
    for (const NodeId id : traits_.state == StateLayout::on_servers ? servers_ : workers_)
      if (fleet_.node(id).alive())
        holders_.push_back(id);
    std::sort(holders_.begin(), holders_.end());
  }
  if (can_rescue()) {
    rescue();
    return;
  }
  group_has_state_ = false;
  if (!state_survives()) {
    holders_.clear();
    checkpointer_.processes_restart();
  }
  for (const NodeId id : std::exchange(leaving_, {}))
    if (fleet_.node(id).alive())
      fleet_.release(id);
  workers_.clear();
  servers_.clear();
  regroup();
  enter(Stage::waiting, Phase::capacity_wait);
  release_survivors_later();
  try_start();
}

// Just in time: the processes restart, but a survivor still has the last iteration.
bool Trainer::can_rescue() const {
  const std::size_t needed =
      traits_.state == StateLayout::replicated ? 1 : static_cast<std::size_t>(traits_.nodes);
  return checkpointer_.traits().saves_after_loss && group_has_state_ && !gave_up_rescue_ &&
         traits_.in_step && !state_survives() && holders_.size() >= needed &&
         progress_.done() > checkpointer_.committed() && checkpointer_.has_room();
}

// The survivors save as they are; what follows goes on once that has ended.
void Trainer::rescue() {
  rescues_ = true;
  enter(Stage::saving, Phase::checkpoint_stall);
  checkpointer_.want("a loss is known", true);
  checkpointer_.stalls();
  const Group survivors = members_.group(holders_, servers_, remotes_);
  checkpointer_.cut(progress_.done(),
                    survivors.makeup->save(checkpointer_.depth(), checkpointer_.deltas()),
                    survivors);
}

void Trainer::rescue_ends(bool is_torn) {
  rescues_ = false;
  enter(Stage::stalled, Phase::stalled);
  const auto lives = [this](NodeId id) { return fleet_.node(id).alive(); };
  const bool others_left = !std::all_of(holders_.begin(), holders_.end(), lives);
  gave_up_rescue_ = is_torn && !others_left;  // the storage is down
  if (unknown_losses_.empty() && !others_left)
    change();
}

// Survivors of a gang that waits are billed; after a while they may be let go.
void Trainer::release_survivors_later() {
  const auto patience = world_.setup.job.membership.release_after;
  if (!patience)
    return;
  world_.queue.push(world_.now() + *patience, EventClass::timer, 0, [this, of = changes_] {
    if (stage_ != Stage::waiting || of != changes_)
      return;        // the gang was complete in between
    let_go_ = true;  // and not asked for again one by one
    for (const NodeId id : eligible())
      fleet_.release(id);
  });
}

std::vector<NodeId> Trainer::eligible() const {
  std::vector<NodeId> ready;
  ready.reserve(fleet_.living().size());
  for (const NodeId id : fleet_.living()) {
    const Node& node = fleet_.node(id);
    if (!node.serves() && node.life == Node::Life::ready && !node.notice_seen)
      ready.push_back(id);
  }
  // Those that hold the state first, then the oldest.
  if (!holders_.empty())
    std::stable_partition(ready.begin(), ready.end(), [&](NodeId id) { return holds_state(id); });
  return ready;
}

void Trainer::try_start() {
  if (stage_ != Stage::waiting)
    return;
  std::vector<NodeId> ready = eligible();
  std::vector<NodeId> servers;
  for (const NodeId id : fleet_.living())
    if (fleet_.node(id).duty == Duty::server && fleet_.node(id).life == Node::Life::ready)
      servers.push_back(id);
  if (static_cast<std::int64_t>(ready.size()) < least() ||
      static_cast<std::int64_t>(servers.size()) < traits_.servers)
    return;
  ready.resize(std::min(ready.size(), static_cast<std::size_t>(traits_.nodes)));
  workers_ = std::move(ready);
  servers.resize(static_cast<std::size_t>(traits_.servers));
  servers_ = std::move(servers);
  regroup();
  if (const auto& reason = members_.misfit(workers_, servers_)) {
    end(Outcome::infeasible, *reason);
    return;
  }
  const MembershipSetup& membership = world_.setup.job.membership;
  const Seconds restart =
      membership.rendezvous.quantile(world_.random.draw("rendezvous", changes_)) +
      membership.init.quantile(world_.random.draw("init", changes_));
  ++changes_;
  let_go_ = false;
  enter(Stage::restarting, Phase::restart);
  if (restart <= 0s) {
    restarted();
    return;
  }
  wait_until(world_.now() + restart, [this] { restarted(); });
}

// The one timer of a stage.
void Trainer::wait_until(Instant at, std::function<void()> then) {
  timer_ = world_.queue.push(at, EventClass::ready, 0, [this, then = std::move(then)] {
    timer_.reset();
    then();
  });
}

void Trainer::restarted() {
  if (begun_ && !for_joiners_)
    count_recovery();
  if (stage_ != Stage::ended)
    restore();
}

void Trainer::count_recovery() {
  const Work best =
      checkpointer_.traits().continuous ? progress_.high_water() : checkpointer_.committed();
  row_without_commit_ = best > best_commit_at_recovery_ ? 0 : row_without_commit_ + 1;
  best_commit_at_recovery_ = best;
  longest_row_ = std::max(longest_row_, row_without_commit_);
  const auto limit = world_.setup.job.no_progress;
  if (limit && row_without_commit_ >= *limit)
    end(Outcome::no_progress, "recoveries in a row without a higher commit");
}

void Trainer::restore() {
  const bool replica = state_survives();
  const std::optional<Copy> copy = copy_to_read();
  if (!begun_ || checkpointer_.traits().continuous || (!replica && !copy)) {
    restored(!begun_ || checkpointer_.traits().continuous ? progress_.done() : Work{});
    return;
  }
  Protocol protocol;
  Work at = progress_.done();
  if (replica) {
    protocol = from_survivor();
    if (protocol.graph->empty()) {
      restored(at);
      return;
    }
    world_.record(event::RestoreBegan{std::nullopt});
  } else {
    at = copy->progress;
    const auto back = checkpointer_.storage_back();
    if (back && copy->tier == Tier::shared_storage) {  // nothing can be read before
      enter(Stage::restoring, Phase::restore);
      wait_until(*back, [this] { restore(); });
      return;
    }
    protocol = from_copy(*copy);
    world_.record(event::RestoreBegan{copy->id, copy->tier});
  }
  enter(Stage::restoring, Phase::restore);
  graph_ = activities_.start(protocol, EventClass::ready, 0,
                             {.ended =
                                  [this, at] {
                                    graph_.reset();
                                    restored(at);
                                  },
                              .failed =
                                  [this] {
                                    graph_.reset();
                                    world_.record(event::RestoreBroken{});
                                    restore();  // its source died, or the storage is down
                                  }});
}

// The cast of the group, and behind it whoever else holds a part.
Trainer::Held Trainer::held(const Copy& copy) {
  Held all{{copy.tier, {}, copy.deltas}, *group().cast};
  for (const NodeGroup& part : copy.groups) {
    HolderGroup& living = all.copy.groups.emplace_back(HolderGroup{{}, part.needs, part.parts});
    for (const NodeId holder : part.holders) {
      if (!fleet_.node(holder).alive())
        continue;
      const auto found = std::find(all.cast.begin(), all.cast.end(), holder);
      living.holders.push_back(Role{static_cast<std::uint32_t>(found - all.cast.begin())});
      if (found == all.cast.end())
        all.cast.push_back(holder);
    }
  }
  return all;
}

Protocol Trainer::from_copy(const Copy& copy) {
  Held all = held(copy);
  const Makeup::Graph graph = group().makeup->restore(all.copy);
  if (copy.groups.empty())
    return group().protocol(graph);
  return {graph, std::make_shared<const std::vector<NodeId>>(std::move(all.cast))};
}

// With least_time, waiting for a storage that is down and training what the newest copy has more
// count as well as the reading.
std::optional<Copy> Trainer::copy_to_read() {
  std::optional<Copy> newest = checkpointer_.newest();
  if (!newest || world_.setup.checkpointing.restore_choice == RestoreChoice::newest)
    return newest;
  group();
  const double speed = pace();
  std::optional<Copy> best;
  Seconds least{0};
  for (const Copy* copy : checkpointer_.restorable()) {
    Seconds takes = group().makeup->quiet_restore(held(*copy).copy);
    if (speed > 0)
      takes += Seconds{(newest->progress - copy->progress).value() / speed};
    if (const auto back = checkpointer_.storage_back(); back && copy->tier == Tier::shared_storage)
      takes += *back - world_.now();
    const bool sooner = !best || takes < least;
    if (sooner || (takes == least && copy->progress > best->progress)) {
      best = *copy;
      least = takes;
    }
  }
  return best;
}

// The first of those that hold the state sends it to all that do not.
Protocol Trainer::from_survivor() const {
  ActivityGraph graph;
  std::vector<NodeId> cast = workers_;
  cast.push_back(holders_.front());  // also one that will be lost soon and is no member any more
  const Place source = Place::at(Role{static_cast<std::uint32_t>(workers_.size())});
  for (std::uint32_t rank = 0; rank < workers_.size(); ++rank)
    if (traits_.state == StateLayout::replicated && !holds_state(workers_[rank]))
      graph.flow(source, Place::at(Role{rank}), members_.state_size(), TransferKind::restore);
  return {std::make_shared<const ActivityGraph>(std::move(graph)),
          std::make_shared<const std::vector<NodeId>>(std::move(cast))};
}

void Trainer::restored(Work at) {
  if (begun_)
    progress_.roll_back_to(at);
  holders_.clear();
  gave_up_rescue_ = false;
  group_has_state_ = true;
  world_.record(event::Restored{progress_.done()});
  if (traits_.in_step)
    join();
  else
    start_training();
}

// Modes in step whose members fetch something first: all at once, before the first iteration.
void Trainer::join() {
  if (traits_.continuous || group().makeup->join(0)->empty()) {
    start_training();
    return;
  }
  enter(Stage::restoring, Phase::restore);
  for (std::size_t rank = 0; rank < workers_.size(); ++rank) {
    const NodeId worker = workers_[rank];
    const Protocol join = group().protocol(group().makeup->join(rank));
    loops_[worker].graph =
        activities_.start(join, EventClass::ready, number(worker), {.ended = [this, worker] {
                            loops_.erase(worker);
                            if (loops_.empty())
                              start_training();
                          }});
  }
}

}  // namespace spotgrid::engine
