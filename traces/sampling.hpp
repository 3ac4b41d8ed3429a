// Regular grids of rows: their step and their holes.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "traces/trace.hpp"

namespace spotgrid::traces {

// The middle one of the distances between neighbours that differ in time; nothing below two rows.
std::optional<Seconds> median_step(std::span<const Point<std::int64_t>> rows);
// The same where nearly all rows keep to it, so that the file is a grid rather than a list of
// changes.
std::optional<Seconds> regular_step(std::span<const Point<std::int64_t>> rows);

// Refuses so many steps where they are longer than a century: the gap or its unit is wrong, and
// microseconds would overflow.
void check_gap(Seconds gap, std::size_t steps, const std::string& path);

// Distances longer than 1.5 steps (microseconds).
std::vector<Hole> holes(std::span<const Point<std::int64_t>> rows, TraceTime step);

// "45.5 d", "11.4 h", "63 s".
std::string span_text(TraceTime span);
// A calendar instant, or hours since the trace's zero.
std::string time_text(TraceTime at, bool calendar);

}  // namespace spotgrid::traces
