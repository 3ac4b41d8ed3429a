// What several runs of one job came to: means, with what is not known of them.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "analysis/mean_interval.hpp"
#include "sim/domain/result.hpp"

namespace spotgrid::commands {

// What one run came to. Times in seconds.
struct JobRun {
  bool finished = false;
  double finish_s = 0, cost_usd = 0;
  double useful_s = 0, stall_s = 0, contention_s = 0, redo_s = 0, restore_s = 0;
  double latency_s = 0, durable_s = 0;  // means of its saves
  std::int64_t saves = 0, stops = 0, lost_nodes = 0, loss_events = 0;

  // Time in which a loss of a member stops the job.
  double watched_s() const { return useful_s + stall_s + contention_s + redo_s + restore_s; }
  double wait_s() const { return finish_s - watched_s(); }  // for nodes, news and restarts
};
JobRun read_run(const RunResult& result);

// Means over the runs that finished, with the half widths of their 95 % intervals (Student's t).
struct RunMeans {
  std::int64_t runs = 0, finished = 0;
  double finish_s = 0, finish_half_s = 0, cost_usd = 0, cost_half_usd = 0;
  double stall_s = 0, contention_s = 0, redo_s = 0, restore_s = 0, wait_s = 0;

  void describe(Fields& fields);
};
RunMeans means_of(std::span<const JobRun> runs);
// As columns of a CSV: names, and values, which are empty where no run finished.
std::vector<std::string> columns_of_means();
std::vector<std::string> cells_of(const RunMeans& means);

// By how much `other` takes longer, run by run, which have their losses in common. Nothing where
// there are not two such pairs, or where not the same runs finished: of those nothing is known but
// that.
std::optional<analysis::MeanInterval> longer_by(std::span<const JobRun> one,
                                                std::span<const JobRun> other);

template <class Runs, class Value>
double sum_of(const Runs& runs, Value value) {
  double all = 0;
  for (const auto& run : runs)
    all += static_cast<double>(value(run));
  return all;
}

}  // namespace spotgrid::commands
