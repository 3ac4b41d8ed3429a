// The time column of a table: calendar text, seconds since 1970 or a relative number.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "traces/source_text.hpp"
#include "traces/trace_builder.hpp"

namespace spotgrid::traces {

// A bare number is taken in the unit given, else in the format's own; one that then lies after
// 2001-09-09 (1e9 s) is a calendar instant, since no relative trace is that long. All rows must be
// of one kind.
class TimeColumn {
 public:
  TimeColumn(const ReadingOptions& options, TimeUnit otherwise, TraceBuilder& trace);

  // Throws InputError(data).
  TraceTime read(std::string_view cell, const Place& place);

 private:
  TraceTime number(std::string_view cell, const Place& place) const;

  std::optional<TimeUnit> unit_;
  TimeUnit otherwise_;
  TraceBuilder& trace_;
  std::optional<bool> calendar_;
  bool told_zone_ = false;
  bool told_unit_ = false;
};

}  // namespace spotgrid::traces
