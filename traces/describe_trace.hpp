// What `spotgrid trace info` tells about a trace.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "traces/load.hpp"

namespace spotgrid::traces {

struct PriceInfo {
  PoolName pool;
  std::int64_t records = 0;
  std::int64_t changes = 0;
  double changes_a_day = 0;
  Price least, mean, most;  // the mean by time, to the end of the trace
  std::optional<Price> on_demand;

  void describe(Fields& fields);
};

struct CountInfo {
  PoolName pool;
  std::int64_t records = 0;
  std::optional<Seconds> step;
  std::int64_t most = 0;
  double mean = 0;     // by time
  double at_zero = 0;  // share of time
  std::int64_t falls = 0;
  std::int64_t lost = 0;  // nodes, over all falls
  std::int64_t largest_fall = 0;
  std::int64_t holes = 0;
  // 0/1 data whose polarity is not known: the share of time up, read either way
  std::optional<double> up_if_available, up_if_preempted;

  void describe(Fields& fields);
};

struct EventInfo {
  PoolName pool;
  std::int64_t adds = 0;
  std::int64_t removes = 0;
  std::int64_t removal_instants = 0;
  std::int64_t largest_removal = 0;
  std::int64_t most_alive = 0;
  std::int64_t alive_at_end = 0;

  void describe(Fields& fields);
};

struct TraceInfo {
  std::vector<InputFile> files;
  std::string format;
  bool calendar = false;
  std::string begin, end;  // calendar text, or hours of a relative trace
  Seconds span{};
  std::int64_t records = 0;
  std::vector<PriceInfo> prices;
  std::vector<CountInfo> counts;
  std::vector<EventInfo> events;
  std::vector<std::string> assumed, undecided, warnings, notes;

  void describe(Fields& fields);
};

TraceInfo describe_trace(const Loaded& loaded);

// For a person: one line about the whole, a table of pools for each kind of data, remarks.
std::string trace_text(const TraceInfo& info);

}  // namespace spotgrid::traces
