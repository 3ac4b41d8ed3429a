// How often to save: periods by theory beside what simulated runs say, for one scheme.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "commands/advised_runs.hpp"

namespace spotgrid::commands {

// What a scheme costs without contention, or why the scenario's options do not suffice for it.
struct SchemeTimes {
  std::string scheme;
  std::optional<double> stall_s, latency_s, durable_s, restore_s;
  std::string why_not;

  void describe(Fields& fields);
};

// A period by a formula.
struct TheoryPeriod {
  std::string formula;
  double period_s = 0;
  std::string source;

  void describe(Fields& fields);
};

// Runs with one period.
struct PeriodRow {
  double period_s = 0;
  RunMeans means;
  bool as_quick_as_best = false;  // no difference to the best that 95 % would tell, by paired runs

  void describe(Fields& fields);
};

struct SchemeAdvice {
  std::string scheme;
  // Seen in runs: events that stopped the job, in the time in which they could, and what one save
  // cost: stall and longer iterations.
  std::int64_t stops = 0;
  double watched_s = 0, mtbf_s = 0, overhead_s = 0, latency_s = 0;
  bool mtbf_is_bound = false;  // nothing stopped it: the mean is likely longer
  std::vector<TheoryPeriod> theory;
  std::vector<PeriodRow> periods;   // ascending
  std::optional<std::size_t> best;  // of periods: quickest among those of most finished runs
  double low_s = 0, high_s = 0;     // periods next to the best that are as quick

  void describe(Fields& fields);
};

struct Advice {
  std::string scenario;
  std::int64_t runs = 0;
  bool without_state = false;  // the job's state has no size, so that moving it costs nothing
  bool starts_move = false;    // the runs begin at different instants of the traces
  std::vector<SchemeTimes> schemes;
  std::vector<SchemeAdvice> advice;

  void describe(Fields& fields);
};

// Measures what a save costs and how often the job is stopped, then simulates periods around what
// theory says, or those that are given.
SchemeAdvice advise(const AdvisedRuns& runs, const AdvisedScheme& scheme,
                    std::span<const Seconds> given);

std::string advice_table(const Advice& advice);
std::string advice_json(const Advice& advice);
std::string advice_csv(const Advice& advice);

}  // namespace spotgrid::commands
