// Capacity of a zone: all nodes while up, less what bulk falls took away.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "sim/base/options.hpp"
#include "sim/base/random.hpp"
#include "sim/base/step_series.hpp"
#include "traces/generators/spells.hpp"

namespace spotgrid::traces {

// A compound Poisson process. Defaults after the 16-node probes of us-east-2b and us-west-2a (AWS,
// V100, August 2023; traces of Mao et al., "SkyServe", EuroSys'25): 209 falls that left a node in
// 346 h up, 1231 nodes lost in them. Refill times were not fitted: the mean is chosen so that a
// zone is below its full count for about as much of its time up as those two were (.06 and .27).
struct BulkFalls {
  double per_hour = .6;    // while up
  double mean_size = 5.9;  // nodes; sizes are 1 + a geometric number
  HyperExponential refill{1, hours(.25), hours(.25)};

  void describe(Fields& fields);
};

// `size` nodes go at once and come back together.
struct BulkFall {
  Seconds at;
  std::int64_t size;
  Seconds back_at;
};

// The falls of [0, span), drawn whether or not the zone is up: those that meet it down have no
// effect, and other spells meet the same falls.
std::vector<BulkFall> draw_bulk_falls(const BulkFalls& falls, Seconds span, RandomStream times,
                                      RandomStream sizes, RandomStream refills);

// Nodes available since the start of the trace, in steps at whole seconds. A fall leaves at least
// one node: losing all of them is what the spells down stand for, whose fits come from single-node
// probes and so count every full loss already. Each spell up begins with all nodes.
StepSeries<std::int64_t> capacity_series(const std::vector<UpSpan>& up,
                                         const std::vector<BulkFall>& falls, std::int64_t nodes,
                                         Seconds span);

}  // namespace spotgrid::traces
