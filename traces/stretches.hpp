// What becomes of holes in regular grids of counts, and of grids that end before others.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>

#include "traces/trace.hpp"

namespace spotgrid::traces {

// No node is up from one step after the row before a hole to the row behind it.
void fill_holes(CountSeries& series);

// Gives pools whose own rows end before the trace what `lengths` says; prices of a pool that begins
// anew go with it. `path` is the file that messages name.
void even_out(Trace& trace, Lengths lengths, const std::string& path);

// Keeps one stretch in which no pool has a hole: the longest (of equal ones the first), or the one
// with the number `part` from 1. Throws InputError(data) where there are fewer.
void split(Trace& trace, std::optional<std::int64_t> part, const std::string& path);

}  // namespace spotgrid::traces
