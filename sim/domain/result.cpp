// Results as described data.
// SPDX-License-Identifier: Apache-2.0
#include "sim/domain/result.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace spotgrid {
namespace {

void rounded_map(Fields& fields, std::string_view key, std::map<std::string, double>& values,
                 std::string_view help) {
  for (auto& entry : values)
    entry.second = rounded(entry.second);
  fields(key, values, help);
}

void rounded_field(Fields& fields, std::string_view key, double& value, std::string_view help) {
  value = rounded(value);
  fields(key, value, help);
}

// Nearest rank: the smallest value that at least the share p of all does not exceed.
double percentile(const std::vector<double>& sorted, double p) {
  const auto rank = static_cast<std::size_t>(std::ceil(p * static_cast<double>(sorted.size())));
  return sorted[std::max<std::size_t>(rank, 1) - 1];
}

}  // namespace

double rounded(double value) {
  const double scaled = std::round(value * 1e6);
  return std::abs(scaled) < 9e15 ? scaled / 1e6 : value;
}

ClockSummary summary_of(std::vector<double> values) {
  ClockSummary summary;
  if (values.empty())
    return summary;
  std::sort(values.begin(), values.end());
  summary.count = static_cast<std::int64_t>(values.size());
  summary.mean =
      std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
  summary.p50 = percentile(values, 0.5);
  summary.p99 = percentile(values, 0.99);
  return summary;
}

void ClockSummary::describe(Fields& fields) {
  fields("count", count, "how many");
  rounded_field(fields, "mean", mean, "mean, s");
  rounded_field(fields, "p50", p50, "median, s");
  rounded_field(fields, "p99", p99, "99th percentile, s");
}

void TierCounts::describe(Fields& fields) {
  fields("committed", committed, "copies that became valid there");
  fields("restored_from", restored_from, "restores that read one");
  fields("lost", lost, "copies lost with their holders or processes");
}

void CheckpointClocks::describe(Fields& fields) {
  fields("stall", stall, "time that training stood still");
  fields("latency", latency, "time to the first surviving tier");
  fields("durable", durable, "time to the last tier");
  fields("by_tier", by_tier, "what became of the copies, by tier");
  rounded_field(fields, "exposed_s", exposed_s, "seconds without any restorable copy");
}

void CostSplit::describe(Fields& fields) {
  rounded_map(fields, "by_line", by_line, "USD by line; the lines sum to the total");
  rounded_map(fields, "by_state", by_state, "USD by state of the nodes");
  rounded_field(fields, "minimum", minimum, "charged beyond the use because of minimums, USD");
  rounded_field(fields, "rounding", rounding, "charged beyond the use because of units, USD");
  rounded_field(fields, "refund", refund, "given back, USD");
  rounded_field(fields, "storage", storage, "kept copies, USD");
  rounded_field(fields, "traffic", traffic, "bytes that left a zone, USD");
  fields("not_modelled", not_modelled, "lines that are absent, which is not 0");
}

void Shortfall::describe(Fields& fields) {
  rounded_field(fields, "total_s", total_s,
                "integral of 1 - rate / rate wanted over training time");
  rounded_map(fields, "by_cause_s", by_cause_s, "the same by what the missing nodes were doing");
}

void WorkerIterations::describe(Fields& fields) {
  fields("count", count, "iterations that ended");
  rounded_field(fields, "total_s", total_s, "sum of their lengths, s");
}

void LossReached::describe(Fields& fields) {
  if (reached)
    reached = rounded(*reached);
  fields("reached", reached, "loss at the end; nothing: training never began");
  rounded_field(fields, "objective", objective, "loss wanted");
  rounded_field(fields, "samples", samples, "samples of all iterations that ended");
}

void Counters::describe(Fields& fields) {
  fields("requests", requests, "nodes asked for and granted");
  fields("launch_failures", launch_failures, "nodes refused");
  fields("launch_failures_by", launch_failures_by, "the same by reason");
  fields("preemptions", preemptions, "nodes ended by the provider");
  fields("preemptions_by", preemptions_by, "the same by source");
  fields("preemptions_during", preemptions_during, "the same by state of the node");
  fields("loss_events", loss_events, "instants at which at least one node was lost");
  fields("releases", releases, "nodes ended by the policy");
  fields("notices_sent", notices_sent, "losses announced");
  fields("notices_seen", notices_seen, "announcements seen in time");
  fields("notices_missed", notices_missed, "announcements that came too late to be seen");
  fields("stops", stops, "events that stopped the job");
  fields("rollbacks", rollbacks, "times that progress fell back");
  fields("saves", saves, "saves begun");
  fields("saves_committed", saves_committed, "saves committed");
  fields("saves_torn", saves_torn, "saves that were broken");
  fields("restores", restores, "restores begun");
  fields("micro_simulations", micro_simulations,
         "start states of stretches that were simulated apart (fidelity memo)");
  fields("longest_row_without_commit", longest_row_without_commit,
         "longest row of recoveries without a higher commit");
  fields("iterations", iterations, "iterations that ended");
  fields("plans", plans, "times that the policy was asked");
  fields("price_changes", price_changes, "price changes met");
  fields("capacity_changes", capacity_changes, "capacity changes met");
  rounded_field(fields, "traffic_bytes", traffic_bytes, "bytes that left a zone");
  rounded_map(fields, "traffic_bytes_by", traffic_bytes_by, "all bytes moved, by purpose");
}

void RunResult::describe(Fields& fields) {
  fields("outcome", outcome, "how it ended");
  fields("reason", reason, "why, where it did not simply finish");
  rounded_field(fields, "makespan_s", makespan_s, "seconds from the start to the end");
  rounded_field(fields, "cost_usd", cost_usd, "USD, billed to the end");
  rounded_field(fields, "progress", progress,
                "progress reached: samples, seconds of work, or the loss state 1/(loss - gamma5)");
  rounded_field(fields, "target", target, "progress wanted");
  rounded_field(fields, "gained", gained, "work done above the high-water mark");
  rounded_field(fields, "repeated", repeated, "work done again");
  fields("loss", loss, "of a job that trains to a loss");
  fields("cost", cost, "where the money went");
  rounded_map(fields, "time", time, "seconds by phase of the job; they sum to makespan_s");
  rounded_map(fields, "node_seconds", node_seconds, "seconds by state of the nodes");
  fields("shortfall", shortfall, "training speed that was missing");
  fields("worker_iterations", worker_iterations,
         "iterations of workers that go at their own pace, by instance type");
  fields("counters", counters, "what was exercised");
  fields("checkpoints", checkpoints, "the clocks of checkpoints");
  fields("deadline_guaranteed", deadline_guaranteed, "the conditions of the safety net hold");
  fields("warnings", warnings, "what a reader should look at");
  fields("assumptions", assumptions, "choices of semantics that move results");
  fields("fidelity", fidelity, "how closely iterations were simulated");
  fields("grid_settings", grid_settings, "settings of SimGrid in force");
}

}  // namespace spotgrid
