// Whether the copies of a scheme fit the host memory of the nodes that hold them.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "sim/domain/checkpointing.hpp"

namespace spotgrid::engine {

// Why they do not, for the first node that lacks room; nothing: they do, or the memory of its type
// is not known. A node keeps `keep` copies, or as many as the ring has places for.
std::optional<std::string> lack_of_memory(const TrainingCluster& cluster, const SavePlan& plan,
                                          const SchemeTraits& scheme, std::int64_t keep);

}  // namespace spotgrid::engine
