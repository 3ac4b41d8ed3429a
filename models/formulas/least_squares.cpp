// Least squares by Eigen's Levenberg-Marquardt (More, 1978). The only source that includes Eigen,
// which takes long to compile.
// SPDX-License-Identifier: Apache-2.0
#include "models/formulas/least_squares.hpp"

#include <cmath>
#include <limits>

#include <Eigen/Dense>
#include <unsupported/Eigen/NonLinearOptimization>

#include "sim/base/error.hpp"

namespace spotgrid::formulas {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

// A parameter's part in a direction without effect, from which on it belongs to the group.
constexpr double takes_part = 0.05;
// Smallest singular value of a Jacobian with columns of length 1, as a share of the largest, at
// which the rank is full. Its columns are known to about 1e-10.
constexpr double full_rank = 1e-7;
constexpr double far_away = 1e12;

// The problem in those parameters that are not held.
class Reduced {
 public:
  using Scalar = double;
  using InputType = VectorXd;
  using ValueType = VectorXd;
  using JacobianType = MatrixXd;
  // Names that Eigen asks for. NOLINTNEXTLINE(readability-identifier-naming)
  enum { InputsAtCompileTime = Eigen::Dynamic, ValuesAtCompileTime = Eigen::Dynamic };

  Reduced(const LeastSquaresProblem& problem, std::vector<double> all,
          const std::vector<bool>& held)
      : problem_(problem), all_(std::move(all)) {
    for (std::size_t i = 0; i < held.size(); ++i) {
      if (!held[i])
        free_.push_back(i);
    }
  }

  const std::vector<std::size_t>& free() const { return free_; }
  Index inputs() const { return static_cast<Index>(free_.size()); }
  // With fewer rows than parameters the rest are empty: the rank tells.
  Index values() const { return std::max(static_cast<Index>(problem_.rows), inputs()); }

  VectorXd start() const {
    VectorXd x(inputs());
    for (Index i = 0; i < inputs(); ++i)
      x[i] = all_[free_[static_cast<std::size_t>(i)]];
    return x;
  }
  std::vector<double> all(const VectorXd& x) const {
    std::vector<double> values = all_;
    for (Index i = 0; i < inputs(); ++i)
      values[free_[static_cast<std::size_t>(i)]] = x[i];
    return values;
  }

  int operator()(const VectorXd& x, VectorXd& residuals) const {
    residuals = VectorXd::Zero(values());
    problem_.residuals(all(x), {residuals.data(), problem_.rows});
    for (double& one : residuals)
      one = std::isfinite(one) ? one : far_away;
    return 0;
  }
  // Central differences: their error, about 1e-10, is that of rounding and of the third derivative.
  int df(const VectorXd& x, MatrixXd& jacobian) const {
    jacobian.resize(values(), inputs());
    VectorXd above, below;
    for (Index i = 0; i < inputs(); ++i) {
      const double scale = problem_.parameters[free_[static_cast<std::size_t>(i)]].scale;
      const double step = 6e-6 * std::max(std::abs(x[i]), scale);
      VectorXd moved = x;
      moved[i] = x[i] + step;
      (*this)(moved, above);
      moved[i] = x[i] - step;
      (*this)(moved, below);
      jacobian.col(i) = (above - below) / (2 * step);
    }
    return 0;
  }

