// Layout of the figure of periods in gnuplot's words.
// SPDX-License-Identifier: Apache-2.0
#include "analysis/period_figure.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace spotgrid::analysis {
namespace {

std::string quoted(std::string_view text) {
  std::string all = "\"";
  for (const char c : text)
    all += c == '"' || c == '\\' ? std::string("\\") + c : std::string(1, c);
  return all + "\"";
}

// A formula a line, in steps of the height, so that names of neighbours do not touch.
std::string formulas(const PeriodCurve& curve, bool with_names) {
  std::string all;
  std::size_t i = 0;
  for (const auto& [name, period] : curve.theory) {
    all += fmt::format(
        "set arrow from first {0:.9g}, graph 0 to first {0:.9g}, graph 1 nohead dt {1} lc rgb "
        "'#808080'\n",
        period / 60, i % 4 + 2);
    if (with_names)
      all += fmt::format(
          "set label {} at first {:.9g}, graph {:.3f} offset 0.4, 0 font "
          "\"sans,9\" tc rgb '#505050'\n",
          quoted(name), period / 60, 0.96 - 0.06 * static_cast<double>(i));
    ++i;
  }
  return all;
}

std::string panel(const char* label, int column) {
  return fmt::format(
      "set ylabel {}\nplot $points using 1:(${}-${}):(${}+${}) with filledcurves fc rgb '#d8d8d8' "
      "fs "
      "solid notitle, $points using 1:{} with linespoints pt 6 ps 0.8 lc rgb '#000000' notitle, "
      "$points using 1:($6 > 0 ? ${} : 1/0) with points pt 7 ps 0.8 lc rgb '#000000' notitle\n",
      quoted(label), column, column + 1, column, column + 1, column, column);
}

}  // namespace

std::string period_figure_script(const PeriodCurve& curve, std::string_view output) {
  std::string script =
      "set encoding utf8\nset terminal svg size 640,640 noenhanced font \"sans,12\" background "
      "'#ffffff'\n";
  if (!output.empty())
    script += fmt::format("set output {}\n", quoted(output));
  script += "$points << EOD\n";
  double least = 1e300, most = 0;
  for (const PeriodPoint& one : curve.points) {
    script += fmt::format("{:.9g} {:.9g} {:.9g} {:.9g} {:.9g} {}\n", one.period_s / 60,
                          one.finish_h, one.finish_half_h, one.cost_usd, one.cost_half_usd,
                          one.as_quick_as_best ? 1 : 0);
    least = std::min(least, one.period_s / 60);
    most = std::max(most, one.period_s / 60);
  }
  script += "EOD\n";
  script += fmt::format(
      "set multiplot layout 2,1 title {}\nset logscale x 2\nset xrange [{:.6g}:{:.6g}]\n"
      "set lmargin 11\nset offsets 0, 0, graph 0.1, graph 0.05\nset format x \"\"\n"
      "set xtics 2\nset bmargin 1\nset tmargin 2\n",
      quoted(curve.title), least / 1.2, most * 1.2);
  script += formulas(curve, true) + panel("finish time (h)", 2);
  script += "unset label\nset format x \"%.3g\"\nset bmargin 5\nset tmargin 1\n";
  script +=
      "set xlabel \"work between two saves (min); band: 95 % interval of the mean\\n"
      "filled: not distinguishable from the quickest; dashed: theory\"\n";
  script += panel("cost (USD)", 4) + "unset multiplot\n";
  return script;
}

}  // namespace spotgrid::analysis
