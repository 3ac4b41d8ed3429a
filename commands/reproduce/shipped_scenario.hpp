// Scenarios that are built into the program, so that they run wherever it is installed.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string_view>

#include "scenarios/assemble.hpp"
#include "scenarios/load.hpp"

namespace spotgrid::commands::reproduction {

// The scenario of that file name with the files that it names, assembled as `run` does: all are
// written to a folder that is gone afterwards.
scenarios::Assembled shipped_scenario(std::string_view name,
                                      std::span<const scenarios::Override> overrides = {});

}  // namespace spotgrid::commands::reproduction
