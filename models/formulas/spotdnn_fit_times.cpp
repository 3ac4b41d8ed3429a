// Compute times, alpha1 and beta1 from times and speeds: (6)-(9).
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "models/formulas/spotdnn_fit_parts.hpp"

namespace spotgrid::formulas::spotdnn {
namespace {

class TimingFit {
 public:
  TimingFit(const Measurements& given, Fit& fit) : given_(given), fit_(fit) {
    for (const Measurement& row : given.rows) {
      if (!is_timing(row))
        continue;
      rows_.push_back(&row);
      const bool one = row.what == Measured::seconds_per_iteration;
      for (std::size_t i = 0; i < row.counts.size(); ++i) {
        if (one ? i == row.worker : row.counts[i] > 0)
          fit.compute_fitted[i] = true;
      }
      if (workers_of(row) * given.model.worker > given.model.servers) {
        fit.contention_fitted = true;
        contended_.add(std::sqrt(workers_of(row)));
      }
    }
  }

  void run() {
    if (rows_.empty())
      return;
    LeastSquaresProblem problem;
    problem.rows = rows_.size();
    for (std::size_t i = 0; i < given_.types.size(); ++i) {
      if (fit_.compute_fitted[i])
        problem.parameters.push_back({"T_comp of " + given_.types[i].name, first_guess(i)});
    }
    const std::vector<std::vector<double>> starts = starts_of(problem);
    if (fit_.contention_fitted) {
      problem.parameters.push_back({"alpha1", 0.1});
      problem.parameters.push_back({"beta1", 0.1});
    }
    problem.residuals = [this](std::span<const double> x, std::span<double> residuals) {
      set(x);
      for (std::size_t i = 0; i < rows_.size(); ++i) {
        residuals[i] =
            (timing_of(fit_.model, fit_.types, *rows_[i]) - rows_[i]->value) / rows_[i]->deviation;
      }
    };
    const LeastSquaresSolution solution = least_squares(problem, starts);
    set(solution.values);
    report(problem, solution, fit_);
    warn();
  }

 private:
  void set(std::span<const double> x) {
    std::size_t next = 0;
    for (std::size_t i = 0; i < fit_.types.size(); ++i) {
      if (fit_.compute_fitted[i])
        fit_.types[i].compute = Seconds{x[next++]};
    }
    if (fit_.contention_fitted) {
      fit_.model.contention.alpha1 = x[next];
      fit_.model.contention.beta1 = x[next + 1];
    }
  }

  // As if nobody were contended and all workers of a cluster alike: the mean over its rows.
  double first_guess(std::size_t type) const {
    const WorkerType& one = fit_.types[type];
    const double network = communication(fit_.model, one.gpus, fit_.model.worker).count();
    double sum = 0, count = 0;
    for (const Measurement* row : rows_) {
      const bool own = row->what == Measured::seconds_per_iteration;
      if (own ? row->worker != type : row->counts[type] == 0)
        continue;
      const double time = own ? row->value : one.batch * workers_of(*row) / row->value;
      sum += std::max(time - network, 0.05 * time);
      ++count;
    }
    return sum / count;
  }

  std::vector<std::vector<double>> starts_of(const LeastSquaresProblem& problem) const {
    std::vector<std::vector<double>> starts;
    for (const double share : {1.0, 0.3}) {
      std::vector<double> start;
      for (const FreeParameter& one : problem.parameters)
        start.push_back(share * one.scale);
      if (!fit_.contention_fitted) {
        starts.push_back(std::move(start));
        continue;
      }
      // P of the fewest and the most contended workers inside (0, 1): outside it has no slope.
      for (const auto& [fewest, most] :
           {std::pair{0.1, 0.9}, std::pair{0.1, 0.5}, std::pair{0.5, 0.9}, std::pair{0.3, 0.3},
            std::pair{0.7, 0.7}}) {
        const double alpha1 = contended_.all_alike() ? fewest / contended_.fewest
                                                     : (most - fewest) / contended_.range();
        starts.push_back(start);
        starts.back().push_back(alpha1);
        starts.back().push_back(fewest - alpha1 * contended_.fewest);
      }
    }
    return starts;
  }

  void warn() {
    for (std::size_t i = 0; i < fit_.types.size(); ++i) {
      if (fit_.compute_fitted[i] && fit_.types[i].compute <= Seconds{0}) {
        fit_.warnings.push_back(fmt::format(
            "T_comp of {}: not above 0, push and pull alone take longer than the iterations; look "
            "at S_parm, B_req and B_pcie",
            given_.types[i].name));
      }
    }
    if (!fit_.contention_fitted) {
      fit_.warnings.emplace_back(
          "alpha1, beta1: not fitted, no timing is of so many workers that n B_req > B_ps");
    }
  }

  // Roots of the numbers of contended workers.
  struct Roots {
    double fewest = std::numeric_limits<double>::infinity(), most = 0;
    void add(double root) {
      fewest = std::min(fewest, root);
      most = std::max(most, root);
    }
    double range() const { return most - fewest; }
    bool all_alike() const { return range() <= 0; }
  };

  const Measurements& given_;
  Fit& fit_;
  std::vector<const Measurement*> rows_;
  Roots contended_;
};

}  // namespace

void fit_times(const Measurements& measurements, Fit& fit) {
  TimingFit(measurements, fit).run();
}

double timing_of(const Model& model, const std::vector<WorkerType>& types, const Measurement& row) {
  if (row.what == Measured::samples_per_second)
    return cluster_of(model, types, row.counts).speed;
  return iteration(model, types[row.worker], worker_bandwidth(model, workers_of(row))).count();
}

}  // namespace spotgrid::formulas::spotdnn
