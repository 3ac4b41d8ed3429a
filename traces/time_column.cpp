// Reads the time column of a table.
// SPDX-License-Identifier: Apache-2.0
#include "traces/time_column.hpp"

#include <array>
#include <charconv>
#include <cmath>

#include <fmt/format.h>

#include "sim/base/unit_text.hpp"
#include "traces/timestamp.hpp"

namespace spotgrid::traces {
namespace {

constexpr TraceTime first_calendar = 1'000'000'000'000'000;  // 2001-09-09
constexpr TraceTime last_calendar = 4'102'444'800'000'000;   // 2100-01-01

TraceTime microseconds_in(TimeUnit unit) {
  static constexpr std::array<TraceTime, 5> all{1, 1'000, 1'000'000, 60'000'000, 3'600'000'000};
  return all.at(static_cast<std::size_t>(unit));
}

}  // namespace

TimeColumn::TimeColumn(const ReadingOptions& options, TimeUnit otherwise, TraceBuilder& trace)
    : unit_(options.unit), otherwise_(otherwise), trace_(trace) {}

TraceTime TimeColumn::number(std::string_view cell, const Place& place) const {
  const TimeUnit unit = unit_.value_or(otherwise_);
  const TraceTime scale = microseconds_in(unit);
  std::int64_t whole = 0;
  const auto read = std::from_chars(cell.data(), cell.data() + cell.size(), whole);
  const bool exact = read.ec == std::errc() && read.ptr == cell.data() + cell.size();
  const std::optional<double> real = parse_number(cell);
  if (!real) {
    refuse(place, fmt::format("not a time, found \"{}\"", cell),
           "write it as 2023-03-01T00:00:00Z or as a number");
  }
  const double us = *real * static_cast<double>(scale);
  if (!(std::abs(us) < static_cast<double>(last_calendar))) {
    refuse(place, fmt::format("time beyond the year 2100, found {} {}", cell, word_of(unit)),
           "give the unit of the time column");
  }
  return exact ? whole * scale : std::llround(us);
}

TraceTime TimeColumn::read(std::string_view cell, const Place& place) {
  const std::optional<Timestamp> stamp = parse_timestamp(cell);
  const TraceTime at = stamp ? stamp->at : number(cell, place);
  const bool calendar = stamp.has_value() || at >= first_calendar;
  if (calendar_ && *calendar_ != calendar) {
    refuse(place, fmt::format("calendar and relative times in one column, found \"{}\"", cell),
           "split the file");
  }
  if (!calendar_) {
    calendar_ = calendar;
    trace_.set_calendar(calendar);
  }
  if (stamp && !stamp->had_zone && !told_zone_) {
    trace_.assume("times without a zone are UTC");
    told_zone_ = true;
  }
  if (!stamp && !unit_ && !told_unit_) {
    trace_.assume(fmt::format("bare numbers in the time column are {}", word_of(otherwise_)));
    told_unit_ = true;
  }
  return at;
}

}  // namespace spotgrid::traces
