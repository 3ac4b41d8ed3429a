// Saves planned by the hazard: limits, brute force, and what other plans commit.
// SPDX-License-Identifier: Apache-2.0
#include "models/formulas/hazard_aware.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <vector>

#include <gtest/gtest.h>

#include "models/formulas/bounded_life.hpp"
#include "models/formulas/young_daly.hpp"

namespace spotgrid::formulas {
namespace {

const BathtubLife life;  // a = 0.45, tau1 = 1 h, tau2 = 0.8 h, b = 24 h

double bathtub(Seconds age) {
  return life.survival(age);
}

double in_hours(Seconds time) {
  return time / hours(1);
}

TEST(HazardPlan, IsTheExactIntervalForMemorylessLives) {
  for (const double mu : {600.0, 3600.0, 86400.0}) {
    const Survival survival = [mu](Seconds age) { return std::exp(-age.count() / mu); };
    const HazardPlan plan(survival, Seconds{60}, 25 * Seconds{mu});
    const double exact = exact_interval(Seconds{60}, Seconds{mu}).count();
    for (const double age : {0.0, 0.3 * mu, 2 * mu})
      EXPECT_NEAR(plan.next(Seconds{age})->count(), exact, 1e-3 * exact) << mu << " " << age;
    // A life of mu commits W p + W p^2 + ... = W / (e^((W + C) / mu) - 1).
    const double committed = exact / std::expm1((exact + 60) / mu);
    EXPECT_NEAR(plan.committed(Seconds{0}).count(), committed, 1e-5 * committed) << mu;
  }
}

// How far the interval is from sqrt(2 C / h) at most, over ages at which the hazard falls slowly.
double off_the_root(double save) {
  const HazardPlan plan(bathtub, Seconds{save}, life.end());
  double most = 0;
  for (double age = 0.1; age <= 1; age += 0.1) {
    const double root = std::sqrt(2 * save / life.hazard(hours(age)));
    most = std::max(most, std::abs(plan.next(hours(age))->count() / root - 1));
  }
  return most;
}

TEST(HazardPlan, TendsToTheRootOfTwoCByHazardForShortSaves) {
  const double minute = off_the_root(64), second = off_the_root(1);
  EXPECT_GT(minute, 0.1);  // the hazard falls meanwhile
  EXPECT_LT(second, 0.02);
}

TEST(HazardPlan, SavesOftenEarlyThenHardlyThenBeforeTheEnd) {
  const HazardPlan plan(bathtub, Seconds{60}, life.end());
  const auto at = [&](double age) { return in_hours(*plan.next(hours(age))); };
  EXPECT_LT(at(0), 0.35);
  EXPECT_LT(at(0), at(0.5));
  EXPECT_LT(at(0.5), at(1));
  EXPECT_GT(at(8), 10);
  EXPECT_LT(8 + at(8), 22);
  EXPECT_LT(at(22), 1);
  EXPECT_LT(at(23.5), at(22));
  double before = 0;  // the end of the next save never comes earlier at a later age
  for (double age = 0; age < 24; age += 0.1) {
    EXPECT_GE(age + at(age), before - 1e-6) << age;
    before = age + at(age);
  }
}

// The mean work that a life commits with saves that end at these ages.
double committed(const std::vector<double>& ends, double save) {
  double sum = 0, before = 0;
  for (const double end : ends) {
    sum += (end - before - save) * life.survival(Seconds{end});
    before = end;
  }
  return sum;
}

std::vector<double> planned_ends(const HazardPlan& plan, double save) {
  std::vector<double> ends;
  double age = 0;
  while (const auto work = plan.next(Seconds{age})) {
    age += work->count() + save;
    ends.push_back(age);
  }
  return ends;
}

TEST(HazardPlan, CommitsWhatItSaysAndMoreThanItsNeighbours) {
  for (const double save : {5.0, 60.0, 600.0}) {
    const HazardPlan plan(bathtub, Seconds{save}, life.end());
    const std::vector<double> ends = planned_ends(plan, save);
    const double most = committed(ends, save);
    EXPECT_NEAR(most, plan.committed(Seconds{0}).count(), 1e-5 * most) << save;
    for (std::size_t i = 0; i < ends.size(); ++i) {
      for (const double shift : {-0.2, -0.05, 0.05, 0.2}) {
        std::vector<double> other = ends;
        const double interval = ends[i] - (i > 0 ? ends[i - 1] : 0) - save;
        other[i] += shift * interval;
        EXPECT_LT(committed(other, save), most * (1 + 1e-9)) << save << " " << i << " " << shift;
      }
      std::vector<double> fewer = ends;
      fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(i));
      EXPECT_LT(committed(fewer, save), most * (1 + 1e-9)) << save << " " << i;
    }
  }
}

TEST(HazardPlan, CommitsAsMuchAsAllPlansOnAGrid) {
  // Every way to end saves at whole multiples of 60 s: no more than the plan, and nearly as much.
  constexpr int step = 60, count = 24 * 60 + 9;
  for (const int save : {60, 600}) {
    std::vector<double> most(count + 1, 0.0);
    for (int s = count - 1; s >= 0; --s) {
      for (int t = s + save / step; t <= count; ++t) {
        const double alive = std::max(0.0, life.survival(Seconds{step * t}));
        most[s] = std::max(most[s], alive * ((t - s) * step - save) + most[t]);
      }
    }
    const HazardPlan plan(bathtub, Seconds{save}, life.end());
    EXPECT_GE(plan.committed(Seconds{0}).count(), most[0]) << save;
    EXPECT_NEAR(plan.committed(Seconds{0}).count(), most[0], 5e-4 * most[0]) << save;
  }
}

TEST(HazardPlan, CommitsMoreThanAnyFixedInterval) {
  const HazardPlan plan(bathtub, Seconds{60}, life.end());
  double fixed = 0;
  for (double work = 60; work < 24 * 3600; work *= 1.02) {
    std::vector<double> ends;
    for (double end = work + 60; end < life.end().count(); end += work + 60)
      ends.push_back(end);
    fixed = std::max(fixed, committed(ends, 60));
  }
  EXPECT_GT(plan.committed(Seconds{0}).count(), 1.01 * fixed);
  EXPECT_LT(plan.committed(Seconds{0}), life.mean());
}

TEST(HazardPlan, HasNoSaveThatDoesNotEndInTime) {
  const HazardPlan plan(bathtub, Seconds{60}, life.end());
  EXPECT_FALSE(plan.next(life.end() - Seconds{60}));
  EXPECT_EQ(plan.committed(life.end() - Seconds{60}), Seconds{0});
  const auto last = plan.next(life.end() - Seconds{80});
  ASSERT_TRUE(last);
  EXPECT_LE(*last, Seconds{20});
  EXPECT_GT(*last, Seconds{0});
  EXPECT_FALSE(plan.next(hours(25)));
  EXPECT_THROW(HazardPlan(bathtub, Seconds{0}, hours(24)), std::logic_error);
  EXPECT_THROW(HazardPlan(bathtub, Seconds{1}, Seconds{0}), std::logic_error);
}

}  // namespace
}  // namespace spotgrid::formulas
