// What "fit" and "profile" are told of the model on their command lines.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "commands/command.hpp"
#include "commands/measurements.hpp"
#include "sim/domain/workload.hpp"

namespace spotgrid::commands {

struct FitInputs {
  std::string_view place;  // the command, for messages
  std::optional<Workload> workload;
  formulas::spotdnn::Model model;               // sizes and rates
  std::map<std::string, std::int64_t> batches;  // samples of one GPU, by type

  // Batch and, where the workload tells, compute time of a type; a batch of 0 is not known.
  formulas::spotdnn::MeasuredType type(const std::string& name) const;
};

// `workload` is the argument that names one.
FitInputs fit_inputs(const Arguments& arguments, std::string_view place, std::string_view workload);

formulas::spotdnn::Measurements measurements_of(const MeasurementFile& file,
                                                const FitInputs& inputs, bool convergence);

}  // namespace spotgrid::commands
