// The columns of `run --format csv`.
// SPDX-License-Identifier: Apache-2.0
#include "analysis/key_figures.hpp"

#include <fmt/format.h>

#include "analysis/table.hpp"
#include "sim/base/unit_text.hpp"

namespace spotgrid::analysis {
namespace {

struct Cells {
  std::vector<Column> names;
  std::vector<std::string> values;

  void add(std::string name, std::string value) {
    names.push_back({std::move(name)});
    values.push_back(std::move(value));
  }
  void add(std::string name, double value) { add(std::move(name), number_text(rounded(value))); }
  void add(std::string name, std::int64_t value) { add(std::move(name), fmt::format("{}", value)); }
};

double seconds_in(const RunResult& run, const std::string& phase) {
  const auto found = run.time.find(phase);
  return found == run.time.end() ? 0 : found->second;
}

void add_on_demand(const RunReport& report, Cells& cells) {
  if (report.on_demand) {
    cells.add("on_demand_outcome", std::string(word_of(report.on_demand->result.outcome)));
    cells.add("on_demand_makespan_s", report.on_demand->result.makespan_s);
    cells.add("on_demand_cost_usd", report.on_demand->result.cost_usd);
  } else {
    for (const char* name : {"on_demand_outcome", "on_demand_makespan_s", "on_demand_cost_usd"})
      cells.add(name, std::string());
  }
}

void add_counters(const Counters& counted, Cells& cells) {
  cells.add("iterations", counted.iterations);
  cells.add("requests", counted.requests);
  cells.add("launch_failures", counted.launch_failures);
  cells.add("preemptions", counted.preemptions);
  cells.add("loss_events", counted.loss_events);
  cells.add("saves", counted.saves);
  cells.add("saves_committed", counted.saves_committed);
  cells.add("saves_torn", counted.saves_torn);
  cells.add("restores", counted.restores);
  cells.add("rollbacks", counted.rollbacks);
  cells.add("traffic_bytes", counted.traffic_bytes);
}

}  // namespace

std::string key_figures_csv(const RunReport& report, const std::string& version) {
  const RunResult& run = report.result;
  Cells cells;
  cells.add("version", version);
  cells.add("seed", report.seed);
  cells.add("outcome", std::string(word_of(run.outcome)));
  cells.add("makespan_s", run.makespan_s);
  cells.add("cost_usd", run.cost_usd);
  add_on_demand(report, cells);
  cells.add("progress", run.progress);
  cells.add("target", run.target);
  for (const char* phase : {"useful", "contention", "redo", "checkpoint_stall", "stalled",
                            "restart", "restore", "boot_wait", "capacity_wait", "idle"})
    cells.add(std::string(phase) + "_s", seconds_in(run, phase));
  double held = 0;
  for (const auto& entry : run.node_seconds)
    held += entry.second;
  cells.add("node_s", held);
  add_counters(run.counters, cells);
  cells.add("stall_mean_s", run.checkpoints.stall.mean);
  cells.add("durable_mean_s", run.checkpoints.durable.mean);
  Table table(std::move(cells.names));
  table.add(std::move(cells.values));
  return table.csv();
}

}  // namespace spotgrid::analysis
