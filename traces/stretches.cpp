// Holes are filled or cut out, ends are evened out.
// SPDX-License-Identifier: Apache-2.0
#include "traces/stretches.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "traces/sampling.hpp"
#include "traces/source_text.hpp"
#include "traces/trace_builder.hpp"

namespace spotgrid::traces {
namespace {

struct Stretch {
  TraceTime begin, end;
};

TraceTime step_of(const CountSeries& series) {
  return series.step ? std::llround(series.step->count() * 1e6) : 0;
}

// Keeps the values of [begin, end); the one in force at the begin stands there.
template <class T>
void crop(std::vector<Point<T>>& points, const Stretch& kept) {
  std::vector<Point<T>> inside;
  for (const Point<T>& point : points) {
    if (point.at >= kept.end)
      break;
    if (point.at <= kept.begin)
      inside.clear();
    inside.push_back({std::max(point.at, kept.begin), point.value});
  }
  points = std::move(inside);
}

template <class Series>
void crop_all(std::vector<Series>& all, const Stretch& kept) {
  for (Series& series : all)
    crop(series.points, kept);
  std::erase_if(all, [](const Series& series) { return series.points.empty(); });
}

// What a grid does from its own end on; where all are cut there is nothing.
std::string_view what_follows(Lengths lengths) {
  constexpr std::array<std::string_view, 4> all = {"holds its last value", "", "is down",
                                                   "begins anew"};
  return all.at(static_cast<std::size_t>(lengths));
}

// Refuses to repeat `entries` each `period` for a span that no memory holds.
void check_room(std::size_t entries, TraceTime period, TraceTime span, const std::string& path) {
  constexpr double most_entries = 1e7;
  const double added =
      static_cast<double>(span) / static_cast<double>(period) * static_cast<double>(entries);
  if (added > most_entries)
    refuse(option_place(path, "lengths"), "a grid would begin anew too often",
           "give an earlier end, or hold");
}

// Begins anew at `end`, as often as there is room before `until`.
template <class T>
void repeat(std::vector<Point<T>>& points, TraceTime end, TraceTime until,
            const std::string& path) {
  const std::vector<Point<T>> once = points;
  const TraceTime period = end - once.front().at;
  check_room(once.size(), period, until - end, path);
  for (TraceTime by = period; once.front().at + by < until; by += period) {
    for (const Point<T>& point : once) {
      if (point.at + by < until && point.value != points.back().value)
        points.push_back({point.at + by, point.value});
    }
  }
}

// The copy of a hole is a hole.
void repeat_holes(CountSeries& series, TraceTime until, const std::string& path) {
  const std::vector<Hole> once = series.holes;
  const TraceTime begin = series.points.front().at;
  const TraceTime period = series.end - begin;
  check_room(once.size(), period, until - series.end, path);
  for (TraceTime by = period; begin + by < until; by += period) {
    for (const Hole& hole : once) {
      if (hole.from + by + step_of(series) < until)
        series.holes.push_back({hole.from + by, std::min(hole.to + by, until)});
    }
  }
}

void begin_anew(Trace& trace, CountSeries& series, const std::string& path) {
  for (PriceSeries& prices : trace.prices) {
    const bool paired = prices.pool == series.pool &&
                        prices.points.front().at == series.points.front().at &&
                        prices.points.back().at < series.end;
    if (paired)
      repeat(prices.points, series.end, trace.end, path);
  }
  repeat(series.points, series.end, trace.end, path);
  repeat_holes(series, trace.end, path);
}

std::vector<Stretch> stretches_of(const Trace& trace) {
  std::vector<Stretch> cuts;
  for (const CountSeries& series : trace.counts) {
    for (const Hole& hole : series.holes)
      cuts.push_back({hole.from + step_of(series), hole.to});
  }
  std::sort(cuts.begin(), cuts.end(),
            [](const Stretch& a, const Stretch& b) { return a.begin < b.begin; });
  std::vector<Stretch> all;
  TraceTime begin = trace.begin;
  for (const Stretch& cut : cuts) {
    if (cut.begin > begin)
      all.push_back({begin, cut.begin});
    begin = std::max(begin, cut.end);
  }
  if (begin < trace.end)
    all.push_back({begin, trace.end});
  return all;
}

}  // namespace

void fill_holes(CountSeries& series) {
  std::vector<Point<std::int64_t>> filled;
  auto hole = series.holes.begin();
  for (const Point<std::int64_t>& point : series.points) {
    if (hole != series.holes.end() && hole->to == point.at) {
      filled.push_back({hole->from + step_of(series), 0});
      ++hole;
    }
    filled.push_back(point);
  }
  series.points = std::move(filled);
}

void even_out(Trace& trace, Lengths lengths, const std::string& path) {
  const auto shorter = [&](const CountSeries& series) {
    return series.step.has_value() && series.end < trace.end;
  };
  if (std::none_of(trace.counts.begin(), trace.counts.end(), shorter))
    return;
  if (lengths == Lengths::cut) {
    for (const CountSeries& series : trace.counts) {
      if (shorter(series))
        trace.end = series.end;
    }
    crop_all(trace.counts, {trace.begin, trace.end});
    crop_all(trace.prices, {trace.begin, trace.end});
    trace.notes.push_back(fmt::format("all pools end with the one that ends first, at {}",
                                      time_text(trace.end, trace.calendar)));
    return;
  }
  for (CountSeries& series : trace.counts) {
    if (!shorter(series))
      continue;
    // a step that is held longer is within the jitter of the grids
    if (lengths != Lengths::hold || trace.end - series.end > step_of(series)) {
      trace.notes.push_back(fmt::format("{} ends at {} and {} from there", pool_text(series.pool),
                                        time_text(series.end, trace.calendar),
                                        what_follows(lengths)));
    }
    if (lengths == Lengths::wrap)
      begin_anew(trace, series, path);
    else if (lengths == Lengths::down && series.points.back().value != 0)
      series.points.push_back({series.end, 0});
  }
}

void split(Trace& trace, std::optional<std::int64_t> part, const std::string& path) {
  const std::vector<Stretch> all = stretches_of(trace);
  if (all.empty()) {
    refuse(option_place(path, "holes"), "data of one instant cannot be split", "leave it out");
  }
  const auto longest = std::max_element(
      all.begin(), all.end(),
      [](const Stretch& a, const Stretch& b) { return a.end - a.begin < b.end - b.begin; });
  const std::size_t chosen =
      part ? static_cast<std::size_t>(*part - 1) : static_cast<std::size_t>(longest - all.begin());
  if (chosen >= all.size()) {
    refuse(option_place(path, "part"),
           fmt::format("the data have {} part{}, found {}", all.size(), all.size() == 1 ? "" : "s",
                       chosen + 1),
           "leave it out for the longest");
  }
  const Stretch kept = all[chosen];
  crop_all(trace.counts, kept);
  crop_all(trace.prices, kept);
  for (CountSeries& series : trace.counts) {
    std::erase_if(series.holes, [&](const Hole& hole) {
      return hole.to <= kept.begin || hole.from + step_of(series) >= kept.end;
    });
  }
  trace.begin = kept.begin;
  trace.end = kept.end;
  trace.notes.push_back(fmt::format("part {} of {}: {} to {}", chosen + 1, all.size(),
                                    time_text(kept.begin, trace.calendar),
                                    time_text(kept.end, trace.calendar)));
}

}  // namespace spotgrid::traces
