// How often PCcheck can save, and the goodput model of its artifact.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <span>

#include "sim/base/error.hpp"
#include "sim/base/quantities.hpp"

// F. Strati, M. Friedman, A. Klimovic: PCcheck, ASPLOS 2025, and its artifact (eth-easl/pccheck),
// run_goodput_model.py. Up to N saves are under way at a time.
namespace spotgrid::formulas {

// The least iterations between saves so that training is at most `slowdown` (1 or more) times as
// long: f >= T_w / (N q t), rounded up. T_w: from its start until a save is on storage.
inline std::int64_t pccheck_floor(Seconds persist, std::int64_t in_flight, double slowdown,
                                  Seconds iteration) {
  require(in_flight >= 1 && slowdown >= 1, "saves are under way, and do not speed training up");
  const double least = persist / (static_cast<double>(in_flight) * slowdown * iteration);
  return std::max<std::int64_t>(1, static_cast<std::int64_t>(std::ceil(least)));
}

// By what a failure undoes: CheckFreq and Gemini, a whole interval; GPM and an ideal scheme, half
// of one; PCcheck, half of one and of what is under way.
enum class SavingSystem : std::uint8_t { checkfreq, gemini, gpm, ideal, pccheck };

struct GoodputCase {
  SavingSystem system = SavingSystem::pccheck;
  std::int64_t interval = 1;    // f, iterations
  Seconds iteration{0};         // t, without saves
  Seconds iteration_saving{0};  // on average, with saves
  Seconds load{0};              // of a checkpoint
  Seconds persist{0};           // T_w, of PCcheck
  std::int64_t in_flight = 1;   // N, of PCcheck
};

inline Seconds redo_of_failure(const GoodputCase& one) {
  const auto interval = static_cast<double>(one.interval);
  const auto in_flight = static_cast<double>(one.in_flight);
  const Seconds whole = interval * one.iteration;
  switch (one.system) {
    case SavingSystem::checkfreq:
    case SavingSystem::gemini:
      return whole + one.load;
    case SavingSystem::gpm:
    case SavingSystem::ideal:
      break;
    case SavingSystem::pccheck:
      return whole / 2 + one.load + std::min(one.persist, in_flight * whole) / 2;
  }
  return whole / 2 + one.load;
}

// Iterations a second that are not undone: max(0, total - failures redo) / t_saving / total.
inline double goodput(Seconds total, std::int64_t failures, const GoodputCase& one) {
  const Seconds left = total - static_cast<double>(failures) * redo_of_failure(one);
  return std::max(0.0, left / one.iteration_saving) / total.count();
}

// The artifact's count of failures in a trace of GPUs: each change, up or down, is one failure for
// every whole four GPUs; the first row changes from 0.
inline std::int64_t pccheck_failures(std::span<const std::int64_t> gpus) {
  std::int64_t failures = 0, before = 0;
  for (const std::int64_t now : gpus) {
    failures += std::abs(now - before) / 4;
    before = now;
  }
  return failures;
}

}  // namespace spotgrid::formulas
