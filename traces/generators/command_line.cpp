// A synthetic market as the command that makes it: flags, then every option that is not default.
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "sim/base/option_tables.hpp"
#include "sim/base/option_writer.hpp"
#include "sim/base/unit_text.hpp"
#include "traces/generators/synthetic_market.hpp"

namespace spotgrid::traces {
namespace {

// The options behind "--set": those that have no flag of their own and no name of a zone in them.
std::vector<OptionRow> model_rows(SyntheticMarket market) {
  return option_rows([&market](Fields& fields) {
    fields("spells", market.spells, "");
    fields("falls", market.falls, "");
    fields("shocks", market.shocks, "");
    fields("price", market.price, "");
  });
}

std::string by_zone_json(SyntheticMarket market) {
  OptionWriter writer;
  for (auto& entry : market.by_zone)
    writer(entry.first, entry.second, "");
  return writer.text(-1);
}

}  // namespace

std::string command_line(const SyntheticMarket& market) {
  std::string line = fmt::format(
      "spotgrid trace synth --seed {} --start {} --days {} --zones {} --instance {} "
      "--on-demand '{}' --nodes {}",
      market.seed, market.start, number_text(market.span / hours(24)), fmt::join(market.zones, ","),
      market.instance, to_text(market.on_demand), market.nodes);
  const std::vector<OptionRow> usual = model_rows({});
  const std::vector<OptionRow> set = model_rows(market);
  for (std::size_t i = 0; i < set.size(); ++i) {
    if (set[i].fallback != usual[i].fallback)
      line += fmt::format(" --set {}='{}'", set[i].path, set[i].fallback);
  }
  if (!market.by_zone.empty())
    line += fmt::format(" --set by_zone='{}'", by_zone_json(market));
  return line;
}

}  // namespace spotgrid::traces
