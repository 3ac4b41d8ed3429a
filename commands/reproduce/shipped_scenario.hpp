// Scenarios that are built into the program, so that they run wherever it is installed.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string_view>

#include "scenarios/assemble.hpp"
#include "scenarios/load.hpp"
#include "sim/base/data_file.hpp"

namespace spotgrid::commands::reproduction {

// The scenario of that file name with the files that it names, assembled as `run` does: all are
// written to a folder that is gone afterwards.
scenarios::Assembled shipped_scenario(std::string_view name,
                                      std::span<const scenarios::Override> overrides = {});
// One of `files` that names no other file; no folder is needed.
Setup shipped_setup(std::span<const DataFile> files, std::string_view name,
                    std::span<const scenarios::Override> overrides = {});

}  // namespace spotgrid::commands::reproduction
