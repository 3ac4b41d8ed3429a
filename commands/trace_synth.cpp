// spotgrid trace synth: a made-up market, drawn from fitted laws.
// SPDX-License-Identifier: Apache-2.0
#include <array>

#include <fmt/format.h>

#include "commands/command.hpp"
#include "commands/flag_document.hpp"
#include "commands/output_folder.hpp"
#include "sim/base/option_reader.hpp"
#include "traces/generators/synthetic_market.hpp"

namespace spotgrid::commands {
namespace {

constexpr std::string_view place = "trace synth";

// "a,b,c" as a JSON list of texts.
std::string list_of(std::string_view names) {
  std::string json;
  while (true) {
    const auto comma = names.find(',');
    json += (json.empty() ? "[" : ",") + json_text(names.substr(0, comma));
    if (comma == std::string_view::npos)
      return json + "]";
    names = names.substr(comma + 1);
  }
}

traces::SyntheticMarket market_of(const Arguments& arguments) {
  using As = FlagKey::As;
  constexpr std::array<FlagKey, 5> keys = {
      FlagKey{"--seed", "seed", As::json}, FlagKey{"--start", "start"},
      FlagKey{"--instance", "instance"}, FlagKey{"--on-demand", "on_demand"},
      FlagKey{"--nodes", "nodes", As::json}};
  Document document = flag_document(arguments, keys, std::string(place));
  if (const auto days = arguments.one("--days"))
    document.set("span", json_text(*days + " d"));
  if (const auto zones = arguments.one("--zones"))
    document.set("zones", list_of(*zones));
  for (const std::string& one : arguments.all("--set")) {
    const PathValue set = path_value(one, "spells.up.first_share=0.8");
    document.set(set.path, set.value);
  }
  return read_strictly<traces::SyntheticMarket>(document);
}

int write_market(const Arguments& arguments) {
  const traces::SyntheticMarket market = market_of(arguments);
  const OutputFolder folder(arguments.one("--out", ""));
  const traces::SyntheticFiles files = traces::generate(market);
  folder.write("prices.csv", files.prices);
  folder.write("capacity.csv", files.capacity);
  print(fmt::format("{}\n{}\n", folder.path_of("prices.csv"), folder.path_of("capacity.csv")));
  return success;
}

}  // namespace

Command trace_synth() {
  return {.name = "trace synth",
          .summary = "make up a market from fitted laws: prices.csv and capacity.csv",
          .arguments =
              {{.name = "--out",
                .value = "DIR",
                .help = "folder of the two files",
                .letter = "-o",
                .required = true},
               {.name = "--seed", .value = "N", .help = "number from which all chance follows"},
               {.name = "--start", .value = "TIME", .help = "first instant, 2026-01-01T00:00:00Z"},
               {.name = "--days", .value = "N", .help = "length, 14"},
               {.name = "--zones", .value = "A,B,C", .help = "names of the zones"},
               {.name = "--instance", .value = "TYPE", .help = "instance type, p3.2xlarge"},
               {.name = "--on-demand", .value = "PRICE", .help = "on-demand price, '3.06 $/h'"},
               {.name = "--nodes", .value = "N", .help = "nodes of a zone that is up, 16"},
               {.name = "--set",
                .value = "PATH=VALUE",
                .help = "an option of the laws: spells, falls, shocks, price, by_zone",
                .repeated = true}},
          .examples = {"spotgrid trace synth --seed 1 --days 30 --zones a,b --nodes 32 -o market",
                       "spotgrid trace synth --set spells.up.first_mean='2 h' -o market"},
          .run = write_market};
}

}  // namespace spotgrid::commands
