// Calendar instants as text.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "traces/trace.hpp"

namespace spotgrid::traces {

struct Timestamp {
  TraceTime at;   // microseconds since 1970-01-01T00:00:00Z
  bool had_zone;  // else it was taken as UTC
};

// Beyond these years a file is more likely misread than right.
inline constexpr int first_readable_year = 1900;
inline constexpr int last_readable_year = 2200;

// Reads the whole of `text`: a date "2023-03-01" or "3/1/2023", then optionally "T" or a blank and
// a time "5:04", "05:04:51" or "05:04:51.123456789", then optionally "Z" or an offset "+02:00",
// "+0200", "+02". Impossible dates and times (30 February, 24:00, a 61st second) are refused.
std::optional<Timestamp> parse_timestamp(std::string_view text);

// "2023-03-01T00:00:00Z"; with ".123456" where the instant is no whole second.
std::string timestamp_text(TraceTime at);

}  // namespace spotgrid::traces
