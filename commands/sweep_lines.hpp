// All cells that the parts of a sweep have, each once.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "commands/sweep_store.hpp"

namespace spotgrid::commands {

// By number of the cell: its line. Parsed where it is used, so that memory holds text alone.
using SweepLines = std::map<std::int64_t, std::string>;

// The same cell twice with the same bytes is one that two processes simulated. Throws
// std::logic_error for two results of one input, InputError(data) for a cell of two inputs.
SweepLines lines_of(const SweepStore& store);

}  // namespace spotgrid::commands
