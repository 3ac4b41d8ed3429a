// From trace time to run time: where the run begins in its inputs, and where they end.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "scenarios/pool_inputs.hpp"
#include "sim/base/instant.hpp"

namespace spotgrid::scenarios {

struct RunTime {
  bool by_date = false;                  // trace time is calendar time
  bool unrelated = false;                // each file begins at 0
  traces::TraceTime start = 0;           // of the run, in trace time
  std::optional<traces::TraceTime> end;  // of the common span; nothing without files
  traces::TraceTime begin = 0;           // of the common span

  traces::TraceTime zero_of(const InputUse& use) const { return unrelated ? use.trace->begin : 0; }
  Instant at(const InputUse& use, traces::TraceTime t) const {
    return Instant::from_microseconds(t - zero_of(use) - start);
  }
  Instant end_of_data() const {
    return end ? Instant::from_microseconds(*end - start) : Instant::never();
  }
  // The date of the end in this input; nothing where it stands in no calendar.
  std::optional<traces::TraceTime> date_of_end(const InputUse& use) const {
    return end && use.trace->calendar ? std::optional(*end + zero_of(use)) : std::nullopt;
  }
  // "2023-03-01T00:00:00Z" or "36 h".
  std::string text(traces::TraceTime t) const;
};

// Problems with dates and spans go to the assembly; then the result is of no use.
RunTime run_time_of(Assembly& assembly, const std::vector<InputUse>& uses);

}  // namespace spotgrid::scenarios
