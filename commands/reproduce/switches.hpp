// What the command line chooses for a reproduction.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "commands/simulations.hpp"
#include "models/formulas/spotdnn.hpp"
#include "scenarios/published.hpp"

namespace spotgrid::commands::reproduction {

// What the command line chooses; what it leaves open follows the item.
struct Switches {
  bool simulate = false;  // the plans, beside the model
  Simulating how{};

  // Of spotDNN.
  formulas::spotdnn::Form form = formulas::spotdnn::Form::paper;
  std::optional<formulas::spotdnn::Rounding> rounding;
  std::optional<scenarios::PriceProfile> prices;
};

}  // namespace spotgrid::commands::reproduction
