// What the trainer and the checkpointer ask for, and the run from event to event.
// SPDX-License-Identifier: Apache-2.0
#include "sim/engine/on_memo.hpp"

#include <algorithm>
#include <utility>

namespace spotgrid::engine {

OnMemo::OnMemo(World& world, NodeInfo node_info, Memo& memo)
    : world_(world),
      node_info_(std::move(node_info)),
      memo_(memo),
      servers_change_(!world.setup.job.training->make()->traits().server_goodput.empty()) {}

GraphId OnMemo::add(Running running) {
  const auto name = static_cast<GraphId>(next_graph_++);
  running.rest = running.protocol.graph;
  running_[name] = std::move(running);
  fresh_.push_back(name);
  return name;
}

GraphId OnMemo::start(const Protocol& protocol, EventClass kind, std::uint64_t id,
                      GraphEvents events) {
  return add({protocol, kind, id, std::move(events)});
}

GraphId OnMemo::repeat(const Protocol& iteration, Seconds quiet, Pause pause,
                       std::function<void()> paused) {
  Running running{iteration, EventClass::iteration_end};
  running.quiet = quiet;
  running.pause = pause;
  running.paused = std::move(paused);
  return add(std::move(running));
}

void OnMemo::pause_at(GraphId name, Pause pause) {
  Running& running = running_.at(name);
  if (running.pausing || (pause == running.pause && running.pause_count > running.done))
    return;
  running.pause = pause;
  if (running.scene)
    plan_pause(running, name);
}

void OnMemo::go_on(GraphId name, Pause pause) {
  Running& running = running_.at(name);
  require(running.pausing, "what goes on has paused");
  running.pausing = false;
  running.pause = pause;
  if (!running.ends.empty())
    running.ends.erase(running.ends.begin(), running.ends.end() - 1);
  if (running.scene)
    plan_pause(running, name);
  else
    fresh_.push_back(name);
}

std::int64_t OnMemo::ended(GraphId name) const {
  const Running& running = running_.at(name);
  if (running.pausing || !running.scene)
    return running.done;
  return std::max(running.done, running.ends.back().count(
                                    world_.now(), world_.queue.passed(EventClass::iteration_end)));
}

IterationEnd OnMemo::end_of(GraphId name, std::int64_t count) const {
  const auto& ends = running_.at(name).ends;
  const auto found = std::find_if(ends.rbegin(), ends.rend(),
                                  [&](const IterationEnds& some) { return count > some.before(); });
  require(found != ends.rend(), "an end is asked for that has not been forgotten");
  return {found->at(count), found->contention(count)};
}

// The end of a pause is an event like others, and moves when the trainer wants it to.
void OnMemo::plan_pause(Running& running, GraphId name) {
  unplan(running);
  const IterationEnds& ends = running.ends.back();
  running.pause_count = std::max(ends.pause(running.pause, world_.now()), running.done + 1);
  running.keys.push_back(world_.queue.push(std::max(ends.at(running.pause_count), world_.now()),
                                           EventClass::iteration_end, 0,
                                           [this, name] { pause(name); }));
}

void OnMemo::unplan(Running& running) {
  for (const EventQueue::Key& key : running.keys)
    world_.queue.cancel(key);
  running.keys.clear();
}

void OnMemo::pause(GraphId name) {
  Running& running = running_.at(name);
  running.keys.clear();
  running.pausing = true;
  running.done = running.pause_count;
  running.contention = running.ends.back().contention(running.done);
  begin_whole(running);
  running.paused();
  const auto still = running_.find(name);
  if (still != running_.end() && still->second.pausing && still->second.scene)
    dirty_.insert(*still->second.scene);
}

void OnMemo::tell(GraphId name, SceneId scene, const Course::Told& told) {
  const auto in = scenes_.find(scene);
  if (in != scenes_.end() && --in->second.pending == 0)
    push_next(scene);
  Running& running = running_.at(name);
  running.keys.erase(running.keys.begin());
  if (told.milestone != Milestone::none) {
    running.events.reached(told.milestone);
    return;
  }
  const GraphEvents events = std::move(running.events);
  running_.erase(name);
  if (in != scenes_.end() && in->second.pushed == in->second.known.course->told.size() &&
      in->second.pending == 0 && !in->second.quiet) {
    account(in->second);
    scenes_.erase(in);
  }
  events.ended();
}

void OnMemo::cancel(GraphId name) {
  const auto found = running_.find(name);
  if (found == running_.end())
    return;
  unplan(found->second);
  if (found->second.scene)
    dirty_.insert(*found->second.scene);
  std::erase(fresh_, name);
  running_.erase(found);
}

// Stops at once, and is told in the next batch unless it is cancelled before. Iterations are not
// told: whoever lost the node asks how many have ended, and cancels them.
void OnMemo::fail(GraphId name) {
  Running& running = running_.at(name);
  if (running.failed)
    return;
  running.done = running.repeats() ? ended(name) : 0;
  running.failed = true;
  unplan(running);
  if (running.scene)
    dirty_.insert(*std::exchange(running.scene, std::nullopt));
  std::erase(fresh_, name);
  if (running.repeats())
    return;
  running.keys.push_back(
      world_.queue.push(world_.now(), EventClass::seen, running.id, [this, name] {
        const GraphEvents told = std::move(running_.at(name).events);
        running_.erase(name);
        told.failed();
      }));
}

namespace {
bool takes_part(const ActivityGraph& graph, Role role) {
  const auto& all = graph.activities();
  return std::any_of(all.begin(), all.end(),
                     [role](const Activity& activity) { return activity.needs(role); });
}
}  // namespace

bool OnMemo::needs(const Running& running, NodeId node) const {
  if (running.failed)
    return false;
  const std::vector<NodeId>& cast = *running.protocol.cast;
  for (std::size_t role = 0; role < cast.size(); ++role) {
    if (cast[role] != node)
      continue;
    const Role part{static_cast<std::uint32_t>(role)};
    if (!running.scene) {  // begins with this batch, or its end is about to be told
      if (running.keys.empty() && !running.pausing && takes_part(*running.rest, part))
        return true;
      continue;
    }
    const Scene& scene = scenes_.at(*running.scene);
    const bool needed =
        running.repeats()
            ? takes_part(*running.protocol.graph, part)  // a remote is in the cast, not in this
            : (clock_ - scene.begin).count() <
                  scene.known.course->needed_until[running.place][role];
    if (needed)
      return true;
  }
  return false;
}

void OnMemo::node_ends(NodeId node) {
  std::vector<GraphId> broken;
  for (const auto& [name, running] : running_)
    if (needs(running, node))
      broken.push_back(name);
  for (const GraphId name : broken)
    fail(name);
}

void OnMemo::node_changes(NodeId node) {
  for (const auto& entry : running_) {
    const Running& running = entry.second;
    if (running.scene && std::find(running.protocol.cast->begin(), running.protocol.cast->end(),
                                   node) != running.protocol.cast->end())
      dirty_.insert(*running.scene);
  }
}

void OnMemo::set_storage(bool up) {
  storage_up_ = up;
  if (up)
    return;
  std::vector<GraphId> all;
  for (const auto& entry : running_)
    all.push_back(entry.first);
  for (const GraphId name : all)
    break_at_storage(name);
}

// While the storage is down a graph fails as soon as a flow of it is there, or would begin.
void OnMemo::break_at_storage(GraphId name) {
  Running& running = running_.at(name);
  if (running.failed || !running.scene || running.repeats())
    return;
  const Scene& scene = scenes_.at(*running.scene);
  const double offset = (clock_ - scene.begin).count();
  for (const Course::Span& span : scene.known.course->at_storage[running.place]) {
    if (span.to <= offset)
      continue;
    const Instant begins = Instant::at(scene.begin + Seconds{span.from});  // which may round down
    if (begins <= world_.now()) {
      fail(name);
      return;
    }
    world_.queue.push(begins, EventClass::seen, running.id, [this, name, of = *running.scene] {
      const auto still = running_.find(name);
      if (still != running_.end() && still->second.scene == of && !storage_up_)
        break_at_storage(name);
    });
    return;
  }
}

// Exactly what an end was rounded from, so that what follows it does not add up roundings.
Seconds OnMemo::date_of_batch() const {
  const Instant next = world_.queue.next();
  if (next == world_.now())
    return clock_;
  std::optional<Seconds> date;
  const auto consider = [&](Seconds exact) { date = std::max(date.value_or(exact), exact); };
  for (const auto& entry : scenes_)
    if (entry.second.pending > 0 && entry.second.next == next)
      consider(entry.second.next_date);
  for (const auto& entry : running_) {
    const Running& running = entry.second;
    if (running.repeats() && running.scene && !running.keys.empty() &&
        running.ends.back().at(running.pause_count) == next)
      consider(running.ends.back().date(running.pause_count));
  }
  return std::max(date.value_or(next.since_start()), clock_);
}

void OnMemo::run(const std::function<void()>& after_batch) {
  while (!stopped_) {
    if (world_.queue.next() > world_.now())  // all of this instant is known
      settle();
    if (world_.queue.empty())
      return;
    clock_ = date_of_batch();
    world_.queue.deliver_batch(after_batch);
  }
}

void OnMemo::stop() {
  stopped_ = true;
  for (const auto& entry : scenes_)
    account(entry.second);  // what has moved by now was moved
}

std::unique_ptr<Activities> on_memo(World& world, NodeInfo node_info, Memo& memo) {
  return std::make_unique<OnMemo>(world, std::move(node_info), memo);
}

}  // namespace spotgrid::engine
