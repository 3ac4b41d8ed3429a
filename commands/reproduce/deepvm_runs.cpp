// Changes of the scenarios.
// SPDX-License-Identifier: Apache-2.0
#include "commands/reproduce/deepvm_runs.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "commands/reproduce/shipped_scenario.hpp"
#include "scenarios/paper_runs.hpp"
#include "sim/base/error.hpp"

namespace spotgrid::commands::reproduction {
namespace {

constexpr std::int64_t images = 50000, batch = 128;  // CIFAR-10; of a trainer
constexpr double epochs_of_fig5 = 3;

std::int64_t divided_up(std::int64_t what, std::int64_t by) {
  return (what + by - 1) / by;
}

double between_measured(const scenarios::deepvm::ScalingCurve& curve, double nodes) {
  const auto after = std::lower_bound(curve.nodes.begin(), curve.nodes.end(), nodes);
  require(after != curve.nodes.end() && (after != curve.nodes.begin() || *after == nodes),
          "a run has no more nodes than were measured");
  const auto right = static_cast<std::size_t>(after - curve.nodes.begin());
  if (*after == nodes)
    return curve.seconds.at(right);
  const std::size_t left = right - 1;
  const double share = (nodes - curve.nodes[left]) / (curve.nodes[right] - curve.nodes[left]);
  return curve.seconds.at(left) + share * (curve.seconds.at(right) - curve.seconds.at(left));
}

}  // namespace

EpochPace pace_of(const scenarios::deepvm::ScalingCurves& curves, std::string_view type,
                  std::int64_t trainers) {
  const auto curve =
      std::find_if(curves.curves.begin(), curves.curves.end(),
                   [&](const scenarios::deepvm::ScalingCurve& one) { return one.type == type; });
  require(curve != curves.curves.end(), "a run is of types that were measured");
  const double seconds = between_measured(*curve, static_cast<double>(trainers));
  return {divided_up(divided_up(images, trainers), batch), Seconds{seconds / epochs_of_fig5}};
}

Setup paced_setup(std::string_view name, std::int64_t trainers, std::int64_t epochs,
                  const EpochPace& pace, const std::vector<scenarios::Override>& more) {
  const double speed =
      static_cast<double>(batch * pace.iterations) / pace.epoch.count();  // of a trainer
  std::vector<scenarios::Override> changes = {
      {"job.training.nodes", std::to_string(trainers)},
      {"job.iterations", std::to_string(epochs * pace.iterations)},
      {"job.workload.throughput.0.samples_per_second", fmt::format("{:.12g}", speed)},
      {"checkpointing.schedules.0.steps", std::to_string(pace.iterations)}};
  changes.insert(changes.end(), more.begin(), more.end());
  return shipped_setup(scenarios::deepvm_runs::files(), name, changes);
}

}  // namespace spotgrid::commands::reproduction
