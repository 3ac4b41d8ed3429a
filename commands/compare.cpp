// spotgrid compare: values of one path of a sweep against each other, by paired runs.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <set>

#include <fmt/format.h>

#include "analysis/amounts.hpp"
#include "analysis/block_intervals.hpp"
#include "analysis/table.hpp"
#include "commands/command.hpp"
#include "commands/flag_document.hpp"
#include "commands/sweep_cells.hpp"
#include "commands/sweep_lines.hpp"
#include "commands/sweep_manifest.hpp"
#include "commands/sweep_store.hpp"
#include "sim/base/option_reader.hpp"
#include "sim/base/option_writer.hpp"
#include "sim/base/unit_text.hpp"

namespace spotgrid::commands {
namespace {

constexpr std::string_view place = "compare";

struct CompareOptions {
  Seconds correlation{0};
  void describe(Fields& fields) {
    fields("correlation", correlation, "correlation time of the market", at_least(0s));
  }
};

// Start and replication: runs of one such pair meet the same losses.
using Pair = std::pair<std::int64_t, std::int64_t>;
struct Run {
  bool finished = false;
  std::optional<double> start_s;
  double value = 0, makespan_s = 0;
};
using Runs = std::map<Pair, Run>;
// By value of the path, in the order of the sweep file.
struct Group {
  std::string title;  // values of the other columns
  std::vector<std::pair<std::string, Runs>> values;
};

std::string plain(const std::string& json) {
  return json.size() > 1 && json.front() == '"' ? json.substr(1, json.size() - 2) : json;
}

class Comparing {
 public:
  Comparing(const std::string& folder, std::string path, std::string metric)
      : manifest_(SweepManifest::of(folder)), path_(std::move(path)), metric_(std::move(metric)) {
    const std::vector<std::string_view> known(manifest_.columns.begin(), manifest_.columns.end());
    if (std::find(known.begin(), known.end(), path_) == known.end())
      wrong_usage(place, fmt::format("no axis varies \"{}\"", path_), nearest_of(path_, known));
    const SweepLines lines = lines_of(SweepStore(folder));
    missing_ = manifest_.cells - static_cast<std::int64_t>(lines.size());
    for (const auto& [cell, line] : lines)
      add(record_from(line, "compare"));
    if (!has_metric_)
      wrong_usage(place, fmt::format("no run has the metric \"{}\"", metric_),
                  "cost_usd, makespan_s, time.redo and counters.preemptions are some");
  }

  std::int64_t missing() const { return missing_; }
  const std::vector<Group>& groups() const { return groups_; }

 private:
  void add(const CellRecord& record) {
    std::string title, value;
    for (const std::string& column : manifest_.columns) {
      const std::string text = plain(record.values.at(column).text);
      if (column == path_)
        value = text;
      else
        title += fmt::format("{}{} {}", title.empty() ? "" : ", ", column, text);
    }
    auto group = std::find_if(groups_.begin(), groups_.end(),
                              [&](const Group& one) { return one.title == title; });
    if (group == groups_.end())
      group = groups_.insert(groups_.end(), Group{title, {}});
    auto runs = std::find_if(group->values.begin(), group->values.end(),
                             [&](const auto& one) { return one.first == value; });
    if (runs == group->values.end())
      runs = group->values.insert(group->values.end(), {value, {}});
    Run run;
    run.finished = record.outcome == "finished" || record.outcome == "finished_late";
    run.start_s = record.start_s;
    if (const auto found = record.metrics.find(metric_); found != record.metrics.end()) {
      run.value = found->second;
      has_metric_ = true;
    }
    if (const auto found = record.metrics.find("makespan_s"); found != record.metrics.end())
      run.makespan_s = found->second;
    runs->second[{record.start, record.replication}] = run;
  }

  SweepManifest manifest_;
  std::string path_, metric_;
  std::vector<Group> groups_;
  std::int64_t missing_ = 0;
  bool has_metric_ = false;
};

std::int64_t finished(const Runs& runs) {
  return std::count_if(runs.begin(), runs.end(),
                       [](const auto& one) { return one.second.finished; });
}

// Of a block: two of the longest runs of them all, so that runs of one block hardly reach into the
// windows of the next, and the correlation time of the market.
double window_of(const Group& group) {
  double longest = 0;
  for (const auto& [value, runs] : group.values)
    for (const auto& [pair, run] : runs)
      longest = std::max(longest, run.makespan_s);
  return longest;
}

analysis::BlockMean mean_of(const Runs& runs, double least_s) {
  std::vector<analysis::TimedValue> values;
  for (const auto& [pair, run] : runs)
    if (run.finished)
      values.push_back({run.start_s, run.value});
  return analysis::block_mean(values, least_s);
}

// Of pairs in which both finished.
analysis::BlockMean difference(const Runs& from, const Runs& to, double least_s) {
  std::vector<analysis::TimedValue> values;
  for (const auto& [pair, run] : to) {
    const auto other = from.find(pair);
    if (run.finished && other != from.end() && other->second.finished)
      values.push_back({run.start_s, run.value - other->second.value});
  }
  return analysis::block_mean(values, least_s);
}

struct Row {
  std::string scenario, value;
  std::int64_t runs = 0, finished = 0;
  analysis::BlockMean mean;
  std::optional<analysis::BlockMean> difference;  // to the baseline
  std::optional<double> adjusted_p;
  bool recommended = false;

