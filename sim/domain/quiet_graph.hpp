// How long a protocol takes with the network to itself, in closed steps: for policies and
// schedules, which plan without a simulation.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include "sim/domain/checkpointing.hpp"

namespace spotgrid {

// The ends of the activities of a graph that starts at 0. Flows share NICs, stores and disks by
// max-min fairness; each passes the cap of its kind. A copy inside a node shares the path with the
// other copies there; a path that the cluster does not tell takes no time.
std::vector<Seconds> quiet_ends(const ActivityGraph& graph, const SaveContext& context,
                                const SchemeTraits& traits);
// When the milestone is reached; nothing where the graph has none such.
std::optional<Seconds> quiet_milestone(const ActivityGraph& graph, const std::vector<Seconds>& ends,
                                       Milestone milestone);

}  // namespace spotgrid
