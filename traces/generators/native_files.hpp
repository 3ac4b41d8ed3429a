// Writes step series of pools as one native CSV file.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sim/base/step_series.hpp"
#include "traces/trace.hpp"

namespace spotgrid::traces {

// Rows are sorted by time, then zone; values that did not change have no row, except each pool's
// last one, at `end`.
class NativeFile {
 public:
  // Instants of the series count from `start`; nothing in them lies at or after `end`.
  NativeFile(std::string_view command, std::string_view columns, TraceTime start, Instant end);

  template <class T, class Text>
  void add(std::string_view zone, std::string_view instance, const StepSeries<T>& series,
           Text text) {
    for (const auto& step : series.steps())
      add_row(step.at, zone, instance, text(step.value));
    add_row(end_, zone, instance, text(series.steps().back().value));
  }

  std::string text() &&;

 private:
  struct Row {
    Instant at;
    std::string rest;  // of the line, from the zone on
    auto operator<=>(const Row&) const = default;
  };

  void add_row(Instant at, std::string_view zone, std::string_view instance,
               const std::string& value);

  std::string head_;
  TraceTime start_;
  Instant end_;
  std::vector<Row> rows_;
};

}  // namespace spotgrid::traces
