// Exact time of a pattern of saves at two levels, and its optimum.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "models/formulas/relaxed_levels.hpp"

// Two levels without the first order's approximation. n segments of work w; a save at the first
// level ends each, one at the second level ends the last segment too. Memoryless errors at rate
// lambda strike during work and saves, not during restores: with probability q1 they go back to the
// start of the segment, with q2 to that of the pattern. With s_i = w + C1 (+ C2 in the last),
// p_i = e^(-lambda s_i) and E_n = 0,
//
//   E_i (1 - (1 - p_i) q1) = (1 - p_i) (1/lambda + q1 R1 + q2 R2) + p_i E_(i+1) + (1 - p_i) q2 E_0
//
// by the first error in segment i. E_i is linear in E_0. Derived here, and simulated.
namespace spotgrid::formulas {

struct TwoLevels {
  SaveLevel first, second;
};

// E_0, the mean time of a pattern. Either level may be without errors: mtbf infinite.
Seconds mean_pattern(std::int64_t segments, Seconds work, const TwoLevels& levels);

struct TwoLevelPattern {
  std::int64_t segments = 1;
  Seconds work{0};            // of one segment
  double overhead_ratio = 0;  // E_0 / (n w) - 1
};
// The best w for n segments, to 1e-5 of it; the best n as well. Both levels have errors.
TwoLevelPattern best_two_level(const TwoLevels& levels, std::int64_t segments);
TwoLevelPattern best_two_level(const TwoLevels& levels);
// The best without the first level: its errors need the second.
TwoLevelPattern best_second_level_only(const TwoLevels& levels);

}  // namespace spotgrid::formulas
