// What a training mode does unless it says otherwise.
// SPDX-License-Identifier: Apache-2.0
#include "sim/domain/training.hpp"

namespace spotgrid {

ActivityGraph TrainingMode::join(const TrainingCluster&, std::size_t) const {
  return {};
}
Seconds TrainingMode::start_offset(const TrainingCluster&, std::size_t) const {
  return Seconds{0};
}
std::optional<LossPace> TrainingMode::loss_pace(const TrainingCluster&) const {
  return std::nullopt;
}

double TrainingMode::rate_on(const InstanceType&) const {
  return 0;
}

}  // namespace spotgrid
