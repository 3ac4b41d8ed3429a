// Tracks and their sums.
// SPDX-License-Identifier: Apache-2.0
#include "sim/engine/node_states.hpp"

#include <algorithm>

namespace spotgrid::engine {

std::map<std::string, double> ByState::named() const {
  constexpr std::array<std::string_view, 3> shares = {"useful", "contention", "redo"};
  std::map<std::string, double> all;
  const bool trained = std::find(met_.begin() + node_states, met_.end(), true) != met_.end();
  for (std::size_t i = 0; i < kinds; ++i)
    if (met_[i] || (i >= node_states && trained))
      all[std::string(i < node_states ? name_of(static_cast<NodeState>(i))
                                      : shares.at(i - node_states))] += sums_[i];
  return all;
}

void NodeStates::enter(NodeId node, NodeState state, Instant at) {
  if (spans_.size() <= number(node)) {
    spans_.resize(number(node) + 1);
    on_track_.resize(number(node) + 1);
  }
  entered_[ByState::kind(state)] = true;
  left_ = left_ || on_track_[number(node)];
  on_track_[number(node)] = false;
  spans_[number(node)].push_back({at, state});
}

void NodeStates::enter(const std::shared_ptr<const std::vector<NodeId>>& nodes, NodeState state,
                       Instant at) {
  if (nodes != together_ || left_) {
    auto stays = nodes->begin();
    if (together_)
      for (const NodeId id : *together_) {
        while (stays != nodes->end() && *stays < id)
          ++stays;
        if (on_track_[number(id)] && (stays == nodes->end() || *stays != id))
          enter(id, track_.back().state, at);
      }
    for (const NodeId id : *nodes) {
      if (!on_track_[number(id)])
        spans_[number(id)].push_back({at, state, true});
      on_track_[number(id)] = true;
    }
    together_ = nodes;
    left_ = false;
  }
  entered_[ByState::kind(state)] = true;
  track_.push_back({at, state, {}});
}

void NodeStates::train(Instant from, Instant to, const TrainingShares& shares) {
  stretches_.push_back({from, to, shares, trained_until(from)});
}

// What training was until then, in seconds by share; between stretches it was nothing.
TrainingShares NodeStates::trained_until(Instant at) const {
  const auto after =
      std::upper_bound(stretches_.begin(), stretches_.end(), at,
                       [](Instant t, const Stretch& stretch) { return t < stretch.from; });
  if (after == stretches_.begin())
    return {};
  const Stretch& last = *(after - 1);
  TrainingShares sums = last.before;
  for (std::size_t i = 0; i < sums.size(); ++i)
    sums[i] += last.shares[i] * (std::min(at, last.to) - last.from).count();
  return sums;
}

NodeStates::Sums NodeStates::in_state(NodeState state, Instant from, Instant to) const {
  Sums sums{};
  if (state != NodeState::training) {
    sums.at(ByState::kind(state)) = (to - from).count();
    return sums;
  }
  const TrainingShares before = trained_until(from), after = trained_until(to);
  for (std::size_t i = 0; i < before.size(); ++i)
    sums.at(ByState::kind(static_cast<TrainingShare>(i))) = after[i] - before[i];
  return sums;
}

void NodeStates::sum_track() {
  is_summed_ = true;
  for (std::size_t i = 1; i < track_.size(); ++i)
    track_[i].before = track_until(track_[i].from, i - 1);
}

// The track until an instant in its span `in`.
NodeStates::Sums NodeStates::track_until(Instant at, std::size_t in) const {
  const TrackSpan& span = track_[in];
  Sums sums = in_state(span.state, span.from, at);
  for (std::size_t i = 0; i < sums.size(); ++i)
    sums[i] += span.before[i];
  return sums;
}

// Every instant that is asked for lies after the first span began.
NodeStates::Sums NodeStates::track_until(Instant at) const {
  const auto after =
      std::upper_bound(track_.begin(), track_.end(), at,
                       [](Instant t, const TrackSpan& span) { return t < span.from; });
  return track_until(at, static_cast<std::size_t>(after - track_.begin()) - 1);
}

void NodeStates::add(NodeId node, Instant from, Instant to, double factor, ByState& into) {
  if (!is_summed_)
    sum_track();
  const std::vector<Span>& spans = spans_.at(number(node));
  for (std::size_t i = 0; i < spans.size() && spans[i].from < to; ++i) {
    const Instant a = std::max(from, spans[i].from);
    const Instant b = i + 1 < spans.size() ? std::min(to, spans[i + 1].from) : to;
    if (a >= b)
      continue;
    Sums seconds{};
    if (spans[i].on_track) {
      seconds = track_until(b);
      const Sums before = track_until(a);
      for (std::size_t kind = 0; kind < seconds.size(); ++kind)
        seconds[kind] -= before[kind];
    } else {
      seconds = in_state(spans[i].state, a, b);
    }
    for (std::size_t kind = 0; kind < seconds.size(); ++kind)
      if (seconds[kind] > 0)
        into.add(kind, factor * seconds[kind]);
  }
}

void NodeStates::add_met(ByState& into) const {
  for (std::size_t i = 0; i < entered_.size(); ++i)
    if (entered_[i] && i != ByState::kind(NodeState::training))
      into.add(i, 0);
}

}  // namespace spotgrid::engine
