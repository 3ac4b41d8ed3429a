// Patterns over levels: tabulated values, optima against brute force, and a simulated pattern.
// SPDX-License-Identifier: Apache-2.0
#include "models/formulas/two_level.hpp"

#include <cmath>
#include <limits>
#include <random>
#include <stdexcept>
#include <vector>

#include <gtest/gtest.h>

#include "models/formulas/failed_intervals.hpp"

namespace spotgrid::formulas {
namespace {

constexpr double never = std::numeric_limits<double>::infinity();

SaveLevel level(double save, double restore, double mtbf) {
  return {Seconds{save}, Seconds{restore}, Seconds{mtbf}};
}

const TwoLevels example{level(2, 5, 3600), level(40, 60, 36000)};

double pattern(std::int64_t n, double w, const TwoLevels& levels) {
  return mean_pattern(n, Seconds{w}, levels).count();
}

TEST(MeanPattern, HasTheTabulatedValues) {
  EXPECT_NEAR(pattern(6, 300, example), 1992.612, 0.0005);
  EXPECT_NEAR(pattern(10, 120, {level(1, 5, 1800), level(30, 60, 20000)}), 1333.619, 0.0005);
  EXPECT_NEAR(pattern(4, 900, {level(5, 10, 7200), level(120, 300, 43200)}), 4217.725, 0.0005);
}

TEST(MeanPattern, OfOneLevelWithoutTheOtherIsTheMeanSegment) {
  // Restores cannot fail here: R is a downtime.
  const SegmentCosts costs{.save = Seconds{2}, .downtime = Seconds{5}, .mtbf = Seconds{3600}};
  const TwoLevels first_only{level(2, 5, 3600), level(0, 60, never)};
  EXPECT_NEAR(pattern(6, 300, first_only), 6 * mean_segment(Seconds{300}, costs).count(), 1e-9);
  const TwoLevels second_only{level(0, 60, never), level(2, 5, 3600)};
  EXPECT_NEAR(pattern(1, 300, second_only), mean_segment(Seconds{300}, costs).count(), 1e-10);
}

// One pattern, error by error.
double simulated_pattern(std::mt19937_64& random, int n, double w, const TwoLevels& levels) {
  const double rate1 = 1 / levels.first.mtbf.count(), rate2 = 1 / levels.second.mtbf.count();
  const auto uniform = [&] { return (static_cast<double>(random() >> 11) + 0.5) * 0x1p-53; };
  double time = 0;
  for (int i = 0; i < n;) {
    const double save = levels.first.save.count() + (i == n - 1 ? levels.second.save.count() : 0);
    const double error = -std::log(uniform()) / (rate1 + rate2);
    if (error >= w + save) {
      time += w + save;
      ++i;
      continue;
    }
    const bool second = uniform() * (rate1 + rate2) < rate2;
    time += error + (second ? levels.second : levels.first).restore.count();
    i = second ? 0 : i;
  }
  return time;
}

TEST(MeanPattern, IsThatOfSimulatedPatterns) {
  std::mt19937_64 random(5);
  constexpr int count = 200000;
  double sum = 0, squares = 0;
  for (int i = 0; i < count; ++i) {
    const double time = simulated_pattern(random, 6, 300, example);
    sum += time;
    squares += time * time;
  }
  const double mean = sum / count, error = std::sqrt((squares / count - mean * mean) / count);
  EXPECT_LT(error, 0.001 * mean);
  EXPECT_NEAR(mean, pattern(6, 300, example), 3 * error);
}

TEST(BestTwoLevel, IsTheTabulatedOptimum) {
  const TwoLevelPattern best = best_two_level(example);
  EXPECT_EQ(best.segments, 14);
  EXPECT_NEAR(14 * best.work.count(), 1635, 2.5);  // tabulated to 5 s
  EXPECT_NEAR(best.overhead_ratio, 0.08872, 0.000005);
  const TwoLevelPattern second = best_second_level_only(example);
  EXPECT_NEAR(second.work.count(), 485, 0.5);
  EXPECT_NEAR(second.overhead_ratio, 0.19566, 0.000005);
}

TEST(BestTwoLevel, IsTheMinimumOverBothCounts) {
  for (const TwoLevels& levels : {example, TwoLevels{level(1, 5, 1800), level(30, 60, 20000)},
                                  TwoLevels{level(5, 10, 7200), level(120, 300, 43200)},
                                  TwoLevels{level(50, 10, 4000), level(60, 300, 3000)}}) {
    const TwoLevelPattern best = best_two_level(levels);
    const double least = best.overhead_ratio;
    for (std::int64_t n = 1; n <= 60; ++n) {
      EXPECT_GE(best_two_level(levels, n).overhead_ratio, least) << n;
      for (double w = 20; w < 4000; w *= 1.05)
        EXPECT_GE(pattern(n, w, levels) / (static_cast<double>(n) * w) - 1, least - 1e-12);
    }
  }
}

TEST(BestTwoLevel, OfTheSecondLevelOnlyIsTheExactInterval) {
  const TwoLevelPattern second = best_second_level_only(example);
  const Seconds both{1 / (1.0 / 3600 + 1.0 / 36000)};
  EXPECT_NEAR(second.work / exact_interval(Seconds{40}, both), 1, 1e-5);
}

TEST(RealPattern, HasTheTabulatedOptimum) {
  const SaveLevel levels[] = {example.first, example.second};
  const RealPattern best = real_pattern(levels);
  EXPECT_NEAR(best.work.count(), 1697, 0.5);
  EXPECT_NEAR(best.saves[0], 14.14, 0.005);
  EXPECT_EQ(best.saves[1], 1);
  EXPECT_NEAR(best.waste, 0.0805, 0.00005);
}

TEST(BestPattern, RoundsToTheBetterWholeNumber) {
  const SaveLevel levels[] = {example.first, example.second};
  const LevelPattern best = best_pattern(levels);
  EXPECT_EQ(best.saves, (std::vector<std::int64_t>{14, 1}));
  // 0.0805 and the recovery 0.0031; by hand: W = sqrt(2 (14 2 + 40) / (1/3600/14 + 1/36000)).
  EXPECT_NEAR(best.waste, 0.0805 + 0.0031, 0.0001);
  EXPECT_NEAR(best.work.count(), std::sqrt(2 * 68 / (1.0 / 50400 + 1.0 / 36000)), 1e-9);
  for (const std::int64_t other : {13, 15}) {
    const std::int64_t saves[] = {other, 1};
    EXPECT_GT(pattern_of(levels, saves).waste, best.waste);
  }
}

TEST(PatternOf, AddsUpTheWasteOfEachLevel) {
  const SaveLevel levels[] = {level(2, 5, 3600), level(10, 20, 9000), level(40, 60, 36000)};
  const std::int64_t saves[] = {12, 3, 1};
  const LevelPattern one = pattern_of(levels, saves);
  const double w = one.work.count();
  const double restores = 5.0 / 3600 + 20.0 / 9000 + 60.0 / 36000;
  const auto waste = [&](double work) {
    return (24 + 30 + 40) / work + work / 2 * (1 / 43200.0 + 1 / 27000.0 + 1 / 36000.0) + restores;
  };
  EXPECT_NEAR(one.waste, waste(w), 1e-12);
  EXPECT_LT(waste(w), waste(w * 1.01));
  EXPECT_LT(waste(w), waste(w * 0.99));
  // Errors of the level that is left out go to the last one.
  const std::int64_t without[] = {12, 0, 1};
  const SaveLevel merged[] = {levels[0], level(40, 60, 1 / (1 / 9000.0 + 1 / 36000.0))};
  const std::int64_t rest[] = {12, 1};
  EXPECT_DOUBLE_EQ(pattern_of(levels, without).waste, pattern_of(merged, rest).waste);
}

TEST(BestPattern, LeavesOutALevelThatCostsMoreThanItSaves) {
  // The middle one costs nearly as much as the last and has few errors.
  const SaveLevel levels[] = {level(2, 5, 3600), level(39, 60, 400000), level(40, 60, 36000)};
  EXPECT_LT(real_pattern(levels).saves[1], 1);
  const LevelPattern best = best_pattern(levels);
  EXPECT_EQ(best.saves[1], 0);
  EXPECT_GT(best.saves[0], 1);
  // A last level that nothing needs.
  const SaveLevel unneeded[] = {level(2, 5, 3600), level(40, 60, never)};
  const LevelPattern first = best_pattern(unneeded);
  EXPECT_EQ(first.saves, (std::vector<std::int64_t>{1, 0}));
  EXPECT_DOUBLE_EQ(first.work.count(), std::sqrt(2 * 2 * 3600.0));
}

TEST(BestPattern, IsTheBestOfAllEvenlySpacedOnes) {
  const SaveLevel levels[] = {level(1, 5, 2000), level(6, 20, 9000), level(60, 60, 50000)};
  const LevelPattern best = best_pattern(levels);
  for (std::int64_t middle = 0; middle <= 20; ++middle) {
    for (std::int64_t times = 0; times <= 60; ++times) {
      const std::int64_t saves[] = {times * std::max<std::int64_t>(middle, 1), middle, 1};
      EXPECT_GE(pattern_of(levels, saves).waste, best.waste - 1e-12) << middle << " " << times;
    }
  }
}

TEST(PatternOf, IsRefusedWhereErrorsFindNoSave) {
  const SaveLevel levels[] = {level(1, 5, 2000), level(6, 20, 9000)};
  const std::int64_t none[] = {3, 0};
  EXPECT_THROW(pattern_of(levels, none), std::logic_error);
  EXPECT_THROW(real_pattern({}), std::logic_error);
}

TEST(IntervalEnds, HaveTheTabulatedProbabilitiesAndTime) {
  const Seconds mtbf[] = {Seconds{3600}, Seconds{36000}};
  const IntervalEnds ends = interval_ends(Seconds{600}, mtbf);
  EXPECT_NEAR(ends.none, 0.83249, 0.000005);
  ASSERT_EQ(ends.level.size(), 2U);
  EXPECT_NEAR(ends.level[0], 0.15228, 0.000005);
  EXPECT_NEAR(ends.none + ends.level[0] + ends.level[1], 1, 1e-15);
  EXPECT_NEAR(ends.failed_at.count(), 290.84, 0.005);
}

}  // namespace
}  // namespace spotgrid::formulas