 private:
  const LeastSquaresProblem& problem_;
  std::vector<double> all_;
  std::vector<std::size_t> free_;
};

struct Minimum {
  std::vector<double> values;
  double squares = std::numeric_limits<double>::infinity();
};

Minimum descend(const LeastSquaresProblem& problem, const std::vector<double>& start,
                const std::vector<bool>& held) {
  Reduced reduced(problem, start, held);
  VectorXd x = reduced.start();
  if (reduced.inputs() > 0) {
    Eigen::LevenbergMarquardt<Reduced> search(reduced);
    search.parameters.ftol = search.parameters.xtol = 1e-15;
    // Short first steps: one that leaves the region where a parameter has an effect never returns.
    search.parameters.factor = 0.1;
    search.parameters.maxfev = 4000;
    search.minimize(x);
  }
  VectorXd residuals;
  reduced(x, residuals);
  return {reduced.all(x), residuals.squaredNorm()};
}

// Of equal minima the first: what differs by less than rounding is equal.
Minimum best_of(const LeastSquaresProblem& problem, std::span<const std::vector<double>> starts,
                const std::vector<bool>& held) {
  Minimum best;
  for (const std::vector<double>& start : starts) {
    Minimum one = descend(problem, start, held);
    if (best.values.empty() || one.squares < best.squares * (1 - 1e-9))
      best = std::move(one);
  }
  return best;
}

struct Jacobian {
  VectorXd lengths;  // of the columns
  Eigen::JacobiSVD<MatrixXd> parts;
};

Jacobian jacobian_at(const Reduced& reduced) {
  MatrixXd matrix;
  reduced.df(reduced.start(), matrix);
  VectorXd lengths = matrix.colwise().norm().transpose();
  for (Index i = 0; i < matrix.cols(); ++i)
    matrix.col(i) /= lengths[i] > 0 ? lengths[i] : 1;
  return {std::move(lengths), Eigen::JacobiSVD<MatrixXd>(matrix, Eigen::ComputeThinV)};
}

// The parameters along the direction of least effect; none where each has an effect of its own.
std::vector<std::size_t> entangled_at(const Reduced& reduced, const Jacobian& jacobian) {
  const auto& singular = jacobian.parts.singularValues();
  const Index last = reduced.inputs() - 1;
  std::vector<std::size_t> group;
  if (last < 0 || singular[last] > full_rank * singular[0])
    return group;
  for (Index i = 0; i <= last; ++i) {
    if (std::abs(jacobian.parts.matrixV()(i, last)) > takes_part)
      group.push_back(reduced.free()[static_cast<std::size_t>(i)]);
  }
  return group;
}

void add_errors(const Reduced& reduced, const Jacobian& jacobian, std::size_t rows,
                LeastSquaresSolution& solution) {
  const Index spare = static_cast<Index>(rows) - reduced.inputs();
  if (spare <= 0)
    return;
  const double variance = solution.squares / static_cast<double>(spare);
  const MatrixXd scaled =
      jacobian.parts.matrixV() * jacobian.parts.singularValues().cwiseInverse().asDiagonal();
  for (Index i = 0; i < reduced.inputs(); ++i) {
    solution.errors[reduced.free()[static_cast<std::size_t>(i)]] =
        std::sqrt(variance) * scaled.row(i).norm() / jacobian.lengths[i];
  }
}

}  // namespace

LeastSquaresSolution least_squares(const LeastSquaresProblem& problem,
                                   std::span<const std::vector<double>> starts) {
  require(!starts.empty(), "a search for least squares has a start");
  const std::size_t size = problem.parameters.size();
  LeastSquaresSolution solution;
  solution.held.assign(size, false);
  solution.errors.assign(size, std::nullopt);
  Minimum best = best_of(problem, starts, solution.held);
  while (true) {
    const Reduced reduced(problem, best.values, solution.held);
    solution.values = best.values;
    solution.squares = best.squares;
    if (reduced.inputs() == 0)
      return solution;
    const Jacobian jacobian = jacobian_at(reduced);
    std::vector<std::size_t> group = entangled_at(reduced, jacobian);
    if (group.empty()) {
      add_errors(reduced, jacobian, problem.rows, solution);
      return solution;
    }
    solution.held[group.back()] = true;
    solution.entangled.push_back(std::move(group));
    // At a start its value is a plain one; where that costs, as with a limit in between, it stays.
    Minimum plain = best_of(problem, starts, solution.held);
    const double nothing = 1e-18 * static_cast<double>(problem.rows);
    if (plain.squares <= best.squares * (1 + 1e-6) + nothing)
      best = std::move(plain);
  }
}

}  // namespace spotgrid::formulas
