// Weighted nonlinear least squares with standard errors, and what the data cannot tell apart.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace spotgrid::formulas {

struct FreeParameter {
  std::string name;
  double scale = 1;  // of its size, for steps where its value is 0
};

struct LeastSquaresProblem {
  std::vector<FreeParameter> parameters;
  std::size_t rows = 0;
  // Weighted residuals, one a row; what is not finite counts as very far away.
  std::function<void(std::span<const double> parameters, std::span<double> residuals)> residuals;
};

struct LeastSquaresSolution {
  std::vector<double> values;
  std::vector<std::optional<double>> errors;  // one standard error; none without spare rows
  double squares = 0;                         // sum of the squared residuals
  // Parameters that only together have an effect, or none at all: by index. The last of each group
  // was held: at a start, or where that would cost, at its value in the solution.
  std::vector<std::vector<std::size_t>> entangled;
  std::vector<bool> held;
};

// Levenberg-Marquardt from every start, the first of the best: deterministic. Where the Jacobian at
// the solution has not the full rank, parameters are held until it has. Errors are scaled by what
// the residuals scatter, so that weights count relatively.
LeastSquaresSolution least_squares(const LeastSquaresProblem& problem,
                                   std::span<const std::vector<double>> starts);

}  // namespace spotgrid::formulas
