// Saves that go on beside the work: what they cost by overhead and latency (Vaidya).
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>

#include "models/formulas/young_daly.hpp"
#include "sim/base/error.hpp"

// N. H. Vaidya: Impact of checkpoint latency on overhead ratio of a checkpointing scheme, IEEE
// Transactions on Computers 46(8), 1997. Memoryless failures, which strike during restores too; no
// downtime. The next save begins no earlier than the one before is of use: L - C <= W.
namespace spotgrid::formulas {

struct OverlappedSave {
  Seconds overhead{0};  // C: it holds training up
  Seconds latency{0};   // L: from its start until it can be restored, C or more
  Seconds restore{0};   // R
  Seconds mtbf{0};      // mu
};

// Mean time to commit one segment: mu e^((L - C + R)/mu) (e^((W + C)/mu) - 1). With L = C it is
// mean_segment without downtime.
inline Seconds overlapped_segment(Seconds work, const OverlappedSave& save) {
  require(save.latency >= save.overhead, "the latency of a save holds its overhead");
  require(save.latency - save.overhead <= work, "a save is of use before the next one begins");
  return std::exp((save.latency - save.overhead + save.restore) / save.mtbf) * save.mtbf *
         std::expm1((work + save.overhead) / save.mtbf);
}

// How much longer than its work a segment takes, as a share of it.
inline double overhead_ratio(Seconds work, const OverlappedSave& save) {
  return overlapped_segment(work, save) / work - 1;
}

// Where e^((W + C)/mu) (1 - W/mu) = 1, whatever L and R are: the exact interval of C. The time by
// work has no other minimum, so that where saves would overlap, the least interval without is best.
inline Seconds vaidya_interval(const OverlappedSave& save) {
  return std::max(exact_interval(save.overhead, save.mtbf), save.latency - save.overhead);
}

}  // namespace spotgrid::formulas
