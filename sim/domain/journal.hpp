// What happened, in order: the truth from which results, timelines and goldens are folded.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "sim/base/instant.hpp"
#include "sim/domain/ids.hpp"
#include "sim/domain/market.hpp"
#include "sim/domain/tier.hpp"

namespace spotgrid {

// What the job is doing; exactly one at each instant.
enum class Phase : std::uint8_t {
  training,  // split afterwards into useful, contention and redo
  checkpoint_stall,
  stalled,
  restart,
  restore,
  boot_wait,
  capacity_wait,
  idle,
};
std::string_view name_of(Phase phase);

// What a node is doing; exactly one at each instant of its life.
enum class NodeState : std::uint8_t {
  requested,
  booting,
  waiting,
  training,
  stall,
  stalled,
  restart,
  restore,
  draining,
  serving,
  spare,
};
std::string_view name_of(NodeState state);
inline constexpr std::size_t node_states = 11;

enum class Outcome : std::uint8_t {
  finished,
  finished_late,
  not_finished,
  infeasible,
  trace_exhausted,
  no_progress,
};
inline std::span<const std::string_view> words(Outcome) {
  static constexpr std::string_view all[] = {"finished",   "finished_late",   "not_finished",
                                             "infeasible", "trace_exhausted", "no_progress"};
  return all;
}

enum class Refusal : std::uint8_t { capacity, price, quota };
std::string_view name_of(Refusal refusal);

namespace event {

struct PriceChanged {
  PoolId pool;
  Price price;
};
struct CapacityChanged {
  PoolId pool;
  std::int64_t count;
};
struct PlanMade {
  std::int64_t spot, on_demand, released;
};
struct Requested {
  NodeId node;
  Offer offer;
  Duty duty;
};
struct LaunchRefused {
  Offer offer;
  std::int64_t count;
  Refusal reason;
};
struct NodeEntered {
  NodeId node;
  NodeState state;
};
// Nodes of one group, which do the same: several at least, ascending. A group keeps the vector as
// long as its nodes are the same.
struct NodesEntered {
  std::shared_ptr<const std::vector<NodeId>> nodes;
  NodeState state;
};
struct NoticeSent {
  NodeId node;
  Instant dies_at;
  std::string source;
};
struct NoticeSeen {
  NodeId node;
};
struct NoticeMissed {
  NodeId node;
};
struct NodeLost {
  NodeId node;
  std::string source;
  NodeState during;
  bool noticed;
};
struct LossKnown {
  NodeId node;
};
struct NodeReleased {
  NodeId node;
};
struct PhaseBegan {
  Phase phase;
};
// A stretch of training, from the last PhaseBegan{training} or the last split until now: its time
// by kind, and the iterations and work that ended in it.
struct TrainingSplit {
  Seconds useful, contention, redo;
  std::int64_t iterations;
  Work gained, repeated;  // above and below the high-water mark
};
struct Stopped {
  std::string cause;
};  // an event that stops the job
struct RolledBack {
  Work from, to;
};
struct SaveRequested {
  CheckpointId id;
  std::string why;
};
struct SaveCut {
  CheckpointId id;
  Work progress;
};
struct SaveWritten {
  CheckpointId id;
};
struct SaveCommitted {
  CheckpointId id;
  Work progress;
  Tier tier;
  bool first;  // no tier had it before
};
// What an earlier stage committed stays.
struct SaveTorn {
  CheckpointId id;
  std::string why;
};
// Of a committed copy: too many of its holders are gone, or its processes; or it was replaced,
// since a newer one fills its place in a ring.
struct CopyLost {
  CheckpointId id;
  Tier tier;
  std::string why;
  bool replaced = false;
};
struct StallEnded {
  CheckpointId id;
};
struct RestoreBegan {
  std::optional<CheckpointId> id;  // nothing: from a survivor
  Tier tier = Tier::shared_storage;
};
struct Restored {
  Work progress;
};
struct RestoreBroken {};
struct MembersChanged {
  std::int64_t workers;
};  // that train from now on
struct JobEnded {
  Outcome outcome;
  std::string reason;
};

}  // namespace event

using EventBody =
    std::variant<event::PriceChanged, event::CapacityChanged, event::PlanMade, event::Requested,
                 event::LaunchRefused, event::NodeEntered, event::NodesEntered, event::NoticeSent,
                 event::NoticeSeen, event::NoticeMissed, event::NodeLost, event::LossKnown,
                 event::NodeReleased, event::PhaseBegan, event::TrainingSplit, event::Stopped,
                 event::RolledBack, event::SaveRequested, event::SaveCut, event::SaveWritten,
                 event::SaveCommitted, event::SaveTorn, event::CopyLost, event::StallEnded,
                 event::RestoreBegan, event::Restored, event::RestoreBroken, event::MembersChanged,
                 event::JobEnded>;

struct Event {
  Instant at;
  EventBody what;
};

// One event as a line of JSON: {"t": 12.5, "event": "node_lost", "node": 3, ...}; one of several
// nodes as a line each.
std::vector<std::string> to_lines(const Event& event);

// Keeps events where it is asked to, and hands each to those who fold them.
class Journal {
 public:
  using Listener = std::function<void(const Event&)>;
  explicit Journal(bool keep) : keep_(keep) {}
  void listen(Listener listener) { listeners_.push_back(std::move(listener)); }
  void record(Instant at, EventBody what);
  const std::vector<Event>& events() const { return events_; }

 private:
  bool keep_;
  std::vector<Event> events_;
  std::vector<Listener> listeners_;
};

}  // namespace spotgrid
