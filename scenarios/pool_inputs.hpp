// The files of all pools, read once each.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "scenarios/assembly.hpp"
#include "traces/load.hpp"

namespace spotgrid::scenarios {

// One series that a pool takes from a file, in trace time.
struct InputUse {
  std::size_t pool = 0;
  std::string_view what;  // "prices", "capacity", "events"
  std::string pointer;
  const traces::Trace* trace = nullptr;
  traces::TraceTime begin = 0, end = 0;
  // The series, of the one kind that `what` says.
  const traces::PriceSeries* prices = nullptr;
  const traces::CountSeries* counts = nullptr;
  const traces::EventSeries* events = nullptr;
};

class PoolInputs {
 public:
  explicit PoolInputs(Assembly& assembly) : assembly_(assembly) {}

  // Reads what the pools name; problems go to the assembly, and what has none is in uses().
  void read_all();
  const std::vector<InputUse>& uses() const { return uses_; }

 private:
  void read_prices(std::size_t pool);
  void read_counts(std::size_t pool);
  void read_events(std::size_t pool);
  const traces::Trace* load(const TraceSource& source, const traces::ReadingOptions& options,
                            const std::string& pointer);
  void record(const traces::Loaded& loaded, const TraceSource& source);
  template <class Series>
  const Series* series_of(const std::vector<Series>& all, std::size_t pool,
                          const traces::ReadingOptions& options, std::string_view what,
                          const std::string& pointer);

  Assembly& assembly_;
  std::map<std::string, std::unique_ptr<traces::Loaded>> loaded_;  // null: has problems
  std::vector<InputUse> uses_;
};

}  // namespace spotgrid::scenarios
