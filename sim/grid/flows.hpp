// Flows and copies under way, and what is told when they end.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <unordered_map>
#include <vector>

#include <simgrid/forward.h>

#include "sim/grid/platform.hpp"
#include "sim/grid/room.hpp"
#include "sim/grid/timers.hpp"

namespace spotgrid::grid {

// A flow waits its latency, then is a SimGrid activity, then is due to be told. Numbers are given
// once, so a stale number finds nothing.
class Flows {
 public:
  Flows(const Platform& platform, Timers& timers);
  ~Flows();
  Flows(const Flows&) = delete;
  Flows& operator=(const Flows&) = delete;

  FlowId flow(Endpoint from, Endpoint to, FlowKind kind, Bytes bytes, Seconds latency,
              FlowDone done);
  FlowId copy(SlotId slot, CopyPath path, Bytes bytes, FlowDone done);
  void cancel(FlowId id);
  // Also what has ended and is not yet told: after this, no flow of `end` is told as finished.
  void fail_all(Endpoint end);
  // Calls `change`, and what moves at `end` moves on under what it changed.
  void retype(Endpoint end, const std::function<void()>& change);
  // Of a flow that broke: what did not arrive. Nothing once it was told.
  Bytes remaining(FlowId id) const;

  std::size_t under_way() const { return flows_.size(); }  // not yet told
  std::size_t activities() const { return activities_.size(); }

 private:
  struct Flow {
    Endpoint from, to;
    Platform::Route route;
    Bytes bytes;
    FlowDone done;
    std::optional<TimerId> latency;
    simgrid::s4u::CommPtr activity;
    std::optional<FlowEnd> end;
  };

  FlowId begin(Flow flow, Seconds latency);
  void launch(FlowId id);
  void move(FlowId id, Flow& flow);
  void stop_moving(Flow& flow);
  void ended(const simgrid::s4u::Activity& activity);
  void conclude(FlowId id, FlowEnd end);
  void tell_next();
  void time_advanced();

  const Platform& platform_;
  Timers& timers_;
  std::map<FlowId, Flow> flows_;  // in the order of their start
  std::unordered_map<const simgrid::s4u::Activity*, FlowId> activities_;
  // Cancelled, but kept for two steps: SimGrid 3.32 still looks at them once, without owning them.
  std::vector<simgrid::s4u::CommPtr> cancelled_, cancelled_before_;
  std::set<FlowId> due_;
  std::optional<TimerId> telling_;
  std::uint64_t last_ = 0;
};

}  // namespace spotgrid::grid