  void describe(Fields& fields);
};

struct Comparison {
  std::vector<Row> rows;
  void describe(Fields& fields) { fields("rows", rows, "a value in a scenario each"); }
};

void describe_mean(Fields& fields, const char* key, analysis::BlockMean& one) {
  struct Section {
    analysis::BlockMean* of;
    void describe(Fields& inner) const {
      std::optional<double> low, high;
      if (of->interval) {
        low = of->interval->low;
        high = of->interval->high;
      }
      auto blocks = static_cast<std::int64_t>(of->blocks);
      inner("mean", of->mean, "mean");
      inner("low", low, "95 % interval");
      inner("high", high, "95 % interval");
      inner("n_eff", blocks, "blocks of which the interval is");
    }
  } section{&one};
  fields(key, section, "a mean with its interval");
}

void Row::describe(Fields& fields) {
  fields("scenario", scenario, "values of the other paths");
  fields("value", value, "value of the path");
  fields("runs", runs, "runs");
  fields("finished", finished, "of them, that finished");
  describe_mean(fields, "metric", mean);
  if (difference)
    describe_mean(fields, "difference", *difference);
  fields("holm_p", adjusted_p, "p of no difference, corrected for all that are printed");
  fields("recommended", recommended, "not distinguishable from the best");
}
// The best by completion, then by the lower mean; with it all that 95 % would not tell from it.
void recommend(const Group& group, double least_s, std::span<Row> rows) {
  std::size_t best = 0;
  for (std::size_t i = 1; i < rows.size(); ++i)
    if (rows[i].finished > rows[best].finished ||
        (rows[i].finished == rows[best].finished && rows[i].mean.mean < rows[best].mean.mean))
      best = i;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const auto more = difference(group.values[best].second, group.values[i].second, least_s);
    rows[i].recommended = rows[best].finished > 0 && rows[i].finished == rows[best].finished &&
                          (!more.interval || more.interval->low <= 0);
  }
}

std::vector<Row> compared(const std::vector<Group>& groups, const std::string& baseline,
                          Seconds correlation) {
  std::vector<Row> rows;
  std::vector<double> p;
  std::vector<std::size_t> with_p;
  for (const Group& group : groups) {
    const double least_s = 2 * window_of(group) + correlation.count();
    const auto base = std::find_if(group.values.begin(), group.values.end(),
                                   [&](const auto& one) { return one.first == baseline; });
    const std::size_t first = rows.size();
    for (const auto& [value, runs] : group.values) {
      Row row{group.title,
              value,
              static_cast<std::int64_t>(runs.size()),
              finished(runs),
              mean_of(runs, least_s),
              {},
              {},
              false};
      if (base != group.values.end() && value != baseline) {
        row.difference = difference(base->second, runs, least_s);
        if (row.difference->p) {
          p.push_back(*row.difference->p);
          with_p.push_back(rows.size());
        }
      }
      rows.push_back(std::move(row));
    }
    recommend(group, least_s, std::span(rows).subspan(first));
  }
  const std::vector<double> adjusted = analysis::holm(p);
  for (std::size_t i = 0; i < with_p.size(); ++i)
    rows[with_p[i]].adjusted_p = adjusted[i];
  return rows;
}

std::string with_interval(const analysis::BlockMean& one) {
  if (one.values == 0)
    return "";
  std::string text = fmt::format("{:.5g}", one.mean);
  if (one.interval)
    text += fmt::format(" [{:.5g}, {:.5g}]", one.interval->low, one.interval->high);
  return text;
}

std::string table_of(const std::vector<Row>& rows, const std::string& path,
                     const std::string& metric, const std::string& baseline, Seconds correlation,
                     bool partial) {
  using analysis::Align;
  analysis::Table table({{"scenario"},
                         {path},
                         {"finished", Align::right},
                         {metric, Align::right},
                         {"more than " + baseline, Align::right},
                         {"Holm p", Align::right},
                         {"blocks", Align::right},
                         {""}});
  bool too_few = false, alone = true;
  std::string before;
  for (const Row& row : rows) {
    too_few = too_few || (row.finished > 1 && !row.mean.interval);
    alone = alone && row.runs < 2;
    table.add({row.scenario == before ? "" : row.scenario, row.value,
               fmt::format("{} of {}", row.finished, row.runs), with_interval(row.mean),
               row.difference ? with_interval(*row.difference) : "",
               row.adjusted_p ? fmt::format("{:.3g}", *row.adjusted_p) : "",
               fmt::format("{}", row.mean.blocks), row.recommended ? "recommended" : ""});
    before = row.scenario;
  }
  std::string text = (partial ? "PARTIAL: cells of the sweep are missing\n\n" : "") + table.text();
  text +=
      "\nMeans over runs that finished; differences by pairs of runs with the same losses of which "
      "both finished;\n95 % intervals by Student's t over blocks of starts, two of the longest "
      "runs long. "
      "Recommended are all values that\ncannot be told from the best: most finished, then least.\n";
  if (alone)
    text += "n = 1, no interval: one start of one trace.\n";
  else if (too_few)
    text += fmt::format("No interval of fewer than {} blocks is given.\n", analysis::fewest_blocks);
  if (correlation <= 0s)
    text +=
        "The correlation time of the market is taken as 0 (--correlation): where losses come in "
        "spells, intervals\nare too narrow.\n";
  return text;
}

std::string csv_of(const std::vector<Row>& rows, const std::string& path) {
  analysis::Table table({{"scenario"},
                         {path},
                         {"runs"},
                         {"finished"},
                         {"mean"},
                         {"low"},
                         {"high"},
                         {"n_eff"},
                         {"difference"},
                         {"difference_low"},
                         {"difference_high"},
                         {"holm_p"},
                         {"recommended"}});
  const auto number = [](const std::optional<double>& value) {
    return value ? number_text(*value) : std::string();
  };
  for (const Row& row : rows) {
    const auto& mean = row.mean.interval;
    const auto& other = row.difference;
    const bool bounded = other && other->interval;
    table.add({row.scenario, row.value, fmt::format("{}", row.runs),
               fmt::format("{}", row.finished), row.finished > 0 ? number_text(row.mean.mean) : "",
               mean ? number_text(mean->low) : "", mean ? number_text(mean->high) : "",
               fmt::format("{}", row.mean.blocks), other ? number_text(other->mean) : "",
               bounded ? number_text(other->interval->low) : "",
               bounded ? number_text(other->interval->high) : "", number(row.adjusted_p),
               row.recommended ? "true" : "false"});
  }
  return table.csv();
}

int run_compare(const Arguments& arguments) {
  constexpr std::array<FlagKey, 1> keys = {FlagKey{"--correlation", "correlation"}};
  const auto options =
      read_strictly<CompareOptions>(flag_document(arguments, keys, std::string(place)));
  const std::string format = format_of(arguments, place);
  const std::string path = arguments.one("--by", ""),
                    metric = arguments.one("--metric", "cost_usd");
  const Comparing comparing(arguments.one("DIR", ""), path, metric);
  const bool partial = comparing.missing() > 0;
  if (partial && !arguments.has("--allow-incomplete")) {
    tell(fmt::format("compare: {} cells are missing; sweep on, or give --allow-incomplete\n",
                     comparing.missing()));
    return incomplete;
  }
  std::vector<std::string> values;
  for (const Group& group : comparing.groups())
    for (const auto& [value, runs] : group.values)
      if (std::find(values.begin(), values.end(), value) == values.end())
        values.push_back(value);
  const std::string baseline = arguments.one("--baseline", values.empty() ? "" : values.front());
  if (std::find(values.begin(), values.end(), baseline) == values.end())
    wrong_usage(place, fmt::format("{} never has the value \"{}\"", path, baseline),
                nearest_of(baseline, std::vector<std::string_view>(values.begin(), values.end())));
  const std::vector<Row> rows = compared(comparing.groups(), baseline, options.correlation);
  print(format == "csv"    ? csv_of(rows, path)
        : format == "json" ? to_json(Comparison{rows}, 2) + "\n"
                           : table_of(rows, path, metric, baseline, options.correlation, partial));
  return success;
}

}  // namespace

Command compare() {
  return {
      .name = "compare",
      .summary = "values of one path of a sweep against each other, by paired runs",
      .arguments =
          {{.name = "DIR", .value = "", .help = "folder of the sweep", .required = true},
           {.name = "--by", .value = "PATH", .help = "an axis of the sweep", .required = true},
           {.name = "--baseline",
            .value = "VALUE",
            .help = "what the others are compared with; the first without it"},
           {.name = "--metric",
            .value = "NAME",
            .help = "a number of the results, less is better; cost_usd without it"},
           {.name = "--correlation",
            .value = "TIME",
            .help = "correlation time of the market, added to two of the longest runs for "
                    "the length of a block; 0 s without it"},
           {.name = "--allow-incomplete", .value = "", .help = "also where cells are missing"},
           {.name = "--format", .value = "FORM", .help = "what is printed: table, json or csv"}},
      .examples = {"spotgrid compare out/periods --by provisioning.policy",
                   "spotgrid compare out/periods --by checkpointing.schedules.0.every --metric "
                   "makespan_s --correlation '6 h'"},
      .run = run_compare};
}

}  // namespace spotgrid::commands
