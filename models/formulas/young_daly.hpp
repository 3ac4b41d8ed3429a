// The best work between two saves under memoryless failures, and what a segment then takes.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>

#include <boost/math/special_functions/lambert_w.hpp>

#include "sim/base/quantities.hpp"

namespace spotgrid {

// The costs of one segment: useful work, then a save that stops it. The mean time between failures
// is that of events that stop the job: a bulk loss is one event.
struct SegmentCosts {
  Seconds save{0};      // C: training stands still
  Seconds downtime{0};  // D: after a failure, in which nothing can fail
  Seconds restore{0};   // R
  Seconds mtbf{0};      // mu
};

// Young, CACM 17(9), 1974: sqrt(2 C mu). For C well below mu.
inline Seconds young(Seconds save, Seconds mtbf) {
  return Seconds{std::sqrt(2 * save.count() * mtbf.count())};
}

// Daly, Future Generation Computer Systems 22(3), 2006, first order: sqrt(2 C (mu + R)) - C.
inline Seconds daly(Seconds save, Seconds restore, Seconds mtbf) {
  return young(save, mtbf + restore) - save;
}

// Daly 2006, higher order: sqrt(2 C mu) (1 + sqrt(C / 2 mu) / 3 + (C / 2 mu) / 9) - C for
// C < 2 mu, else mu.
inline Seconds daly_higher(Seconds save, Seconds mtbf) {
  if (save >= 2 * mtbf)
    return mtbf;
  const double ratio = save / (2 * mtbf);
  return young(save, mtbf) * (1 + std::sqrt(ratio) / 3 + ratio / 9) - save;
}

// The minimum of mean_segment / W: (1 + W0(-e^(-C/mu - 1))) mu, whatever R and D are. Bougeret,
// Casanova, Rabie, Robert and Vivien, SC 2011. Next to the branch point W0 loses its digits, and
// Daly's series is the same to rounding.
inline Seconds exact_interval(Seconds save, Seconds mtbf) {
  const double ratio = save / mtbf;
  if (ratio < 1e-8)
    return daly_higher(save, mtbf);
  return (1 + boost::math::lambert_w0(-std::exp(-ratio - 1))) * mtbf;
}

// Mean time to commit one segment of `work`: e^(R/mu) (mu + D) (e^((W + C)/mu) - 1). Bougeret et
// al., SC 2011: failures strike during work, save and restore, not during the downtime.
inline Seconds mean_segment(Seconds work, const SegmentCosts& costs) {
  return std::exp(costs.restore / costs.mtbf) * (costs.mtbf + costs.downtime) *
         std::expm1((work + costs.save) / costs.mtbf);
}

}  // namespace spotgrid
