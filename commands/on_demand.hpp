// The same job on demand: what a run on spot is compared with.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/run_report.hpp"
#include "scenarios/assemble.hpp"
#include "sim/simulation.hpp"

namespace spotgrid::commands {

// The setup with all nodes on demand from the start, in the pool of lowest on-demand price, where
// nobody is reclaimed and no trace ends.
Setup on_demand_setup(const Setup& setup);

// Simulates it, and says what its price stands on.
analysis::OnDemandRun simulate_on_demand(const scenarios::Assembled& assembled, const Watch& watch,
                                         SharedMemo* memo = nullptr);

}  // namespace spotgrid::commands
