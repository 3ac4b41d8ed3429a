// Series of traces in run time.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include "scenarios/run_time.hpp"
#include "sim/base/step_series.hpp"
#include "sim/domain/market.hpp"

namespace spotgrid::scenarios {

// Where a run outlives its traces and they turn.
struct Turn {
  Instant end;
  Seconds period{0};
  Instant until;
};

// How many steps all turns of all inputs have.
double turned_steps(const std::vector<InputUse>& uses, const RunTime& time, const Turn& turn);

StepSeries<Price> placed_prices(const InputUse& use, const RunTime& time,
                                const std::optional<Turn>& turn);
StepSeries<std::int64_t> placed_counts(const InputUse& use, const RunTime& time,
                                       const std::optional<Turn>& turn);
// The lives of the nodes that the trace names, by time added, then by the trace's order.
std::vector<TraceNode> placed_nodes(const InputUse& use, const RunTime& time);
// How many of them live.
StepSeries<std::int64_t> live_counts(const InputUse& use, const RunTime& time);

}  // namespace spotgrid::scenarios
