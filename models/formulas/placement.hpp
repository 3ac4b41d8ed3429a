// Which ranks hold which part of a copy in the memory or on the disks of the nodes.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "sim/domain/survival.hpp"

// Each of the ranks 0 to n - 1 has a part of the state, on a node of its own. A placement says who
// holds it, as groups over roles that survives() reads. Groups and sets are of neighbouring ranks;
// where their size does not divide n, the ranks left over make some of them larger: a size is the
// least one.
namespace spotgrid::formulas {

struct Placement {
  std::vector<HolderGroup> groups;
  // What the node that stores most holds, with its own part, in parts.
  double parts_per_node = 1;
};

// SCR (Moody et al., SC 2010), Single; FTI (Bautista-Gomez et al., SC 2011), L1: B.
Placement own_node_only(std::int64_t ranks);
// SCR Partner, FTI L2: its own node and the next one in the ring of its group. 2 B.
Placement partner(std::int64_t ranks, std::int64_t group);
// Gemini (Wang et al., SOSP 2023): each rank of a group of m holds the parts of all. m B.
Placement groups_of(std::int64_t ranks, std::int64_t replicas);
// Each part at its rank and the next m - 1 in the ring of all. m B.
Placement ring(std::int64_t ranks, std::int64_t replicas);
// Gemini where m does not divide n: groups of m, and a ring of the last m + n mod m. m B.
Placement mixed(std::int64_t ranks, std::int64_t replicas);
// SCR XOR: a set of N survives one loss. B + B / (N - 1).
Placement xor_sets(std::int64_t ranks, std::int64_t set);
// SCR Reed-Solomon: a set of N survives k losses. B + B k / (N - k).
Placement reed_solomon(std::int64_t ranks, std::int64_t set, std::int64_t losses);
// FTI L3: a group survives the loss of half of it, rounded down. 2 B for an even group.
Placement half_group(std::int64_t ranks, std::int64_t group);

// Gemini, Theorem 1 and its corollary: the probability that m replicas over n machines survive k
// losses at a time, drawn alike, is 1 for k < m, else at least
// max(0, 1 - n C(n - m, k - m) / (m C(n, k))); for groups, k = m and m a divisor of n it is that.
double recovery_bound(std::int64_t machines, std::int64_t replicas, std::int64_t losses);

}  // namespace spotgrid::formulas
