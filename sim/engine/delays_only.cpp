// Graphs in which only time passes: the end of each activity follows from its predecessors.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "sim/engine/micro_simulation.hpp"

namespace spotgrid::engine {
namespace {

std::vector<CourseStep> steps_of(const ActivityGraph& graph) {
  std::vector<CourseStep> all;
  for (const Activity& activity : graph.activities()) {
    CourseStep step;
    step.began = 0;
    for (const ActivityIndex before : activity.after)
      step.began = std::max(step.began, all[before].ended);
    step.ended = step.began + activity.seconds.count();
    all.push_back(step);
  }
  return all;
}

}  // namespace

Course simulate_delays(const MicroState& state) {
  require(state.graphs.size() == 1, "graphs that share nothing run each alone");
  Course course;
  for (std::uint32_t g = 0; g < state.graphs.size(); ++g) {
    const MicroState::Graph& one = state.graphs[g];
    const std::vector<CourseStep> all = steps_of(*one.graph);
    double last = 0;
    for (const CourseStep& step : all)
      last = std::max(last, step.ended);
    course.length = std::max(course.length, last);
    course.at_storage.emplace_back();
    std::vector<CourseStep>& steps = course.steps.emplace_back();
    std::vector<double>& needed = course.needed_until.emplace_back();
    if (one.repeats) {
      course.ends.push_back(last);
      course.contention.push_back(0);
      course.disturbed.push_back(0);
    }
    if (one.repeats)
      continue;
    needed.resize(one.cast.size());
    steps = all;
    for (std::size_t i = 0; i < all.size(); ++i) {
      const Activity& activity = one.graph->activities()[i];
      if (activity.milestone != Milestone::none)
        course.told.push_back({all[i].ended, g, activity.milestone});
      if (activity.kind == Activity::Kind::compute)
        needed[number(activity.role)] = std::max(needed[number(activity.role)], all[i].ended);
    }
    course.told.push_back({last, g, Milestone::none});
  }
  std::stable_sort(course.told.begin(), course.told.end(),
                   [](const auto& a, const auto& b) { return a.offset < b.offset; });
  return course;
}

}  // namespace spotgrid::engine
