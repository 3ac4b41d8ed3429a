// What files from outside say, before it is placed into a run: series in trace time.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sim/base/error.hpp"
#include "sim/base/options.hpp"
#include "sim/base/quantities.hpp"

namespace spotgrid::traces {

// Microseconds: since 1970-01-01T00:00:00Z for calendar traces, since the trace's own zero for
// relative ones.
using TraceTime = std::int64_t;

template <class T>
struct Point {
  TraceTime at;
  T value;
  bool operator==(const Point&) const = default;
};

// Which pool a series belongs to; empty where the file does not say.
struct PoolName {
  std::string zone;
  std::string instance;
  auto operator<=>(const PoolName&) const = default;
};

// Step functions, sorted, strictly ascending, unchanged records dropped. A value holds until the
// next, the last one to `Trace::end`.
struct PriceSeries {
  PoolName pool;
  std::vector<Point<Price>> points;
  std::optional<Price> on_demand;  // where the file gives one; the newest
  std::int64_t records = 0;        // distinct ones, also those that changed nothing
};
// A stretch of a regular grid without rows.
struct Hole {
  TraceTime from, to;  // the rows around it
  bool operator==(const Hole&) const = default;
};
struct CountSeries {
  PoolName pool;
  std::vector<Point<std::int64_t>> points;  // nodes; 0/1 flags are multiplied by `nodes`
  std::int64_t records = 0;                 // rows, also those that changed nothing
  std::optional<Seconds> step;              // sampling step of a regular grid
  TraceTime end = 0;                        // of its own rows: the last one plus its step
  std::vector<Hole> holes;                  // longer than 1.5 steps
  bool polarity_assumed = false;            // 0/1 data that could mean the opposite
};
// Nodes of a fleet by name, in time order; removes before adds at one instant.
struct NodeEvent {
  TraceTime at;
  bool add;  // else remove
  std::string node;
};
struct EventSeries {
  PoolName pool;
  std::vector<NodeEvent> events;
};

// One trace, from one file or from several that were merged.
struct Trace {
  std::string format;                 // the name in the catalogue
  bool calendar = false;              // times are calendar instants
  TraceTime begin = 0;                // the oldest time over all pools
  TraceTime end = 0;                  // newest time over all pools; plus one gap for regular grids
  std::vector<PriceSeries> prices;    // sorted by pool
  std::vector<CountSeries> counts;    // sorted by pool
  std::vector<EventSeries> events;    // sorted by pool
  std::vector<std::string> assumed;   // what was not in the file and was not given: "times are UTC"
  std::vector<std::string> warnings;  // what a user should look at: "truncated: NextToken is set"
  std::vector<std::string> notes;     // what was done: "12 exact duplicates dropped"
  std::vector<Problem> undecided;     // what was assumed and a run must not leave open
  std::int64_t records = 0;           // rows or records read
};

enum class Polarity : std::uint8_t { available, preempted };
inline std::span<const std::string_view> words(Polarity) {
  static constexpr auto all = std::to_array<std::string_view>({"available", "preempted"});
  return all;
}
enum class TimeUnit : std::uint8_t { us, ms, s, min, h };
inline std::span<const std::string_view> words(TimeUnit) {
  static constexpr auto all = std::to_array<std::string_view>({"us", "ms", "s", "min", "h"});
  return all;
}
enum class Holes : std::uint8_t { hold, down, split };
inline std::span<const std::string_view> words(Holes) {
  static constexpr auto all = std::to_array<std::string_view>({"hold", "down", "split"});
  return all;
}
enum class Lengths : std::uint8_t { hold, cut, down, wrap };
inline std::span<const std::string_view> words(Lengths) {
  static constexpr auto all = std::to_array<std::string_view>({"hold", "cut", "down", "wrap"});
  return all;
}

// What a user says about a file because the file does not. Described once: the same keys stand in
// scenarios beside "file" and as options of `spotgrid trace info`.
struct ReadingOptions {
  std::string format;                   // empty: by content
  std::optional<Polarity> polarity;     // what 1 means in 0/1 data; never guessed
  std::optional<std::int64_t> nodes;    // nodes behind a 1, or asked for by a probe
  std::optional<Seconds> gap;           // overrides the file's own sampling step
  std::optional<std::string> start;     // calendar time of the first row of a relative trace
  std::optional<TimeUnit> unit;         // of bare numbers in the time column
  std::string product = "Linux/UNIX";   // product of price records
  std::optional<std::string> zone;      // pool of a file that names none, or filter
  std::optional<std::string> instance;  // the same
  std::optional<std::string> prices;    // index-paired price list (JSON), for avail_csv
  std::optional<std::string> until;     // end of the span, where records just stop
  std::optional<std::int64_t> part;     // which stretch of `split` data, from 1; else the longest
  bool extend = false;                  // hold the first value backwards, too
  Holes holes = Holes::hold;            // what a regular grid does where it has no rows
  Lengths lengths = Lengths::hold;      // what a grid does from its own end to that of the others

  void describe(Fields& fields) {
    fields("format", format, "name of the format; by content where it is not given");
    fields("polarity", polarity, "what 1 means in 0/1 data: available or preempted; never guessed");
    fields("nodes", nodes, "nodes that a 1 stands for, or that were asked for", at_least(1.0));
    fields("gap", gap, "sampling step, where the file's own is missing or wrong", above(0s));
    fields("start", start, "calendar time of the first row of a relative trace (ISO 8601)");
    fields("unit", unit, "unit of bare numbers in the time column");
    fields("product", product, "product whose price records are used");
    fields("zone", zone,
           "zone of the rows, where the file names none; else only this zone is read");
    fields("instance", instance, "instance type, where the file names none; else only this one");
    fields("prices", prices, "JSON file with a price list paired with the rows by index");
    fields("extend", extend, "hold the first value backwards before the first record");
    fields("until", until, "calendar time to which the last value holds (ISO 8601)");
    fields("holes", holes,
           "where a regular grid of counts has no rows: the value before holds, no node is up, or "
           "the data are split there");
    fields("part", part, "stretch of split data that is used, from 1; without it the longest",
           at_least(1.0));
    fields("lengths", lengths,
           "a grid of counts that ends before the others holds its last value, cuts all, is down "
           "or begins anew");
    if (fields.reading())
      check(fields);
  }

  void check(Fields& fields) const {
    if (part && holes != Holes::split)
      fields.problem("part", "only split data have parts", R"(add "holes": "split")");
    if (until && lengths == Lengths::cut)
      fields.problem("lengths", "until and cut each say where the data end", "keep one of them");
  }
};

}  // namespace spotgrid::traces
