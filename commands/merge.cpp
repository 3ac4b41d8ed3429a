// spotgrid merge: the parts of a sweep as one table.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <map>
#include <optional>

#include <fmt/format.h>

#include "analysis/amounts.hpp"
#include "analysis/sweep_database.hpp"
#include "commands/command.hpp"
#include "commands/sweep_cells.hpp"
#include "commands/sweep_lines.hpp"
#include "commands/sweep_manifest.hpp"
#include "commands/sweep_store.hpp"
#include "sim/base/unit_text.hpp"

namespace spotgrid::commands {
namespace {

namespace fs = std::filesystem;

std::string csv_cell(std::string text) {
  if (text.find_first_of(",\"\n") == std::string::npos)
    return text;
  std::string quoted = "\"";
  for (const char c : text)
    quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
  return quoted + "\"";
}

// Text without its quotation marks; other JSON as it is.
std::string plain(const std::string& json) {
  return json.size() > 1 && json.front() == '"' ? json.substr(1, json.size() - 2) : json;
}

class Merged {
 public:
  Merged(const SweepManifest& manifest, const SweepLines& lines, std::string stamp)
      : manifest_(manifest), lines_(lines), stamp_(std::move(stamp)) {}

  void write_csv(const std::string& path, bool wide) const {
    std::ofstream file(path, std::ios::binary | std::ios::trunc);
    const std::vector<std::string> metrics = wide ? all_metrics() : std::vector<std::string>{};
    file << head(metrics);
    for (const auto& [cell, line] : lines_)
      file << (wide ? wide_row(record(line), metrics) : long_rows(record(line)));
    file.close();
    if (!file)
      wrong_usage(path, "cannot be written, is the disk full or write-protected?",
                  "choose another folder");
  }

  void write_database(const std::string& path) const {
    analysis::SweepDatabase database(path, manifest_.columns,
                                     {{"cells", fmt::format("{}", manifest_.cells)},
                                      {"sweep", stamp_},
                                      {"version", manifest_.version}});
    for (const auto& [cell, line] : lines_) {
      const CellRecord one = record(line);
      database.add({one.cell, one.id, values(one), one.start, one.replication, one.outcome,
                    one.text, one.metrics});
    }
    database.finish();
  }

 private:
  static CellRecord record(const std::string& line) { return record_from(line, "merge"); }

  std::vector<std::string> values(const CellRecord& one) const {
    std::vector<std::string> all;
    for (const std::string& column : manifest_.columns) {
      const auto found = one.values.find(column);
      all.push_back(found == one.values.end() ? "" : plain(found->second.text));
    }
    return all;
  }
  std::vector<std::string> all_metrics() const {
    std::map<std::string, bool> names;
    for (const auto& [cell, line] : lines_)
      for (const auto& [name, value] : record(line).metrics)
        names[name] = true;
    std::vector<std::string> all;
    all.reserve(names.size());
    for (const auto& [name, there] : names)
      all.push_back(name);
    return all;
  }
  std::string head(const std::vector<std::string>& metrics) const {
    std::string text = "sweep,cell,id";
    for (const std::string& column : manifest_.columns)
      text += "," + csv_cell(column);
    text += ",start,replication,outcome";
    if (metrics.empty())
      return text + ",metric,value\n";
    for (const std::string& metric : metrics)
      text += "," + csv_cell(metric);
    return text + "\n";
  }
  std::string key_of(const CellRecord& one) const {
    std::string text = fmt::format("{},{},{}", stamp_, one.cell, one.id);
    for (const std::string& value : values(one))
      text += "," + csv_cell(value);
    return text + fmt::format(",{},{},{}", one.start, one.replication, one.outcome);
  }
  std::string wide_row(const CellRecord& one, const std::vector<std::string>& metrics) const {
    std::string text = key_of(one);
    for (const std::string& metric : metrics) {
      const auto found = one.metrics.find(metric);
      text += "," + (found == one.metrics.end() ? "" : number_text(found->second));
    }
    return text + "\n";
  }
  std::string long_rows(const CellRecord& one) const {
    const std::string key = key_of(one);
    std::string text;
    for (const auto& [name, value] : one.metrics)
      text += fmt::format("{},{},{}\n", key, csv_cell(name), number_text(value));
    return one.metrics.empty() ? key + ",,\n" : text;
  }

  const SweepManifest& manifest_;
  const SweepLines& lines_;
  std::string stamp_;
};

// Written beside its name, then renamed.
template <class Write>
void replaced(const std::string& path, Write write) {
  const std::string unfinished = path + ".unfinished";
  write(unfinished);
  std::error_code problem;
  fs::rename(unfinished, path, problem);
  if (problem)
    wrong_usage(path, "cannot be written, " + problem.message(), "choose another folder");
}

int run_merge(const Arguments& arguments) {
  const std::string folder = arguments.one("DIR", "");
  const SweepManifest manifest = SweepManifest::of(folder);
  const SweepLines lines = lines_of(SweepStore(folder));
  std::string missing;
  std::int64_t gaps = 0;
  for (std::int64_t cell = 0; cell < manifest.cells; ++cell) {
    if (!lines.contains(cell)) {
      missing += fmt::format("{}\n", cell);
      ++gaps;
    }
  }
  const auto in_folder = [&](const char* name) { return (fs::path(folder) / name).string(); };
  std::error_code none;
  fs::remove(in_folder("missing.txt"), none);
  if (gaps > 0) {
    replaced(in_folder("missing.txt"),
             [&](const std::string& path) { std::ofstream(path, std::ios::binary) << missing; });
    if (!arguments.has("--allow-incomplete")) {
      tell(
          fmt::format("merge {}: {} of {} cells are missing; their numbers stand in missing.txt; "
                      "sweep on, or give --allow-incomplete\n",
                      folder, gaps, manifest.cells));
      return incomplete;
    }
  }
  const Merged merged(manifest, lines, gaps > 0 ? "PARTIAL" : "complete");
  replaced(in_folder("results.csv"),
           [&](const std::string& path) { merged.write_csv(path, arguments.has("--wide")); });
  replaced(in_folder("results.sqlite"),
           [&](const std::string& path) { merged.write_database(path); });
  print(fmt::format("{} of {} cells{}, in {} and results.sqlite\n", lines.size(), manifest.cells,
                    gaps > 0 ? " (PARTIAL)" : "", in_folder("results.csv")));
  return success;
}

}  // namespace

Command merge() {
  return {
      .name = "merge",
      .summary = "the parts of a sweep as one table: results.csv and results.sqlite",
      .arguments = {{.name = "DIR", .value = "", .help = "folder of the sweep", .required = true},
                    {.name = "--wide",
                     .value = "",
                     .help = "one row a cell; else one row a cell and metric"},
                    {.name = "--allow-incomplete",
                     .value = "",
                     .help = "also where cells are missing; the table says PARTIAL in each row"}},
      .examples = {"spotgrid merge out/periods", "spotgrid merge out/periods --wide"},
      .run = run_merge};
}

}  // namespace spotgrid::commands
