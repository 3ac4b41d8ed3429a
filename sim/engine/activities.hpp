// Runs activity graphs in simulated time. What a graph reaches is told through the event queue, so
// that ties with the market are decided there.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "sim/domain/activity.hpp"
#include "sim/engine/world.hpp"

namespace spotgrid::engine {

enum class GraphId : std::uint64_t {};

struct GraphEvents {
  std::function<void(Milestone)> reached = [](Milestone) {};
  std::function<void()> ended = [] {};
  std::function<void()> failed = [] {};  // a node or the storage was lost; nothing follows
};

// Bytes that a flow moved, also one that was broken: between two nodes' pools, or one and storage.
struct Moved {
  Place from, to;
  TransferKind transfer = TransferKind::training;
  Bytes bytes;
};

class Activities {
 public:
  virtual ~Activities() = default;

  // Events of the graph get `kind` and `id` in the order of one instant.
  virtual GraphId start(const ActivityGraph& graph, EventClass kind, std::uint64_t id,
                        GraphEvents events) = 0;
  // Nothing of the graph is told after this, whatever waits in the queue.
  virtual void cancel(GraphId graph) = 0;
  // Every graph that still needs the node fails.
  virtual void node_ends(NodeId node) = 0;
  virtual void set_storage(bool up) = 0;
  // True while a flow or copy of the kind is under way or about to be.
  virtual bool moving(TransferKind transfer) const = 0;

  // Delivers the batches of the queue in time until stop().
  virtual void run(const std::function<void()>& after_batch) = 0;
  virtual void stop() = 0;
  virtual std::vector<std::string> settings() const { return {}; }

  std::function<void(const Moved&)> on_moved = [](const Moved&) {};
};

// Graphs of delays and computations only: no network, no SimGrid.
std::unique_ptr<Activities> delays_only(World& world);

// Through the SimGrid room. `node_info` tells the pool and role of a node that a flow needs.
struct GridNode {
  PoolId pool;
  bool server;
};
std::unique_ptr<Activities> on_grid(World& world, std::function<GridNode(NodeId)> node_info);

}  // namespace spotgrid::engine
