// Activity graphs on the SimGrid room: one timer of the room stands for the head of our queue.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <utility>

#include "sim/engine/activities.hpp"
#include "sim/engine/platform.hpp"
#include "sim/grid/room.hpp"

namespace spotgrid::engine {
namespace {

class OnGrid final : public Activities {
 public:
  OnGrid(World& world, std::function<GridNode(NodeId)> node_info)
      : world_(world), platform_(world.setup, std::move(node_info)), room_(platform_.spec()) {}

  GraphId start(const ActivityGraph& graph, EventClass kind, std::uint64_t id,
                GraphEvents events) override;
  void cancel(GraphId name) override;
  void node_ends(NodeId node) override;
  void set_storage(bool up) override;
  bool moving(TransferKind transfer) const override {
    return moving_[static_cast<std::size_t>(transfer)] > 0;
  }
  void run(const std::function<void()>& after_batch) override;
  void stop() override {
    stopped_ = true;
    room_.stop();
  }
  std::vector<std::string> settings() const override { return room_.settings(); }

 private:
  enum class Progress : std::uint8_t { waiting, running, ended };
  struct Step {
    Progress progress = Progress::waiting;
    std::size_t missing = 0;  // predecessors that have not ended
    std::vector<ActivityIndex> next;
    std::optional<grid::TimerId> timer;
    std::optional<grid::FlowId> flow;
  };
  struct Running {
    ActivityGraph graph;
    EventClass kind = EventClass::timer;
    std::uint64_t id = 0;
    GraphEvents events;
    std::vector<Step> steps;
    std::size_t left = 0;
    std::vector<EventQueue::Key> keys;  // told through the queue, not delivered yet
  };

  void begin(GraphId name, ActivityIndex index);
  void begin_flow(GraphId name, ActivityIndex index, const Activity& activity);
  void end(GraphId name, ActivityIndex index);
  void flow_ended(GraphId name, ActivityIndex index, grid::FlowEnd how);
  void fail(GraphId name);
  void stop_steps(Running& running);
  void account(const Activity& activity, Bytes left);
  void tell(Running& running, std::function<void()> told);
  static bool uses(const Running& running, NodeId node);
  bool needed(NodeId node) const;
  void house(NodeId node);
  Instant grid_now() const { return Instant::at(room_.clock()); }
  void arm();
  void ring();

