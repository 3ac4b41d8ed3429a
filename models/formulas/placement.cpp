// Placements of copies over ranks, group by group.
// SPDX-License-Identifier: Apache-2.0
#include "models/formulas/placement.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "sim/base/error.hpp"

namespace spotgrid::formulas {
namespace {

using Ranks = std::vector<Role>;

Ranks ranks_from(std::int64_t first, std::int64_t count) {
  Ranks all;
  for (std::int64_t i = first; i < first + count; ++i)
    all.push_back(Role{static_cast<std::uint32_t>(i)});
  return all;
}

// Neighbouring ranks in as many sets as `size` allows, at least one; the ranks left over are spread
// over them, so that sizes differ by at most one.
std::vector<Ranks> sets_of(std::int64_t ranks, std::int64_t size) {
  require(ranks >= 1 && size >= 1, "a set has ranks");
  const std::int64_t count = std::max<std::int64_t>(1, ranks / size);
  std::vector<Ranks> sets;
  for (std::int64_t i = 0; i < count; ++i) {
    const std::int64_t first = i * ranks / count, end = (i + 1) * ranks / count;
    sets.push_back(ranks_from(first, end - first));
  }
  return sets;
}

// Each part at its rank and at the next ones in the ring of `set`, `copies` in all.
void add_ring(Placement& placement, const Ranks& set, std::int64_t copies) {
  const std::size_t held = std::min(set.size(), static_cast<std::size_t>(copies));
  for (std::size_t i = 0; i < set.size(); ++i) {
    HolderGroup group;
    for (std::size_t k = 0; k < held; ++k)
      group.holders.push_back(set[(i + k) % set.size()]);
    placement.groups.push_back(group);
  }
  placement.parts_per_node = std::max(placement.parts_per_node, static_cast<double>(held));
}

// A code over a set that survives `losses`, or all but one of its nodes.
void add_code(Placement& placement, const Ranks& set, std::size_t losses) {
  const std::size_t survived = std::min(losses, set.size() - 1);
  placement.groups.push_back({set, set.size() - survived, set.size()});
  const double stored =
      1 + static_cast<double>(survived) / static_cast<double>(set.size() - survived);
  placement.parts_per_node = std::max(placement.parts_per_node, stored);
}

}  // namespace

Placement own_node_only(std::int64_t ranks) {
  Placement placement;
  add_ring(placement, ranks_from(0, ranks), 1);
  return placement;
}

Placement partner(std::int64_t ranks, std::int64_t group) {
  Placement placement;
  for (const Ranks& set : sets_of(ranks, group))
    add_ring(placement, set, 2);
  return placement;
}

Placement groups_of(std::int64_t ranks, std::int64_t replicas) {
  Placement placement;
  for (const Ranks& set : sets_of(ranks, replicas))
    add_ring(placement, set, static_cast<std::int64_t>(set.size()));
  return placement;
}

Placement ring(std::int64_t ranks, std::int64_t replicas) {
  require(replicas >= 1, "a part is held by a rank");
  Placement placement;
  add_ring(placement, ranks_from(0, ranks), replicas);
  return placement;
}

Placement mixed(std::int64_t ranks, std::int64_t replicas) {
  require(ranks >= 1 && replicas >= 1, "a part is held by a rank");
  const std::int64_t left = ranks % replicas;
  const std::int64_t in_ring = std::min(ranks, left == 0 ? 0 : replicas + left);
  Placement placement;
  for (std::int64_t first = 0; first < ranks - in_ring; first += replicas)
    add_ring(placement, ranks_from(first, replicas), replicas);
  add_ring(placement, ranks_from(ranks - in_ring, in_ring), replicas);
  return placement;
}

Placement xor_sets(std::int64_t ranks, std::int64_t set) {
  return reed_solomon(ranks, set, 1);
}

Placement reed_solomon(std::int64_t ranks, std::int64_t set, std::int64_t losses) {
  require(losses >= 0, "a code survives losses");
  Placement placement;
  for (const Ranks& one : sets_of(ranks, set))
    add_code(placement, one, static_cast<std::size_t>(losses));
  return placement;
}

Placement half_group(std::int64_t ranks, std::int64_t group) {
  Placement placement;
  for (const Ranks& one : sets_of(ranks, group))
    add_code(placement, one, one.size() / 2);
  return placement;
}

double recovery_bound(std::int64_t machines, std::int64_t replicas, std::int64_t losses) {
  require(replicas >= 1 && replicas <= machines && losses <= machines,
          "replicas and losses are among the machines");
  if (losses < replicas)
    return 1;
  // C(n - m, k - m) / C(n, k) = k (k - 1) ... / (n (n - 1) ...), m factors each.
  double share = 1;
  for (std::int64_t i = 0; i < replicas; ++i)
    share *= static_cast<double>(losses - i) / static_cast<double>(machines - i);
  return std::max(0.0, 1 - static_cast<double>(machines) / static_cast<double>(replicas) * share);
}

}  // namespace spotgrid::formulas
