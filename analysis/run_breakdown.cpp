// Where time, nodes and money went.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <set>
#include <string_view>

#include <fmt/format.h>

#include "analysis/amounts.hpp"
#include "analysis/run_report.hpp"
#include "analysis/table.hpp"

namespace spotgrid::analysis {
namespace {

// The order in which people read; names that are not here come after, by name.
constexpr std::array<std::string_view, 17> reading_order = {
    "useful",  "contention", "redo",    "checkpoint_stall", "stall",
    "stalled", "restart",    "restore", "draining",         "serving",
    "spare",   "waiting",    "booting", "boot_wait",        "capacity_wait",
    "idle",    "requested"};

std::vector<std::string> in_reading_order(const std::set<std::string>& names) {
  std::vector<std::string> sorted(names.begin(), names.end());
  std::stable_sort(sorted.begin(), sorted.end(), [](const std::string& a, const std::string& b) {
    const auto place = [](const std::string& name) {
      return std::find(reading_order.begin(), reading_order.end(), name);
    };
    return place(a) < place(b);
  });
  return sorted;
}

double value_of(const std::map<std::string, double>& values, const std::string& name) {
  const auto found = values.find(name);
  return found == values.end() ? 0 : found->second;
}

// Phases without time are left out: the phases sum to the makespan, so nothing is hidden.
std::string phase_table(const RunResult& run) {
  const SpanUnit unit = span_unit(Seconds{run.makespan_s});
  const double whole = run.makespan_s / unit.length.count();
  const PartsColumn parts(whole);
  Table table(
      {{"where the time went"}, {std::string(unit.name), Align::right}, {"share", Align::right}});
  std::set<std::string> names;
  for (const auto& entry : run.time) {
    if (entry.second != 0)
      names.insert(entry.first);
  }
  for (const std::string& name : in_reading_order(names)) {
    const double seconds = value_of(run.time, name);
    table.add(
        {name, parts.text(seconds / unit.length.count()), share_text(seconds, run.makespan_s)});
  }
  table.add({"makespan", parts.text(whole), ""});
  return table.text();
}

std::string state_table(const RunResult& run) {
  std::set<std::string> names;
  double held = 0;
  for (const auto& entry : run.node_seconds) {
    held += entry.second;
    if (entry.second != 0)
      names.insert(entry.first);
  }
  double billed = 0;
  for (const auto& entry : run.cost.by_state) {
    billed += entry.second;
    if (entry.second != 0)
      names.insert(entry.first);
  }
  const PartsColumn node_hours(held / 3600);
  const PartsColumn money(run.cost_usd);
  Table table({{"what nodes were doing"}, {"node h", Align::right}, {"USD", Align::right}});
  for (const std::string& name : in_reading_order(names)) {
    table.add({name, node_hours.text(value_of(run.node_seconds, name) / 3600),
               run.cost.by_state.contains(name) ? money.text(value_of(run.cost.by_state, name))
                                                : "not billed"});
  }
  table.add({"all nodes", node_hours.text(held / 3600), money.text(billed)});
  return table.text();
}

std::string traffic_note(const RunReport& report) {
  if (report.result.counters.traffic_bytes > 0)
    return bytes_text(report.result.counters.traffic_bytes) + " left a zone";
  return report.one_zone ? "none: the gang stays in one zone" : "none: no byte left a zone";
}

// What stands behind a line that has no amount: it is absent for a reason, which is not 0.
void add_absent_lines(const RunReport& report, Table& table) {
  const RunResult& run = report.result;
  bool traffic = false;
  for (const auto& entry : run.cost.by_line)
    traffic = traffic || entry.first.starts_with("traffic");
  for (const std::string& line : run.cost.not_modelled) {
    const auto colon = line.find(": ");  // "storage of checkpoints: no price is given"
    const bool is_traffic = line.starts_with("traffic");
    const bool moved = run.counters.traffic_bytes > 0;
    std::string note = "not modelled";
    if (colon != std::string::npos)
      note += line.substr(colon);
    if (is_traffic)
      note = (moved ? note.append(", ") : "") + traffic_note(report);
    table.add({line.substr(0, colon), "", "", note});
    traffic = traffic || is_traffic;
  }
  if (!traffic)
    table.add({"traffic", "", "", traffic_note(report)});
}

std::string bill_table(const RunReport& report) {
  const RunResult& run = report.result;
  const PartsColumn money(run.cost_usd);
  Table table({{"where the money went"}, {"USD", Align::right}, {"share", Align::right}, {""}});
  for (const auto& entry : run.cost.by_line) {
    if (entry.second != 0 || !entry.first.starts_with("traffic")) {
      table.add({entry.first, money.text(entry.second), share_text(entry.second, run.cost_usd),
                 entry.first.starts_with("traffic") ? traffic_note(report) : ""});
    } else {
      table.add({entry.first, "", "", traffic_note(report)});
    }
  }
  add_absent_lines(report, table);
  table.add({"total", money.text(run.cost_usd)});
  const auto within = [&](std::string_view name, double usd, std::string_view note) {
    if (usd != 0)
      table.add({fmt::format("  {}", name), money.text(usd), "", std::string(note)});
  };
  within("of it: minimum", run.cost.minimum, "charged beyond the use");
  within("of it: rounding", run.cost.rounding, "charged beyond the use");
  within("after: refund", run.cost.refund, "given back by the provider");
  return table.text();
}

}  // namespace

std::string breakdown_text(const RunReport& report) {
  return beside(phase_table(report.result), state_table(report.result)) + "\n" + bill_table(report);
}

}  // namespace spotgrid::analysis
