// What the two halves of the fit of the spotDNN model share.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/formulas/least_squares.hpp"
#include "models/formulas/spotdnn_fit.hpp"

namespace spotgrid::formulas::spotdnn {

// Both set what they fit in `fit`; losses come second.
void fit_times(const Measurements& measurements, Fit& fit);
void fit_losses(const Measurements& measurements, Fit& fit);

// What the model has in the place of a row of times, or of losses.
double timing_of(const Model& model, const std::vector<WorkerType>& types, const Measurement& row);
double loss_of(const Model& model, const Cluster& cluster, double iterations);

double workers_of(const Measurement& row);
// Adds parameters, and a warning for each group that the rows do not tell apart.
void report(const LeastSquaresProblem& problem, const LeastSquaresSolution& solution, Fit& fit);

}  // namespace spotgrid::formulas::spotdnn
