// The figures and picks of DeepVM, published and computed, side by side.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "commands/reproduce/papers.hpp"
#include "scenarios/published_deepvm.hpp"

namespace spotgrid::commands::reproduction {

// In the order of the paper; the simulation stands in a figure of its own.
std::span<const Item> deepvm_items();

// Fig. 5: speed-up over nodes.
analysis::Comparison compare_scaling(const Switches& switches);
// Fig. 6: time to send a save to several remotes.
analysis::Comparison compare_sending(const Switches& switches);
// What its planner rents, and what it reckons with.
analysis::Comparison compare_solver(const Switches& switches);
analysis::Comparison compare_simulation(const Switches& switches);
// Fig. 8: the cost of runs, and their makespans beside what the planner reckons with.
analysis::Comparison compare_measured_runs(const Switches& switches);
// The same, simulated, by the plans of those runs.
std::vector<analysis::ComparedPanel> simulated_runs(
    const scenarios::deepvm::MeasuredRuns& runs, const formulas::deepvm::Catalogue& all,
    const std::vector<formulas::deepvm::Plan>& plans, const Switches& switches);

}  // namespace spotgrid::commands::reproduction
