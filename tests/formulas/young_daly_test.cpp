// The interval formulas against values computed by other means, for C = R = 60 s and D = 0.
// SPDX-License-Identifier: Apache-2.0
#include "models/formulas/young_daly.hpp"

#include <cmath>

#include <gtest/gtest.h>

namespace spotgrid {
namespace {

constexpr Seconds save{60}, restore{60};

struct Row {
  double mtbf, exact, young, daly, daly_higher;
  double daly_digit;  // half of the last printed digit of `daly`
  double stretch;     // mean segment over work, at the exact interval
};

class IntervalTable : public testing::TestWithParam<Row> {};

TEST_P(IntervalTable, MatchesToThePrintedDigits) {
  const Row& row = GetParam();
  const Seconds mtbf{row.mtbf};
  EXPECT_NEAR(exact_interval(save, mtbf).count(), row.exact, 0.005);
  EXPECT_NEAR(young(save, mtbf).count(), row.young, 0.005);
  EXPECT_NEAR(daly(save, restore, mtbf).count(), row.daly, row.daly_digit);
  EXPECT_NEAR(daly_higher(save, mtbf).count(), row.daly_higher, 0.005);
  const SegmentCosts costs{.save = save, .restore = restore, .mtbf = mtbf};
  const Seconds work = exact_interval(save, mtbf);
  EXPECT_NEAR(mean_segment(work, costs) / work, row.stretch, 0.000005);
}

INSTANTIATE_TEST_SUITE_P(
    MeanTimes, IntervalTable,
    testing::Values(Row{600, 229.91, 268.33, 221.42, 229.82, 0.005, 1.79173},
                    Row{1800, 425.65, 464.76, 412.44, 425.62, 0.005, 1.35410},
                    Row{3600, 617.89, 657.27, 602.72, 617.88, 0.005, 1.22749},
                    Row{14400, 1274.84, 1314.53, 1257.27, 1274.84, 0.005, 1.10171},
                    Row{86400, 3180.06, 3219.94, 3161.06, 3180.06, 0.005, 1.03893},
                    Row{604800, 8479.20, 8519.15, 8459.6, 8479.20, 0.05, 1.01432}));

TEST(MeanSegment, HasTheValuesOfTheClosedForm) {
  const auto segment = [](double work, double c, double d, double r, double mu) {
    return mean_segment(Seconds{work}, {Seconds{c}, Seconds{d}, Seconds{r}, Seconds{mu}}).count();
  };
  EXPECT_NEAR(segment(3600, 60, 30, 120, 36000), 3868.603, 0.0005);
  EXPECT_NEAR(segment(3600, 60, 30, 120, 7200), 4870.508, 0.0005);
  EXPECT_NEAR(segment(600, 10, 120, 60, 3000), 717.712, 0.0005);
  EXPECT_NEAR(segment(7200, 300, 0, 600, 3600), 29902.952, 0.0005);
}

TEST(MeanSegment, OfYoungsIntervalIsLongerThanOfTheExactOne) {
  const SegmentCosts costs{.save = save, .restore = restore, .mtbf = Seconds{600}};
  const Seconds work = young(save, costs.mtbf);
  EXPECT_NEAR(mean_segment(work, costs) / work, 1.80012, 0.000005);
}

TEST(ExactInterval, IsTheMinimumOfTheMeanSegment) {
  for (const double mtbf : {100.0, 3600.0, 1e7}) {
    const SegmentCosts costs{.save = save, .restore = restore, .mtbf = Seconds{mtbf}};
    const Seconds best = exact_interval(save, costs.mtbf);
    const double least = mean_segment(best, costs) / best;
    EXPECT_LT(least, mean_segment(best * 0.99, costs) / (best * 0.99)) << mtbf;
    EXPECT_LT(least, mean_segment(best * 1.01, costs) / (best * 1.01)) << mtbf;
  }
}

TEST(ExactInterval, IsSmoothWhereTheSeriesTakesOver) {
  // Both sides of a ratio of 1e-8.
  const double below = exact_interval(Seconds{0.99999e-8}, Seconds{1}).count();
  const double above = exact_interval(Seconds{1.00001e-8}, Seconds{1}).count();
  EXPECT_NEAR(above / below, std::sqrt(1.00001 / 0.99999), 1e-7);
}

TEST(DalyHigher, IsTheMeanTimeWhereASaveIsTwiceIt) {
  EXPECT_EQ(daly_higher(Seconds{200}, Seconds{100}), Seconds{100});
  EXPECT_EQ(daly_higher(Seconds{500}, Seconds{100}), Seconds{100});
}

}  // namespace
}  // namespace spotgrid
