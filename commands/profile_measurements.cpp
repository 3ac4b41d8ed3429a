// What a profile saw, as the rows that "spotgrid fit" reads.
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "commands/profile_report.hpp"

namespace spotgrid::commands {
namespace {

std::string row_of(const std::string& cluster, std::string_view quantity, double value,
                   const std::string& iterations, const std::string& worker, std::string_view sd) {
  return fmt::format("{},{},{:.10g},{},{},{}\n", cluster, quantity, value, iterations, worker, sd);
}

}  // namespace

std::string cluster_text(const std::vector<std::string>& types,
                         const formulas::spotdnn::Counts& plan) {
  std::string text;
  for (std::size_t i = 0; i < plan.size(); ++i) {
    if (plan[i] > 0)
      text += fmt::format("{}{}={}", text.empty() ? "" : " ", types[i], plan[i]);
  }
  return text;
}

std::string measurements_csv(const Profile& profile, const formulas::spotdnn::Fit& fit) {
  std::string text = fmt::format(
      "# simulated, not measured, by: {}\n"
      "cluster,quantity,value,iterations,worker,sd\n",
      profile.command);
  // Known to the microsecond. Beside them the clusters, which eq. 8 describes in the mean, count
  // with the deviation of a row that states none.
  for (std::size_t i = 0; i < profile.types.size(); ++i) {
    text += row_of(profile.types[i], "seconds_per_iteration",
                   profile.alone.workers[i].iteration[i].count(), "", "", "1e-06");
  }
  for (const SeenTraining& one : profile.clusters) {
    for (std::size_t i = 0; i < one.plan.size(); ++i) {
      if (one.iteration[i] > Seconds{0})
        text += row_of(cluster_text(profile.types, one.plan), "seconds_per_iteration",
                       one.iteration[i].count(), "", profile.types[i], "");
    }
  }
  for (const SeenLoss& one : profile.losses) {
    const auto cluster = formulas::spotdnn::cluster_of(fit.model, fit.types, one.plan);
    text += row_of(cluster_text(profile.types, one.plan), "loss", one.loss,
                   fmt::format("{:.10g}", one.samples / cluster.batch), "", "");
  }
  return text;
}

}  // namespace spotgrid::commands
