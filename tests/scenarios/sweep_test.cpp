// Sweep files: axes, samples, filters, and the cells that come of them.
// SPDX-License-Identifier: Apache-2.0
#include "scenarios/sweep.hpp"

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "scenarios/sweep_values.hpp"
#include "sim/base/option_reader.hpp"

namespace spotgrid::scenarios {
namespace {

SweepFile sweep(const std::string& rest) {
  const Document document =
      Document::parse(R"({"scenario": "a.json", )" + rest + "}", "sweep.json", InputKind::scenario);
  SweepFile file;
  file.file = "sweep.json";
  OptionReader reader(document);
  file.describe(reader);
  reader.finish();
  return file;
}

std::string problem_of(const std::string& rest) {
  try {
    SweepPlan(sweep(rest));
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

std::string cells_of(const SweepPlan& plan) {
  std::string text;
  for (std::size_t i = 0; i < plan.size(); ++i) {
    const SweepCell cell = plan.cell(i);
    for (const std::string& value : cell.values)
      text += value + " ";
    text += "s" + std::to_string(cell.start) + " r" + std::to_string(cell.replication) + "; ";
  }
  return text;
}

TEST(Sweep, CrossesAxesTheLastOneFastest) {
  const SweepPlan plan(sweep(R"("axes": [{"path": "a", "values": [1, "x"]},
                                         {"path": "b", "values": [true, {"c": 2}]}])"));
  EXPECT_EQ(plan.columns(), (std::vector<std::string>{"a", "b"}));
  EXPECT_EQ(cells_of(plan),
            "1 true s0 r0; 1 {\"c\":2} s0 r0; \"x\" true s0 r0; \"x\" {\"c\":2} s0 r0; ");
}

TEST(Sweep, StartsAndReplicationsGoFasterThanAxes) {
  const SweepPlan plan(
      sweep(R"("axes": [{"path": "a", "values": [1, 2]}], "starts": 2, "replications": 2)"));
  EXPECT_EQ(cells_of(plan),
            "1 s0 r0; 1 s0 r1; 1 s1 r0; 1 s1 r1; 2 s0 r0; 2 s0 r1; 2 s1 r0; 2 s1 r1; ");
}

TEST(Sweep, ZipsAndLeavesOut) {
  const SweepPlan plan(sweep(
      R"("axes": [{"path": "a", "values": [1, 2]}],
         "zipped": [{"axes": [{"path": "b", "values": [3, 4]}, {"path": "c", "values": [5, 6]}]}],
         "exclude": [{"where": {"a": 2, "c": 5}}])"));
  EXPECT_EQ(cells_of(plan), "1 3 5 s0 r0; 1 4 6 s0 r0; 2 4 6 s0 r0; ");
}

TEST(Sweep, OverridesAreTheFixedValuesThenThoseOfTheCell) {
  const SweepPlan plan(sweep(R"("set": {"horizon": "1 d"}, "seed": 7,
                                "axes": [{"path": "a", "values": ["5 min"]}])"));
  const std::vector<Override> all = plan.overrides(plan.cell(0));
  ASSERT_EQ(all.size(), 3U);
  EXPECT_EQ(all[0].path + all[0].value, "seed7") << "before the others, so that an axis varies it";
  EXPECT_EQ(all[1].path + all[1].value, "horizon\"1 d\"");
  EXPECT_EQ(all[2].path + all[2].value, "a\"5 min\"");
}

TEST(SweepValues, AreInStepsOrRatiosWithTheirUnit) {
  const ValueRange range{{"\"5 min\""}, {"\"40 min\""}, 4};
  EXPECT_EQ(spaced(range, true),
            (std::vector<std::string>{"\"5 min\"", "\"10 min\"", "\"20 min\"", "\"40 min\""}));
  EXPECT_EQ(spaced({{"0.1"}, {"0.7"}, 7}, false),
            (std::vector<std::string>{"0.1", "0.2", "0.3", "0.4", "0.5", "0.6", "0.7"}));
}

TEST(SweepValues, ALatinHypercubeHasOnePointInEachPartOfEachAxis) {
  SampledAxes axes;
  axes.points = 20;
  axes.axes = {{"a", {{"0"}, {"20"}}}, {"b", {{"0"}, {"20"}}}};
  const auto points = sampled(axes, 3);
  ASSERT_EQ(points.size(), 20U);
  for (std::size_t axis = 0; axis < 2; ++axis) {
    std::set<int> parts;
    for (const auto& point : points)
      parts.insert(static_cast<int>(std::stod(point[axis])));
    EXPECT_EQ(parts.size(), 20U);
  }
  EXPECT_EQ(sampled(axes, 3), points);
  EXPECT_NE(sampled(axes, 4), points);
}

// The first points of the sequence in base 2: 1/2, then 3/4 and 1/4 of each axis.
TEST(SweepValues, SobolPointsFillTheSpace) {
  SampledAxes axes;
  axes.kind = SampleKind::sobol;
  axes.points = 3;
  axes.axes = {{"a", {{"0"}, {"8"}}}, {"b", {{"0"}, {"8"}}, false, true}};
  const auto points = sampled(axes, 1);
  EXPECT_EQ(points, (std::vector<std::vector<std::string>>{{"4", "4"}, {"6", "2"}, {"2", "6"}}));
}

TEST(SweepMessages, SayWhatDoesNotFit) {
  EXPECT_EQ(problem_of(R"("axes": [{"path": "a"}])"),
            "sweep.json: /axes/0/values: an axis has its values in one way, found 0; give values, "
            "range or log_range");
  EXPECT_EQ(problem_of(R"("axes": [{"path": "a", "values": [1]}, {"path": "a", "values": [2]}])"),
            "sweep.json: a varies twice; leave one out");
  EXPECT_EQ(problem_of(R"("zipped": [{"axes": [{"path": "a", "values": [1]},
                                               {"path": "b", "values": [2, 3]}]}])"),
            "sweep.json: /zipped: axes that go together have as many values each, found 2 of b and "
            "1; give each as many");
  EXPECT_EQ(problem_of(R"("zipped": [{"axes": []}])"),
            "sweep.json: /zipped/0/axes: there is at least one axis, found none; add one, or leave "
            "all out");
  EXPECT_EQ(problem_of(R"("axes": [{"path": "a", "values": [1]}, {"path": "c", "values": [1]}],
                          "exclude": [{"where": {"b": 1}}])"),
            "sweep.json: /exclude: no axis varies b; there are a, c");
  EXPECT_EQ(problem_of(R"("axes": [{"path": "a", "values": [1]}],
                          "exclude": [{"where": {"a": 1}}])"),
            "sweep.json: all combinations are excluded, found none; leave out less");
  EXPECT_EQ(problem_of(R"("set": {"start": "1 h"}, "starts": 2)"),
            "sweep.json: /starts: the start is given and drawn as well; give starts or start");
  const auto range = [](const std::string& from, const std::string& to, const char* way) {
    return problem_of(std::string(R"("axes": [{"path": "a", ")") + way + R"(": {"from": )" + from +
                      R"(, "to": )" + to + "}}]");
  };
  EXPECT_EQ(range("true", "1", "range"),
            "sweep: an end of a range is a number or a quantity, found true; write it like 4 or "
            "\"5 min\"");
  EXPECT_EQ(range("\"five\"", "1", "range"),
            "sweep: an end of a range is a number or a quantity, found \"five\"; write it like 4 "
            "or \"5 min\"");
  EXPECT_EQ(range("\"1 min\"", "\"1 h\"", "range"),
            "sweep: both ends of a range have one unit, found \"min\" and \"h\"; write both in the "
            "same unit");
  EXPECT_EQ(range("0", "1", "log_range"),
            "sweep: ratios are of values above 0, found 0 to 1; begin above 0, or take equal "
            "steps");
  EXPECT_EQ(problem_of(R"("replications": 100000, "starts": 1000)"),
            "sweep.json: 100000000 cells are too many; at most 10000000 in one sweep");
}

}  // namespace
}  // namespace spotgrid::scenarios
