// Rows of counts with times, sorted or as they were logged.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "traces/trace_builder.hpp"

namespace spotgrid::traces {

// Rows in any order, by pool: sorted by time, exact duplicates dropped; of two values at one time
// the lower holds (with a warning), so that the order of rows does not matter.
class SampledCounts {
 public:
  void add(const PoolName& pool, Point<std::int64_t> row) { pools_[pool].push_back(row); }
  // The sorted rows of all pools.
  std::map<PoolName, std::vector<Point<std::int64_t>>> settle(TraceBuilder& trace);

 private:
  std::map<PoolName, std::vector<Point<std::int64_t>>> pools_;
};

// Rows in the order they were logged. A row that goes back in time cancels the rows at or after its
// time; of rows at one time the last is the state.
class LoggedCounts {
 public:
  void add(Point<std::int64_t> row);
  std::vector<Point<std::int64_t>> settle(TraceBuilder& trace);

 private:
  std::vector<Point<std::int64_t>> rows_;
  std::size_t backward_steps_ = 0;
  std::size_t cancelled_ = 0;
};

}  // namespace spotgrid::traces
