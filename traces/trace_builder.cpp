// Finishes the series of a trace alike for all readers.
// SPDX-License-Identifier: Apache-2.0
#include "traces/trace_builder.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

#include <fmt/format.h>

#include "traces/flags.hpp"
#include "traces/sampling.hpp"
#include "traces/source_text.hpp"
#include "traces/stretches.hpp"
#include "traces/timestamp.hpp"

namespace spotgrid::traces {
namespace {

void add_once(std::vector<std::string>& all, std::string sentence) {
  if (std::find(all.begin(), all.end(), sentence) == all.end())
    all.push_back(std::move(sentence));
}

template <class Series>
void sort_by_pool(std::vector<Series>& all) {
  std::stable_sort(all.begin(), all.end(),
                   [](const Series& a, const Series& b) { return a.pool < b.pool; });
}

// Unchanged records are not changes.
template <class T>
void drop_unchanged(std::vector<Point<T>>& points) {
  const auto same = [](const Point<T>& a, const Point<T>& b) { return a.value == b.value; };
  points.erase(std::unique(points.begin(), points.end(), same), points.end());
}

template <class Series>
void extend_backwards(std::vector<Series>& all, TraceTime begin) {
  for (Series& series : all)
    series.points.front().at = begin;
}

}  // namespace

TraceBuilder::TraceBuilder(std::string_view format, const std::string& path,
                           const ReadingOptions& options)
    : path_(path), options_(options) {
  trace_.format = format;
}

void TraceBuilder::assume(std::string sentence) {
  add_once(trace_.assumed, std::move(sentence));
}
void TraceBuilder::warn(std::string sentence) {
  add_once(trace_.warnings, std::move(sentence));
}
void TraceBuilder::note(std::string sentence) {
  add_once(trace_.notes, std::move(sentence));
}
void TraceBuilder::undecided(Problem problem) {
  trace_.undecided.push_back(std::move(problem));
}

void TraceBuilder::cover(TraceTime from, TraceTime to) {
  trace_.begin = covers_ ? std::min(trace_.begin, from) : from;
  trace_.end = covers_ ? std::max(trace_.end, to) : to;
  covers_ = true;
}

void TraceBuilder::add_prices(PriceSeries series) {
  if (series.points.empty())
    return;
  cover(series.points.front().at, series.points.back().at);
  drop_unchanged(series.points);
  trace_.prices.push_back(std::move(series));
}

void TraceBuilder::add_counts(RawCounts raw) {
  if (raw.rows.empty())
    return;
  if (raw.step)
    check_gap(*raw.step, 1, raw.path);  // the last row holds for one
  const TraceTime step = raw.step ? std::llround(raw.step->count() * 1e6) : 0;
  CountSeries series;
  series.pool = raw.pool;
  series.records = static_cast<std::int64_t>(raw.rows.size());
  series.step = raw.step;
  series.end = raw.rows.back().at + step;
  cover(raw.rows.front().at, series.end);
  if (raw.step) {
    series.holes = holes(raw.rows, step);
  } else if (options_.holes != Holes::hold) {
    warn(
        fmt::format("no holes are found in {}, whose rows form no regular grid: give gap, its step",
                    pool_text(raw.pool)));
  }
  series.polarity_assumed = counts_from(raw, *this);
  series.points = std::move(raw.rows);
  warn_of_holes(series);
  if (options_.holes == Holes::down)
    fill_holes(series);
  drop_unchanged(series.points);
  trace_.counts.push_back(std::move(series));
}

void TraceBuilder::warn_of_holes(const CountSeries& series) {
  constexpr std::array<std::string_view, 3> meant = {"the value before it holds", "no node is up",
                                                     "the data are split"};
  const std::string_view now = meant.at(static_cast<std::size_t>(options_.holes));
  // a wrong gap makes a hole of each row
  constexpr std::size_t most_named = 5;
  const std::size_t named = std::min(series.holes.size(), most_named);
  for (const Hole& hole : std::span(series.holes).first(named)) {
    warn(fmt::format("hole of {} in {} after {}: {}", span_text(hole.to - hole.from),
                     pool_text(series.pool), time_text(hole.from, trace_.calendar), now));
  }
  if (const std::size_t more = series.holes.size() - named; more > 0) {
    warn(fmt::format("{} more hole{} in {}: {}", more, more == 1 ? "" : "s", pool_text(series.pool),
                     now));
  }
}

void TraceBuilder::add_events(EventSeries series) {
  if (series.events.empty())
    return;
  cover(series.events.front().at, series.events.back().at);
  trace_.events.push_back(std::move(series));
}

void TraceBuilder::shift(TraceTime by) {
  trace_.begin += by;
  trace_.end += by;
  for (PriceSeries& series : trace_.prices) {
    for (Point<Price>& point : series.points)
      point.at += by;
  }
  for (CountSeries& series : trace_.counts) {
    for (Point<std::int64_t>& point : series.points)
      point.at += by;
    series.end += by;
    for (Hole& hole : series.holes)
      hole = {hole.from + by, hole.to + by};
  }
  for (EventSeries& series : trace_.events) {
    for (NodeEvent& event : series.events)
      event.at += by;
  }
}

TraceTime TraceBuilder::calendar_option(std::string_view key, const std::string& text) const {
  const std::optional<Timestamp> stamp = parse_timestamp(text);
  if (!stamp) {
    refuse(option_place(path_, key), fmt::format("not a calendar time, found \"{}\"", text),
           fmt::format("write it as 2023-03-01T00:00:00Z, in a year from {} to {}",
                       first_readable_year, last_readable_year));
  }
  return stamp->at;
}

void TraceBuilder::place_on_calendar() {
  if (!options_.start)
    return;
  const TraceTime start = calendar_option("start", *options_.start);
  if (trace_.calendar)
    refuse(option_place(path_, "start"), "the rows have calendar times of their own",
           "leave it out");
  shift(start - trace_.begin);
  trace_.calendar = true;
}

void TraceBuilder::extend_span() {
  if (!options_.until)
    return;
  const TraceTime until = calendar_option("until", *options_.until);
  if (!trace_.calendar)
    refuse(option_place(path_, "until"), "the trace has no calendar time", "give start, too");
  if (until < trace_.end) {
    refuse(option_place(path_, "until"),
           fmt::format("lies before the end of the data at {}, found {}",
                       timestamp_text(trace_.end), timestamp_text(until)),
           "give a later time or leave it out");
  }
  trace_.end = until;
}

Trace TraceBuilder::finish() {
  if (covers_) {
    place_on_calendar();
    extend_span();
    even_out(trace_, options_.lengths, path_);
    if (options_.holes == Holes::split)
      split(trace_, options_.part, path_);
    if (options_.extend) {
      extend_backwards(trace_.prices, trace_.begin);
      extend_backwards(trace_.counts, trace_.begin);
    }
  }
  sort_by_pool(trace_.prices);
  sort_by_pool(trace_.counts);
  sort_by_pool(trace_.events);
  return std::move(trace_);
}

std::string pool_text(const PoolName& pool) {
  if (pool.zone.empty() && pool.instance.empty())
    return "the pool";
  if (pool.zone.empty() || pool.instance.empty())
    return pool.zone + pool.instance;
  return pool.zone + " " + pool.instance;
}

bool wanted_pool(const PoolName& pool, const ReadingOptions& options) {
  return (!options.zone || pool.zone.empty() || *options.zone == pool.zone) &&
         (!options.instance || pool.instance.empty() || *options.instance == pool.instance);
}

PoolName named_pool(std::string zone, std::string instance, const ReadingOptions& options) {
  if (zone.empty())
    zone = options.zone.value_or("");
  if (instance.empty())
    instance = options.instance.value_or("");
  return {std::move(zone), std::move(instance)};
}

}  // namespace spotgrid::traces
