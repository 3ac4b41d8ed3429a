// Published values beside ours: verdicts, the printed table, the tidy one.
// SPDX-License-Identifier: Apache-2.0
#include "analysis/comparison.hpp"

#include <gtest/gtest.h>

namespace spotgrid::analysis {
namespace {

Compared number(double published, double predicted, std::optional<Tolerance> tolerance) {
  Compared row;
  row.series = "a";
  row.label = "point";
  row.published.number = published;
  row.predicted.number = predicted;
  row.tolerance = tolerance;
  return row;
}

Compared plan(std::string published, std::string predicted) {
  Compared row;
  row.series = "b";
  row.label = "plan";
  row.published.words = std::move(published);
  row.predicted.words = std::move(predicted);
  row.tolerance = Tolerance{0, false};
  return row;
}

TEST(Compared, ADifferenceIsJudgedByItsTolerance) {
  EXPECT_EQ(number(100, 103, Tolerance{0.03, true}).verdict(), Verdict::within);
  EXPECT_EQ(number(100, 103.001, Tolerance{0.03, true}).verdict(), Verdict::outside);
  EXPECT_EQ(number(-100, -97, Tolerance{0.03, true}).verdict(), Verdict::within);
  EXPECT_EQ(number(17.75, 17.77, Tolerance{0.02, false}).verdict(), Verdict::within);
  EXPECT_EQ(number(17.75, 17.771, Tolerance{0.02, false}).verdict(), Verdict::outside);
  EXPECT_EQ(number(1, 9, std::nullopt).verdict(), Verdict::listed);
}

TEST(Compared, WordsAreIdenticalOrNot) {
  EXPECT_EQ(plan("[1,2]", "[1,2]").verdict(), Verdict::within);
  EXPECT_EQ(plan("[1,2]", "[2,1]").verdict(), Verdict::outside);
}

TEST(Compared, WhatIsMissingIsOutsideWhereItIsJudged) {
  Compared none = number(5, 5, Tolerance{0.5, true});
  none.predicted = {{}, "none: no time is left"};
  EXPECT_EQ(none.verdict(), Verdict::outside);
  EXPECT_FALSE(none.residual());
}

TEST(Compared, AMisprintIsShownAndNotJudged) {
  Compared row = number(1, 2, Tolerance{0.01, true});
  row.misprint = true;
  EXPECT_EQ(row.verdict(), Verdict::misprint);
  EXPECT_EQ(row.residual(), 100);
}

TEST(Compared, ASimulationMayBeJudgedInPlaceOfThePrediction) {
  Compared row = number(100, 150, Tolerance{0.03, true});
  row.by_simulation = true;
  EXPECT_EQ(row.verdict(), Verdict::outside) << "it was not simulated";
  row.simulated = {Simulated{102, 101, 103, "", ""}};
  EXPECT_EQ(row.difference(), 2);
  EXPECT_EQ(row.verdict(), Verdict::within);
  row.published = {{}, "2 x a"};
  row.simulated.front().words = "2 x a";
  EXPECT_EQ(row.verdict(), Verdict::within);
}

TEST(Compared, NothingIsLeftOfNumbersThatAreEqual) {
  EXPECT_EQ(number(0.1 + 0.2, 0.3, std::nullopt).difference(), 0);
}

Comparison small() {
  Comparison all{"table9", "Table IX", {"A remark."}, {}};
  ComparedPanel times{"time", "n", "time", "s", "a paper, Table IX", 0.5, false, false, {}};
  times.rows.push_back(number(100, 101, Tolerance{0.02, true}));
  times.rows.push_back(number(200, 210, Tolerance{0.02, true}));
  times.rows.back().note = "too long";
  times.rows.back().simulated = {Simulated{205, 203, 207, "", ""}};
  all.panels.push_back(times);
  ComparedPanel plans{"plan", "", "plan", "", "a paper, Table IX", {}, false, false, {}};
  plans.rows.push_back(plan("[1,0]", "[1,0]"));
  all.panels.push_back(plans);
  return all;
}

Compared by_formula(double predicted, double simulated) {
  Compared row;
  row.series = "a";
  row.label = "point";
  row.predicted.number = predicted;
  row.simulated = {Simulated{simulated, simulated, simulated, "alone", ""}};
  row.by_formula = true;
  row.tolerance = Tolerance{0.01, true};
  return row;
}

TEST(Compared, WhereNothingWasPublishedASimulationIsJudgedByThePrediction) {
  EXPECT_EQ(by_formula(100, 101).verdict(), Verdict::within);
  EXPECT_EQ(by_formula(100, 101.01).verdict(), Verdict::outside);
  EXPECT_EQ(by_formula(100, 102).residual(), 2);
  EXPECT_EQ(by_formula(0, 0).verdict(), Verdict::within);
  EXPECT_EQ(by_formula(0, 1e-9).verdict(), Verdict::outside);
}

TEST(Comparison, OfALongPanelThatIsJudgedByAFormulaNoSimulationIsPrintedThatAgrees) {
  Comparison all{"grid", "A grid", {}, {}};
  all.panels.push_back({"time", "", "time", "s", "a formula"});
  for (int i = 0; i < 40; ++i)
    all.panels[0].rows.push_back(by_formula(100, 100));
  EXPECT_NE(all.text().find("simulated     predicted  alone      %\n"
                            "point      a        100    100  +0.00\n"),
            std::string::npos)
      << all.text();
  all.panels[0].rows.push_back(by_formula(100, 110));
  EXPECT_NE(all.text().find("simulated     predicted  alone       %\n"
                            "point      a        100    110  +10.00\n\n"),
            std::string::npos)
      << all.text();
}

TEST(Comparison, TheTableStandsForPeople) {
  EXPECT_EQ(
      small().text(),
      "Table IX\n"
      "  A remark.\n"
      "\n"
      "time\n"
      "source  a paper, Table IX, to 0.5 s\n"
      "          published (s)  predicted (s)   simulated (s)  difference  residual %  tolerance  "
      "within  note\n"
      "point  a            100            101                          +1     +1.0000        2 %  "
      "yes\n"
      "point  a            200            210  205 [203, 207]         +10     +5.0000        2 %  "
      "NO      too long\n"
      "residuals of 2 judged points: rms 3.61 %, largest 5 %\n"
      "\n"
      "plan\n"
      "source  a paper, Table IX\n"
      "         published  predicted  difference  residual %  tolerance  within  note\n"
      "plan  b      [1,0]      [1,0]                          identical  yes\n"
      "\n"
      "table9: 2 of 3 points within tolerance\n");
}

TEST(Comparison, TheTidyTableHasOneValueALine) {
  EXPECT_EQ(small().csv(),
            "item,panel,series,label,x,quantity (unit),published (unit),published_spread (unit),"
            "reading_accuracy (unit),predicted (unit),simulation,simulated_mean (unit),"
            "simulated_low (unit),simulated_high (unit),simulated_residual (%),difference (unit),"
            "residual (%),tolerance (% or unit),within,note,source\n"
            "table9,time,a,point,,time (s),100,,0.5,101,,,,,,1,1,2 %,yes,,\"a paper, Table IX\"\n"
            "table9,time,a,point,,time (s),200,,0.5,210,,205,203,207,2.5,10,5,2 %,NO,too long,"
            "\"a paper, Table IX\"\n"
            "table9,plan,b,plan,,plan,\"[1,0]\",,,\"[1,0]\",,,,,,,,identical,yes,,"
            "\"a paper, Table IX\"\n");
}

TEST(Comparison, NamedWaysOfSimulationHaveATableAndLinesOfTheirOwn) {
  Comparison all = small();
  Compared& row = all.panels.front().rows.back();
  row.simulated = {Simulated{205, 203, 207, "half", ""}, Simulated{190, 190, 190, "duplex", ""}};
  const std::string text = all.text(), csv = all.csv();
  EXPECT_NE(text.find("simulated     published            half      %  duplex      %\n"
                      "point      a        200  205 [203, 207]  +2.50     190  -5.00\n"),
            std::string::npos)
      << text;
  EXPECT_NE(csv.find(",210,half,205,203,207,2.5,10,5,"), std::string::npos) << csv;
  EXPECT_NE(csv.find(",210,duplex,190,190,190,-5,10,5,"), std::string::npos) << csv;
}

TEST(Comparison, OfALongPanelWhatIsOutsideIsPrinted) {
  Comparison all = small();
  std::vector<Compared>& rows = all.panels.front().rows;
  for (int i = 0; i < 40; ++i)
    rows.push_back(number(100, 100, Tolerance{0.02, true}));
  const std::string text = all.text();
  EXPECT_NE(text.find("too long"), std::string::npos) << text;
  EXPECT_EQ(text.find("+1.0000"), std::string::npos) << text;
  EXPECT_NE(text.find("42 of 43 points within tolerance"), std::string::npos) << text;
}

}  // namespace
}  // namespace spotgrid::analysis
