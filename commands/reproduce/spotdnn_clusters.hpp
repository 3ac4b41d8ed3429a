// The clusters of a published item of spotDNN, computed by the model of the paper.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "commands/reproduce/switches.hpp"
#include "models/formulas/spotdnn_search.hpp"
#include "scenarios/published.hpp"

namespace spotgrid::commands::reproduction {

// By which CM-DARE+ takes times for shorter: it leaves out what servers and PCIe cost. The plans of
// Tables I and V come out for 0.039 to 0.052.
inline constexpr double optimism_of_cm_dare = 0.045;

// A plan with all that the model says of it; nothing where none is feasible.
struct Computed {
  formulas::spotdnn::Counts plan;
  std::optional<formulas::spotdnn::Outlook> outlook;
  std::string reason;
};

class Clusters {
 public:
  Clusters(const scenarios::PublishedItem& item, Switches switches);

  // The parameters that a case is computed with: one of sets/, or a workload.
  const std::string& set_of(const scenarios::PublishedCase& one) const;
  Computed compute(const scenarios::PublishedCase& one) const;
  // The search alone, for the plans that it examines.
  formulas::spotdnn::Search search(const scenarios::PublishedCase& one) const;

  struct Parameters {
    formulas::spotdnn::Model model;
    formulas::spotdnn::Market market;  // quota 0 of types without a speed or a price
    std::vector<bool> known;           // by type
  };
  Parameters parameters_of(const scenarios::PublishedCase& one, bool list_prices = false) const;

 private:
  std::optional<Price> price_of(const std::string& type, bool list_prices) const;

  const scenarios::PublishedItem& item_;
  Switches switches_;
  scenarios::PriceTable prices_;
};

}  // namespace spotgrid::commands::reproduction
