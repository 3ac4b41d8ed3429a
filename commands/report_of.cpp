// Puts the sentences of a report together.
// SPDX-License-Identifier: Apache-2.0
#include "commands/report_of.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "analysis/amounts.hpp"
#include "sim/base/unit_text.hpp"

namespace spotgrid::commands {
namespace {

std::string counted(std::int64_t count, std::string_view one, std::string_view several) {
  return fmt::format("{} {}", count, count == 1 ? one : several);
}

// "bert-large, all_reduce on 8 nodes; cheapest_spot; direct_storage, fixed_interval, on_notice".
std::string subject(const scenarios::Assembled& assembled) {
  const scenarios::Scenario& scenario = assembled.resolved;
  const TrainingTraits mode = assembled.setup.job.training->make()->traits();
  std::string text = assembled.setup.job.workload ? assembled.setup.job.workload->name + ", " : "";
  text += fmt::format("{} on {}", scenario.job.training.choice.name,
                      counted(mode.nodes, "node", "nodes"));
  if (mode.servers > 0)
    text += " and " + counted(mode.servers, "parameter server", "parameter servers");
  text += fmt::format("; {}; checkpoints: {}", scenario.provisioning.choice.name,
                      scenario.checkpointing.scheme.choice.name);
  for (const scenarios::ScheduleOption& one : scenario.checkpointing.schedules)
    text += ", " + one.choice.name;
  return text;
}

std::string pools(const Market& market) {
  std::vector<std::string> titles;
  for (const Pool& pool : market.pools)
    titles.push_back(fmt::format("{}/{}", pool.zone, pool.instance.name));
  return fmt::format("{}", fmt::join(titles, ", "));
}

std::string reclaims(const Market& market) {
  std::vector<std::string> kinds;
  for (const Pool& pool : market.pools) {
    for (const auto& one : pool.reclaim) {
      if (one.first != "none" && std::find(kinds.begin(), kinds.end(), one.first) == kinds.end())
        kinds.push_back(one.first);
    }
  }
  if (kinds.empty())
    return "nothing is reclaimed";
  return fmt::format("reclaim by {}, notice {}", fmt::join(kinds, ", "), to_text(market.notice));
}

std::string reach(const scenarios::Assembled& assembled) {
  const Instant end = assembled.setup.market.end;
  const std::string start =
      assembled.resolved.start ? "starts at " + *assembled.resolved.start + ", " : "";
  return start + (end == Instant::never()
                      ? "no end of the data"
                      : "data for " + analysis::span_text(end.since_start()) + " from there");
}

}  // namespace

analysis::RunReport report_of(const scenarios::Assembled& assembled,
                              const scenarios::ResultDocument& document) {
  const Setup& setup = assembled.setup;
  analysis::RunReport report;
  report.subject = subject(assembled);
  report.unit = setup.job.workload ? setup.job.workload->unit : "";
  report.result = document.result;
  report.market =
      fmt::format("{}; {}; {}", pools(setup.market), reach(assembled), reclaims(setup.market));
  report.one_zone =
      setup.job.placement == Placement::one_zone || setup.job.placement == Placement::one_pool;
  report.not_modelled = document.not_modelled;
  report.seed = assembled.resolved.seed;
  return report;
}

}  // namespace spotgrid::commands
