// Saves where some losses are announced: interval, efficiency, and what fits into a notice.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>

#include "models/formulas/young_daly.hpp"
#include "sim/base/error.hpp"

// G. Aupy, Y. Robert, F. Vivien, D. Zaidouni: Checkpointing algorithms and fault prediction, arXiv
// 1302.3752, and Checkpointing strategies with prediction windows, arXiv 1302.4558, for predictions
// that are always right, as notices of a cloud are.
namespace spotgrid::formulas {

struct NoticedSave {
  SegmentCosts costs;    // of periodic saves, and of all failures
  double recall = 0;     // r: share of the failures before which a save is done in time
  Seconds proactive{0};  // C_p: from the work that this save holds to the failure
};

inline void require_recall(double recall) {
  require(recall >= 0 && recall <= 1, "a recall is a share");
}

// sqrt(2 C mu / (1 - r)); without end where every failure is announced. For C and the interval well
// below mu / (1 - r).
inline Seconds notice_interval(Seconds save, Seconds mtbf, double recall) {
  require_recall(recall);
  if (recall == 1)
    return Seconds{std::numeric_limits<double>::infinity()};
  return young(save, mtbf / (1 - recall));
}

// The useful share of the time at this interval, to first order:
// 1 - sqrt(2 C (1 - r) / mu) - (D + R + r C_p) / mu.
inline double first_order_notice_efficiency(const NoticedSave& save) {
  require_recall(save.recall);
  const SegmentCosts& costs = save.costs;
  return 1 - std::sqrt(2 * (1 - save.recall) * (costs.save / costs.mtbf)) -
         (costs.downtime + costs.restore + save.recall * save.proactive) / costs.mtbf;
}

// The same for any interval, without approximation, where an interval begins anew after a restore.
// By renewal and reward over intervals with w = W + C and l = 1 / mu: an interval ends whole with
// p = e^(-l w), else by a failure at t, after which D, R and failures during R follow; an announced
// one keeps min(t - C_p, W) of the work, where t > C_p. Without notices: W / mean_segment.
inline double notice_efficiency(Seconds work, const NoticedSave& save) {
  require_recall(save.recall);
  const SegmentCosts& costs = save.costs;
  const double mu = costs.mtbf.count(), w = (work + costs.save) / costs.mtbf;
  const double p = std::exp(-w), failed = -std::expm1(-w);
  // The integral of l e^(-l t) min(t - C_p, W) over t from C_p to w, in units of mu.
  const double ahead = std::min(save.proactive / costs.mtbf, w);
  const double most = std::min(work / costs.mtbf, w - ahead);
  const double kept = -std::exp(-ahead) * std::expm1(-most) - most * p;
  const double recovery = std::exp(costs.restore / costs.mtbf) * costs.downtime.count() +
                          mu * std::expm1(costs.restore / costs.mtbf);
  return (p * work.count() + save.recall * mu * kept) / (failed * (mu + recovery));
}

// A life of known length H: useful work where periodic saves stand in it, and a save is done before
// its announced end, up to one interval's rounding; and where the end comes unannounced.
inline Seconds work_of_life(Seconds life, Seconds work, const NoticedSave& save) {
  const Seconds left = life - save.costs.restore - save.proactive;
  return std::max(Seconds{0}, left) * (work / (work + save.costs.save));
}
inline Seconds work_of_life_unannounced(Seconds life, Seconds work, const SegmentCosts& costs) {
  const double whole = std::floor((life - costs.restore) / (work + costs.save));
  return std::max(0.0, whole) * work;
}

// What a save on notice waits for, one after the other. It fits where the sum is at most the time
// left to the loss.
struct NoticeSteps {
  Seconds detection{0};         // until the notice is seen
  Seconds finish_iteration{0};  // the cut is at an iteration's end
  Seconds snapshot{0};
  Bytes size;
  Bandwidth rate;
  Seconds total() const { return detection + finish_iteration + snapshot + size / rate; }
};
inline bool fits(const NoticeSteps& steps, Seconds window) {
  return steps.total() <= window;
}

// The most bytes that a path takes within a notice, if nothing else had to be waited for; and the
// parameters whose state with Adam in single precision that is: 12 bytes each.
inline Bytes notice_budget(Bandwidth rate, Seconds window) {
  return rate * window;
}
inline double adam_parameters(Bytes state) {
  return state / Bytes::of(12);
}

enum class NoticeChoice : std::uint8_t { finish_running, start_new, nothing };
// What to do at a notice, by the time left to the earliest loss: a save under way is finished if it
// fits, and not doubled; else a new one is started if that fits; else the last periodic save must
// do.
inline NoticeChoice choose_at_notice(Seconds left, std::optional<Seconds> running, Seconds fresh) {
  if (running && *running <= left)
    return NoticeChoice::finish_running;
  return fresh <= left ? NoticeChoice::start_new : NoticeChoice::nothing;
}

}  // namespace spotgrid::formulas
