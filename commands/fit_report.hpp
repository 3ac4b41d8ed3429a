// What "spotgrid fit" prints.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "commands/measurements.hpp"

namespace spotgrid::commands {

// Parameters with their standard errors, and the residual of every row.
std::string fit_table(const MeasurementFile& file, const formulas::spotdnn::Measurements& given,
                      const formulas::spotdnn::Fit& fit);
// "throughput", "server_contention" and "loss" as a workload file has them, and "fit": parameters,
// residuals, warnings.
std::string fit_json(const MeasurementFile& file, const formulas::spotdnn::Measurements& given,
                     const formulas::spotdnn::Fit& fit);

}  // namespace spotgrid::commands
