// How an interval ends where failures are of several levels, and when: SCR's Markov model.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <span>
#include <vector>

#include "models/formulas/segment.hpp"

// A. Moody, G. Bronevetsky, K. Mohror, B. R. de Supinski: Design, modeling, and evaluation of a
// scalable multi-level checkpointing system, SC 2010.
namespace spotgrid::formulas {

struct IntervalEnds {
  double none = 1;            // p_0 = e^(-lambda T): no failure
  std::vector<double> level;  // p_i = lambda_i / lambda (1 - e^(-lambda T)): the first one's level
  Seconds failed_at{0};       // t_i, the same for every i; t_0 is T
};

// By the mean time between failures of each level; it may be infinite, but not for all.
inline IntervalEnds interval_ends(Seconds length, std::span<const Seconds> mtbf) {
  double rate = 0;
  for (const Seconds each : mtbf)
    rate += 1 / each.count();
  IntervalEnds ends;
  ends.none = std::exp(-rate * length.count());
  for (const Seconds each : mtbf)
    ends.level.push_back(-std::expm1(-rate * length.count()) / (rate * each.count()));
  ends.failed_at = time_lost(length, Seconds{1 / rate});
  return ends;
}

}  // namespace spotgrid::formulas
