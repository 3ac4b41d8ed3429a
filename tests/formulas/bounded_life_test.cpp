// Bathtub lives against tabulated values and integrals.
// SPDX-License-Identifier: Apache-2.0
#include "models/formulas/bounded_life.hpp"

#include <cmath>
#include <stdexcept>

#include <gtest/gtest.h>

namespace spotgrid::formulas {
namespace {

const BathtubLife life;  // a = 0.45, tau1 = 1 h, tau2 = 0.8 h, b = 24 h

double in_hours(Seconds time) {
  return time / hours(1);
}

TEST(BathtubLife, HasTheTabulatedEndMeanAndRestarts) {
  EXPECT_NEAR(in_hours(life.end()), 24.1605, 0.00005);
  EXPECT_NEAR(in_hours(life.mean()), 13.298, 0.0005);
  EXPECT_NEAR(in_hours(time_with_restarts(hours(1), life)), 1.1662, 0.00005);
  EXPECT_NEAR(in_hours(time_with_restarts(hours(4), life)), 4.7323, 0.00005);
  EXPECT_NEAR(in_hours(time_with_restarts(hours(10), life)), 10.8177, 0.00005);
  EXPECT_NEAR(in_hours(time_with_restarts(hours(20), life)), 20.9292, 0.00005);
  EXPECT_THROW(time_with_restarts(hours(24.2), life), std::logic_error);
}

TEST(BathtubLife, HasADensityAndMomentsThatIntegrate) {
  // Simpson's rule over 2000 parts.
  for (const double end : {0.5, 6.0, 23.5}) {
    const Seconds step = hours(end) / 2000;
    double mass = 0, moment = 0;
    for (int i = 0; i <= 2000; ++i) {
      const double weight = (i == 0 || i == 2000 ? 1 : i % 2 == 1 ? 4 : 2) * step.count() / 3;
      mass += weight * life.density(i * step);
      moment += weight * life.density(i * step) * (i * step).count();
    }
    EXPECT_NEAR(mass, life.share_dead(hours(end)) - life.share_dead(Seconds{0}), 1e-9) << end;
    EXPECT_NEAR(moment, life.partial_mean(hours(end)).count(), 1e-5) << end;
  }
}

TEST(BathtubLife, HasAHazardThatFallsAndRises) {
  EXPECT_NEAR(life.hazard(Seconds{0}) * 3600, 0.45, 1e-9);
  EXPECT_LT(life.hazard(hours(10)), life.hazard(hours(1)));
  EXPECT_GT(life.hazard(hours(23)), life.hazard(hours(10)));
}

}  // namespace
}  // namespace spotgrid::formulas
