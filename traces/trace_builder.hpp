// What all readers share: collects the series of a trace and finishes them alike.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "traces/trace.hpp"

namespace spotgrid::traces {

// The counts of one pool as they stand in a file: sorted by time, of one instant the last counts.
struct RawCounts {
  PoolName pool;
  std::vector<Point<std::int64_t>> rows;
  bool may_be_flags = false;    // data of 0 and 1 only is "up or not", not a number of nodes
  std::optional<Seconds> step;  // sampling step of the file, where it is a regular grid
  std::string path;             // for messages
};

class TraceBuilder {
 public:
  // `path` stands in messages about the whole: the first of several files.
  TraceBuilder(std::string_view format, const std::string& path, const ReadingOptions& options);

  const ReadingOptions& options() const { return options_; }
  void set_calendar(bool calendar) { trace_.calendar = calendar; }
  bool calendar() const { return trace_.calendar; }
  void count_records(std::size_t count) { trace_.records += static_cast<std::int64_t>(count); }

  // Each sentence once.
  void assume(std::string sentence);
  void warn(std::string sentence);
  void note(std::string sentence);
  // What a run must not leave open.
  void undecided(Problem problem);

  // The span of the trace contains these instants.
  void cover(TraceTime from, TraceTime to);

  // Points sorted, of one instant one.
  void add_prices(PriceSeries series);
  void add_counts(RawCounts raw);
  void add_events(EventSeries series);

  // Places a relative trace, applies `extend` and `until`, sorts by pool.
  Trace finish();

 private:
  void warn_of_holes(const CountSeries& series);
  TraceTime calendar_option(std::string_view key, const std::string& text) const;
  void place_on_calendar();
  void extend_span();
  void shift(TraceTime by);

  const std::string& path_;
  const ReadingOptions& options_;
  Trace trace_;
  bool covers_ = false;
};

// For messages and tables: "us-east-1a p3.2xlarge".
std::string pool_text(const PoolName& pool);

// Rows whose file names pools: true if the options do not ask for other pools.
bool wanted_pool(const PoolName& pool, const ReadingOptions& options);
// The pool of a row: what the file says, else what the options say.
PoolName named_pool(std::string zone, std::string instance, const ReadingOptions& options);

}  // namespace spotgrid::traces
