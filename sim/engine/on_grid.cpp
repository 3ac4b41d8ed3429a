// Activity graphs on the SimGrid room: one timer of the room stands for the head of our queue.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <map>
#include <utility>

#include "sim/engine/platform.hpp"
#include "sim/engine/room_graphs.hpp"

namespace spotgrid::engine {
namespace {

class OnGrid final : public Activities, private GraphHost {
 public:
  OnGrid(World& world, NodeInfo node_info, std::shared_ptr<grid::Room> room)
      : world_(world),
        platform_(world.setup),
        housing_(platform_, std::move(node_info)),
        held_(room ? std::move(room) : make_room(world.setup)),
        room_(*held_),
        graphs_(room_, *this) {}

  GraphId start(const Protocol& protocol, EventClass kind, std::uint64_t id,
                GraphEvents events) override;
  GraphId repeat(const Protocol& iteration, Seconds quiet, Pause pause,
                 std::function<void()> paused) override;
  void pause_at(GraphId name, Pause pause) override { running_.at(name).pause = pause; }
  void go_on(GraphId name, Pause pause) override;
  std::int64_t ended(GraphId name) const override { return running_.at(name).count(); }
  IterationEnd end_of(GraphId name, std::int64_t count) const override {
    const Running& running = running_.at(name);
    return running.ends.at(static_cast<std::size_t>(count - running.before));
  }
  void cancel(GraphId name) override;
  void node_ends(NodeId node) override;
  void set_storage(bool up) override;
  void node_changes(NodeId node) override { housing_.refurnish(room_, node); }
  void run(const std::function<void()>& after_batch) override;
  void stop() override;
  std::vector<std::string> settings() const override { return room_.settings(); }

 private:
  struct Running {
    Protocol protocol;
    EventClass kind = EventClass::timer;
    std::uint64_t id = 0;
    GraphEvents events;
    std::vector<EventQueue::Key> keys;  // told through the queue, not delivered yet
    // Of iterations.
    std::function<void()> paused;
    Pause pause;
    Seconds quiet{0};
    Seconds began{0};                // at the room's clock
    bool disturbed = false;          // a checkpoint moved when it began
    std::int64_t before = 0;         // ended when they last went on
    std::vector<IterationEnd> ends;  // the last of these, then those since
    std::int64_t count() const { return before + static_cast<std::int64_t>(ends.size()) - 1; }
  };

  // From the room.
  grid::SlotId slot(GraphId name, Role role) override;
  grid::Endpoint end_of(GraphId name, const Place& place) override;
  Seconds latency(GraphId name, const Place& from, const Place& to) override;
  void reached(GraphId name, Milestone milestone) override;
  void ended(GraphId name) override;
  void failed(GraphId name) override;
  void moved(GraphId name, const Activity& flow, Bytes bytes) override;

  GraphId begin(Running running);
  void iterate(Running& running, GraphId name);
  void iteration_ended(GraphId name);
  void house(NodeId node);
  bool needed(NodeId node) const;
  bool uses(const Running& running, GraphId name, NodeId node) const;
  void tell(Running& running, EventClass kind, std::function<void()> told);
  void fail(GraphId name);
  Instant grid_now() const { return Instant::at(room_.clock()); }
  void arm();
  void ring();

