// Figures: the script that is written, and what gnuplot makes of it.
// SPDX-License-Identifier: Apache-2.0
#include "analysis/comparison_figure.hpp"

#include <cstdlib>

#include <gtest/gtest.h>

#include "analysis/gnuplot.hpp"
#include "sim/base/error.hpp"

namespace spotgrid::analysis {
namespace {

Comparison of_two_series() {
  Comparison all{"fig9", "Fig. \"9\"", {}, {}};
  ComparedPanel panel{"(a)", "workers", "time", "s", "a paper", {}, false, false, {}};
  for (int i = 1; i <= 3; ++i) {
    Compared row;
    row.series = i < 3 ? "first" : "second";
    row.label = "n";
    row.x = i;
    row.published.number = 100 * i;
    row.predicted.number = 101 * i;
    row.tolerance = Tolerance{0.03, true};
    panel.rows.push_back(row);
  }
  all.panels.push_back(panel);
  return all;
}

bool contains(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

TEST(ComparisonFigure, TheScriptHoldsItsDataAndItsUnits) {
  const std::string script = figure_script(of_two_series(), "fig9.svg");
  EXPECT_TRUE(contains(script, "$p0s0 << EOD\n1 100 NaN 101 1\n2 200 NaN 202 1"));
  EXPECT_TRUE(contains(script, "$p0s1 << EOD\n3 300 NaN 303 1\nEOD\n"));
  EXPECT_TRUE(contains(script, "set output \"fig9.svg\"\n"));
  EXPECT_TRUE(contains(script, "set ylabel \"time (s)\"\n"));
  EXPECT_TRUE(contains(script, "\"Fig. \\\"9\\\"\\nhollow: published; filled: predicted; band: "));
  EXPECT_FALSE(contains(figure_script(of_two_series()), "set output"));
}

TEST(ComparisonFigure, SimulatedValuesAndSpreadsAreDrawnWhereTheyAre) {
  Comparison all = of_two_series();
  all.panels.front().rows.front().simulated = {Simulated{105, 104, 106, "", ""}};
  all.panels.front().rows.front().spread = 3;
  const std::string script = figure_script(all);
  EXPECT_TRUE(contains(script, "1 100 3 101 1 105 104 106\n")) << script;
  EXPECT_TRUE(contains(script, "star: simulated, with the interval")) << script;
  EXPECT_TRUE(contains(script, "with its standard deviation")) << script;
}

TEST(ComparisonFigure, SixDigitsAreWrittenAsThousandsAndOthersAreNot) {
  Comparison all = of_two_series();
  Compared& row = all.panels.front().rows.front();
  const std::string thousands = "set format y \"%.0s%c\"\n";
  EXPECT_FALSE(contains(figure_script(all), thousands));
  row.predicted.number = 100000;
  EXPECT_TRUE(contains(figure_script(all), thousands));
  row.predicted.number = 1000000;
  EXPECT_FALSE(contains(figure_script(all), thousands));
}

TEST(ComparisonFigure, LongNamesHaveASmallerKeyInWhichNoneIsDropped) {
  Comparison all = of_two_series();
  EXPECT_FALSE(contains(figure_script(all), "font \"sans,10\""));
  ComparedPanel& panel = all.panels.front();
  for (const char* name : {"no scaling", "performance-first"}) {
    panel.rows.push_back(panel.rows.front());
    panel.rows.back().series = name;
  }
  EXPECT_TRUE(contains(figure_script(all), "maxrows 2 samplen 1 font \"sans,10\" width -4\n"));
}

TEST(ComparisonFigure, PointsBetweenThePublishedOnesAreDrawn) {
  Comparison all = of_two_series();
  Compared between;
  between.series = "first";
  between.x = 1.5;
  between.between = true;
  between.predicted.number = 150;
  all.panels.front().rows.push_back(between);
  EXPECT_TRUE(contains(figure_script(all), "\n1.5 NaN NaN 150 NaN\n"));
  EXPECT_FALSE(contains(all.text(), "150"));
}

TEST(ComparisonFigure, WaysStandSideBySideOverALogarithmicAxis) {
  Comparison all = of_two_series();
  ComparedPanel& panel = all.panels.front();
  panel.rows.front().simulated = {Simulated{105, 104, 106, "one", ""},
                                  Simulated{95, 94, 96, "two", ""}};
  EXPECT_TRUE(contains(figure_script(all), "$p0s0 using 1:9:10:11 with yerrorbars pt 0"));
  panel.log_x = true;
  const std::string script = figure_script(all);
  EXPECT_TRUE(contains(script, "$p0s0 using ($1*1.053):6 with points pt 3 ps 0.9")) << script;
  EXPECT_TRUE(contains(script, "$p0s0 using ($1*1.11):9 with points pt 1 ps 0.9")) << script;
}

TEST(ComparisonFigure, FourWaysHaveFourMarks) {
  Comparison all = of_two_series();
  for (const char* way : {"a", "b", "c", "d"})
    all.panels.front().rows.front().simulated.push_back(Simulated{105, 104, 106, way, ""});
  EXPECT_TRUE(contains(figure_script(all),
                       "star: simulated a; plus: simulated b; cross: simulated c; #: simulated d, "
                       "with the interval"));
}

TEST(ComparisonFigure, CategoriesStandWhereThereIsNoX) {
  Comparison all = of_two_series();
  for (Compared& row : all.panels.front().rows) {
    row.x.reset();
    row.label = "loss 0.9, 1900 s";
  }
  EXPECT_TRUE(contains(figure_script(all), "set xtics (\"loss 0.9\\n1900 s\" 0)\n"));
}

TEST(ComparisonFigure, WhatIsJudgedByAFormulaHasItsHollowPointThere) {
  Comparison all = of_two_series();
  for (Compared& row : all.panels.front().rows) {
    row.published = {};
    row.predicted.number = 7.5;
    row.simulated = {Simulated{7, 7, 7, "alone", ""}};
    row.by_formula = true;
  }
  EXPECT_TRUE(contains(figure_script(all), "hollow, filled: predicted"));
  EXPECT_TRUE(contains(figure_script(all), " 7.5 NaN 7.5 ")) << figure_script(all);
}

TEST(ComparisonFigure, TheAxisBeginsAt0UnlessAValueLiesBelow) {
  Comparison all = of_two_series();
  EXPECT_TRUE(contains(figure_script(all), "set yrange [0:*]"));
  all.panels.front().rows.front().simulated = {Simulated{1, -2, 3, "", ""}};
  EXPECT_FALSE(contains(figure_script(all), "set yrange [0:*]"));
}

TEST(ComparisonFigure, ALogarithmicAxisIsDrawn) {
  Comparison all = of_two_series();
  all.panels.front().log_y = true;
  EXPECT_TRUE(contains(drawn_svg(figure_script(all)), "time (s)"));
}

TEST(Gnuplot, TheSameScriptGivesTheSameBytes) {
  const std::string script = figure_script(of_two_series());
  const std::string svg = drawn_svg(script);
  EXPECT_EQ(svg, drawn_svg(script));
  EXPECT_TRUE(contains(svg, "time (s)"));
  EXPECT_FALSE(contains(svg, "patchlevel"));
  EXPECT_TRUE(svg.ends_with("</svg>\n\n") || svg.ends_with("</svg>\n"));
}

std::string told_of(const std::string& script) {
  try {
    drawn_svg(script);
  } catch (const InputError& problem) {
    return problem.what();
  }
  return "";
}

TEST(Gnuplot, AScriptThatItDoesNotUnderstandIsTold) {
  const std::string told = told_of("set terminal nothing\n");
  EXPECT_TRUE(told.starts_with("gnuplot: drew no figure, found \"")) << told;
  EXPECT_TRUE(told.ends_with("; version 5.2 or later is needed")) << told;
}

TEST(Gnuplot, WhereItIsMissingItsPackageIsNamed) {
  const std::string path = std::getenv("PATH");
  ::setenv("PATH", "/nowhere", 1);
  const std::string told = told_of("plot x\n");
  ::setenv("PATH", path.c_str(), 1);
  EXPECT_EQ(told,
            "gnuplot: cannot be run, No such file or directory; figures need the Debian package "
            "gnuplot-nox; tables do without");
}

}  // namespace
}  // namespace spotgrid::analysis
