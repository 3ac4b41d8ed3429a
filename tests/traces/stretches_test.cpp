// Holes in grids of counts, and grids that end before others.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "tests/traces/reading.hpp"

namespace spotgrid::traces {
namespace {

using Points = std::vector<Point<std::int64_t>>;
constexpr TraceTime minute = 60'000'000;

// Ten minutes of 2 nodes with a hole behind the third row, and a last row of 1.
constexpr std::string_view with_hole =
    "time,zone,count\n0,a,2\n60,a,2\n120,a,2\n420,a,2\n480,a,2\n540,a,1\n";

Trace read_counts(std::string_view text, Holes holes, std::optional<std::int64_t> part = {}) {
  ReadingOptions options;
  options.gap = Seconds{60};
  options.holes = holes;
  options.part = part;
  return read_as("native_capacity", std::string(text), options);
}

TEST(Holes, TheValueBeforeHoldsUnlessAskedOtherwise) {
  const Trace trace = read_counts(with_hole, Holes::hold);
  EXPECT_EQ(trace.counts[0].points, (Points{{0, 2}, {9 * minute, 1}}));
  EXPECT_EQ(
      trace.warnings,
      (std::vector<std::string>{"hole of 300 s in a after 0.03 h: the value before it holds"}));
}

TEST(Holes, NoNodeIsUpFromAStepAfterTheLastRow) {
  const Trace trace = read_counts(with_hole, Holes::down);
  EXPECT_EQ(trace.counts[0].points,
            (Points{{0, 2}, {3 * minute, 0}, {7 * minute, 2}, {9 * minute, 1}}));
  EXPECT_EQ(trace.warnings,
            (std::vector<std::string>{"hole of 300 s in a after 0.03 h: no node is up"}));
}

TEST(Holes, AHoleWithoutNodesAroundItStaysDown) {
  const Trace trace = read_counts("time,zone,count\n0,a,0\n60,a,0\n300,a,0\n", Holes::down);
  EXPECT_EQ(trace.counts[0].points, (Points{{0, 0}}));
}

TEST(Holes, FiveOfAPoolAreNamed) {
  ReadingOptions options;
  options.gap = Seconds{1};
  std::string text = "time,zone,count\n";
  for (int t = 0; t < 7; ++t)
    text += std::to_string(60 * t) + ",a,1\n";
  for (int t = 0; t < 20; ++t)
    text += std::to_string(60 * t) + ",b,1\n";
  const std::vector<std::string> said = read_as("native_capacity", text, options).warnings;
  ASSERT_EQ(said.size(), 12U);
  EXPECT_EQ(said[4], "hole of 60 s in a after 0.07 h: the value before it holds");
  EXPECT_EQ(said[5], "1 more hole in a: the value before it holds");
  EXPECT_EQ(said[11], "14 more holes in b: the value before it holds");
}

TEST(Holes, WithoutAGridNoneAreFound) {
  ReadingOptions options;
  const std::vector<std::string> said{
      "no holes are found in a, whose rows form no regular grid: give gap, its step"};
  EXPECT_TRUE(read_as("native_capacity", std::string(with_hole), options).warnings.empty());
  for (const Holes holes : {Holes::down, Holes::split}) {
    options.holes = holes;
    EXPECT_EQ(read_as("native_capacity", std::string(with_hole), options).warnings, said);
  }
}

TEST(Holes, SplitDataAreOneStretch) {
  const Trace first = read_counts(with_hole, Holes::split);
  EXPECT_EQ(first.begin, 0);
  EXPECT_EQ(first.end, 3 * minute) << "of equal ones the first";
  EXPECT_EQ(first.counts[0].points, (Points{{0, 2}}));
  EXPECT_TRUE(first.counts[0].holes.empty());
  const Trace second = read_counts(with_hole, Holes::split, 2);
  EXPECT_EQ(second.begin, 7 * minute);
  EXPECT_EQ(second.end, 10 * minute);
  EXPECT_EQ(second.counts[0].points, (Points{{7 * minute, 2}, {9 * minute, 1}}));
  EXPECT_EQ(second.notes, (std::vector<std::string>{"part 2 of 2: 0.12 h to 0.17 h"}));
}

TEST(Holes, AStretchHasNoHoleInAnyPool) {
  const std::string other = "0,b,1\n60,b,1\n120,b,1\n180,b,1\n240,b,1\n540,b,3\n";
  const Trace trace = read_counts(std::string(with_hole) + other, Holes::split, 2);
  ASSERT_EQ(trace.counts.size(), 2U);
  EXPECT_EQ(trace.begin, 9 * minute);
  EXPECT_EQ(trace.counts[0].points, (Points{{9 * minute, 1}}));
  EXPECT_EQ(trace.counts[1].points, (Points{{9 * minute, 3}}));
}

TEST(Holes, OnlyPartsThatAreThereCanBeChosen) {
  ReadingOptions options;
  options.gap = Seconds{60};
  options.holes = Holes::split;
  options.part = 3;
  EXPECT_EQ(error_of("native_capacity", std::string(with_hole), options),
            "t: part: the data have 2 parts, found 3; leave it out for the longest");
  options.holes = Holes::split;
  options.part = 99;
  EXPECT_EQ(error_of("native_capacity", "time,zone,count\n0,a,2\n60,a,2\n", options),
            "t: part: the data have 1 part, found 99; leave it out for the longest");
}

TEST(Holes, AnInstantHasNoParts) {
  ReadingOptions options;
  options.holes = Holes::split;
  EXPECT_EQ(error_of("native_capacity", "time,zone,count\n0,a,1\n", options),
            "t: holes: data of one instant cannot be split; leave it out");
}

Trace two_zones(Lengths lengths) {
  ReadingOptions options;
  options.lengths = lengths;
  return read_all_as(
      "skypilot_json",
      {{"us-west-2a_x.json", R"({"metadata": {"gap_seconds": 60}, "data": [3, 2, 2, 5, 5, 5, 5]})"},
       {"us-west-2b_x.json",
        R"({"metadata": {"gap_seconds": 60}, "data": [4, 6, 6], "prices": [1, 2, 3]})"}},
      options);
}

TEST(Lengths, AShorterZoneHoldsUnlessAskedOtherwise) {
  const Trace trace = two_zones(Lengths::hold);
  EXPECT_EQ(trace.end, 7 * minute);
  EXPECT_EQ(trace.counts[1].points, (Points{{0, 4}, {minute, 6}}));
  EXPECT_EQ(
      trace.notes,
      (std::vector<std::string>{"us-west-2b ends at 0.05 h and holds its last value from there"}));
}

TEST(Lengths, AnEndWithinAStepOfTheOthersNeedsNoNote) {
  ReadingOptions options;
  options.gap = Seconds{60};
  EXPECT_TRUE(
      read_as("native_capacity", "time,zone,count\n0,a,1\n0,b,2\n60,a,1\n", options).notes.empty());
  EXPECT_EQ(read_as("native_capacity", "time,zone,count\n0,a,1\n0,b,2\n61,a,1\n", options).notes,
            (std::vector<std::string>{"b ends at 0.02 h and holds its last value from there"}));
}

TEST(Lengths, CutEndsAllWithTheShortest) {
  const Trace trace = two_zones(Lengths::cut);
  EXPECT_EQ(trace.end, 3 * minute);
  EXPECT_EQ(trace.counts[0].points, (Points{{0, 3}, {minute, 2}}));
  EXPECT_EQ(trace.notes,
            (std::vector<std::string>{"all pools end with the one that ends first, at 0.05 h"}));
}

TEST(Lengths, DownEndsTheZone) {
  const Trace trace = two_zones(Lengths::down);
  EXPECT_EQ(trace.end, 7 * minute);
  EXPECT_EQ(trace.counts[1].points, (Points{{0, 4}, {minute, 6}, {3 * minute, 0}}));
  EXPECT_EQ(trace.notes,
            (std::vector<std::string>{"us-west-2b ends at 0.05 h and is down from there"}));
}

TEST(Lengths, WrapBeginsAnewWithItsPrices) {
  const Trace trace = two_zones(Lengths::wrap);
  EXPECT_EQ(trace.counts[1].points,
            (Points{{0, 4}, {minute, 6}, {3 * minute, 4}, {4 * minute, 6}, {6 * minute, 4}}));
  const auto dollars = [](double amount) { return dollars_per_hour(amount); };
  EXPECT_EQ(trace.prices[0].points, (std::vector<Point<Price>>{{0, dollars(1)},
                                                               {minute, dollars(2)},
                                                               {2 * minute, dollars(3)},
                                                               {3 * minute, dollars(1)},
                                                               {4 * minute, dollars(2)},
                                                               {5 * minute, dollars(3)},
                                                               {6 * minute, dollars(1)}}));
  EXPECT_EQ(trace.counts[0].points, (Points{{0, 3}, {minute, 2}, {3 * minute, 5}}));
}

TEST(Lengths, TheCopyOfAHoleIsAHole) {
  ReadingOptions options;
  options.gap = Seconds{60};
  options.holes = Holes::split;
  options.lengths = Lengths::wrap;
  // a: ten minutes with a hole from 3 to 7; b: without holes, to the middle of a's second copy
  std::string text(with_hole);
  for (int t = 0; t < 25; ++t)
    text += std::to_string(60 * t) + ",b,1\n";
  const std::vector<std::pair<int, int>> stretches{{0, 3}, {7, 13}, {17, 23}};
  for (std::size_t i = 0; i < stretches.size(); ++i) {
    options.part = static_cast<std::int64_t>(i + 1);
    const Trace trace = read_as("native_capacity", text, options);
    EXPECT_EQ(trace.begin, stretches[i].first * minute);
    EXPECT_EQ(trace.end, stretches[i].second * minute);
  }
  options.part.reset();
  options.holes = Holes::hold;
  EXPECT_EQ(read_as("native_capacity", text, options).counts[0].holes,
            (std::vector<Hole>{
                {2 * minute, 7 * minute}, {12 * minute, 17 * minute}, {22 * minute, 25 * minute}}));
}

TEST(Lengths, AnEndThatIsGivenCountsAsTheOthers) {
  ReadingOptions options{
      .start = "2026-01-05T00:00:00Z", .until = "2026-01-05T00:05:00Z", .lengths = Lengths::down};
  const Trace trace =
      read_as("skypilot_json", R"({"metadata": {"gap_seconds": 60}, "data": [3, 2]})", options);
  EXPECT_EQ(trace.end - trace.begin, 5 * minute);
  EXPECT_EQ(trace.counts[0].points.back(), (Point<std::int64_t>{trace.begin + 2 * minute, 0}));
  options.lengths = Lengths::wrap;
  options.until = "2090-01-01T00:00:00Z";
  EXPECT_EQ(
      error_of("skypilot_json", R"({"metadata": {"gap_seconds": 60}, "data": [3, 2]})", options),
      "t: lengths: a grid would begin anew too often; give an earlier end, or hold");
}

}  // namespace
}  // namespace spotgrid::traces
