// Two fits: times, then losses.
// SPDX-License-Identifier: Apache-2.0
#include "models/formulas/spotdnn_fit.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "models/formulas/spotdnn_fit_parts.hpp"

namespace spotgrid::formulas::spotdnn {

double workers_of(const Measurement& row) {
  double n = 0;
  for (const std::int64_t count : row.counts)
    n += static_cast<double>(count);
  return n;
}

void report(const LeastSquaresProblem& problem, const LeastSquaresSolution& solution, Fit& fit) {
  for (std::size_t i = 0; i < problem.parameters.size(); ++i) {
    fit.parameters.push_back(
        {problem.parameters[i].name, solution.values[i], solution.errors[i], solution.held[i]});
  }
  for (const std::vector<std::size_t>& group : solution.entangled) {
    std::vector<std::string> names;
    names.reserve(group.size());
    for (const std::size_t i : group)
      names.push_back(problem.parameters[i].name);
    const std::size_t last = group.back();
    fit.warnings.push_back(
        fmt::format("{}: not identifiable, these rows do not tell {}; {} was held at {:g}",
                    fmt::join(names, ", "), names.size() == 1 ? "it" : "them apart", names.back(),
                    solution.values[last]));
  }
}

bool is_timing(const Measurement& row) {
  return row.what != Measured::loss;
}

Fit fit(const Measurements& measurements) {
  Fit fit;
  fit.model = measurements.model;
  fit.compute_fitted.assign(measurements.types.size(), false);
  for (const MeasuredType& type : measurements.types)
    fit.types.push_back({type.gpus, type.batch, type.known_compute.value_or(Seconds{0}), Price{}});
  fit_times(measurements, fit);
  fit_losses(measurements, fit);
  for (const Measurement& row : measurements.rows) {
    fit.fitted.push_back(
        is_timing(row)
            ? timing_of(fit.model, fit.types, row)
            : loss_of(fit.model, cluster_of(fit.model, fit.types, row.counts), row.iterations));
  }
  return fit;
}

}  // namespace spotgrid::formulas::spotdnn
