// The places of a trace and when they are up: its named nodes, or the slots of its fleet.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "models/reclaim/fall_list.hpp"
#include "sim/base/random.hpp"

namespace spotgrid::reclaim {

// One node of the trace: up in [from, to).
struct Stay {
  Instant from;
  Instant to = Instant::never();
};
using Place = std::vector<Stay>;  // ascending, not overlapping

// How many of the named nodes are alive.
inline Counts counts_of(std::span<const TraceNode> nodes) {
  std::map<Instant, std::int64_t> change;
  change[Counts::constant(0).steps().front().at] = 0;  // nobody lives before the first is added
  for (const TraceNode& node : nodes) {
    ++change[node.added];
    if (node.removed != Instant::never())
      --change[node.removed];
  }
  std::int64_t alive = 0;
  std::vector<Counts::Step> steps;
  steps.reserve(change.size());
  for (const auto& [at, delta] : change)
    steps.push_back({at, alive += delta});
  return Counts(std::move(steps));
}

inline std::size_t highest(const Counts& counts) {
  std::int64_t most = 0;
  for (const Counts::Step& step : counts.steps())
    most = std::max(most, step.value);
  return static_cast<std::size_t>(most);
}

// Each named node is a place of its own.
inline std::vector<Place> one_place_each(std::span<const TraceNode> nodes) {
  std::vector<Place> places;
  places.reserve(nodes.size());
  for (const TraceNode& node : nodes)
    places.push_back({{node.added, node.removed}});
  return places;
}

// Each named node goes to a random free one of as many places as nodes ever lived at once.
inline std::vector<Place> slots_of_nodes(std::span<const TraceNode> nodes, RandomStream chance) {
  std::vector<Place> places(highest(counts_of(nodes)));
  for (const TraceNode& node : nodes) {
    if (node.removed <= node.added)
      continue;
    std::vector<Place*> free;
    for (Place& place : places) {
      if (place.empty() || place.back().to <= node.added)
        free.push_back(&place);
    }
    free[chance.index(free.size())]->push_back({node.added, node.removed});
  }
  return places;
}

// At a fall random places that are up go down, at a rise random others come up.
inline std::vector<Place> slots_of_counts(const Counts& counts, std::size_t size,
                                          RandomStream chance) {
  std::vector<Place> places(size);
  std::vector<std::size_t> up, down;
  for (std::size_t i = 0; i < size; ++i)
    down.push_back(i);
  const auto move_one = [&chance](std::vector<std::size_t>& from, std::vector<std::size_t>& to) {
    const auto chosen = from.begin() + static_cast<std::ptrdiff_t>(chance.index(from.size()));
    to.push_back(*chosen);
    from.erase(chosen);
    return to.back();
  };
  for (const Counts::Step& step : counts.steps()) {
    const auto count = static_cast<std::size_t>(step.value);
    while (up.size() > count)
      places[move_one(up, down)].back().to = step.at;
    while (up.size() < count)
      places[move_one(down, up)].push_back({step.at});
  }
  return places;
}

// The first `count` of the places in a random order that is fixed per run and pool.
inline std::vector<Place> sample_of(std::vector<Place> places, std::size_t count,
                                    RandomStream chance) {
  for (std::size_t i = 0; i + 1 < places.size(); ++i)
    std::swap(places[i], places[i + chance.index(places.size() - i)]);
  places.resize(std::min(places.size(), count));
  return places;
}

}  // namespace spotgrid::reclaim
