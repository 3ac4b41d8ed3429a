// Cells of a sweep as runs: put together, named by what they hold, simulated, and read.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "commands/sweep_manifest.hpp"
#include "scenarios/assemble.hpp"
#include "scenarios/sweep.hpp"
#include "sim/simulation.hpp"

namespace spotgrid::commands {

// What one cell came to, as a line of a part file has it.
struct CellRecord {
  std::int64_t schema = 1;
  std::string id;         // hash of the resolved scenario, its inputs, replication and version
  std::int64_t cell = 0;  // in the order of the sweep file
  std::map<std::string, JsonText> values;  // by path
  std::int64_t start = 0, replication = 0;
  std::optional<double> start_s;  // after the beginning of the traces; nothing: the scenario's
  std::string outcome;            // of the run; "crashed", "threw" or "refused", with `text`
  std::string text;
  std::map<std::string, double> metrics;  // "makespan_s", "time.useful", "counters.preemptions"

  void describe(Fields& fields);
};
std::string line_of(const CellRecord& record);  // JSON without a newline
// Throws InputError(data) naming `place` for a line that is no record.
CellRecord record_from(std::string_view line, const std::string& place);

class SweepCells {
 public:
  // Throws InputError where the scenario cannot be read or has no traces to start in.
  explicit SweepCells(scenarios::SweepPlan plan);

  const scenarios::SweepPlan& plan() const { return plan_; }
  // Throws InputError where the first cell makes no scenario.
  SweepManifest manifest() const;
  // A cell that is ready to run; its record has all but outcome and metrics.
  struct Ready {
    Setup setup;
    CellRecord record;
  };
  // Throws InputError where the values make no scenario.
  Ready ready(std::size_t number);
  // Simulates; a run that crashes or throws is an outcome.
  static CellRecord run(Ready ready, SharedMemo& memo);

 private:
  std::optional<Seconds> start_of(const scenarios::SweepCell& cell);
  scenarios::Assembled assembled(const scenarios::SweepCell& cell,
                                 const std::optional<Seconds>& start) const;

  scenarios::SweepPlan plan_;
  std::string file_, text_;  // of the scenario
  // Of the row that was asked for last: for how long its traces go on.
  std::vector<std::string> row_;
  Seconds room_{0};
};

}  // namespace spotgrid::commands
