// A job without checkpoints begins anew after each loss: its mean length by closed form.
// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <functional>

#include <gtest/gtest.h>

#include "tests/support/a_run.hpp"

namespace spotgrid {
namespace {

// Lives of nodes in hours: distribution function and density, up to the job's length.
struct Lives {
  std::string options;
  std::function<double(double)> dies_before, density;
};

// Integral of x^power f(x) over [0, end] by Simpson's rule.
double moment(const Lives& lives, double end, int power) {
  const int pieces = 2000;
  const double step = end / pieces;
  double sum = 0;
  for (int i = 0; i <= pieces; ++i) {
    const double x = step * i;
    const double weight = i == 0 || i == pieces ? 1 : (i % 2 == 1 ? 4 : 2);
    sum += weight * std::pow(x, power) * lives.density(x);
  }
  return sum * step / 3;
}

// Failures N before the first success are geometric, and each costs the life of its node:
// T = W + X_1 + ... + X_N with X the lives below W.
struct Length {
  double mean, deviation;
};
Length length_of(const Lives& lives, double work) {
  const double fails = lives.dies_before(work), lives_on = 1 - fails;
  const double mean_life = moment(lives, work, 1) / fails;
  const double variance = moment(lives, work, 2) / fails - mean_life * mean_life;
  const double count = fails / lives_on;
  return {work + count * mean_life,
          std::sqrt(count * variance + count / lives_on * mean_life * mean_life)};
}

ARun restarting(const Lives& lives, double work_hours) {
  ARun run;
  run.work(hours(work_hours)).reclaim("lifetime", lives.options);
  run.setup.horizon = Instant::at(hours(1e7));
  run.setup.keep_journal = false;
  return run;
}

// So many replications that three standard errors are one percent of the mean.
void expect_mean(const Lives& lives, double work, double mean) {
  const Length length = length_of(lives, work);
  ASSERT_NEAR(length.mean, mean, 6e-5);
  const auto n = static_cast<int>(std::ceil(std::pow(3 * length.deviation / (0.01 * mean), 2)));
  ARun run = restarting(lives, work);
  double sum = 0;
  for (int i = 0; i < n; ++i) {
    run.setup.replication = static_cast<std::uint64_t>(i);
    const RunResult result = run.run();
    ASSERT_EQ(result.outcome, Outcome::finished);
    ASSERT_NEAR(result.cost_usd, result.makespan_s / 3600, 1e-9 * result.makespan_s);
    sum += result.makespan_s / 3600;
  }
  EXPECT_NEAR(sum / n, mean, 0.01 * mean) << n << " replications";
}

Lives exponential(double rate) {
  return {R"({"law": "exponential", "mean": ")" + std::to_string(1 / rate) + R"( h"})",
          [=](double t) { return 1 - std::exp(-rate * t); },
          [=](double t) { return rate * std::exp(-rate * t); }};
}

// Constrained lifetimes (Kadupitiya et al., HPDC 2020).
Lives bathtub() {
  const double a = .45, tau1 = 1, tau2 = .8, b = 24;
  return {
      R"({"law": "bathtub", "a": 0.45, "tau1": "1 h", "tau2": "0.8 h", "b": "24 h"})",
      [=](double t) { return a * (1 - std::exp(-t / tau1) + std::exp((t - b) / tau2)); },
      [=](double t) { return a * (std::exp(-t / tau1) / tau1 + std::exp((t - b) / tau2) / tau2); }};
}

TEST(Restart, UnderExponentialLossesTakesTheTimeOfTheClosedForm) {
  const double rate = 0.15, work = 4;
  expect_mean(exponential(rate), work, (std::exp(rate * work) - 1) / rate);
}

// E[T] = W + I(W) / (1 - F(W)), with I the partial mean of the lives.
TEST(Restart, UnderBathtubLivesTakesTheTimeOfTheClosedFormAt1h) {
  expect_mean(bathtub(), 1, 1.1662);
}
TEST(Restart, UnderBathtubLivesTakesTheTimeOfTheClosedFormAt4h) {
  expect_mean(bathtub(), 4, 4.7323);
}
TEST(Restart, UnderBathtubLivesTakesTheTimeOfTheClosedFormAt10h) {
  expect_mean(bathtub(), 10, 10.8177);
}
TEST(Restart, UnderBathtubLivesTakesTheTimeOfTheClosedFormAt20h) {
  expect_mean(bathtub(), 20, 20.9292);
}

// A mean of 9,632 h: of 30 days, nearly none suffices, and all of it is paid.
TEST(Restart, OfALongJobEndsAtItsHorizonWithItsWholeCost) {
  ARun run = restarting(exponential(0.15), 48.5);
  run.setup.horizon = Instant::at(hours(720));
  int ended_at_horizon = 0;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    run.setup.seed = seed;
    const RunResult result = run.run();
    if (result.outcome == Outcome::finished)
      continue;
    ++ended_at_horizon;
    EXPECT_EQ(result.outcome, Outcome::not_finished);
    EXPECT_EQ(result.reason, "the horizon was reached");
    EXPECT_EQ(result.makespan_s, 720 * 3600);
    EXPECT_NEAR(result.cost_usd, 720, 1e-9 * 720);
    EXPECT_GE(result.counters.preemptions, 50);
  }
  // Some 100 attempts, each successful once in 1,443 times.
  EXPECT_GE(ended_at_horizon, 16);
}

}  // namespace
}  // namespace spotgrid
