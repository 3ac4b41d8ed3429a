// The plans of a published item, run as jobs in the simulator, in several ways.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <vector>

#include "analysis/comparison.hpp"
#include "commands/reproduce/spotdnn_clusters.hpp"

namespace spotgrid::commands::reproduction {

// Nothing is lost and nothing waits: what remains is how workers and servers share links, which the
// model has as eq. 8. To a loss the whole job is run; else a stretch that gives its speed.
class SimulatedPlans {
 public:
  // Simulates the cases of the series that the item names.
  SimulatedPlans(std::string_view name, const scenarios::PublishedItem& item,
                 const Clusters& clusters, const Switches& switches);

  // Empty for a case that was not simulated, and for what a run does not measure.
  std::vector<analysis::Simulated> of(const scenarios::PublishedCase& one, const Computed& computed,
                                      scenarios::Measure measure) const;
  // What the ways are, for remarks; empty where nothing was simulated.
  std::vector<std::string> remarks() const;

 private:
  using Times = std::vector<double>;  // s, by seed
  std::string key_of(const scenarios::PublishedCase& one, const Computed& computed) const;

  const Clusters& clusters_;
  std::vector<std::string> series_;                  // that are simulated
  std::map<std::string, std::vector<Times>> times_;  // by job, by way
};

}  // namespace spotgrid::commands::reproduction
