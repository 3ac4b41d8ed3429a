// Runs of which a command needs the results: all of them, or it prints nothing.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sim/domain/result.hpp"
#include "sim/domain/setup.hpp"

namespace spotgrid::commands {

struct Simulating {
  std::size_t jobs = 1;                          // simulations at a time
  std::function<Watch(std::string)> progress{};  // of a simulation by its name; may be empty
};

// In their order. A run that comes to no result throws: nothing is left out in silence. `item` says
// in messages and in the line of progress whose runs they are.
std::vector<RunResult> results_of(std::string_view item, std::span<const Setup> setups,
                                  const Simulating& how);

}  // namespace spotgrid::commands
