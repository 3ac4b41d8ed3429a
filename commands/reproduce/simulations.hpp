// Runs of which a reproduction needs the results: all of them, or it is no reproduction.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "commands/reproduce/spotdnn_clusters.hpp"
#include "sim/domain/result.hpp"

namespace spotgrid::commands::reproduction {

// In their order. A run that comes to no result throws: nothing is left out in silence.
std::vector<RunResult> results_of(std::string_view item, std::span<const Setup> setups,
                                  const Switches& switches);

}  // namespace spotgrid::commands::reproduction