  World& world_;
  Platform platform_;
  grid::Room room_;
  std::map<GraphId, Running> running_;
  std::uint64_t next_ = 0;
  std::array<std::int64_t, 4> moving_{};
  std::function<void()> after_batch_;
  std::optional<grid::TimerId> alarm_;
  Instant alarm_at_;
  std::uint64_t told_ = 0, told_at_ring_ = 0;  // events that graphs have told of so far
  bool delivering_ = false, stopped_ = false;
};

GraphId OnGrid::start(const ActivityGraph& graph, EventClass kind, std::uint64_t id,
                      GraphEvents events) {
  const auto name = static_cast<GraphId>(next_++);
  Running& running = running_[name];
  running.graph = graph;
  running.kind = kind;
  running.id = id;
  running.events = std::move(events);
  running.steps.resize(graph.activities().size());
  running.left = running.steps.size();
  for (ActivityIndex i = 0; i < running.steps.size(); ++i)
    for (const ActivityIndex before : graph.activities()[i].after) {
      ++running.steps[i].missing;
      running.steps[before].next.push_back(i);
    }
  std::vector<ActivityIndex> first;
  for (ActivityIndex i = 0; i < running.steps.size(); ++i)
    if (running.steps[i].missing == 0)
      first.push_back(i);
  require(!first.empty(), "an activity graph has a beginning");
  for (const ActivityIndex i : first)
    begin(name, i);
  return name;
}

void OnGrid::begin(GraphId name, ActivityIndex index) {
  Running& running = running_.at(name);
  Step& step = running.steps[index];
  step.progress = Progress::running;
  const Activity& activity = running.graph.activities()[index];
  switch (activity.kind) {
    case Activity::Kind::compute:
    case Activity::Kind::delay:
      if (activity.seconds > 0s) {
        step.timer = room_.after(activity.seconds, [this, name, index] { end(name, index); });
        return;
      }
      end(name, index);
      return;
    case Activity::Kind::barrier:
      end(name, index);
      return;
    case Activity::Kind::copy:
    case Activity::Kind::flow:
      begin_flow(name, index, activity);
      return;
  }
}

void OnGrid::begin_flow(GraphId name, ActivityIndex index, const Activity& activity) {
  ++moving_[static_cast<std::size_t>(activity.transfer)];
  const grid::FlowDone done = [this, name, index](grid::FlowEnd how) {
    flow_ended(name, index, how);
  };
  Step& step = running_.at(name).steps[index];
  if (activity.kind == Activity::Kind::copy) {
    house(activity.node);
    step.flow = room_.copy(platform_.slot(activity.node),
                           static_cast<grid::CopyPath>(activity.path), activity.bytes, done);
    return;
  }
  for (const Place& place : {activity.from, activity.to})
    if (place.kind == Place::Kind::node)
      house(place.node);
  step.flow = room_.flow(platform_.end_of(activity.from), platform_.end_of(activity.to),
                         static_cast<grid::FlowKind>(activity.transfer), activity.bytes,
                         platform_.latency(activity.from, activity.to), done);
}

void OnGrid::flow_ended(GraphId name, ActivityIndex index, grid::FlowEnd how) {
  const auto found = running_.find(name);
  if (found == running_.end() || found->second.steps[index].progress == Progress::ended)
    return;
  const Activity& activity = found->second.graph.activities()[index];
  if (how == grid::FlowEnd::failed) {
    fail(name);
    return;
  }
  --moving_[static_cast<std::size_t>(activity.transfer)];
  account(activity, Bytes{});
  end(name, index);
}

void OnGrid::account(const Activity& activity, Bytes left) {
  if (activity.kind == Activity::Kind::flow)
    on_moved({activity.from, activity.to, activity.transfer, activity.bytes - left});
}

// Continuations inside a graph follow at once; only what others wait for goes through the queue.
void OnGrid::end(GraphId name, ActivityIndex index) {
  Running& running = running_.at(name);
  Step& step = running.steps[index];
  step.progress = Progress::ended;
  step.timer.reset();
  step.flow.reset();
  --running.left;
  const Milestone milestone = running.graph.activities()[index].milestone;
  if (milestone != Milestone::none)
    tell(running, [this, name, milestone] { running_.at(name).events.reached(milestone); });
  const std::vector<ActivityIndex> next = step.next;
  if (running.left == 0) {
    tell(running, [this, name] {
      const GraphEvents told = std::move(running_.at(name).events);
      running_.erase(name);
      told.ended();
    });
    return;
  }
  for (const ActivityIndex after : next) {
    const auto still = running_.find(name);
    if (still == running_.end())
      return;
    if (--still->second.steps[after].missing == 0)
      begin(name, after);
  }
}

void OnGrid::tell(Running& running, std::function<void()> told) {
  ++told_;
  const Instant at = std::max(world_.now(), grid_now());
  running.keys.push_back(world_.queue.push(at, running.kind, running.id, std::move(told)));
  arm();
}

void OnGrid::stop_steps(Running& running) {
  for (ActivityIndex i = 0; i < running.steps.size(); ++i) {
    Step& step = running.steps[i];
    if (step.progress != Progress::running)
      continue;
    const Activity& activity = running.graph.activities()[i];
    if (step.timer)
      room_.cancel(*step.timer);
    if (activity.kind == Activity::Kind::flow || activity.kind == Activity::Kind::copy) {
      --moving_[static_cast<std::size_t>(activity.transfer)];
      account(activity, step.flow ? room_.remaining(*step.flow) : activity.bytes);
      if (step.flow)
        room_.cancel(*step.flow);
    }
  }
}

void OnGrid::cancel(GraphId name) {
  const auto found = running_.find(name);
  if (found == running_.end())
    return;
  stop_steps(found->second);
  for (const EventQueue::Key& key : found->second.keys)
    world_.queue.cancel(key);
  running_.erase(found);
}

// Stops at once, and is told in the next batch unless it is cancelled before.
void OnGrid::fail(GraphId name) {
  Running& running = running_.at(name);
  stop_steps(running);
  for (const EventQueue::Key& key : running.keys)
    world_.queue.cancel(key);
  for (Step& step : running.steps)
    step.progress = Progress::ended;
  const Instant at = std::max(world_.now(), grid_now());
  running.keys = {world_.queue.push(at, EventClass::seen, running.id, [this, name] {
    const GraphEvents told = std::move(running_.at(name).events);
    running_.erase(name);
    told.failed();
  })};
  arm();
}

bool OnGrid::uses(const Running& running, NodeId node) {
  for (std::size_t i = 0; i < running.steps.size(); ++i) {
    if (running.steps[i].progress == Progress::ended)
      continue;
    const Activity& a = running.graph.activities()[i];
    const bool place =
        a.kind == Activity::Kind::flow && (a.from == Place::at(node) || a.to == Place::at(node));
    const bool inside =
        (a.kind == Activity::Kind::compute || a.kind == Activity::Kind::copy) && a.node == node;
    if (place || inside)
      return true;
  }
  return false;
}

bool OnGrid::needed(NodeId node) const {
  return std::any_of(running_.begin(), running_.end(),
                     [node](const auto& entry) { return uses(entry.second, node); });
}

// Nodes move in with their first flow. When it gets narrow those make room that no graph needs,
// such as members of an earlier group that wait for their announced loss.
void OnGrid::house(NodeId node) {
  if (platform_.move_in(room_, node))
    return;
  for (const NodeId other : platform_.housed())
    if (!needed(other))
      platform_.move_out(room_, other);
  require(platform_.move_in(room_, node), "there is a slot for every node that takes part");
}

void OnGrid::node_ends(NodeId node) {
  std::vector<GraphId> broken;
  for (const auto& [name, running] : running_)
    if (uses(running, node))
      broken.push_back(name);
  for (const GraphId name : broken)
    fail(name);
  platform_.move_out(room_, node);
}

void OnGrid::set_storage(bool up) {
  if (platform_.has_storage())
    room_.set_store(room_.store(0), up);
}

// Delivers all batches up to the room's clock, then sets the timer for the next.
void OnGrid::arm() {
  if (delivering_ || stopped_)
    return;
  const Instant next = world_.queue.next();
  if (alarm_ && alarm_at_ == next)
    return;
  if (alarm_)
    room_.cancel(*alarm_);
  alarm_.reset();
  if (next == Instant::never())
    return;
  alarm_at_ = next;
  alarm_ = room_.at(std::max(next.since_start(), room_.clock()), [this] { ring(); });
}

// Many activities may end at one date, each told by a timer of its own: the batch waits until no
// further one has come, so that it holds them all.
void OnGrid::ring() {
  alarm_.reset();
  if (std::exchange(told_at_ring_, told_) != told_) {
    alarm_ = room_.at(room_.clock(), [this] { ring(); });
    return;
  }
  delivering_ = true;
  while (!stopped_ && !world_.queue.empty() &&
         world_.queue.next() <= std::max(grid_now(), alarm_at_))
    world_.queue.deliver_batch(after_batch_);
  delivering_ = false;
  arm();
}

void OnGrid::run(const std::function<void()>& after_batch) {
  after_batch_ = after_batch;
  arm();
  if (!stopped_)
    room_.run();
}

}  // namespace

std::unique_ptr<Activities> on_grid(World& world, std::function<GridNode(NodeId)> node_info) {
  return std::make_unique<OnGrid>(world, std::move(node_info));
}

}  // namespace spotgrid::engine
