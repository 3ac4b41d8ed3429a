// Plans and saves of DeepVM as runs of its scenarios.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "scenarios/load.hpp"
#include "scenarios/published_deepvm.hpp"
#include "sim/domain/setup.hpp"

namespace spotgrid::commands::reproduction {

// An epoch of CIFAR-10 at batch 128 a trainer, in the seconds that Fig. 5 measured; a number of
// nodes that it does not have lies on the straight line between its neighbours.
struct EpochPace {
  std::int64_t iterations = 0;
  Seconds epoch{0};
};
EpochPace pace_of(const scenarios::deepvm::ScalingCurves& curves, std::string_view type,
                  std::int64_t trainers);

// scenarios/paper/deepvm/NAME.json with so many trainers that train so many epochs at that pace and
// save after each, and the further changes.
Setup paced_setup(std::string_view name, std::int64_t trainers, std::int64_t epochs,
                  const EpochPace& pace, const std::vector<scenarios::Override>& more);

}  // namespace spotgrid::commands::reproduction
