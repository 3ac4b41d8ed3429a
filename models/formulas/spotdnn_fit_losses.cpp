// The gammas from losses: (3).
// SPDX-License-Identifier: Apache-2.0
#include "models/formulas/spotdnn_fit_parts.hpp"

namespace spotgrid::formulas::spotdnn {
namespace {

// The loss law with the parameters in the order of the fit: of a group that cannot be told apart
// the last is held, so gamma2 rather than gamma3.
LossLaw law_of(std::span<const double> x) {
  LossLaw law;
  law.gamma1 = x[0];
  law.gamma5 = x[1];
  law.gamma3 = x[2];
  law.gamma2 = x[3];
  if (x.size() > 4)
    law.gamma4 = x[4];
  return law;
}

class LossFit {
 public:
  LossFit(const Measurements& given, Fit& fit) : convergence_(given.convergence), fit_(fit) {
    for (const Measurement& row : given.rows) {
      if (is_timing(row))
        continue;
      const Cluster cluster = cluster_of(fit.model, fit.types, row.counts);
      rows_.push_back(&row);
      clusters_.push_back(cluster);
      largest_batch_ = std::max(largest_batch_, cluster.batch);
      last_ = std::max(last_, row.iterations);
      least_ = rows_.size() == 1 ? row.value : std::min(least_, row.value);
    }
    last_ = last_ > 0 ? last_ : 1;
  }

  void run() {
    if (rows_.empty())
      return;
    const std::vector<std::vector<double>> starts = starts_of();
    LeastSquaresProblem problem;
    problem.rows = rows_.size();
    const double decay = std::abs(starts.front()[2]);
    problem.parameters = {{"gamma1", 0.01 * last_},
                          {"gamma5", 0.1 * std::abs(least_)},
                          {"gamma3", decay},
                          {"gamma2", decay / largest_batch_}};
    if (convergence_)
      problem.parameters.push_back({"gamma4", 0.1});
    problem.residuals = [this](std::span<const double> x, std::span<double> residuals) {
      fit_.model.loss = law_of(x);
      for (std::size_t i = 0; i < rows_.size(); ++i) {
        residuals[i] = (loss_of(fit_.model, clusters_[i], rows_[i]->iterations) - rows_[i]->value) /
                       rows_[i]->deviation;
      }
    };
    const LeastSquaresSolution solution = least_squares(problem, starts);
    fit_.model.loss = law_of(solution.values);
    fit_.loss_fitted = true;
    report(problem, solution, fit_);
    warn();
  }

 private:
  // gamma2 = 0, and the mean gamma3 that the rest asks for.
  std::vector<std::vector<double>> starts_of() const {
    std::vector<std::vector<double>> starts;
    for (const double gamma1 : {0.1 * last_, 0.01 * last_, last_, 5 * last_}) {
      for (const double gamma5 : {0.5 * least_, 0.0, 0.95 * least_}) {
        for (const double gamma4 : {1.0, 0.1, 5.0}) {
          double sum = 0;
          for (std::size_t i = 0; i < rows_.size(); ++i) {
            const double unlike = convergence_ ? clusters_[i].convergence + gamma4 : 1;
            sum += (rows_[i]->value - gamma5) * (rows_[i]->iterations + gamma1) /
                   std::sqrt(unlike * static_cast<double>(clusters_[i].workers));
          }
          starts.push_back({gamma1, gamma5, sum / static_cast<double>(rows_.size()), 0.0});
          if (!convergence_)
            break;
          starts.back().push_back(gamma4);
        }
      }
    }
    return starts;
  }

  // Its sign is more than what two standard errors may hide.
  bool tells_sign(std::string_view name) const {
    const auto found = std::find_if(fit_.parameters.begin(), fit_.parameters.end(),
                                    [&](const FittedParameter& one) { return one.name == name; });
    return found == fit_.parameters.end() || !found->error ||
           std::abs(found->value) > 2 * *found->error;
  }

  void warn() {
    const LossLaw& law = fit_.model.loss;
    if (law.gamma2 > 0 && tells_sign("gamma2"))
      fit_.warnings.emplace_back("gamma2: above 0, where larger batches would learn more slowly");
    if (law.gamma1 < 0 && tells_sign("gamma1"))
      fit_.warnings.emplace_back("gamma1: below 0, the curve begins beyond its first iterations");
    if (law.gamma5 < 0 && tells_sign("gamma5"))
      fit_.warnings.emplace_back("gamma5: below 0, the losses do not show where they will end");
    if (law.gamma4 && *law.gamma4 <= 0)
      fit_.warnings.emplace_back("gamma4: not above 0, a lone worker (R = 0) would not learn");
  }

  bool convergence_;
  Fit& fit_;
  std::vector<const Measurement*> rows_;
  std::vector<Cluster> clusters_;
  double largest_batch_ = 1, last_ = 0, least_ = 0;
};

}  // namespace

double loss_of(const Model& model, const Cluster& cluster, double iterations) {
  const double decay =
      model.loss.decay(cluster.batch, static_cast<double>(cluster.workers), cluster.convergence);
  return decay / (iterations + model.loss.gamma1) + model.loss.gamma5;
}

void fit_losses(const Measurements& measurements, Fit& fit) {
  LossFit(measurements, fit).run();
}

}  // namespace spotgrid::formulas::spotdnn
