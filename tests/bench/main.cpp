// Runs the benchmarks, then prints the table that docs/performance.md holds.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <iostream>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <benchmark/benchmark.h>
#include <fmt/format.h>

namespace {

using Counters = std::map<std::string, double>;

// "ring/16/1" of "ring/16/1/iterations:1/manual_time".
std::string plain_name(const std::string& name) {
  return name.substr(0, std::min({name.find("/iterations:"), name.find("/min_time:"),
                                  name.find("/manual_time"), name.find("/real_time")}));
}

// The usual table, and what was counted by each benchmark.
class Recorder final : public benchmark::ConsoleReporter {
 public:
  Recorder() : ConsoleReporter(OO_Tabular) {}
  void ReportRuns(const std::vector<Run>& runs) override {
    for (const Run& run : runs)
      for (const auto& [name, counter] : run.counters)
        found_[plain_name(run.benchmark_name())][name] = counter.value;
    ConsoleReporter::ReportRuns(runs);
  }
  std::optional<double> find(const std::string& benchmark, const std::string& counter) const {
    const auto of = found_.find(benchmark);
    if (of == found_.end())
      return std::nullopt;
    const auto at = of->second.find(counter);
    return at == of->second.end() ? std::nullopt : std::optional(at->second);
  }

 private:
  std::map<std::string, Counters> found_;
};

struct Row {
  std::string what, benchmark, counter;
  std::string by;         // the benchmark that a ratio is taken to; empty: the counter itself
  std::string_view unit;  // "%": a ratio in per cent
  std::string_view target;
};

std::vector<Row> ratios() {
  const std::string full = "month_in_full", simulated = "simulated_s/s";
  std::vector<Row> rows{
      {"memo cold / full", "month_by_cold_memo", simulated, full, "x", ">= 2000"},
      {"memo warm / full", "month_by_warm_memo", simulated, full, "x", ">= 50000"}};
  for (const char* args : {"16/1", "16/4", "64/1", "64/4"})
    rows.push_back({fmt::format("full / bare, ring, N/buckets {}", args),
                    fmt::format("ring/{}", args), "of_bare", "", "%", ">= 80"});
  for (const std::string nodes : {"4", "16", "64", "256"})
    rows.push_back({"full / bare, parameter server, N = " + nodes, "parameter_server_asp/" + nodes,
                    "of_bare", "", "%", nodes == "16" ? ">= 80" : ""});
  rows.push_back({"work_units, events / ticks", "work_units_with_greedy/events", "runs/s",
                  "work_units_with_greedy/ticks", "x", ""});
  for (const std::string hosts : {"8", "64", "512", "4096"})
    rows.push_back({"zygote / fork, hosts " + hosts, "from_zygote/" + hosts, "runs/s",
                    "forked/" + hosts, "x", ""});
  return rows;
}

std::vector<Row> figures() {
  std::vector<Row> rows{
      {"30 days by warm memo", "month_by_warm_memo", "runs/s", "", "runs/s", ">= 100"},
      {"30 days by cold memo", "month_by_cold_memo", "runs/s", "", "runs/s", ""},
      {"peak memory, 30 days by cold memo", "peak_memory/month_by_cold_memo", "MiB", "", "MiB",
       "<= 100"},
      {"peak memory, 1 h in full", "peak_memory/hour_in_full", "MiB", "", "MiB", ""},
      {"work_units, events", "work_units_with_greedy/events", "runs/s", "", "runs/s", ">= 20000"},
      {"work_units, ticks", "work_units_with_greedy/ticks", "runs/s", "", "runs/s", ">= 5000"}};
  for (const char* how : {"sliding_window", "exhaustive"})
    rows.push_back({fmt::format("plan of 70 instances, {}", how), fmt::format("search/{}", how),
                    "s/search", "", "ms", *how == 's' ? "< 50" : "< 5000"});
  for (const char* kind : {"quiet", "save"})
    for (const char* nodes : {"16", "64"})
      rows.push_back({fmt::format("micro-simulations, {}, N = {}", kind, nodes),
                      fmt::format("micro_simulations/{}/{}", kind, nodes), "courses/s", "",
                      "courses/s", ""});
  for (const char* args : {"16/1", "16/4", "64/1", "64/4"})
    rows.push_back({fmt::format("full, ring, N/buckets {}", args), fmt::format("ring/{}", args),
                    "iterations/s", "", "iterations/s", ""});
  for (const char* nodes : {"4", "16", "64", "256"})
    rows.push_back({fmt::format("full, parameter server, N = {}", nodes),
                    fmt::format("parameter_server_asp/{}", nodes), "iterations/s", "",
                    "iterations/s", ""});
  for (const char* how : {"forked", "from_zygote"})
    for (const char* hosts : {"8", "64", "512", "4096"})
      rows.push_back({fmt::format("{}, hosts {}", how, hosts), fmt::format("{}/{}", how, hosts),
                      "runs/s", "", "runs/s", ""});
  for (const char* kind : {"indented", "one_line"})
    rows.push_back({fmt::format("AWS JSON, {}", kind),
                    fmt::format("trace_info_of_aws_json/{}", kind), "bytes_per_second", "", "MB/s",
                    ">= 30"});
  return rows;
}

// Three digits that count.
std::string digits(double value) {
  return value >= 1000 ? fmt::format("{:.0f}", value) : fmt::format("{:.3g}", value);
}

// Rows whose benchmarks did not run are left out.
void print(std::string_view title, const std::vector<Row>& rows, const Recorder& found) {
  std::string text = fmt::format("\n| {} | measured | target |\n| --- | --- | --- |\n", title);
  for (const Row& row : rows) {
    std::optional<double> value = found.find(row.benchmark, row.counter);
    if (!row.by.empty()) {
      const std::optional<double> by = found.find(row.by, row.counter);
      value = value && by ? std::optional(*value / *by) : std::nullopt;
    }
    if (!value)
      continue;
    const double scale = row.unit == "%"      ? 100
                         : row.unit == "MB/s" ? 1e-6
                         : row.unit == "ms"   ? 1e3
                                              : 1;
    text += fmt::format("| {} | {} {} | {} |\n", row.what, digits(*value * scale), row.unit,
                        row.target);
  }
  std::cout << text;
}

}  // namespace

int main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv))
    return 2;
  Recorder recorder;
  benchmark::RunSpecifiedBenchmarks(&recorder);
  print("ratio", ratios(), recorder);
  print("figure", figures(), recorder);
}
