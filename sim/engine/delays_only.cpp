// Graphs in which only time passes: the end of each activity follows from its predecessors.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "sim/engine/micro_simulation.hpp"

namespace spotgrid::engine {
namespace {

std::vector<double> ends_of(const ActivityGraph& graph) {
  std::vector<double> ends;
  for (const Activity& activity : graph.activities()) {
    double begin = 0;
    for (const ActivityIndex before : activity.after)
      begin = std::max(begin, ends[before]);
    ends.push_back(begin + activity.seconds.count());
  }
  return ends;
}

}  // namespace

Course simulate_delays(const MicroState& state) {
  require(state.graphs.size() == 1, "graphs that share nothing run each alone");
  Course course;
  for (std::uint32_t g = 0; g < state.graphs.size(); ++g) {
    const MicroState::Graph& one = state.graphs[g];
    const std::vector<double> ends = ends_of(*one.graph);
    const double last = *std::max_element(ends.begin(), ends.end());
    course.length = std::max(course.length, last);
    course.at_storage.emplace_back();
    std::vector<double>& needed = course.needed_until.emplace_back();
    if (one.repeats) {
      course.ends.push_back(last);
      course.contention.push_back(0);
      course.disturbed.push_back(0);
      continue;
    }
    needed.resize(one.cast.size());
    for (std::size_t i = 0; i < ends.size(); ++i) {
      const Activity& activity = one.graph->activities()[i];
      if (activity.milestone != Milestone::none)
        course.told.push_back({ends[i], g, activity.milestone});
      if (activity.kind == Activity::Kind::compute)
        needed[number(activity.role)] = std::max(needed[number(activity.role)], ends[i]);
    }
    course.told.push_back({last, g, Milestone::none});
  }
  std::stable_sort(course.told.begin(), course.told.end(),
                   [](const auto& a, const auto& b) { return a.offset < b.offset; });
  return course;
}

}  // namespace spotgrid::engine
