// Runs in processes of their own: one, or many at a time.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "sim/base/child_process.hpp"
#include "sim/base/error.hpp"
#include "sim/simulation.hpp"

namespace spotgrid {

// As simulate(), but in a process of its own where the run needs a room. A crash of the child
// throws std::runtime_error with what is known of it. `watch` is called there.
RunResult simulate_apart(const Setup& setup, const Watch& watch = {}, SharedMemo* memo = nullptr);

// What became of one run of many.
struct RunOutcome {
  // threw: an identity or assumption of ours does not hold. crashed: its process ended by a signal
  // or with an exit code.
  enum class How : std::uint8_t { ended, refused, threw, crashed, timed_out } how = How::ended;
  RunResult result;               // of a run that ended
  std::vector<Problem> problems;  // of refused input
  std::string text;               // of all others
};

struct ManyRuns {
  std::size_t jobs = 1;           // processes that simulate at a time
  Seconds time_limit = no_limit;  // wall time of one run that needs a room
  // As Watch, with the place of the run; called where the run is simulated.
  std::function<void(std::size_t run, Seconds simulated, double done)> watch;
};

// The outcomes of all runs, in their order, whatever the number of jobs. Runs that need no room go
// one after the other in this process, with one memo for all. Each of the others has a process of
// its own, those of one platform forked from a process in which it stands already.
std::vector<RunOutcome> simulate_all(std::span<const Setup> setups, const ManyRuns& how = {},
                                     SharedMemo* memo = nullptr);

}  // namespace spotgrid
