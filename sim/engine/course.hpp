// What a few graphs do from a given state on: simulated once, then read at any offset.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "sim/domain/activity.hpp"

namespace spotgrid::engine {

// Bytes moved between two zones, by offset: linear between its points.
struct MovedCurve {
  std::uint32_t from = 0, to = 0;  // zones by their place in the scenario
  TransferKind transfer = TransferKind::training;
  std::vector<double> offsets, bytes;  // ascending; from 0, 0

  double at(double offset) const;
  // Takes a later point; drops the one before where it lies on the line.
  void add(double offset, double moved);
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

std::string to_bytes(const Course& course);
// Nothing where the bytes are no course.
std::shared_ptr<const Course> course_from(std::string_view bytes);

std::string to_bytes(const std::vector<ActivityGraph>& graphs);
std::vector<ActivityGraph> graphs_from(std::string_view bytes);

}  // namespace spotgrid::engine
