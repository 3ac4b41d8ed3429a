// Points of trace time -> steps of run time.
// SPDX-License-Identifier: Apache-2.0
#include "scenarios/placed_series.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <string>

#include "scenarios/turning.hpp"

namespace spotgrid::scenarios {
namespace {

template <class T>
StepSeries<T> placed(const std::vector<traces::Point<T>>& points, const InputUse& use,
                     const RunTime& time, const std::optional<Turn>& turn) {
  std::vector<typename StepSeries<T>::Step> steps;
  steps.reserve(points.size());
  for (const traces::Point<T>& point : points)
    steps.push_back({time.at(use, point.at), point.value});
  StepSeries<T> series(std::move(steps));
  return turn ? turned(series, turn->end, turn->period, turn->until) : series;
}

// One at the begin of the turn and those inside.
template <class T>
double steps_of_a_turn(const std::vector<traces::Point<T>>& points, const InputUse& use,
                       const RunTime& time, const Turn& turn) {
  const Instant begin = turn.end - turn.period;
  const auto inside = [&](const traces::Point<T>& point) {
    const Instant at = time.at(use, point.at);
    return at > begin && at < turn.end;
  };
  return 1 + static_cast<double>(std::count_if(points.begin(), points.end(), inside));
}

}  // namespace

double turned_steps(const std::vector<InputUse>& uses, const RunTime& time, const Turn& turn) {
  const Seconds outlived = turn.until.since_start() - turn.end.since_start();
  const double turns = std::max(0.0, std::ceil(outlived / turn.period));
  double steps = 0;
  for (const InputUse& use : uses) {
    if (use.prices != nullptr)
      steps += turns * steps_of_a_turn(use.prices->points, use, time, turn);
    if (use.counts != nullptr)
      steps += turns * steps_of_a_turn(use.counts->points, use, time, turn);
  }
  return steps;
}

StepSeries<Price> placed_prices(const InputUse& use, const RunTime& time,
                                const std::optional<Turn>& turn) {
  return placed(use.prices->points, use, time, turn);
}

StepSeries<std::int64_t> placed_counts(const InputUse& use, const RunTime& time,
                                       const std::optional<Turn>& turn) {
  return placed(use.counts->points, use, time, turn);
}

std::vector<TraceNode> placed_nodes(const InputUse& use, const RunTime& time) {
  std::vector<TraceNode> nodes;
  std::map<std::string, std::size_t> live;
  for (const traces::NodeEvent& event : use.events->events) {
    const Instant at = time.at(use, event.at);
    if (event.add) {
      live[event.node] = nodes.size();
      nodes.push_back({at, Instant::never()});
    } else if (const auto found = live.find(event.node); found != live.end()) {
      nodes[found->second].removed = at;
      live.erase(found);
    }
  }
  return nodes;
}

StepSeries<std::int64_t> live_counts(const InputUse& use, const RunTime& time) {
  std::map<Instant, std::int64_t> change{{time.at(use, use.begin), 0}};
  for (const TraceNode& node : placed_nodes(use, time)) {
    change[node.added] += 1;
    if (node.removed != Instant::never())
      change[node.removed] -= 1;
  }
  std::vector<StepSeries<std::int64_t>::Step> steps;
  std::int64_t count = 0;
  for (const auto& [at, by] : change) {
    count += by;
    steps.push_back({at, count});
  }
  return StepSeries<std::int64_t>(std::move(steps));
}

}  // namespace spotgrid::scenarios
