// Runs activity graphs in simulated time. What a graph reaches is told through the event queue, so
// that ties with the market are decided there.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "sim/domain/activity.hpp"
#include "sim/engine/world.hpp"

namespace spotgrid::grid {
class Room;
}

namespace spotgrid::engine {

enum class GraphId : std::uint64_t {};

// A graph, and which node plays which of its roles.
struct Protocol {
  std::shared_ptr<const ActivityGraph> graph;
  std::shared_ptr<const std::vector<NodeId>> cast;  // by role
  // Protocols of one make-up have nodes of the same pools in the same roles; nothing: not known.
  const void* makeup = nullptr;

  NodeId node(Role role) const { return (*cast)[number(role)]; }
};

struct GraphEvents {
  std::function<void(Milestone)> reached = [](Milestone) {};
  std::function<void()> ended = [] {};
  std::function<void()> failed = [] {};  // a node or the storage was lost; nothing follows
};

// Bytes that a flow moved, also one that was broken, between zones by their place in the scenario.
struct Moved {
  std::size_t from = 0, to = 0;
  TransferKind transfer = TransferKind::training;
  Bytes bytes;
};

// Where iterations that follow each other pause: at the first end, not before now, at which `count`
// of them have ended since their start, or which is at or after `at`.
struct Pause {
  std::int64_t count = std::numeric_limits<std::int64_t>::max();
  Instant at = Instant::never();
  bool operator==(const Pause&) const = default;
};

// The end of an iteration. `contention`: by how much all iterations up to this one were longer than
// quiet ones, of those at whose begin or end a transfer of a checkpoint was under way.
struct IterationEnd {
  Instant at;
  Seconds contention{0};
};

class Activities {
 public:
  virtual ~Activities() = default;

  // Events of the graph get `kind` and `id` in the order of one instant.
  virtual GraphId start(const Protocol& protocol, EventClass kind, std::uint64_t id,
                        GraphEvents events) = 0;
  // Iterations, each of which begins where the one before ended. `quiet`: their length while
  // nothing else uses the network. `paused` is told at the end at which they pause; then either
  // go_on(), at once or later, or cancel(). One that breaks ends them silently: whoever loses a
  // node cancels.
  virtual GraphId repeat(const Protocol& iteration, Seconds quiet, Pause pause,
                         std::function<void()> paused) = 0;
  virtual void pause_at(GraphId iterations, Pause pause) = 0;
  virtual void go_on(GraphId iterations, Pause pause) = 0;
  // How many have ended: one that ends at this very instant counts once iteration ends have had
  // their turn in the order of events.
  virtual std::int64_t ended(GraphId iterations) const = 0;
  // The end of iteration `count`, from 1; of those that ended since they last went on.
  virtual IterationEnd end_of(GraphId iterations, std::int64_t count) const = 0;

  // Nothing of the graph is told after this, whatever waits in the queue.
  virtual void cancel(GraphId graph) = 0;
  // Every graph that still needs the node fails.
  virtual void node_ends(NodeId node) = 0;
  virtual void set_storage(bool up) = 0;
  // What NodeInfo says of the node has changed.
  virtual void node_changes(NodeId node) = 0;

  // Delivers the batches of the queue in time until stop().
  virtual void run(const std::function<void()>& after_batch) = 0;
  virtual void stop() = 0;
  virtual std::vector<std::string> settings() const { return {}; }
  // Start states that were simulated apart, or would have been without a memo of other runs.
  virtual std::int64_t micro_simulations() const { return 0; }

  std::function<void(const Moved&)> on_moved = [](const Moved&) {};
};

// The pool and role of a node that a graph needs.
struct GridNode {
  PoolId pool{};
  Duty duty = Duty::worker;
  double share = 1;  // of its NIC's bandwidth, that flows get
};
using NodeInfo = std::function<GridNode(NodeId)>;

// Every iteration and every flow through the SimGrid room of this process: `room`, made before for
// the room_spec() of the setup, or one that is made now.
std::unique_ptr<Activities> on_grid(World& world, NodeInfo node_info,
                                    std::shared_ptr<grid::Room> room);

class Memo;
// From one event to the next along remembered courses, which are simulated where they are new, each
// in a process of its own. No SimGrid in this one.
std::unique_ptr<Activities> on_memo(World& world, NodeInfo node_info, Memo& memo);

}  // namespace spotgrid::engine
