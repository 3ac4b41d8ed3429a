// The values of axes: in steps, in ratios, and points of a space.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "scenarios/sweep.hpp"

namespace spotgrid::scenarios {

// JSON texts. Throws InputError(scenario) where the ends are not numbers or quantities of one unit,
// or not above 0 in a range of ratios.
std::vector<std::string> spaced(const ValueRange& range, bool logarithmic);

// By point, then by axis. A Latin hypercube has one point in each of as many equal parts of every
// axis; Sobol points (Boost.Random) begin with the first that is not at the corner. Both are the
// same for the same seed.
std::vector<std::vector<std::string>> sampled(const SampledAxes& axes, std::uint64_t seed);

}  // namespace spotgrid::scenarios
