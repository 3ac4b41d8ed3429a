// How often CheckFreq saves, and how it adapts.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "sim/base/error.hpp"
#include "sim/base/quantities.hpp"

// J. Mohan, A. Phanishayee, V. Chidambaram: CheckFreq, FAST 2021, and its program
// (msr-fiddle/CheckFreq), whose rules these are. A save is a snapshot, beside which training runs
// up to the next update of the weights, and then a persist; no save starts before the persist of
// the one before has ended.
namespace spotgrid::formulas {

// What its profiler measures.
struct CheckFreqProfile {
  Seconds iteration{0};
  Seconds update{0};  // of the weights, at the end of an iteration
  Seconds gpu_snapshot{0};
  Seconds cpu_snapshot{0};  // in a thread
  Seconds cpu_process{0};   // in a process
  Seconds persist{0};       // snapshot and write, in total
  Bytes state, free_gpu;    // free memory of the GPU
};

// The storage rate that the program assumes for its estimate of a persist.
inline constexpr Bandwidth checkfreq_storage = Bandwidth::of(515e6);

inline bool snapshots_on_gpu(const CheckFreqProfile& profile) {
  return profile.state <= profile.free_gpu &&
         profile.gpu_snapshot < std::min(profile.cpu_snapshot, profile.cpu_process);
}
// What a save costs training: the snapshot on the GPU where it fits and costs less, else on the
// CPU.
inline Seconds checkfreq_overhead(const CheckFreqProfile& profile) {
  return snapshots_on_gpu(profile) ? profile.gpu_snapshot
                                   : std::min(profile.cpu_snapshot, profile.cpu_process);
}

// Iterations between saves: max(ceil((persist - overhead) / iteration), 1).
inline std::int64_t checkfreq_interval(const CheckFreqProfile& profile) {
  require(profile.iteration > Seconds{0}, "an iteration takes time");
  const double k = std::ceil((profile.persist - checkfreq_overhead(profile)) / profile.iteration);
  return std::max<std::int64_t>(1, static_cast<std::int64_t>(k));
}

// Overhead that training may have, as a share: promised in the paper, and default of the program.
inline constexpr double checkfreq_paper_cap = 0.035, checkfreq_program_cap = 0.05;
// The interval after one in which an iteration took `measured` on average, and would take
// `iteration` without saves: two more iterations where the cap is exceeded.
inline std::int64_t checkfreq_adapted(std::int64_t interval, Seconds measured, Seconds iteration,
                                      double cap) {
  return measured / iteration - 1 > cap ? interval + 2 : interval;
}

// A snapshot stops training where it outlasts the part of an iteration that leaves the weights
// alone.
inline Seconds checkfreq_stall(Seconds snapshot, const CheckFreqProfile& profile) {
  return std::max(Seconds{0}, snapshot - (profile.iteration - profile.update));
}

}  // namespace spotgrid::formulas
