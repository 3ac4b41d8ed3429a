// The figure of checkpoint periods: finish time and cost against the work between two saves.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace spotgrid::analysis {

struct PeriodPoint {
  double period_s = 0;
  double finish_h = 0, finish_half_h = 0;  // mean, half width of its interval
  double cost_usd = 0, cost_half_usd = 0;
  bool as_quick_as_best = false;
};

struct PeriodCurve {
  std::string title;
  std::vector<PeriodPoint> points;                     // ascending
  std::vector<std::pair<std::string, double>> theory;  // formula, period in s
};

// The gnuplot script that draws it as SVG, with its data: above finish time, below cost, both with
// a band and with a line for each formula. With a file name it writes there, else to standard
// output.
std::string period_figure_script(const PeriodCurve& curve, std::string_view output = {});

}  // namespace spotgrid::analysis
