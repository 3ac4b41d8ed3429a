// What a training mode does unless it says otherwise.
// SPDX-License-Identifier: Apache-2.0
#include "sim/domain/training.hpp"

namespace spotgrid {

double TrainingTraits::goodput(std::size_t workers) const {
  const auto n = static_cast<double>(workers);
  const Goodput* before = nullptr;
  for (const Goodput& point : server_goodput) {
    const auto at = static_cast<double>(point.workers);
    if (n <= at) {
      if (before == nullptr)
        return point.share;
      const auto from = static_cast<double>(before->workers);
      return before->share + (n - from) / (at - from) * (point.share - before->share);
    }
    before = &point;
  }
  return before == nullptr ? 1 : before->share;
}

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
