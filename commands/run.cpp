// spotgrid run: one scenario, simulated, and the same job on demand beside it.
// SPDX-License-Identifier: Apache-2.0
#include <utility>

#include <fmt/format.h>

#include "analysis/key_figures.hpp"
#include "commands/command.hpp"
#include "commands/flag_document.hpp"
#include "commands/gates.hpp"
#include "commands/memo_file.hpp"
#include "commands/on_demand.hpp"
#include "commands/output_folder.hpp"
#include "commands/progress_line.hpp"
#include "commands/report_of.hpp"
#include "scenarios/load.hpp"
#include "sim/base/option_writer.hpp"
#include "sim/own_process.hpp"

namespace spotgrid::commands {
namespace {

constexpr std::string_view place = "run";

std::vector<scenarios::Override> overrides_of(const Arguments& arguments) {
  std::vector<scenarios::Override> overrides;
  for (const std::string& one : arguments.all("--set")) {
    PathValue set = path_value(one, "job.training.nodes=4");
    overrides.push_back({std::move(set.path), std::move(set.value)});
  }
  for (const std::string_view key : {"seed", "start"}) {
    if (const auto value = arguments.one("--" + std::string(key)))
      overrides.push_back({std::string(key), key == "start" ? json_text(*value) : *value});
  }
  return overrides;
}

// SimGrid aborts at a setting of another form. Which keys there are is its own to know.
void check_form(std::string_view name, std::string_view value) {
  const bool log = name == "--log";
  const auto dot = log ? value.find('.') : std::string_view::npos;
  const std::size_t key = log ? dot + 1 : 0;  // npos + 1 is 0
  const auto end = value.find_first_of(log ? ":=" : ":", key);
  const bool category = !log || (key > 1 && dot < end);
  const bool whole = category && end != std::string_view::npos && end > key;
  if (whole || (log && value == "no_loc"))
    return;
  wrong_usage(fmt::format("{} {}", name, value),
              fmt::format("expected {}", log ? "CATEGORY.KEY:VALUE" : "KEY:VALUE"),
              fmt::format("write it like {}", log ? "root.thres:error" : "network/TCP-gamma:1000"));
}

std::vector<std::string> simgrid_arguments_of(const Arguments& arguments) {
  std::vector<std::string> settings;
  for (const std::string_view name : {"--cfg", "--log"}) {
    for (const std::string& value : arguments.all(name)) {
      check_form(name, value);
      settings.push_back(fmt::format("{}={}", name, value));
    }
  }
  return settings;
}

scenarios::Assembled assembled_of(const Arguments& arguments) {
  std::vector<std::string> settings = simgrid_arguments_of(arguments);
  scenarios::Assembled assembled =
      scenarios::assemble(scenarios::load(arguments.one("SCENARIO", ""), overrides_of(arguments)));
  Setup& setup = assembled.setup;
  setup.keep_journal = arguments.has("--journal");
  setup.keep_timeline = arguments.has("--timeline");
  setup.simgrid_arguments = std::move(settings);
  return assembled;
}

std::string quoted(const std::string& word) {
  const bool plain = !word.empty() && word.find_first_not_of(
                                          "abcdefghijklmnopqrstuvwxyz"
                                          "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                          "0123456789_-+./:=,@%") == std::string::npos;
  return plain ? word : "'" + word + "'";
}

std::string command_of(const Arguments& arguments) {
  std::string line = "spotgrid run " + quoted(arguments.one("SCENARIO", ""));
  for (const std::string_view name : {"--set", "--seed", "--start", "--cfg", "--log"}) {
    for (const std::string& value : arguments.all(name)) {
      line += fmt::format(" {}{}{}", name, name == "--cfg" || name == "--log" ? "=" : " ",
                          quoted(value));
    }
  }
  return line;
}

// Nobody would tell that they have no effect.
void warn_of_idle_settings(const Setup& setup) {
  if (!setup.simgrid_arguments.empty() && !moves_bytes(setup))
    tell("warning: the run does not use SimGrid, so that --cfg and --log have no effect\n");
}

bool all_on_demand(const scenarios::Assembled& assembled) {
  const JobSetup& job = assembled.setup.job;
  const bool servers_on_spot = job.servers_from.side == MarketSide::spot;
  return assembled.resolved.provisioning.choice.name == "on_demand_only" && !servers_on_spot;
}

void compare_with_on_demand(const scenarios::Assembled& assembled, const Watch& watch,
                            SharedMemo* memo, analysis::RunReport& report) {
  if (all_on_demand(assembled)) {
    report.no_on_demand = "all nodes are on demand";
  } else {
    report.on_demand = simulate_on_demand(assembled, watch, memo);
  }
}

void write_files(const OutputFolder& folder, const Arguments& arguments, const RunResult& result,
                 const std::string& json, const std::string& table) {
  // What belongs to an earlier run goes first and the result comes last: a folder with a result
  // holds that run alone.
  for (const char* name : {"result.json", "table.txt", "events.jsonl", "timeline.json"})
    folder.remove(name);
  if (arguments.has("--journal")) {
    std::string lines;
    for (const std::string& line : result.journal)
      lines += line + "\n";
    folder.write("events.jsonl", lines);
  }
  if (arguments.has("--timeline"))
    folder.write("timeline.json", result.timeline);
  folder.write("table.txt", table);
  folder.write("result.json", json);
}

// The outcome comes before the gates: they are about runs that came to something.
int exit_code(const scenarios::Assembled& assembled, const RunResult& result,
              const std::vector<std::string>& failed) {
  for (const std::string& sentence : failed)
    tell(fmt::format("spotgrid: {}\n", sentence));
  const bool censored = result.outcome == Outcome::trace_exhausted &&
                        assembled.setup.market.end_of_trace == EndOfTrace::censor;
  if (!analysis::reached_target(result.outcome) && !censored)
    return not_reached;
  return failed.empty() ? success : gate_failed;
}

int run_scenario(const Arguments& arguments) {
  const std::string format = format_of(arguments, place);
  const Gates gates = Gates::of(arguments.all("--require"), arguments.one("--max-cost"));
  const std::optional<std::string> out = arguments.one("--out");
  if (!out && (arguments.has("--journal") || arguments.has("--timeline"))) {
    wrong_usage(place, "--journal and --timeline write files, found no folder for them",
                "add --out DIR");
  }
  const scenarios::Assembled assembled = assembled_of(arguments);
  const std::optional<OutputFolder> folder = out ? std::optional<OutputFolder>(*out) : std::nullopt;

  std::optional<ProgressLine> progress;
  if (!arguments.has("--quiet")) {
    warn_of_idle_settings(assembled.setup);
    progress.emplace();
  }
  const auto watch = [&](const char* name) { return progress ? progress->watch(name) : Watch(); };
  const std::unique_ptr<MemoFile> memo = MemoFile::of(arguments.one("--memo"));
  SharedMemo* const known = memo ? &memo->memo() : nullptr;
  const auto document = scenarios::ResultDocument::of(
      simulate_apart(assembled.setup, watch("the job"), known), assembled, program_version());
  const std::string json = to_json(document, 2) + "\n";
  analysis::RunReport report = report_of(assembled, document);
  report.repeat = command_of(arguments);
  if (folder || format != "json")
    compare_with_on_demand(assembled, watch("the same on demand"), known, report);
  if (memo)
    memo->keep();
  progress.reset();
  const std::string table = analysis::run_text(report);
  if (folder)
    write_files(*folder, arguments, document.result, json, table);
  if (format != "table" && !arguments.has("--quiet")) {
    for (const std::string& warning : document.result.warnings)
      tell(fmt::format("warning: {}\n", warning));
  }
  print(format == "json"  ? json
        : format == "csv" ? analysis::key_figures_csv(report, program_version())
                          : table);
  return exit_code(assembled, document.result, gates.failed(document.result));
}

std::vector<Argument> run_arguments() {
  return {{.name = "SCENARIO",
           .value = "",
           .help = "a scenario file (JSON, comments allowed)",
           .required = true},
          {.name = "--out",
           .value = "DIR",
           .help = "leave result.json and table.txt there; without it nothing is written",
           .letter = "-o"},
          {.name = "--seed", .value = "N", .help = "another seed"},
          {.name = "--start",
           .value = "TIME",
           .help = "another start: 2023-03-01T00:00:00Z, or an offset such as '36 h'"},
          {.name = "--set",
           .value = "PATH=VALUE",
           .help = "another value in the scenario; PATH has dots and indices, VALUE is JSON or "
                   "text",
           .repeated = true},
          {.name = "--format", .value = "FORM", .help = "what is printed: table, json or csv"},
          {.name = "--journal", .value = "", .help = "also write events.jsonl (needs --out)"},
          {.name = "--timeline",
           .value = "",
           .help = "also write timeline.json for chrome://tracing or Perfetto (needs --out)"},
          {.name = "--require",
           .value = "COND",
           .help = "exit with 6 unless a counter is so: 'preemptions>=1'",
           .repeated = true},
          {.name = "--max-cost", .value = "USD", .help = "exit with 6 if the run costs more"},
          {.name = "--memo",
           .value = "FILE",
           .help = "keep what was simulated apart there, for later runs; the numbers are the same "
                   "without"},
          {.name = "--quiet", .value = "", .help = "no progress and no warnings on stderr"},
          {.name = "--cfg", .value = "KEY:VALUE", .help = "a setting of SimGrid", .repeated = true},
          {.name = "--log",
           .value = "CATEGORY.KEY:VALUE",
           .help = "a log setting of SimGrid",
           .repeated = true}};
}

}  // namespace

Command run() {
  return {.name = "run",
          .summary = "simulate a scenario, and the same job on demand beside it",
          .arguments = run_arguments(),
          .examples = {"spotgrid run scenarios/quickstart.json",
                       "spotgrid run scenarios/quickstart.json --seed 7 --out out/seed7 --journal",
                       "spotgrid run scenarios/quickstart.json --set job.training.nodes=4 "
                       "--format csv",
                       "spotgrid run scenarios/quickstart.json --max-cost 50 --require "
                       "'preemptions>=1'"},
          .run = run_scenario};
}

}  // namespace spotgrid::commands
