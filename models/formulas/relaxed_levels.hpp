// How often to save at each of several levels, to first order.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "sim/base/quantities.hpp"

// A. Benoit, A. Cavelan, V. Le Fèvre, Y. Robert, H. Sun: Towards optimal multi-level checkpointing,
// IEEE Transactions on Computers 66(7), 2017. An error of a level destroys the copies of all levels
// below it. A save at a level contains one at each level below. With N_l saves of level l in a
// pattern of W work, one of them at the last level, the waste is
//
//   H = sum N_l C_l / W + W/2 sum lambda_l / N_l + sum lambda_l R_l
//
// For W and all its saves well below the mean time between errors of any level.
namespace spotgrid::formulas {

struct SaveLevel {
  Seconds save{0};     // C_l, beyond the saves of the levels below
  Seconds restore{0};  // R_l
  Seconds mtbf{0};     // 1 / lambda_l, of the errors that need this level; may be infinite
};

// The optimum over real numbers: W = sqrt(2 C_k / lambda_k), N_l = sqrt(lambda_l C_k / lambda_k
// C_l), and without restores H = sum sqrt(2 lambda_l C_l).
struct RealPattern {
  Seconds work{0};
  std::vector<double> saves;  // N_l; below 1: the level ought to be left out
  double waste = 0;
};
RealPattern real_pattern(std::span<const SaveLevel> levels);

struct LevelPattern {
  Seconds work{0};                  // between two saves at the last level
  std::vector<std::int64_t> saves;  // N_l; 0: never at this level
  double waste = 0;                 // H, with restores
};
// The waste of a pattern with these counts, at its best W. Errors of a level without saves are met
// by the next level that has some; the last one that errors need must have.
LevelPattern pattern_of(std::span<const SaveLevel> levels, std::span<const std::int64_t> saves);
// The best pattern whose saves are evenly spaced at each level: each N_l is a multiple of the next.
// A level is left out where that wastes less; a last level that no errors need always is.
LevelPattern best_pattern(std::span<const SaveLevel> levels);

}  // namespace spotgrid::formulas
