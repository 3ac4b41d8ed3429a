// Pictures drawn by gnuplot, a process of its own.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace spotgrid::analysis {

// The SVG that a script draws to its standard output; what tells of gnuplot's version is taken out,
// so that the same script gives the same bytes. Throws InputError where gnuplot is missing or
// fails.
std::string drawn_svg(std::string_view script);

}  // namespace spotgrid::analysis
