// Curves, and courses as bytes.
// SPDX-License-Identifier: Apache-2.0
#include "sim/engine/course.hpp"

#include <algorithm>
#include <cmath>

#include "sim/base/error.hpp"
#include "sim/base/packed.hpp"

namespace spotgrid::engine {

double Curve::at(double offset) const {
  const auto after = std::upper_bound(offsets.begin(), offsets.end(), offset);
  if (after == offsets.begin())
    return bytes.front();
  const auto i = static_cast<std::size_t>(after - offsets.begin());
  if (after == offsets.end())
    return bytes.back();
  const double share = (offset - offsets[i - 1]) / (offsets[i] - offsets[i - 1]);
  return bytes[i - 1] + share * (bytes[i] - bytes[i - 1]);
}

void Curve::add(double offset, double value) {
  const std::size_t n = offsets.size();
  if (n > 0 && offset <= offsets.back()) {
    bytes.back() = value;
    return;
  }
  if (n > 1) {
    const double before = (bytes[n - 1] - bytes[n - 2]) / (offsets[n - 1] - offsets[n - 2]);
    const double now = (value - bytes[n - 1]) / (offset - offsets[n - 1]);
    if (std::abs(before - now) <= 1e-9 * std::max(std::abs(before), std::abs(now))) {
      offsets.pop_back();
      bytes.pop_back();
    }
  }
  offsets.push_back(offset);
  bytes.push_back(value);
}

ActivityGraph left_of(const ActivityGraph& graph, const std::vector<CourseStep>& steps,
                      double offset) {
  ActivityGraph rest;
  std::vector<ActivityIndex> place(steps.size());
  for (ActivityIndex i = 0; i < steps.size(); ++i) {
    const CourseStep& step = steps[i];
    if (step.ended <= offset)
      continue;
    Activity activity = graph.activities()[i];
    std::vector<ActivityIndex> after;
    for (const ActivityIndex before : activity.after)
      if (steps[before].ended > offset)
        after.push_back(place[before]);
    if (step.began <= offset) {
      activity.seconds = std::max(activity.seconds - Seconds{offset - step.began}, Seconds{0});
      if (!step.left.offsets.empty() && activity.moves_bytes())
        activity.bytes = Bytes::of(step.left.at(offset));
      else if (!step.left.offsets.empty())
        activity.seconds = Seconds{step.left.at(offset)};
      if (activity.kind == Activity::Kind::flow)
        activity.latency = std::max(Seconds{step.moves - offset}, Seconds{0});
    }
    place[i] = rest.add(std::move(activity), std::move(after));
  }
  return rest;
}

std::string to_bytes(const Course& course) {
  Packer pack;
  pack(course.length)(course.ends)(course.contention)(course.disturbed);
  pack(course.settings);
  pack(std::uint64_t{course.told.size()});
  for (const Course::Told& told : course.told)
    pack(told.offset)(told.graph)(told.milestone);
  pack(std::uint64_t{course.steps.size()});
  for (const auto& steps : course.steps) {
    pack(std::uint64_t{steps.size()});
    for (const CourseStep& step : steps)
      pack(step.began)(step.ended)(step.moves)(step.left.offsets)(step.left.bytes);
  }
  pack(std::uint64_t{course.needed_until.size()});
  for (const auto& roles : course.needed_until)
    pack(roles);
  pack(std::uint64_t{course.at_storage.size()});
  for (const auto& spans : course.at_storage) {
    pack(std::uint64_t{spans.size()});
    for (const Course::Span& span : spans)
      pack(span.from)(span.to);
  }
  pack(std::uint64_t{course.moved.size()});
  for (const MovedCurve& curve : course.moved)
    pack(curve.from)(curve.to)(curve.transfer)(curve.moved.offsets)(curve.moved.bytes);
  return pack.take();
}

std::shared_ptr<const Course> course_from(std::string_view bytes) {
  auto course = std::make_shared<Course>();
  Unpacker unpack(bytes);
  unpack(course->length)(course->ends)(course->contention)(course->disturbed);
  unpack(course->settings);
  course->told.resize(unpack.length(sizeof(double)));
  for (Course::Told& told : course->told)
    unpack(told.offset)(told.graph)(told.milestone);
  course->steps.resize(unpack.length(sizeof(std::uint64_t)));
  for (auto& steps : course->steps) {
    steps.resize(unpack.length(5 * sizeof(double)));
    for (CourseStep& step : steps)
      unpack(step.began)(step.ended)(step.moves)(step.left.offsets)(step.left.bytes);
  }
  course->needed_until.resize(unpack.length(sizeof(std::uint64_t)));
  for (auto& roles : course->needed_until)
    unpack(roles);
  course->at_storage.resize(unpack.length(sizeof(std::uint64_t)));
  for (auto& spans : course->at_storage) {
    spans.resize(unpack.length(2 * sizeof(double)));
    for (Course::Span& span : spans)
      unpack(span.from)(span.to);
  }
  course->moved.resize(unpack.length(sizeof(std::uint64_t)));
  for (MovedCurve& curve : course->moved)
    unpack(curve.from)(curve.to)(curve.transfer)(curve.moved.offsets)(curve.moved.bytes);
  return unpack.ok() && unpack.at_end() ? course : nullptr;
}

std::string to_bytes(const std::vector<ActivityGraph>& graphs) {
  Packer pack;
  pack(std::uint64_t{graphs.size()});
  for (const ActivityGraph& graph : graphs) {
    pack(std::uint64_t{graph.activities().size()});
    for (const Activity& a : graph.activities())
      pack(a.kind)(a.role)(a.path)(a.from.kind)(a.from.role)(a.to.kind)(a.to.role)(a.transfer)(
          a.bytes.value())(a.seconds.count())(a.slows_to)(a.latency ? a.latency->count()
                                                                    : -1.0)(a.milestone)(a.after);
  }
  return pack.take();
}

std::vector<ActivityGraph> graphs_from(std::string_view bytes) {
  Unpacker unpack(bytes);
  std::vector<ActivityGraph> graphs(unpack.length(sizeof(std::uint64_t)));
  for (ActivityGraph& graph : graphs) {
    const std::size_t count = unpack.length(sizeof(double));
    for (std::size_t i = 0; i < count && unpack.ok(); ++i) {
      Activity a;
      double size = 0, seconds = 0, latency = 0;
      std::vector<ActivityIndex> after;
      unpack(a.kind)(a.role)(a.path)(a.from.kind)(a.from.role)(a.to.kind)(a.to.role)(a.transfer)(
          size)(seconds)(a.slows_to)(latency)(a.milestone)(after);
      a.bytes = Bytes::of(size);
      a.seconds = Seconds{seconds};
      if (latency >= 0)
        a.latency = Seconds{latency};
      graph.add(std::move(a), std::move(after));
    }
  }
  require(unpack.ok() && unpack.at_end(), "graphs arrive as they were sent");
  return graphs;
}

}  // namespace spotgrid::engine
