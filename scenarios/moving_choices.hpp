// The choices of a scenario that move results, one line each, for the first page of a report.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "scenarios/scenario.hpp"

namespace spotgrid::scenarios {

// From the marks of the descriptions: "market.pools.capacity: kind limit". Equal lines of several
// pools are one.
std::vector<std::string> moving_choices(const Scenario& scenario);

}  // namespace spotgrid::scenarios
