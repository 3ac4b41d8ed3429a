// What is checked of ACUTE on its grid: closed forms, the abstract's figures and runs.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "commands/reproduce/papers.hpp"

namespace spotgrid::commands::reproduction {

std::span<const Item> acute_items();

// Stall, latency, durable and contention with Check-Mem, Check-Trans and Check-Pack on and off.
analysis::Comparison compare_ablation(const Switches& switches);
// By how much the time until a save is usable (L1) is shorter than that of the baseline.
analysis::Comparison compare_headline(const Switches& switches);
// Stalls of three schemes, and by how much saves delay the end.
analysis::Comparison compare_ordering(const Switches& switches);

}  // namespace spotgrid::commands::reproduction
