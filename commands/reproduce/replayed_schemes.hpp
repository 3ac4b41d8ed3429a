// All checkpoint schemes in recorded losses, and which published rankings survive there.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "commands/reproduce/papers.hpp"
#include "commands/run_means.hpp"

namespace spotgrid::commands::reproduction {

// A market, by its scenario (paper/acute).
struct LossMarket {
  std::string_view name, scenario;
};
std::span<const LossMarket> loss_markets();

struct SchemeRuns {
  std::string scheme;
  std::string why_not;       // the scenario's options do not suffice for it
  std::vector<JobRun> runs;  // by start
};

struct ReplayedSchemes {
  LossMarket market;
  std::vector<SchemeRuns> schemes;
};

// Every scheme of the catalogue from the same instants. `folder`: where the traces are. Throws
// InputError where a file of them is missing.
ReplayedSchemes replay_schemes(const LossMarket& market, const std::string& folder,
                               std::size_t starts, const Simulating& how);

// A published order of two schemes: the first one is said to be ahead.
struct PublishedOrder {
  std::string_view ahead, behind, source;
};
std::span<const PublishedOrder> published_orders();

// All markets.
OnTraces replay_acute(const std::string& folder, std::size_t starts, const Switches& switches);

std::string replayed_schemes_text(std::span<const ReplayedSchemes> all);
std::string replayed_schemes_csv(std::span<const ReplayedSchemes> all);

}  // namespace spotgrid::commands::reproduction
