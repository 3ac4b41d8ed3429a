// Processes that simulate the cells of a sweep.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "commands/sweep_cells.hpp"

namespace spotgrid::commands {

struct SweepWork {
  std::vector<std::size_t> cells;  // those to simulate
  std::size_t jobs = 1;            // processes
  // In the parent, for each cell that was simulated, in the order in which they end.
  std::function<void(CellRecord record)> done;
};

// True where all cells were simulated; false where SIGTERM or SIGINT came: then each process has
// finished the cell it was at.
bool work_on(SweepCells& cells, const SweepWork& work);

}  // namespace spotgrid::commands
