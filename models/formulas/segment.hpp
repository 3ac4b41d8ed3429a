// Beyond the mean of a segment under memoryless failures: its spread, failures and time lost.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "models/formulas/young_daly.hpp"

namespace spotgrid::formulas {

struct Moments {
  double mean = 0;      // s
  double variance = 0;  // s^2
};

// How long a memoryless life lasts that ends within `span`. As shares of the span, with
// u = span / mtbf: mean 1/u - 1/(e^u - 1), variance 1/u^2 - 1/(2 sinh(u/2))^2. For small u these
// are differences of large numbers, and their series is exact to 1e-12.
inline Moments life_within(Seconds span, Seconds mtbf) {
  const double s = span.count(), u = span / mtbf;
  if (u < 0.05) {
    const double square = u * u;
    return {s * (0.5 - u / 12 * (1 - square / 60 * (1 - square / 42))),
            s * s * (1.0 / 12 - square / 240 * (1 - square * 5 / 126 * (1 - square * 7 / 200)))};
  }
  const double sinh2 = 2 * std::sinh(u / 2);
  return {s * (1 / u - 1 / std::expm1(u)), s * s * (1 / (u * u) - 1 / (sinh2 * sinh2))};
}

// The time until an attempt lasts `span` without a failure, where each failure costs `after` on
// top: a geometric number of failures, e^u - 1 on average, so a random sum.
inline Moments until_one_lasts(Seconds span, Seconds mtbf, const Moments& after) {
  const Moments lost = life_within(span, mtbf);
  const double failures = std::expm1(span / mtbf), each = lost.mean + after.mean;
  return {span.count() + failures * each,
          failures * (lost.variance + after.variance) + failures * (failures + 1) * each * each};
}

// Mean and variance of the time to commit one segment. The mean is mean_segment (Bougeret et al.,
// SC 2011); the law has the transform, with w = W + C and l = 1 / mu,
//
//   phi(s) = e^(-(s+l) w) / (1 - l / (s+l) (1 - e^(-(s+l) w)) psi(s))
//   psi(s) = e^(-s D) e^(-(s+l) R) / (1 - l / (s+l) (1 - e^(-(s+l) R)) e^(-s D))
//
// whose second derivative at 0 these sums are.
inline Moments segment_time(Seconds work, const SegmentCosts& costs) {
  const double downtime = costs.downtime.count();
  Moments restore = until_one_lasts(costs.restore, costs.mtbf, {downtime, 0});
  restore.mean += downtime;
  return until_one_lasts(work + costs.save, costs.mtbf, restore);
}

inline Seconds segment_deviation(Seconds work, const SegmentCosts& costs) {
  return Seconds{std::sqrt(segment_time(work, costs).variance)};
}

// How many segments make z standard errors of their mean at most `share` of it.
inline double segments_for(const Moments& time, double share, double z) {
  return time.variance * std::pow(z / (time.mean * share), 2);
}

// Mean failures of a segment: in work and save, e^(w/mu) - 1; in restores, e^(R/mu) - 1 for each.
inline double failures_in_segment(Seconds work, const SegmentCosts& costs) {
  return std::expm1((work + costs.save) / costs.mtbf);
}
inline double failures_in_restores(Seconds work, const SegmentCosts& costs) {
  return failures_in_segment(work, costs) * std::expm1(costs.restore / costs.mtbf);
}

// Mean time lost to a failure that strikes within `span`: mu - span / (e^(span/mu) - 1).
inline Seconds time_lost(Seconds span, Seconds mtbf) {
  return Seconds{life_within(span, mtbf).mean};
}

// The share of waste to first order, C/W + (W/2 + R + D)/mu. For W + C well below mu.
inline double first_order_waste(Seconds work, const SegmentCosts& costs) {
  return costs.save / work + (work / 2 + costs.restore + costs.downtime) / costs.mtbf;
}

// Useful share of the time where neither saves nor restores can fail, by renewal and reward over
// intervals of W: p W / (p (W + C) + (1 - p) (E[life | life < W] + R)), p = e^(-W/mu).
inline double renewal_efficiency(Seconds work, const SegmentCosts& costs) {
  const double p = std::exp(-work / costs.mtbf), failed = -std::expm1(-work / costs.mtbf);
  const Seconds after = time_lost(work, costs.mtbf) + costs.downtime + costs.restore;
  return p * work / (p * (work + costs.save) + failed * after);
}

// Into how many segments to cut `total` work: the neighbour of K0 = total / exact interval that
// takes less time, at least 1. Bougeret et al., SC 2011.
inline std::int64_t segments_of(Seconds total, Seconds save, Seconds mtbf) {
  const double ideal = total / exact_interval(save, mtbf);
  const auto length = [&](double count) {
    return count * std::expm1((total / count + save) / mtbf);
  };
  const double fewer = std::max(1.0, std::floor(ideal)), more = std::max(1.0, std::ceil(ideal));
  return static_cast<std::int64_t>(length(fewer) <= length(more) ? fewer : more);
}

// Saxena et al., arXiv 2410.18124: the time from one save's end to the next one's that makes a job
// most available, T_s + sqrt(2 (mu + T_r) T_s + T_s^2), by save, mean failure and recovery times.
inline Seconds availability_interval(const SegmentCosts& costs) {
  const double save = costs.save.count(), rest = (costs.mtbf + costs.restore).count();
  return Seconds{save + std::sqrt(2 * rest * save + save * save)};
}

}  // namespace spotgrid::formulas
