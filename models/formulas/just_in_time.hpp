// Saves after a failure, by surviving replicas, against periodic ones.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>

#include "models/formulas/young_daly.hpp"

// T. Gupta et al.: Just-in-time checkpointing, EuroSys 2024. Shares of the time that are wasted, to
// first order, where a replica of each shard survives every failure: not where the whole market
// reclaims. `mtbf` of the costs is that of the job, 1 / (N f) for N GPUs that fail at rate f.
namespace spotgrid::formulas {

// c o + N f r + N f / (2 c), with c saves a second of o each, restarts of r.
inline double periodic_waste(Seconds interval, const SegmentCosts& costs) {
  return costs.save / interval + (costs.downtime + costs.restore + interval / 2) / costs.mtbf;
}
// Saves a second that waste least, sqrt(N f / (2 o)): Young's interval.
inline Seconds periodic_interval(const SegmentCosts& costs) {
  return young(costs.save, costs.mtbf);
}
// N f (o + r + T/2): a failure costs one save, a restart and half an iteration.
inline double just_in_time_waste(Seconds iteration, const SegmentCosts& costs) {
  return (costs.save + costs.downtime + costs.restore + iteration / 2) / costs.mtbf;
}
// Whether it wastes less than the best period: N f T/2 + N f o < sqrt(2 o N f), whatever r is.
inline bool just_in_time_wastes_less(Seconds iteration, const SegmentCosts& costs) {
  return (iteration / 2 + costs.save) / costs.mtbf < std::sqrt(2 * (costs.save / costs.mtbf));
}

}  // namespace spotgrid::formulas
