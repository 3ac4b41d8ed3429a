// Reading of results, and their means.
// SPDX-License-Identifier: Apache-2.0
#include "commands/run_means.hpp"

#include <algorithm>
#include <iterator>

#include <fmt/format.h>

#include "sim/base/unit_text.hpp"

namespace spotgrid::commands {
namespace {

double seconds_of(const RunResult& result, const char* phase) {
  const auto found = result.time.find(phase);
  return found == result.time.end() ? 0 : found->second;
}

analysis::MeanInterval interval_of(const std::vector<double>& values) {
  if (values.size() > 1)
    return analysis::mean_interval(values);
  return {values.front(), values.front(), values.front()};
}

}  // namespace

JobRun read_run(const RunResult& result) {
  JobRun run;
  run.finished = result.outcome == Outcome::finished || result.outcome == Outcome::finished_late;
  run.finish_s = result.makespan_s;
  run.cost_usd = result.cost_usd;
  run.useful_s = seconds_of(result, "useful");
  run.stall_s = seconds_of(result, "checkpoint_stall");
  run.contention_s = seconds_of(result, "contention");
  run.redo_s = seconds_of(result, "redo");
  run.restore_s = seconds_of(result, "restore");
  run.latency_s = result.checkpoints.latency.mean;
  run.durable_s = result.checkpoints.durable.mean;
  run.saves = result.checkpoints.latency.count;
  run.stops = result.counters.stops;
  run.lost_nodes = result.counters.preemptions;
  run.loss_events = result.counters.loss_events;
  return run;
}

RunMeans means_of(std::span<const JobRun> runs) {
  RunMeans means;
  means.runs = static_cast<std::int64_t>(runs.size());
  std::vector<JobRun> finished;
  std::copy_if(runs.begin(), runs.end(), std::back_inserter(finished),
               [](const JobRun& run) { return run.finished; });
  means.finished = static_cast<std::int64_t>(finished.size());
  if (finished.empty())
    return means;
  std::vector<double> finish, cost;
  for (const JobRun& run : finished) {
    finish.push_back(run.finish_s);
    cost.push_back(run.cost_usd);
  }
  const analysis::MeanInterval time = interval_of(finish), money = interval_of(cost);
  means.finish_s = time.mean;
  means.finish_half_s = time.high - time.mean;
  means.cost_usd = money.mean;
  means.cost_half_usd = money.high - money.mean;
  const auto count = static_cast<double>(finished.size());
  means.stall_s = sum_of(finished, [](const JobRun& run) { return run.stall_s; }) / count;
  means.contention_s = sum_of(finished, [](const JobRun& run) { return run.contention_s; }) / count;
  means.redo_s = sum_of(finished, [](const JobRun& run) { return run.redo_s; }) / count;
  means.restore_s = sum_of(finished, [](const JobRun& run) { return run.restore_s; }) / count;
  means.wait_s = sum_of(finished, [](const JobRun& run) { return run.wait_s(); }) / count;
  return means;
}

std::optional<analysis::MeanInterval> longer_by(std::span<const JobRun> one,
                                                std::span<const JobRun> other) {
  std::vector<double> longer;
  for (std::size_t i = 0; i < one.size(); ++i) {
    if (one[i].finished != other[i].finished)
      return std::nullopt;
    if (one[i].finished)
      longer.push_back(other[i].finish_s - one[i].finish_s);
  }
  if (longer.size() < 2)
    return std::nullopt;
  return analysis::mean_interval(longer);
}

std::vector<std::string> columns_of_means() {
  return {"runs",    "finished",     "finish_s", "finish_half_s", "cost_usd", "cost_half_usd",
          "stall_s", "contention_s", "redo_s",   "restore_s",     "wait_s"};
}

std::vector<std::string> cells_of(const RunMeans& means) {
  std::vector<std::string> cells{fmt::format("{}", means.runs), fmt::format("{}", means.finished)};
  for (const double value :
       {means.finish_s, means.finish_half_s, means.cost_usd, means.cost_half_usd, means.stall_s,
        means.contention_s, means.redo_s, means.restore_s, means.wait_s})
    cells.push_back(means.finished > 0 ? number_text(value) : "");
  return cells;
}

void RunMeans::describe(Fields& fields) {
  fields("runs", runs, "runs");
  fields("finished", finished, "of them, that finished");
  fields("finish_s", finish_s, "mean finish time of those that finished");
  fields("finish_half_s", finish_half_s, "half width of its 95 % interval");
  fields("cost_usd", cost_usd, "their mean cost");
  fields("cost_half_usd", cost_half_usd, "half width of its 95 % interval");
  fields("stall_s", stall_s, "mean time that training stood still for saves");
  fields("contention_s", contention_s, "mean time that iterations took longer beside saves");
  fields("redo_s", redo_s, "mean time of work done again");
  fields("restore_s", restore_s, "mean time of restores");
  fields("wait_s", wait_s, "mean time without training: for nodes, news of losses, restarts");
}

}  // namespace spotgrid::commands