  World& world_;
  Platform platform_;
  Housing housing_;
  std::shared_ptr<grid::Room> held_;
  grid::Room& room_;
  RoomGraphs graphs_;
  std::map<GraphId, Running> running_;
  std::uint64_t next_ = 0;
  std::function<void()> after_batch_;
  std::optional<grid::TimerId> alarm_;
  Instant alarm_at_;
  std::uint64_t told_ = 0, told_at_ring_ = 0;  // events that graphs have told of so far
  bool delivering_ = false, stopped_ = false;
};

GraphId OnGrid::begin(Running running) {
  const auto name = static_cast<GraphId>(next_++);
  graphs_.add(name, running.protocol.graph);
  running_[name] = std::move(running);
  return name;
}

GraphId OnGrid::start(const Protocol& protocol, EventClass kind, std::uint64_t id,
                      GraphEvents events) {
  Running running{protocol, kind, id, std::move(events)};
  const GraphId name = begin(std::move(running));
  graphs_.begin(name);
  return name;
}

GraphId OnGrid::repeat(const Protocol& iteration, Seconds quiet, Pause pause,
                       std::function<void()> paused) {
  Running running{iteration, EventClass::iteration_end};
  running.quiet = quiet;
  running.paused = std::move(paused);
  running.ends.push_back({world_.now()});
  const GraphId name = begin(std::move(running));
  go_on(name, pause);
  return name;
}

void OnGrid::go_on(GraphId name, Pause pause) {
  Running& running = running_.at(name);
  running.pause = pause;
  running.before = running.count();
  running.ends.erase(running.ends.begin(), running.ends.end() - 1);
  iterate(running, name);
}

void OnGrid::iterate(Running& running, GraphId name) {
  running.began = room_.clock();
  running.disturbed = graphs_.moving(TransferKind::checkpoint);
  graphs_.begin(name);
}

void OnGrid::iteration_ended(GraphId name) {
  Running& running = running_.at(name);
  running.keys.clear();
  Seconds contention = running.ends.back().contention;
  if (running.disturbed || graphs_.moving(TransferKind::checkpoint))
    contention += std::max(room_.clock() - running.began - running.quiet, Seconds{0});
  running.ends.push_back({world_.now(), contention});
  if (running.count() >= running.pause.count || world_.now() >= running.pause.at)
    running.paused();
  else
    iterate(running, name);
}

// From the room.

grid::SlotId OnGrid::slot(GraphId name, Role role) {
  const NodeId node = running_.at(name).protocol.node(role);
  house(node);
  return housing_.slot(node);
}

grid::Endpoint OnGrid::end_of(GraphId name, const Place& place) {
  return place.kind == Place::Kind::member ? grid::end_of(slot(name, place.role))
                                           : grid::end_of(platform_.store(place));
}

Seconds OnGrid::latency(GraphId name, const Place& from, const Place& to) {
  const auto zone = [&](const Place& place) {
    return place.kind == Place::Kind::member
               ? housing_.zone(running_.at(name).protocol.node(place.role))
               : platform_.storage_zone();
  };
  return platform_.latency(zone(from), zone(to));
}

void OnGrid::moved(GraphId name, const Activity& flow, Bytes bytes) {
  const auto zone = [&](const Place& place) {
    return place.kind == Place::Kind::member
               ? housing_.zone(running_.at(name).protocol.node(place.role))
               : platform_.storage_zone();
  };
  on_moved({zone(flow.from), zone(flow.to), flow.transfer, bytes});
}

void OnGrid::reached(GraphId name, Milestone milestone) {
  Running& running = running_.at(name);
  if (!running.paused)
    tell(running, running.kind,
         [this, name, milestone] { running_.at(name).events.reached(milestone); });
}

void OnGrid::ended(GraphId name) {
  Running& running = running_.at(name);
  if (running.paused) {
    tell(running, EventClass::iteration_end, [this, name] { iteration_ended(name); });
    return;
  }
  tell(running, running.kind, [this, name] {
    const GraphEvents told = std::move(running_.at(name).events);
    running_.erase(name);
    graphs_.remove(name);
    told.ended();
  });
}

void OnGrid::failed(GraphId name) {
  fail(name);
}

void OnGrid::tell(Running& running, EventClass kind, std::function<void()> told) {
  ++told_;
  const Instant at = std::max(world_.now(), grid_now());
  running.keys.push_back(world_.queue.push(at, kind, running.id, std::move(told)));
  arm();
}

// Ends.

void OnGrid::cancel(GraphId name) {
  const auto found = running_.find(name);
  if (found == running_.end())
    return;
  graphs_.stop(name);
  for (const EventQueue::Key& key : found->second.keys)
    world_.queue.cancel(key);
  running_.erase(found);
  graphs_.remove(name);
}

// It has stopped, and is told in the next batch unless it is cancelled before.
void OnGrid::fail(GraphId name) {
  Running& running = running_.at(name);
  for (const EventQueue::Key& key : running.keys)
    world_.queue.cancel(key);
  running.keys.clear();
  if (running.paused)
    return;
  tell(running, EventClass::seen, [this, name] {
    const GraphEvents told = std::move(running_.at(name).events);
    running_.erase(name);
    graphs_.remove(name);
    told.failed();
  });
}

bool OnGrid::uses(const Running& running, GraphId name, NodeId node) const {
  const std::vector<NodeId>& cast = *running.protocol.cast;
  for (std::uint32_t role = 0; role < cast.size(); ++role)
    if (cast[role] == node && graphs_.uses(name, Role{role}))
      return true;
  return false;
}

bool OnGrid::needed(NodeId node) const {
  return std::any_of(running_.begin(), running_.end(),
                     [&](const auto& entry) { return uses(entry.second, entry.first, node); });
}

// Nodes move in with their first flow. When it gets narrow those make room that no graph needs,
// such as members of an earlier group that wait for their announced loss.
void OnGrid::house(NodeId node) {
  if (housing_.move_in(room_, node))
    return;
  for (const NodeId other : housing_.housed())
    if (!needed(other))
      housing_.move_out(room_, other);
  require(housing_.move_in(room_, node), "there is a slot for every node that takes part");
}

void OnGrid::node_ends(NodeId node) {
  std::vector<GraphId> broken;
  for (const auto& [name, running] : running_)
    if (uses(running, name, node))
      broken.push_back(name);
  for (const GraphId name : broken) {
    graphs_.stop(name);
    fail(name);
  }
  housing_.move_out(room_, node);
}

void OnGrid::set_storage(bool up) {
  if (platform_.has_storage())
    room_.set_store(room_.store(0), up);
}

void OnGrid::stop() {
  stopped_ = true;
  for (const auto& entry : running_)
    graphs_.stop(entry.first);  // what has moved by now was moved
  room_.stop();
}

// Delivers all batches up to the room's clock, then sets the timer for the next. What has ended by
// now is told now, also where its instant was rounded up: iterations follow each other without the
// rounding of each being added up.
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
  const Seconds date = next <= grid_now() ? room_.clock() : next.since_start();
  alarm_ = room_.at(date, [this] { ring(); });
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

std::unique_ptr<Activities> on_grid(World& world, NodeInfo node_info,
                                    std::shared_ptr<grid::Room> room) {
  return std::make_unique<OnGrid>(world, std::move(node_info), std::move(room));
}

}  // namespace spotgrid::engine
