// The figure of a comparison: published values hollow, ours filled, residuals in a strip below.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "analysis/comparison.hpp"

namespace spotgrid::analysis {

// The gnuplot script that draws all panels of numbers next to each other, as SVG; it holds its
// data. With a file name it writes there, else to its standard output.
std::string figure_script(const Comparison& comparison, std::string_view output = {});

}  // namespace spotgrid::analysis
