// The spread of a segment against tabulated values and derivatives of its transform; efficiency.
// SPDX-License-Identifier: Apache-2.0
#include "models/formulas/segment.hpp"

#include <cmath>

#include <gtest/gtest.h>

namespace spotgrid::formulas {
namespace {

struct Case {
  Seconds work;
  SegmentCosts costs;
};

Case segment(double work, double c, double d, double r, double mu) {
  return {Seconds{work}, {Seconds{c}, Seconds{d}, Seconds{r}, Seconds{mu}}};
}

// The logarithm of the transform of the time, less that of the time's lower bound w: with D, R and
// mu in units of w, so that s is about 1 / time.
long double log_transform(long double s, const Case& one) {
  const long double w = (one.work + one.costs.save).count(), d = one.costs.downtime.count() / w,
                    r = one.costs.restore.count() / w, l = w / one.costs.mtbf.count();
  const auto within = [&](long double span) { return -std::expm1(-(s + l) * span) * l / (s + l); };
  const long double psi = std::exp(-s * d - (s + l) * r) / (1 - within(r) * std::exp(-s * d));
  return -(s + l) - std::log(1 - within(1) * psi);
}

// The variance is the second derivative of the logarithm at 0, by differences of eighth order.
double deviation_by_transform(const Case& one) {
  const double w = (one.work + one.costs.save).count();
  const long double h = 0.02L * w / mean_segment(one.work, one.costs).count();
  static constexpr long double weights[] = {-205.0L / 72, 8.0L / 5, -1.0L / 5, 8.0L / 315,
                                            -1.0L / 560};
  long double sum = weights[0] * log_transform(0, one);
  for (int i = 1; i <= 4; ++i)
    sum += weights[i] * (log_transform(i * h, one) + log_transform(-i * h, one));
  return w * static_cast<double>(std::sqrt(sum) / h);
}

TEST(SegmentTime, HasTheTabulatedDeviations) {
  const auto deviation = [](const Case& one) {
    return segment_deviation(one.work, one.costs).count();
  };
  EXPECT_NEAR(deviation(segment(3600, 60, 30, 120, 36000)), 754.683, 0.0005);
  EXPECT_NEAR(deviation(segment(3600, 60, 30, 120, 7200)), 2099.357, 0.0005);
  EXPECT_NEAR(deviation(segment(600, 10, 120, 60, 3000)), 264.838, 0.0005);
  EXPECT_NEAR(deviation(segment(7200, 300, 0, 600, 3600)), 24501.298, 0.0005);
}

TEST(SegmentTime, HasTheMeanOfTheClosedFormAndTheVarianceOfTheTransform) {
  for (const Case& one :
       {segment(3600, 60, 30, 120, 36000), segment(3600, 60, 30, 120, 7200),
        segment(600, 10, 120, 60, 3000), segment(7200, 300, 0, 600, 3600),
        segment(100, 5, 10, 0, 3e4), segment(1000, 0, 0, 0, 500), segment(600, 20, 0, 20, 3e5)}) {
    const Moments time = segment_time(one.work, one.costs);
    const double mean = mean_segment(one.work, one.costs).count();
    EXPECT_NEAR(time.mean, mean, 1e-11 * mean) << mean;
    EXPECT_NEAR(std::sqrt(time.variance), deviation_by_transform(one),
                1e-8 * std::sqrt(time.variance))
        << mean;
  }
}

TEST(SegmentTime, IsConstantWhereNothingFails) {
  const Case one = segment(600, 20, 30, 40, INFINITY);
  EXPECT_EQ(segment_time(one.work, one.costs).mean, 620);
  EXPECT_EQ(segment_time(one.work, one.costs).variance, 0);
}

TEST(LifeWithin, IsSmoothWhereTheSeriesTakesOver) {
  // One unit of the last digit apart.
  const Moments below = life_within(Seconds{std::nextafter(0.05, 0)}, Seconds{1});
  const Moments above = life_within(Seconds{0.05}, Seconds{1});
  EXPECT_NEAR(below.mean, above.mean, 1e-12 * above.mean);
  EXPECT_NEAR(below.variance, above.variance, 1e-11 * above.variance);
}

TEST(LifeWithin, OfAShortSpanIsUniform) {
  const Moments short_one = life_within(Seconds{6}, Seconds{6e12});
  EXPECT_NEAR(short_one.mean, 3, 1e-11);
  EXPECT_NEAR(short_one.variance, 3, 1e-11);
}

TEST(LifeWithin, OfALongSpanIsTheLife) {
  const Moments long_one = life_within(Seconds{1e6}, Seconds{10});
  EXPECT_DOUBLE_EQ(long_one.mean, 10);
  EXPECT_DOUBLE_EQ(long_one.variance, 100);
}

TEST(SegmentsFor, GivesTheTabulatedSampleSize) {
  const Case one = segment(3600, 60, 30, 120, 7200);
  EXPECT_NEAR(segments_for(segment_time(one.work, one.costs), 0.005, 3), 66900, 50);
}

TEST(FailuresInSegment, AreThoseWhoseTimeIsLost) {
  // The mean time is what is left of work, save, restores and downtimes, and of what was lost.
  const Case one = segment(3600, 60, 30, 120, 7200);
  const double first = failures_in_segment(one.work, one.costs);
  const double later = failures_in_restores(one.work, one.costs);
  EXPECT_DOUBLE_EQ(first, std::expm1(3660.0 / 7200));
  EXPECT_DOUBLE_EQ(later, std::expm1(3660.0 / 7200) * std::expm1(120.0 / 7200));
  const Seconds sum = Seconds{3660} +
                      first * (time_lost(Seconds{3660}, Seconds{7200}) + Seconds{30 + 120}) +
                      later * (time_lost(Seconds{120}, Seconds{7200}) + Seconds{30});
  EXPECT_NEAR(sum.count(), 4870.508, 0.0005);
}

TEST(TimeLost, IsTheClosedForm) {
  EXPECT_NEAR(time_lost(Seconds{600}, Seconds{1000}).count(), 1000 - 600 / std::expm1(0.6), 1e-10);
}

TEST(FirstOrderWaste, IsTooSmallWhereFailuresAreFrequent) {
  // 1.547 for Young's interval of C = R = 60, mu = 600, whose mean segment is 1.80 of the work.
  const Case one = segment(0, 60, 0, 60, 600);
  const Seconds interval = young(one.costs.save, one.costs.mtbf);
  EXPECT_NEAR(1 + first_order_waste(interval, one.costs), 1.547, 0.0005);
}

TEST(RenewalEfficiency, HasTheTabulatedValue) {
  const Case one = segment(600, 20, 0, 120, 3600);
  EXPECT_NEAR(renewal_efficiency(one.work, one.costs), 0.86373, 0.000005);
}

TEST(SegmentsOf, TakesTheBetterNeighbourAndAtLeastOne) {
  const auto length = [](Seconds total, std::int64_t count) {
    const auto n = static_cast<double>(count);
    return n * mean_segment(total / n, {.save = Seconds{60}, .mtbf = Seconds{3600}});
  };
  for (const double total : {700.0, 1000.0, 1500.0, 9000.0, 9300.0, 100000.0}) {
    const std::int64_t best = segments_of(Seconds{total}, Seconds{60}, Seconds{3600});
    EXPECT_LE(length(Seconds{total}, best), length(Seconds{total}, best + 1)) << total;
    if (best > 1) {
      EXPECT_LE(length(Seconds{total}, best), length(Seconds{total}, best - 1)) << total;
    }
  }
  EXPECT_EQ(segments_of(Seconds{100}, Seconds{60}, Seconds{3600}), 1);
  EXPECT_EQ(segments_of(Seconds{6178.9}, Seconds{60}, Seconds{3600}), 10);  // of 617.89 s
}

TEST(AvailabilityInterval, IsNearYoungsForShortSaves) {
  const SegmentCosts costs{.save = Seconds{2}, .restore = Seconds{50}, .mtbf = Seconds{9949}};
  // 2 + sqrt(2 9999 2 + 4) = 2 + sqrt(40000).
  EXPECT_DOUBLE_EQ(availability_interval(costs).count(), 202);
  EXPECT_NEAR(availability_interval(costs) / young(costs.save, costs.mtbf), 1, 0.015);
}

}  // namespace
}  // namespace spotgrid::formulas
