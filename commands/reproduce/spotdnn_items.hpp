// The tables and figures of spotDNN, published and computed, side by side.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string_view>

#include "analysis/comparison.hpp"
#include "commands/reproduce/papers.hpp"
#include "commands/reproduce/spotdnn_clusters.hpp"

namespace spotgrid::commands::reproduction {

// In the order of the paper.
std::span<const Item> spotdnn_items();

// An item of which every value is one of a cluster.
analysis::Comparison compare_clusters(std::string_view name, const Switches& switches);
// Fig. 3: each curve alone, and what one set of gammas for all of them leaves.
analysis::Comparison compare_loss_curves(const Switches& switches);
// Fig. 9: a takeover, simulated.
analysis::Comparison compare_takeover(const Switches& switches);
// The numbers of the text.
analysis::Comparison compare_claims(const Switches& switches);

}  // namespace spotgrid::commands::reproduction
