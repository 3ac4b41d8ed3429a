// Copies, saves under way and buffers, added up by node.
// SPDX-License-Identifier: Apache-2.0
#include "sim/engine/memory_fit.hpp"

#include <fmt/format.h>

namespace spotgrid::engine {
namespace {

const Member* find(const TrainingCluster& cluster, Role role) {
  for (const auto* some : {&cluster.workers, &cluster.servers, &cluster.remotes})
    for (const Member& member : *some)
      if (member.role == role)
        return &member;
  return nullptr;
}

double gigabytes(Bytes size) {
  return size.value() / 1e9;
}

}  // namespace

std::optional<std::string> lack_of_memory(const TrainingCluster& cluster, const SavePlan& plan,
                                          const SchemeTraits& scheme, std::int64_t keep) {
  const auto copies = static_cast<double>(scheme.ring > 0 ? scheme.ring : keep);
  const auto saves = static_cast<double>(scheme.in_flight);
  for (const MemoryUse& use : plan.memory) {
    const Member* member = find(cluster, use.role);
    if (member == nullptr || member->type == nullptr || !member->type->memory)
      continue;
    const Bytes needed = copies * use.kept + saves * use.under_way + use.once;
    if (needed > *member->type->memory)
      return fmt::format(
          "copies do not fit the memory of {}: {:.6g} GB needed ({} kept of {:.6g} GB each, {} "
          "saves under way of {:.6g} GB, buffers of {:.6g} GB), {:.6g} GB there",
          member->type->name, gigabytes(needed), copies, gigabytes(use.kept), saves,
          gigabytes(use.under_way), gigabytes(use.once), gigabytes(*member->type->memory));
  }
  return std::nullopt;
}

}  // namespace spotgrid::engine
