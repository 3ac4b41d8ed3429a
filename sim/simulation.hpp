// One run.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/domain/result.hpp"
#include "sim/domain/setup.hpp"

namespace spotgrid {

// Simulates in this process. Runs whose protocols move bytes need SimGrid, which allows one engine
// a process: use simulate_apart() for them. Throws std::logic_error when an identity is violated.
RunResult simulate(const Setup& setup, const Watch& watch = {});

// The same in a process of its own where the run needs SimGrid; in this one where it does not.
// A crash of the child throws std::runtime_error with what is known of it. `watch` is called there.
RunResult simulate_apart(const Setup& setup, const Watch& watch = {});

// True when the run's protocols move bytes, so that it needs SimGrid.
bool needs_grid(const Setup& setup);

}  // namespace spotgrid
