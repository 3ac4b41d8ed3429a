// Least squares on curves whose answer is known.
// SPDX-License-Identifier: Apache-2.0
#include "models/formulas/least_squares.hpp"

#include <cmath>

#include <gtest/gtest.h>

namespace spotgrid::formulas {
namespace {

// y = a + b x with residuals of +-1 by turns: by the closed form of a straight line.
TEST(LeastSquares, AStraightLineWithItsErrors) {
  const std::vector<double> y = {1, 1, 5, 5};
  LeastSquaresProblem problem;
  problem.parameters = {{"a"}, {"b"}};
  problem.rows = y.size();
  problem.residuals = [&](std::span<const double> p, std::span<double> residuals) {
    for (std::size_t i = 0; i < y.size(); ++i)
      residuals[i] = p[0] + p[1] * static_cast<double>(i) - y[i];
  };
  const std::vector<std::vector<double>> starts = {{0, 0}};
  const LeastSquaresSolution found = least_squares(problem, starts);
  EXPECT_NEAR(found.values[0], 0.6, 1e-9);
  EXPECT_NEAR(found.values[1], 1.6, 1e-9);
  EXPECT_NEAR(found.squares, 3.2, 1e-9);
  // s^2 = 3.2 / 2, Sxx = 5, mean of x 1.5.
  EXPECT_NEAR(found.errors[0].value(), std::sqrt(1.6 * (0.25 + 2.25 / 5)), 1e-6);
  EXPECT_NEAR(found.errors[1].value(), std::sqrt(1.6 / 5), 1e-6);
  EXPECT_TRUE(found.entangled.empty());
}

// sin(p x): the start near the answer wins, wherever it stands.
TEST(LeastSquares, TheBestOfAllStartsIsTaken) {
  LeastSquaresProblem problem;
  problem.parameters = {{"p"}};
  problem.rows = 12;
  problem.residuals = [](std::span<const double> p, std::span<double> residuals) {
    for (std::size_t i = 0; i < residuals.size(); ++i) {
      const double x = 0.5 * static_cast<double>(i);
      residuals[i] = std::sin(p[0] * x) - std::sin(3 * x);
    }
  };
  const std::vector<std::vector<double>> starts = {{0.5}, {1.2}, {2.9}, {7.0}};
  EXPECT_NEAR(least_squares(problem, starts).values[0], 3, 1e-9);
}

TEST(LeastSquares, WhatOnlyActsTogetherIsNamedAndTheLastIsHeld) {
  LeastSquaresProblem problem;
  problem.parameters = {{"a"}, {"b"}, {"unused"}};
  problem.rows = 3;
  problem.residuals = [](std::span<const double> p, std::span<double> residuals) {
    for (std::size_t i = 0; i < 3; ++i)
      residuals[i] = (p[0] + 2 * p[1]) * static_cast<double>(i + 1) - 10 * static_cast<double>(i);
  };
  const std::vector<std::vector<double>> starts = {{1, 0.5, 7}};
  const LeastSquaresSolution found = least_squares(problem, starts);
  ASSERT_EQ(found.entangled.size(), 2U);
  EXPECT_EQ(found.held, (std::vector<bool>{false, true, true}));
  EXPECT_EQ(found.values[1], 0.5);
  EXPECT_EQ(found.values[2], 7);
  EXPECT_TRUE(found.errors[0]);
  EXPECT_FALSE(found.errors[1]);
}

}  // namespace
}  // namespace spotgrid::formulas
