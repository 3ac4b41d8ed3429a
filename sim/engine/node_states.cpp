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
    std::vector<bool> stays(spans_.size());
    for (const NodeId id : *nodes)
      stays[number(id)] = true;
    if (together_)
      for (const NodeId id : *together_)
        if (on_track_[number(id)] && !stays[number(id)])
          enter(id, track_.back().state, at);
    for (const NodeId id : *nodes)
      if (!on_track_[number(id)])
        spans_[number(id)].push_back({at, state, true});
    for (const NodeId id : *nodes)
      on_track_[number(id)] = true;
    together_ = nodes;
    left_ = false;
  }
  entered_[ByState::kind(state)] = true;
  track_.push_back({at, state});
}

void NodeStates::train(Instant from, Instant to, const TrainingShares& shares) {
  stretches_.push_back({from, to, shares});
}

// Calls take(from, to, kind, share) for the parts of a time in one state.
template <class Take>
void NodeStates::split(NodeState state, Instant from, Instant to, Take take) const {
  if (state != NodeState::training) {
    take(from, to, ByState::kind(state), 1.0);
    return;
  }
  auto stretch = std::upper_bound(stretches_.begin(), stretches_.end(), from,
                                  [](Instant t, const Stretch& s) { return t < s.to; });
  for (; stretch != stretches_.end() && stretch->from < to; ++stretch)
    for (std::size_t i = 0; i < stretch->shares.size(); ++i)
      take(std::max(from, stretch->from), std::min(to, stretch->to),
           ByState::kind(static_cast<TrainingShare>(i)), stretch->shares.at(i));
}

NodeStates::Sums NodeStates::Mark::until(Instant at) const {
  Sums all = sums;
  const double seconds = (at - from).count();
  for (std::size_t i = 0; i < all.size(); ++i)
    all[i] += seconds * rates[i];
  return all;
}

void NodeStates::sum_track() {
  const auto mark = [this](Instant from) {
    if (!marks_.empty() && marks_.back().from == from)
      marks_.back().rates = {};
    else
      marks_.push_back({from, marks_.empty() ? Sums{} : marks_.back().until(from), {}});
  };
  for (std::size_t i = 0; i < track_.size(); ++i) {
    const Instant until = i + 1 < track_.size() ? track_[i + 1].from : Instant::never();
    mark(track_[i].from);
    Instant reached = track_[i].from;
    split(track_[i].state, track_[i].from, until,
          [&](Instant from, Instant to, std::size_t kind, double share) {
            if (from > marks_.back().from)
              mark(from);
            marks_.back().rates.at(kind) = share;
            reached = to;
          });
    if (reached < until && reached > marks_.back().from)
      mark(reached);
  }
}

NodeStates::Sums NodeStates::track_until(Instant at) const {
  const auto after = std::upper_bound(marks_.begin(), marks_.end(), at,
                                      [](Instant t, const Mark& mark) { return t < mark.from; });
  return after == marks_.begin() ? Sums{} : (after - 1)->until(at);
}

void NodeStates::add(NodeId node, Instant from, Instant to, double factor, ByState& into) {
  if (marks_.empty())
    sum_track();
  const std::vector<Span>& spans = spans_.at(number(node));
  for (std::size_t i = 0; i < spans.size() && spans[i].from < to; ++i) {
    const Instant a = std::max(from, spans[i].from);
    const Instant b = i + 1 < spans.size() ? std::min(to, spans[i + 1].from) : to;
    if (a >= b)
      continue;
    if (!spans[i].on_track) {
      split(spans[i].state, a, b, [&](Instant begin, Instant end, std::size_t kind, double share) {
        into.add(kind, factor * share * (end - begin).count());
      });
      continue;
    }
    const Sums before = track_until(a), after = track_until(b);
    for (std::size_t kind = 0; kind < ByState::kinds; ++kind)
      if (after[kind] > before[kind])
        into.add(kind, factor * (after[kind] - before[kind]));
  }
}

void NodeStates::add_met(ByState& into) const {
  for (std::size_t i = 0; i < entered_.size(); ++i)
    if (entered_[i] && i != ByState::kind(NodeState::training))
      into.add(i, 0);
}

}  // namespace spotgrid::engine
