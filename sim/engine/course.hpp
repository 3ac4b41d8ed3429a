// What a few graphs do from a given state on: simulated once, then read at any offset.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "sim/domain/activity.hpp"

namespace spotgrid::engine {

// Bytes (or seconds) by offset: linear between points, constant before the first and after the
// last.
struct Curve {
  std::vector<double> offsets, bytes;  // offsets ascend

  double at(double offset) const;
  // Takes a later point; drops the one before where it lies on the line.
  void add(double offset, double value);
};

// What moved between two zones, by their place in the scenario.
struct MovedCurve {
  std::uint32_t from = 0, to = 0;
  TransferKind transfer = TransferKind::training;
  Curve moved;
};

// When an activity ran, and what was left of it: bytes of a flow or copy, seconds at full speed of
// a computation that was slowed (without: it ran at full speed).
struct CourseStep {
  static constexpr double never = 1e300;
  double began = never, ended = never;
  double moves = never;  // its first byte, after the latency
  Curve left;
};

// From the start of the graphs until all that run once have ended and, where iterations repeat, to
// the first end of one after that. Offsets are seconds from the start.
struct Course {
  // Of the iterations: their ends, and by how much those so far were longer than quiet ones.
  std::vector<double> ends, contention;
  std::vector<std::uint8_t> disturbed;  // a checkpoint moved when it began
  // Of graph `graph`: a milestone reached, or (none) its end.
  struct Told {
    double offset = 0;
    std::uint32_t graph = 0;
    Milestone milestone = Milestone::none;
  };
  std::vector<Told> told;
  // By graph that runs once and activity.
  std::vector<std::vector<CourseStep>> steps;
  // By graph and role: when no activity needs the role any more.
  std::vector<std::vector<double>> needed_until;
  // By graph: from when to when flows of it from or to the storage were under way.
  struct Span {
    double from = 0, to = 0;
  };
  std::vector<std::vector<Span>> at_storage;
  std::vector<MovedCurve> moved;
  double length = 0;
  std::vector<std::string> settings;  // of SimGrid, where it ran
};

// What has not ended by `offset` of a graph that runs once, as a graph.
ActivityGraph left_of(const ActivityGraph& graph, const std::vector<CourseStep>& steps,
                      double offset);

std::string to_bytes(const Course& course);
// Nothing where the bytes are no course.
std::shared_ptr<const Course> course_from(std::string_view bytes);

std::string to_bytes(const std::vector<ActivityGraph>& graphs);
std::vector<ActivityGraph> graphs_from(std::string_view bytes);

}  // namespace spotgrid::engine
