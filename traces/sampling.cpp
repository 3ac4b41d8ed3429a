// Finds the step and the holes of a grid.
// SPDX-License-Identifier: Apache-2.0
#include "traces/sampling.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "sim/base/unit_text.hpp"
#include "traces/source_text.hpp"
#include "traces/timestamp.hpp"

namespace spotgrid::traces {
namespace {

std::vector<TraceTime> distances(std::span<const Point<std::int64_t>> rows) {
  std::vector<TraceTime> all;
  for (std::size_t i = 1; i < rows.size(); ++i) {
    if (rows[i].at != rows[i - 1].at)
      all.push_back(rows[i].at - rows[i - 1].at);
  }
  return all;
}

TraceTime middle(std::vector<TraceTime> all) {
  const auto at = all.begin() + static_cast<std::ptrdiff_t>(all.size() / 2);
  std::nth_element(all.begin(), at, all.end());
  return *at;
}

Seconds seconds(TraceTime span) {
  return Seconds{static_cast<double>(span) / 1e6};
}

}  // namespace

std::optional<Seconds> median_step(std::span<const Point<std::int64_t>> rows) {
  const std::vector<TraceTime> all = distances(rows);
  return all.empty() ? std::nullopt : std::optional<Seconds>(seconds(middle(all)));
}

std::optional<Seconds> regular_step(std::span<const Point<std::int64_t>> rows) {
  // Of fewer rows nobody can say that they form a grid; a few holes and jitter do not spoil one.
  constexpr std::size_t fewest_rows = 10;
  constexpr double share_on_step = 0.95;
  const std::vector<TraceTime> all = distances(rows);
  if (rows.size() < fewest_rows || all.size() + 1 < rows.size())
    return std::nullopt;
  const auto step = static_cast<double>(middle(all));
  const auto on_step = std::count_if(all.begin(), all.end(), [&](TraceTime distance) {
    return std::abs(static_cast<double>(distance) - step) < 0.1 * step;
  });
  if (static_cast<double>(on_step) < share_on_step * static_cast<double>(all.size()))
    return std::nullopt;
  return Seconds{step / 1e6};
}

void check_gap(Seconds gap, std::size_t steps, const std::string& path) {
  constexpr double century = 3.2e9;
  if (gap.count() * static_cast<double>(steps) > century) {
    refuse(path, fmt::format("longer than a century with a gap of {}", to_text(gap)),
           "check the gap and its unit");
  }
}

std::vector<Hole> holes(std::span<const Point<std::int64_t>> rows, TraceTime step) {
  std::vector<Hole> found;
  for (std::size_t i = 1; i < rows.size(); ++i) {
    if (2 * (rows[i].at - rows[i - 1].at) > 3 * step)
      found.push_back({rows[i - 1].at, rows[i].at});
  }
  return found;
}

std::string span_text(TraceTime span) {
  const double s = static_cast<double>(span) / 1e6;
  if (s >= 2 * 86400)
    return fmt::format("{:.1f} d", s / 86400);
  if (s >= 2 * 3600)
    return fmt::format("{:.1f} h", s / 3600);
  return s >= 600 ? fmt::format("{:.1f} min", s / 60) : fmt::format("{:.4g} s", s);
}

std::string time_text(TraceTime at, bool calendar) {
  return calendar ? timestamp_text(at) : fmt::format("{:.2f} h", static_cast<double>(at) / 3.6e9);
}

}  // namespace spotgrid::traces
