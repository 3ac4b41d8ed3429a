// Activity graphs in a SimGrid room: what follows inside a graph follows at the room's exact date.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <vector>

#include "sim/engine/activities.hpp"
#include "sim/grid/room.hpp"

namespace spotgrid::engine {

// Whoever runs graphs in a room: says where things are and hears what they reach, at the room's
// date. All calls come from inside the room's run, or from begin().
class GraphHost {
 public:
  virtual ~GraphHost() = default;
  virtual grid::SlotId slot(GraphId graph, Role role) = 0;
  virtual grid::Endpoint end_of(GraphId graph, const Place& place) = 0;
  virtual Seconds latency(GraphId graph, const Place& from, const Place& to) = 0;
  virtual void reached(GraphId graph, Milestone milestone) = 0;
  virtual void ended(GraphId graph) = 0;
  virtual void failed(GraphId graph) = 0;  // its steps are stopped already
  virtual void moved(GraphId graph, const Activity& flow, Bytes bytes) = 0;
  virtual void step_began(GraphId, ActivityIndex) {}
  virtual void step_ended(GraphId, ActivityIndex) {}
  // A computation has so much left now, at full speed, and goes on at another speed than before.
  virtual void pace_changed(GraphId, ActivityIndex, Seconds /*left*/) {}
};

class RoomGraphs {
 public:
  RoomGraphs(grid::Room& room, GraphHost& host) : room_(room), host_(host) {}

  void add(GraphId name, std::shared_ptr<const ActivityGraph> graph);
  // From its beginning, also again after it has ended.
  void begin(GraphId name);
  // Stops what runs; bytes that broken flows moved are told.
  void stop(GraphId name);
  void remove(GraphId name) { running_.erase(name); }

  bool uses(GraphId name, Role role) const;  // an activity that has not ended needs the role
  // True while a flow or copy of the kind is under way or about to be, or a computation of it that
  // slows training.
  bool moving(TransferKind transfer) const {
    return moving_[static_cast<std::size_t>(transfer)] > 0;
  }
  // What has not ended of a graph, as a graph: the rest of what runs, then what waits for it.
  ActivityGraph left(GraphId name) const;
  // Calls add(graph, activity, bytes left) for each flow and copy that runs.
  template <class Add>
  void for_running_bytes(Add add) const;

 private:
  enum class Progress : std::uint8_t { waiting, running, ended };
  struct Step {
    Progress progress = Progress::waiting;
    std::size_t missing = 0;  // predecessors that have not ended
    Seconds began{0};         // of those that run, at the room's clock
    // Of computations: what was left, at full speed, when their speed last changed.
    Seconds left{0}, since{0};
    double speed = 1;
    std::optional<grid::TimerId> timer;
    std::optional<grid::FlowId> flow;
  };
  struct Running {
    std::shared_ptr<const ActivityGraph> graph;
    std::vector<Step> steps;
    std::size_t left = 0;
    std::uint64_t turn = 0;  // how often it was begun or stopped: what is older is stale
  };

  void begin_step(GraphId name, ActivityIndex index);
  void begin_time(GraphId name, ActivityIndex index, const Activity& activity);
  void set_alarm(GraphId name, ActivityIndex index);
  double speed_of(GraphId name, const Activity& activity);
  // A computation that slows training has begun or ended at the slot.
  void pace(grid::SlotId slot);
  void slow(grid::SlotId slot, double slows_to);
  void relieve(grid::SlotId slot, double slows_to);
  static Seconds left_of(const Step& step, Seconds now) {
    return std::max(step.left - step.speed * (now - step.since), Seconds{0});
  }
  void begin_flow(GraphId name, ActivityIndex index, const Activity& activity);
  void end_step(GraphId name, ActivityIndex index);
  void flow_ended(GraphId name, ActivityIndex index, grid::FlowEnd how);
  Seconds latency_of(GraphId name, const Activity& activity) const;
  Bytes left_of(const Step& step, const Activity& activity) const;

  grid::Room& room_;
  GraphHost& host_;
  std::map<GraphId, Running> running_;
  std::array<std::int64_t, grid::flow_kinds> moving_{};
  std::map<grid::SlotId, std::multiset<double>> slowing_;  // shares of speed, by slot
};

template <class Add>
void RoomGraphs::for_running_bytes(Add add) const {
  for (const auto& [name, running] : running_)
    for (ActivityIndex i = 0; i < running.steps.size(); ++i) {
      const Activity& activity = running.graph->activities()[i];
      const Step& step = running.steps[i];
      if (step.progress == Progress::running && activity.moves_bytes())
        add(name, i, left_of(step, activity));
    }
}

}  // namespace spotgrid::engine
