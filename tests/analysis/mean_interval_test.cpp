// Means and Student's t against tabulated quantiles.
// SPDX-License-Identifier: Apache-2.0
#include "analysis/mean_interval.hpp"

#include <cmath>
#include <vector>

#include <gtest/gtest.h>

namespace spotgrid::analysis {
namespace {

// Two values 1 and 3: deviation sqrt 2, so that the half width is the quantile of one degree of
// freedom, 12.7062, times 1.
TEST(MeanInterval, OfTwoValuesIsThatOfOneDegreeOfFreedom) {
  const MeanInterval two = mean_interval(std::vector<double>{1, 3});
  EXPECT_DOUBLE_EQ(two.mean, 2);
  EXPECT_NEAR(two.high - two.mean, 12.7062, 5e-5);
  EXPECT_NEAR(two.mean - two.low, 12.7062, 5e-5);
}

// Fifteen times 1 and -1: squares sum up to 30, so the half width is t(29) / sqrt 29.
TEST(MeanInterval, OfThirtyValuesIsThatOfTwentyNine) {
  std::vector<double> values;
  for (int i = 0; i < 30; ++i)
    values.push_back(i % 2 == 0 ? 1 : -1);
  const MeanInterval thirty = mean_interval(values);
  EXPECT_DOUBLE_EQ(thirty.mean, 0);
  EXPECT_NEAR(thirty.high * std::sqrt(29.0), 2.04523, 5e-6);
}

TEST(MeanInterval, OfEqualValuesHasNoWidth) {
  const MeanInterval same = mean_interval(std::vector<double>{4, 4, 4});
  EXPECT_EQ(same.low, 4);
  EXPECT_EQ(same.high, 4);
}

TEST(MeanInterval, OneValueHasNone) {
  EXPECT_THROW(mean_interval(std::vector<double>{4}), std::logic_error);
}

}  // namespace
}  // namespace spotgrid::analysis
