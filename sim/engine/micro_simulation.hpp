// Graphs that share links, alone on SimGrid, from a given state on.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "sim/engine/course.hpp"
#include "sim/engine/platform.hpp"

namespace spotgrid::engine {

// What such a simulation starts from. Its graphs begin together; what had begun before is what is
// left of it. At most one repeats.
struct MicroState {
  struct Graph {
    std::shared_ptr<const ActivityGraph> graph;
    std::vector<std::uint32_t> cast;             // by role: place in `nodes`
    bool repeats = false;                        // begun again, whole, when it ends
    std::shared_ptr<const ActivityGraph> whole;  // of one that repeats
    Seconds quiet{0};        // the length of its iteration while nothing else moves
    Seconds gone{0};         // since its first one began
    bool disturbed = false;  // a checkpoint moved when that one began
  };
  std::vector<GridNode> nodes;
  std::vector<Graph> graphs;

  bool moves_bytes() const;
};

// Everything that a micro-simulation reads, as bytes: two states of equal records have one course.
std::string record_of(const Platform& platform, const MicroState& state);

// The course from the state on; in this process, which must have no room yet.
Course simulate(const Platform& platform, const MicroState& state);
// The same where no bytes move, so that no room is needed.
Course simulate_delays(const MicroState& state);
// What is left of each graph `offset` after the state; empty for those that have ended.
std::vector<ActivityGraph> simulate_until(const Platform& platform, const MicroState& state,
                                          Seconds offset);

}  // namespace spotgrid::engine
