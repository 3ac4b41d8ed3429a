// How long an activity graph takes with the network to itself: a second opinion, without SimGrid.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <optional>
#include <vector>

#include "sim/domain/activity.hpp"

namespace spotgrid {

// What flows pass: a NIC each way at every node, the storage, and a cap per flow. Capacities are
// shared max-min. A missing capacity is unlimited; latency is the same for all flows.
struct GraphNetwork {
  std::map<Role, Bandwidth> nics;
  std::optional<Bandwidth> storage_write, storage_read;
  std::optional<Bandwidth> cap_per_flow;
  Seconds latency{0};
};

// The end of each activity when the graph starts at 0. Copies are not known here.
std::vector<Seconds> activity_ends(const ActivityGraph& graph, const GraphNetwork& network);
// The end of the last one.
Seconds graph_length(const ActivityGraph& graph, const GraphNetwork& network);
// When the milestone is reached; nothing where the graph has none such.
std::optional<Seconds> milestone_at(const ActivityGraph& graph, const GraphNetwork& network,
                                    Milestone milestone);

}  // namespace spotgrid
