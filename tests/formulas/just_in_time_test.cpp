// Waste of saves after a failure against periodic ones, by hand and at the break-even.
// SPDX-License-Identifier: Apache-2.0
#include "models/formulas/just_in_time.hpp"

#include <cmath>

#include <gtest/gtest.h>

namespace spotgrid::formulas {
namespace {

// 1000 GPUs, each failing once in 1e7 s; o = 10 s, r = 100 s.
const SegmentCosts costs{.save = Seconds{10}, .restore = Seconds{100}, .mtbf = Seconds{1e4}};

TEST(PeriodicWaste, IsLeastAtItsInterval) {
  const double c = std::sqrt(1000 * 1e-7 / (2 * 10));  // saves a second
  EXPECT_NEAR(periodic_interval(costs).count(), 1 / c, 1e-9);
  const double waste = c * 10 + 1e-4 * 100 + 1e-4 / (2 * c);
  EXPECT_NEAR(periodic_waste(Seconds{1 / c}, costs), waste, 1e-15);
  EXPECT_NEAR(waste, std::sqrt(2 * 10 * 1e-4) + 1e-4 * 100, 1e-15);
  EXPECT_GT(periodic_waste(Seconds{1.1 / c}, costs), waste);
  EXPECT_GT(periodic_waste(Seconds{0.9 / c}, costs), waste);
}

TEST(JustInTimeWaste, IsASaveARestartAndHalfAnIteration) {
  EXPECT_DOUBLE_EQ(just_in_time_waste(Seconds{2}, costs), 1e-4 * (10 + 100 + 1));
}

TEST(JustInTime, WastesLessUpToTheBreakEven) {
  // T/2 + o = sqrt(2 o mu): T = 2 (sqrt(2e5) - 10) = 874.43 s.
  EXPECT_TRUE(just_in_time_wastes_less(Seconds{874.4}, costs));
  EXPECT_FALSE(just_in_time_wastes_less(Seconds{874.5}, costs));
  for (const double iteration : {874.4, 874.5}) {
    const bool less = just_in_time_waste(Seconds{iteration}, costs) <
                      periodic_waste(periodic_interval(costs), costs);
    EXPECT_EQ(less, just_in_time_wastes_less(Seconds{iteration}, costs)) << iteration;
  }
}

}  // namespace
}  // namespace spotgrid::formulas
