// Bulk falls: rates and sizes against the law, and what they leave of the capacity.
// SPDX-License-Identifier: Apache-2.0
#include "traces/generators/bulk_falls.hpp"

#include <cmath>

#include <gtest/gtest.h>

namespace spotgrid::traces {
namespace {

using Step = StepSeries<std::int64_t>::Step;

std::vector<BulkFall> drawn(const BulkFalls& falls, Seconds span) {
  const RandomSource random(5, 0);
  return draw_bulk_falls(falls, span, random.stream("times"), random.stream("sizes"),
                         random.stream("refills"));
}

Step step(std::int64_t second, std::int64_t count) {
  return {Instant::from_microseconds(second * 1'000'000), count};
}

TEST(BulkFalls, NumberAndSizesFollowTheLaw) {
  const BulkFalls law;
  const double expected = law.per_hour * 100'000;
  const auto falls = drawn(law, hours(100'000));
  const double n = static_cast<double>(falls.size());
  EXPECT_NEAR(n, expected, 3 * std::sqrt(expected));

  double sum = 0;
  double ones = 0;
  for (const BulkFall& fall : falls) {
    ASSERT_GE(fall.size, 1);
    sum += static_cast<double>(fall.size);
    ones += fall.size == 1;
  }
  // Geometric on 1, 2, ... with chance q = 1 / mean: variance (1 - q) / q^2, P(1) = q.
  const double q = 1 / law.mean_size;
  EXPECT_NEAR(sum / n, law.mean_size, 3 * std::sqrt((1 - q) / (q * q) / n));
  EXPECT_NEAR(ones / n, q, 3 * std::sqrt(q * (1 - q) / n));
}

TEST(BulkFalls, RefillsTakeTheirMean) {
  const auto falls = drawn({}, hours(100'000));
  double sum = 0;
  for (const BulkFall& fall : falls)
    sum += (fall.back_at - fall.at) / hours(.25);
  const double n = static_cast<double>(falls.size());
  EXPECT_NEAR(sum / n, 1, 3 / std::sqrt(n));
}

TEST(BulkFalls, MeanSizeOfOneTakesSingleNodes) {
  for (const BulkFall& fall : drawn({.mean_size = 1}, hours(1000)))
    EXPECT_EQ(fall.size, 1);
}

TEST(BulkFalls, RateOfZeroMeansNone) {
  EXPECT_TRUE(drawn({.per_hour = 0}, hours(1000)).empty());
}

TEST(Capacity, FallsTakeNodesThatComeBackTogether) {
  const auto series = capacity_series({{10s, 1000s}}, {{100s, 3, 200s}, {150s, 2, 400s}}, 8, 2000s);
  EXPECT_EQ(series.steps(), (std::vector<Step>{step(0, 0), step(10, 8), step(100, 5), step(150, 3),
                                               step(200, 6), step(400, 8), step(1000, 0)}));
}

TEST(Capacity, FallLeavesOneNode) {
  const auto series = capacity_series({{0s, 2000s}}, {{100s, 50, 300s}, {200s, 4, 250s}}, 8, 2000s);
  EXPECT_EQ(series.steps(), (std::vector<Step>{step(0, 8), step(100, 1), step(300, 8)}));
}

TEST(Capacity, FallsOfAZoneThatIsDownHaveNoEffect) {
  const auto series = capacity_series({{0s, 100s}, {300s, 2000s}}, {{200s, 3, 900s}}, 8, 2000s);
  EXPECT_EQ(series.steps(), (std::vector<Step>{step(0, 8), step(100, 0), step(300, 8)}));
}

TEST(Capacity, SpellBeginsWithAllNodesWhateverFellBefore) {
  const auto series = capacity_series({{0s, 100s}, {300s, 2000s}}, {{50s, 3, 900s}}, 8, 2000s);
  EXPECT_EQ(series.steps(),
            (std::vector<Step>{step(0, 8), step(50, 5), step(100, 0), step(300, 8)}));
}

TEST(Capacity, StepsStandAtWholeSecondsAndTheLastOfASecondHolds) {
  const auto series =
      capacity_series({{0.4s, 100.9s}}, {{50.2s, 3, 50.7s}, {60.5s, 2, 61.1s}}, 8, 2000s);
  EXPECT_EQ(series.steps(),
            (std::vector<Step>{step(0, 8), step(60, 6), step(61, 8), step(100, 0)}));
}

TEST(Capacity, EndOfTheTraceIsNoFall) {
  const auto series = capacity_series({{0s, 2000s}}, {}, 8, 2000s);
  EXPECT_EQ(series.steps(), (std::vector<Step>{step(0, 8)}));
}

TEST(Capacity, ZoneThatIsNeverUpIsEmptyThroughout) {
  EXPECT_EQ(capacity_series({}, {}, 8, 2000s).steps(), (std::vector<Step>{step(0, 0)}));
}

}  // namespace
}  // namespace spotgrid::traces
