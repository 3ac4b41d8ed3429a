// spotgrid trace info: what a trace holds, and what one must know before running on it.
// SPDX-License-Identifier: Apache-2.0
#include <array>

#include <fmt/format.h>

#include "commands/command.hpp"
#include "commands/flag_document.hpp"
#include "sim/base/option_reader.hpp"
#include "sim/base/option_writer.hpp"
#include "traces/describe_trace.hpp"

namespace spotgrid::commands {
namespace {

constexpr std::string_view place = "trace info";

traces::ReadingOptions options_of(const Arguments& arguments) {
  using As = FlagKey::As;
  constexpr std::array<FlagKey, 10> keys = {
      FlagKey{"--input-format", "format"},   FlagKey{"--polarity", "polarity"},
      FlagKey{"--nodes", "nodes", As::json}, FlagKey{"--gap", "gap"},
      FlagKey{"--start", "start"},           FlagKey{"--unit", "unit"},
      FlagKey{"--product", "product"},       FlagKey{"--holes", "holes"},
      FlagKey{"--part", "part", As::json},   FlagKey{"--lengths", "lengths"}};
  return read_strictly<traces::ReadingOptions>(flag_document(arguments, keys, std::string(place)));
}

// The same counts mean three things; what follows for a run depends on the kind alone.
std::string meaning_of(std::string_view kind) {
  constexpr std::array<std::string_view, 3> known = {"limit", "probe", "fleet"};
  if (kind == "limit") {
    return "kind limit: so many nodes can be held at once; a fall takes what is held above it; in "
           "a pool: \"capacity\": {\"kind\": \"limit\", \"file\": ...}";
  }
  if (kind == "probe") {
    return "kind probe: so many nodes a trial request obtained, which says nothing about nodes "
           "already held; in a pool: \"capacity\": {\"kind\": \"probe\", \"asked\": N, \"file\": "
           "...}, and \"survival\" in its reclaim";
  }
  if (kind == "fleet") {
    return "kind fleet: so many nodes a maintained fleet held; a fall is a loss; in a pool: "
           "\"capacity\": {\"kind\": \"fleet\", \"target\": F, \"file\": ...}";
  }
  wrong_usage(place, fmt::format("--kind is one of limit, probe, fleet, found \"{}\"", kind),
              nearest_of(kind, known));
}

int print_info(const Arguments& arguments) {
  const std::string format = arguments.one("--format", "table");
  if (format != "table" && format != "json")
    wrong_usage(place, fmt::format("--format is one of table, json, found \"{}\"", format));
  const std::optional<std::string> kind = arguments.one("--kind");
  const std::string meaning = kind ? meaning_of(*kind) : "";
  traces::TraceInfo info =
      traces::describe_trace(traces::load(arguments.all("FILE"), options_of(arguments), false));
  if (kind) {
    info.notes.push_back(info.counts.empty() ? "the trace has no counts, to which a kind belongs"
                                             : meaning);
  }
  print(format == "json" ? to_json(info, 2) + "\n" : traces::trace_text(info));
  return success;
}

}  // namespace

Command trace_info() {
  return {
      .name = "trace info",
      .summary = "what trace files hold: format, pools, span, changes, losses, gaps, guesses",
      .arguments =
          {{.name = "FILE",
            .value = "",
            .help = "files of one format, plain, .gz or .zst; several are merged",
            .required = true,
            .repeated = true},
           {.name = "--input-format",
            .value = "NAME",
            .help = "format (\"spotgrid list formats\"); by content without it"},
           {.name = "--polarity",
            .value = "WORD",
            .help = "what 1 means in 0/1 data: available or preempted"},
           {.name = "--nodes", .value = "N", .help = "nodes that a 1 stands for"},
           {.name = "--gap", .value = "SPAN", .help = "sampling step, such as '10 min'"},
           {.name = "--start",
            .value = "TIME",
            .help = "calendar time of the first row of a relative trace"},
           {.name = "--unit",
            .value = "UNIT",
            .help = "unit of bare numbers in the time column: us, ms, s, min or h"},
           {.name = "--product",
            .value = "TEXT",
            .help = "product whose prices are read; Linux/UNIX without it"},
           {.name = "--holes", .value = "WHAT", .help = "a grid without rows: hold, down or split"},
           {.name = "--part",
            .value = "N",
            .help = "stretch of split data, from 1; else the longest"},
           {.name = "--lengths",
            .value = "WHAT",
            .help = "a grid that ends before others: hold, cut, down or wrap"},
           {.name = "--kind",
            .value = "KIND",
            .help = "what the counts mean: limit, probe or fleet"},
           {.name = "--format", .value = "FORM", .help = "what is printed: table or json"}},
      .examples = {"spotgrid trace info traces/samples/quickstart_capacity.csv --kind limit",
                   "spotgrid trace info prices.json.gz --format json"},
      .run = print_info};
}

}  // namespace spotgrid::commands
