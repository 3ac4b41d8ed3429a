// Prices: stationary spread, return to the level, bounds.
// SPDX-License-Identifier: Apache-2.0
#include "traces/generators/price_path.hpp"

#include <cmath>

#include <gtest/gtest.h>

namespace spotgrid::traces {
namespace {

// So dear that rounding to 0.0001 $/h does not show.
const Price on_demand = dollars_per_hour(1000);

double log_share(const StepSeries<Price>& prices, Seconds at) {
  return std::log(prices.at(Instant::at(at)) / on_demand);
}

TEST(PricePath, SpreadIsStationaryAndHalvesInAHalfLife) {
  const PricePath path{.floor = .01};
  const double level = .5;  // 13 deviations below on-demand: nothing is clipped
  const int n = 4000;
  double first_squares = 0;
  double last_squares = 0;
  double products = 0;
  double sum = 0;
  for (int seed = 0; seed < n; ++seed) {
    const auto prices = draw_prices(path, level, on_demand, hours(73),
                                    RandomSource(static_cast<std::uint64_t>(seed), 0).stream("p"));
    const double first = log_share(prices, 0s) - std::log(level);
    const double last = log_share(prices, path.half_life) - std::log(level);
    first_squares += first * first;
    last_squares += last * last;
    products += first * last;
    sum += last;
  }
  const double sd = path.deviation;
  EXPECT_NEAR(sum / n, 0, 3 * sd / std::sqrt(n));
  // A sample standard deviation has the standard error sd / sqrt(2 n).
  EXPECT_NEAR(std::sqrt(first_squares / n), sd, 3 * sd / std::sqrt(2. * n));
  EXPECT_NEAR(std::sqrt(last_squares / n), sd, 3 * sd / std::sqrt(2. * n));
  // A correlation r has the standard error (1 - r^2) / sqrt(n).
  EXPECT_NEAR(products / std::sqrt(first_squares * last_squares), .5, 3 * .75 / std::sqrt(n));
}

TEST(PricePath, StaysBetweenTheFloorAndOnDemand) {
  const PricePath path{.floor = .3, .deviation = 1};
  const auto prices =
      draw_prices(path, .6, on_demand, hours(10'000), RandomSource(1, 0).stream("p"));
  bool at_floor = false;
  bool at_ceiling = false;
  for (const auto& step : prices.steps()) {
    const double share = step.value / on_demand;
    EXPECT_GE(share, .3 - 1e-12);
    EXPECT_LE(share, 1 + 1e-12);
    at_floor = at_floor || std::abs(share - .3) < 1e-12;
    at_ceiling = at_ceiling || std::abs(share - 1) < 1e-12;
  }
  EXPECT_TRUE(at_floor);
  EXPECT_TRUE(at_ceiling);
}

TEST(PricePath, WithoutDeviationThePriceIsConstant) {
  const auto prices = draw_prices({.deviation = 0}, .3, dollars_per_hour(3.06), hours(100),
                                  RandomSource(1, 0).stream("p"));
  ASSERT_EQ(prices.steps().size(), 1U);
  EXPECT_NEAR((prices.steps()[0].value * hours(1)).value(), .918, 1e-12);
}

TEST(PricePath, ChangesEveryStep) {
  const auto prices = draw_prices({}, .5, on_demand, hours(24), RandomSource(1, 0).stream("p"));
  ASSERT_EQ(prices.steps().size(), 4U);
  for (std::int64_t k = 0; k < 4; ++k)
    EXPECT_EQ(prices.steps()[static_cast<std::size_t>(k)].at,
              Instant::at(static_cast<double>(k) * hours(6)));
}

TEST(PricePath, LevelsOfZonesSpreadEvenlyOverTheirRange) {
  const PricePath path;
  const int n = 3000;
  double sum = 0;
  for (int seed = 0; seed < n; ++seed) {
    const double level =
        draw_level(path, RandomSource(static_cast<std::uint64_t>(seed), 0).stream("level"));
    ASSERT_GE(level, .30);
    ASSERT_LT(level, .36);
    sum += level;
  }
  EXPECT_NEAR(sum / n, .33, 3 * .06 / std::sqrt(12. * n));
}

}  // namespace
}  // namespace spotgrid::traces
