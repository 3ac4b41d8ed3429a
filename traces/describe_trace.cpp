// Works out what `spotgrid trace info` tells.
// SPDX-License-Identifier: Apache-2.0
#include "traces/describe_trace.hpp"

#include <algorithm>

#include "traces/sampling.hpp"

namespace spotgrid::traces {
namespace {

double days(TraceTime span) {
  return static_cast<double>(span) / 86400e6;
}

// Calls `visit(value, span)` for each step of a series, the last one up to `end`.
template <class T, class Visit>
void for_each_step(const std::vector<Point<T>>& points, TraceTime end, Visit visit) {
  for (std::size_t i = 0; i < points.size(); ++i) {
    const TraceTime until = i + 1 < points.size() ? points[i + 1].at : end;
    visit(points[i].value, static_cast<double>(until - points[i].at));
  }
}

PriceInfo about(const PriceSeries& series, TraceTime end) {
  PriceInfo info{series.pool, series.records};
  info.on_demand = series.on_demand;
  const Price first = series.points.front().value;
  info.least = info.most = info.mean = first;
  info.changes = static_cast<std::int64_t>(series.points.size()) - 1;
  const TraceTime span = end - series.points.front().at;
  Price sum;
  for_each_step(series.points, end, [&](Price price, double time) {
    info.least = std::min(info.least, price);
    info.most = std::max(info.most, price);
    sum += price * time;
  });
  if (span > 0) {
    info.mean = sum / static_cast<double>(span);
    info.changes_a_day = static_cast<double>(info.changes) / days(span);
  }
  return info;
}

void add_falls(const CountSeries& series, CountInfo& info) {
  for (std::size_t i = 1; i < series.points.size(); ++i) {
    const std::int64_t fall = series.points[i - 1].value - series.points[i].value;
    if (fall <= 0)
      continue;
    ++info.falls;
    info.lost += fall;
    info.largest_fall = std::max(info.largest_fall, fall);
  }
}

CountInfo about(const CountSeries& series, TraceTime end) {
  CountInfo info{series.pool, series.records, series.step};
  info.holes = static_cast<std::int64_t>(series.holes.size());
  add_falls(series, info);
  double sum = 0;
  double zero = 0;
  for_each_step(series.points, end, [&](std::int64_t count, double time) {
    info.most = std::max(info.most, count);
    sum += static_cast<double>(count) * time;
    zero += count == 0 ? time : 0;
  });
  const auto span = static_cast<double>(end - series.points.front().at);
  info.mean = span > 0 ? sum / span : static_cast<double>(series.points.back().value);
  info.at_zero = span > 0 ? zero / span : (series.points.back().value == 0 ? 1 : 0);
  if (series.polarity_assumed) {
    info.up_if_available = 1 - info.at_zero;
    info.up_if_preempted = info.at_zero;
  }
  return info;
}

EventInfo about(const EventSeries& series) {
  EventInfo info{series.pool};
  TraceTime last = 0;
  std::int64_t together = 0;  // removes at `last`
  for (const NodeEvent& event : series.events) {
    info.alive_at_end += event.add ? 1 : -1;
    info.most_alive = std::max(info.most_alive, info.alive_at_end);
    if (event.add) {
      ++info.adds;
      continue;
    }
    const bool same = info.removes > 0 && event.at == last;
    together = same ? together + 1 : 1;
    last = event.at;
    ++info.removes;
    info.removal_instants += same ? 0 : 1;
    info.largest_removal = std::max(info.largest_removal, together);
  }
  return info;
}

void describe_pool(PoolName& pool, Fields& fields) {
  fields("zone", pool.zone, "zone, as the file or its reader names it");
  fields("instance", pool.instance, "instance type");
}

}  // namespace

void PriceInfo::describe(Fields& fields) {
  describe_pool(pool, fields);
  fields("records", records, "distinct records");
  fields("changes", changes, "records that changed the price");
  fields("changes_a_day", changes_a_day, "changes a day");
  fields("least", least, "lowest price");
  fields("mean", mean, "mean price by time");
  fields("most", most, "highest price");
  fields("on_demand", on_demand, "on-demand price, the newest in the file");
}

void CountInfo::describe(Fields& fields) {
  describe_pool(pool, fields);
  fields("records", records, "rows");
  fields("step", step, "sampling step of a regular grid");
  fields("most", most, "largest count");
  fields("mean", mean, "mean count by time");
  fields("at_zero", at_zero, "share of time without a node");
  fields("falls", falls, "times the count fell");
  fields("lost", lost, "nodes lost in all falls");
  fields("largest_fall", largest_fall, "nodes lost in the largest fall");
  fields("holes", holes, "stretches of a regular grid without rows");
  fields("up_if_available", up_if_available, "share of time up if 1 means available");
  fields("up_if_preempted", up_if_preempted, "share of time up if 1 means preempted");
}

void EventInfo::describe(Fields& fields) {
  describe_pool(pool, fields);
  fields("adds", adds, "nodes added");
  fields("removes", removes, "nodes removed");
  fields("removal_instants", removal_instants, "instants at which nodes were removed");
  fields("largest_removal", largest_removal, "nodes removed at one instant, at most");
  fields("most_alive", most_alive, "nodes alive at one time, at most");
  fields("alive_at_end", alive_at_end, "nodes alive at the end");
}

void TraceInfo::describe(Fields& fields) {
  fields("files", files, "files that were read");
  fields("format", format, "name of the format");
  fields("calendar", calendar, "true where times are calendar instants");
  fields("begin", begin, "first instant");
  fields("end", end, "last instant");
  fields("span", span, "length");
  fields("records", records, "records read");
  fields("prices", prices, "pools with prices");
  fields("counts", counts, "pools with counts of nodes");
  fields("events", events, "pools with nodes by name");
  fields("assumed", assumed, "what the files and the options do not say");
  fields("undecided", undecided, "what a run will not assume");
  fields("warnings", warnings, "what to look at");
  fields("notes", notes, "what was done");
}

TraceInfo describe_trace(const Loaded& loaded) {
  const Trace& trace = loaded.trace;
  TraceInfo info;
  info.files = loaded.inputs;
  info.format = trace.format;
  info.calendar = trace.calendar;
  info.begin = time_text(trace.begin, trace.calendar);
  info.end = time_text(trace.end, trace.calendar);
  info.span = Seconds{static_cast<double>(trace.end - trace.begin) / 1e6};
  info.records = trace.records;
  for (const PriceSeries& series : trace.prices)
    info.prices.push_back(about(series, trace.end));
  for (const CountSeries& series : trace.counts)
    info.counts.push_back(about(series, trace.end));
  for (const EventSeries& series : trace.events)
    info.events.push_back(about(series));
  info.assumed = trace.assumed;
  for (const Problem& problem : trace.undecided)
    info.undecided.push_back(problem.message());
  info.warnings = trace.warnings;
  info.notes = trace.notes;
  return info;
}

}  // namespace spotgrid::traces
