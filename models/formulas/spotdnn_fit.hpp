// The parameters of the spotDNN model from measurements: its regression (Shang et al., IWQoS 2023,
// section 3), by weighted least squares.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "models/formulas/spotdnn.hpp"

namespace spotgrid::formulas::spotdnn {

enum class Measured : std::uint8_t { seconds_per_iteration, samples_per_second, loss };
inline std::span<const std::string_view> words(Measured) {
  static constexpr std::string_view all[] = {"seconds_per_iteration", "samples_per_second", "loss"};
  return all;
}

// One figure that a cluster showed.
struct Measurement {
  Measured what = Measured::loss;
  std::vector<std::int64_t> counts;  // the cluster, by type
  std::size_t worker = 0;            // whose iteration took so long: a type
  double iterations = 0;             // normalised, before the loss
  double value = 0;
  double deviation = 1;  // rows count by 1 over its square
};

// A type whose compute time is sought, or known where no measurement tells it.
struct MeasuredType {
  std::string name;
  std::int64_t gpus = 1;
  double batch = 0;  // of the worker
  std::optional<Seconds> known_compute;
};

struct Measurements {
  Model model;  // sizes and rates; contention and loss count where they are not fitted
  std::vector<MeasuredType> types;
  std::vector<Measurement> rows;
  bool convergence = false;  // fit R and gamma4, too
};

struct FittedParameter {
  std::string name;
  double value = 0;
  std::optional<double> error;  // one standard error
  bool held = false;            // the rows do not tell it
};

struct Fit {
  Model model;
  std::vector<WorkerType> types;
  bool contention_fitted = false, loss_fitted = false;
  std::vector<bool> compute_fitted;  // by type
  std::vector<FittedParameter> parameters;
  std::vector<double> fitted;         // by row
  std::vector<std::string> warnings;  // what a user must know of the parameters
};

// True for a row of iteration times or speeds.
bool is_timing(const Measurement& row);

// First the compute times, alpha1 and beta1 from times and speeds (6)-(9), then the gammas from the
// losses (3) of clusters with these times. A type of a loss has a known compute time or a timing.
Fit fit(const Measurements& measurements);

}  // namespace spotgrid::formulas::spotdnn
