// Which node was in which state when, and how long in each.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <map>
#include <string>
#include <vector>

#include "sim/domain/journal.hpp"

namespace spotgrid::engine {

// What a stretch of training was, as shares of its time.
enum class TrainingShare : std::uint8_t { useful, contention, redo };
using TrainingShares = std::array<double, 3>;

// Seconds or dollars by state of a node, training by what it was.
class ByState {
 public:
  static constexpr std::size_t kinds = node_states + std::tuple_size_v<TrainingShares>;
  static std::size_t kind(NodeState state) { return static_cast<std::size_t>(state); }
  static std::size_t kind(TrainingShare share) {
    return node_states + static_cast<std::size_t>(share);
  }
  void add(std::size_t kind, double amount) {
    met_[kind] = true;
    sums_[kind] += amount;
  }
  // Those that were met; training with all its parts or not at all.
  std::map<std::string, double> named() const;

 private:
  std::array<double, kinds> sums_{};
  std::array<bool, kinds> met_{};
};

// Nodes that enter states together are on one track: what a group of hundreds does costs one entry,
// and the seconds of a node on it are the difference of two sums.
class NodeStates {
 public:
  // In the order of time. Several nodes are given ascending.
  void enter(NodeId node, NodeState state, Instant at);
  void enter(const std::shared_ptr<const std::vector<NodeId>>& nodes, NodeState state, Instant at);
  void train(Instant from, Instant to, const TrainingShares& shares);

  // Adds `factor` for each second in [from, to) that the node was in a state.
  void add(NodeId node, Instant from, Instant to, double factor, ByState& into);
  // Adds nothing, but for states that were entered at all.
  void add_met(ByState& into) const;

 private:
  using Sums = std::array<double, ByState::kinds>;
  struct Span {
    Instant from;
    NodeState state = NodeState::requested;
    bool on_track = false;  // `state` does not count
  };
  struct TrackSpan {
    Instant from;
    NodeState state = NodeState::requested;
    Sums before{};  // on the track until then; filled when first read
  };
  struct Stretch {
    Instant from, to;
    TrainingShares shares{}, before{};  // seconds until then, by share
  };
  TrainingShares trained_until(Instant at) const;
  Sums in_state(NodeState state, Instant from, Instant to) const;
  void sum_track();
  Sums track_until(Instant at) const;
  Sums track_until(Instant at, std::size_t in) const;

  std::vector<std::vector<Span>> spans_;  // by node
  std::vector<bool> on_track_;            // by node
  std::vector<TrackSpan> track_;
  bool is_summed_ = false;
  std::shared_ptr<const std::vector<NodeId>> together_;  // on the track, but for those that
  bool left_ = false;                                    // have left it
  std::vector<Stretch> stretches_;
  std::array<bool, node_states> entered_{};
};

}  // namespace spotgrid::engine
