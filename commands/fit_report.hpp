// What "spotgrid fit" prints.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <map>
#include <string>

#include "commands/measurements.hpp"
#include "sim/base/options.hpp"

namespace spotgrid::commands {

// A parameter that stands in the catalogue as well, and how much it says that the two agree.
struct Known {
  double value = 0;
  std::string_view remark;
};
using KnownParameters = std::map<std::string, Known>;

// Parameters with their standard errors, beside those that are known, and the residual of every
// row.
std::string fit_table(const MeasurementFile& file, const formulas::spotdnn::Measurements& given,
                      const formulas::spotdnn::Fit& fit, const KnownParameters& known = {});
// "throughput", "server_contention" and "loss" as a workload file has them, and "fit": parameters,
// residuals, warnings; then what `more` adds.
std::string fit_json(const MeasurementFile& file, const formulas::spotdnn::Measurements& given,
                     const formulas::spotdnn::Fit& fit,
                     const std::function<void(Fields&)>& more = {});

}  // namespace spotgrid::commands
