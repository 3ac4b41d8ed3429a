// What a profile saw, as measurements, as a table and as JSON.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "commands/fit_inputs.hpp"
#include "commands/profile_runs.hpp"
#include "models/formulas/spotdnn_fit.hpp"

namespace spotgrid::commands {

struct Profile {
  const FitInputs& inputs;
  std::vector<std::string> types;
  ProfiledLink link = ProfiledLink::half;
  std::string command;  // that repeats it
  SeenAlone alone;
  std::vector<SeenTraining> clusters;
  std::vector<SeenLoss> losses;
};

// "p3.2xlarge=2 g3.8xlarge=1"
std::string cluster_text(const std::vector<std::string>& types,
                         const formulas::spotdnn::Counts& plan);

// The file that "spotgrid fit" reads. `fit` of the times gives the b_w in which the iterations of
// losses are counted; without losses it is not looked at.
std::string measurements_csv(const Profile& profile, const formulas::spotdnn::Fit& fit);

std::string profile_table(const Profile& profile, const MeasurementFile& file,
                          const formulas::spotdnn::Measurements& given,
                          const formulas::spotdnn::Fit& fit);
std::string profile_json(const Profile& profile, const MeasurementFile& file,
                         const formulas::spotdnn::Measurements& given,
                         const formulas::spotdnn::Fit& fit);

}  // namespace spotgrid::commands
