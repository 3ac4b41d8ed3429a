// What one run came to.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <vector>

#include "sim/domain/journal.hpp"

namespace spotgrid {

// Times rounded to 1 us, money to 1e-6 $: what is printed is the same on every machine.
double rounded(double value);

// Count, mean and percentiles of one of the clocks of checkpoints, in seconds.
struct ClockSummary {
  std::int64_t count = 0;
  double mean = 0, p50 = 0, p99 = 0;
  void describe(Fields& fields);
};
ClockSummary summary_of(std::vector<double> values);

// What became of the copies of one tier.
struct TierCounts {
  std::int64_t committed = 0, restored_from = 0, lost = 0;
  void describe(Fields& fields);
};

struct CheckpointClocks {
  ClockSummary stall, latency, durable;
  std::map<std::string, TierCounts> by_tier;
  double exposed_s = 0;  // seconds of job time without any restorable copy of the progress made
  void describe(Fields& fields);
};

struct CostSplit {
  std::map<std::string, double>
      by_line;  // compute.spot.<zone>/<type>, servers.…, traffic.…, storage
  std::map<std::string, double> by_state;  // node states, with training as useful, contention, redo
  double minimum = 0, rounding = 0, refund = 0, storage = 0, traffic = 0;
  std::vector<std::string> not_modelled;  // lines that are absent, not 0
  void describe(Fields& fields);
};

// Training time lost to missing nodes: integral of 1 - rate / rate wanted, by what they were doing.
struct Shortfall {
  double total_s = 0;
  std::map<std::string, double> by_cause_s;
  void describe(Fields& fields);
};

// Of a job that trains to a loss: what it reached, and what it was to reach.
struct LossReached {
  std::optional<double> reached;  // nothing: training never began
  double objective = 0;
  double samples = 0;  // of all iterations that ended
  void describe(Fields& fields);
};

struct Counters {
  std::int64_t requests = 0, launch_failures = 0, preemptions = 0, releases = 0;
  std::int64_t notices_sent = 0, notices_seen = 0, notices_missed = 0;
  std::int64_t saves = 0, saves_committed = 0, saves_torn = 0, restores = 0, rollbacks = 0;
  std::int64_t stops = 0, price_changes = 0, capacity_changes = 0, plans = 0, iterations = 0;
  std::int64_t loss_events = 0;                 // instants at which at least one node was lost
  std::int64_t longest_row_without_commit = 0;  // recoveries in a row without a higher commit
  std::int64_t micro_simulations =
      0;  // start states of courses: those a run without a memo simulates
  double traffic_bytes = 0;
  std::map<std::string, std::int64_t> launch_failures_by, preemptions_by, preemptions_during;
  std::map<std::string, double> traffic_bytes_by;  // purpose, for all traffic
  void describe(Fields& fields);
};

// Of workers that go at their own pace, from the begin of the computation to the end of the pull:
// their mean length is what a profiler of iteration times sees.
struct WorkerIterations {
  std::int64_t count = 0;
  double total_s = 0;
  void describe(Fields& fields);
};

struct RunResult {
  Outcome outcome = Outcome::not_finished;
  std::string reason;
  double makespan_s = 0, cost_usd = 0;
  double progress = 0, target = 0, gained = 0, repeated = 0;  // in Work
  std::optional<LossReached> loss;
  CostSplit cost;
  std::map<std::string, double> time;          // by phase, s
  std::map<std::string, double> node_seconds;  // by state
  Shortfall shortfall;
  std::map<std::string, WorkerIterations> worker_iterations;  // by instance type
  Counters counters;
  CheckpointClocks checkpoints;
  bool deadline_guaranteed = false;  // the safety net's conditions hold
  std::vector<std::string> warnings;
  std::vector<std::string> assumptions;    // choices of semantics that move results
  std::vector<std::string> journal;        // lines, where they were asked for; written apart
  std::string timeline;                    // Chrome trace JSON, the same
  std::string fidelity;                    // in force: "full", "memo", "macro:20"
  std::vector<std::string> grid_settings;  // of SimGrid, where it ran

  void describe(Fields& fields);
};

}  // namespace spotgrid
