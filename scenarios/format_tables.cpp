// Markdown from rows of options.
// SPDX-License-Identifier: Apache-2.0
#include "scenarios/format_tables.hpp"

#include <algorithm>
#include <array>
#include <set>
#include <vector>

#include <fmt/format.h>

#include "scenarios/scenario.hpp"
#include "sim/base/option_tables.hpp"
#include "traces/format.hpp"

namespace spotgrid::scenarios {
namespace {

std::string cell(std::string_view text) {
  std::string out;
  for (const char c : text)
    out += c == '|' ? "\\|" : std::string(1, c);
  return out;
}

std::string table_row(const OptionRow& row, std::string_view path) {
  std::string takes = row.type;
  if (!row.range.empty())
    takes += ", " + row.range;
  return fmt::format("| `{}` | {} | {} | {}{} |\n", path, cell(takes), cell(row.fallback),
                     row.moves_results ? "(!) " : "", cell(row.help));
}

constexpr std::string_view head = "| Key | Takes | Default | Meaning |\n|---|---|---|---|\n";

// A duration may be a law everywhere; its parameters stand once, not at each key.
std::vector<OptionRow> without_laws(std::vector<OptionRow> rows) {
  std::vector<std::string> laws;
  for (const OptionRow& row : rows) {
    if (row.path.ends_with(".law"))
      laws.push_back(row.path.substr(0, row.path.size() - 3));
  }
  std::vector<OptionRow> kept;
  for (OptionRow& row : rows) {
    const bool parameter = std::any_of(laws.begin(), laws.end(), [&](const std::string& law) {
      return row.path.starts_with(law);
    });
    if (parameter)
      continue;
    const bool is_law = std::find(laws.begin(), laws.end(), row.path + ".") != laws.end();
    if (is_law)
      row.type += " or law";
    kept.push_back(std::move(row));
  }
  return kept;
}

std::vector<OptionRow> scenario_rows() {
  Scenario scenario;
  std::set<std::string> reading;
  traces::ReadingOptions options;
  for (const OptionRow& row : option_rows([&](Fields& fields) { options.describe(fields); }))
    reading.insert(row.path);
  std::vector<OptionRow> kept;
  for (OptionRow& row :
       without_laws(option_rows([&](Fields& fields) { scenario.describe(fields); }))) {
    const std::size_t dot = row.path.rfind('.');
    const std::string parent = row.path.substr(0, dot == std::string::npos ? 0 : dot);
    const bool of_file = parent.ends_with("].price") || parent.ends_with("].capacity");
    // A list of one may be written without its brackets; one row says enough.
    const bool twice = row.path.ends_with("file[]") || row.path.ends_with("family[]") ||
                       row.path.ends_with("reclaim.kind");
    if (!twice && (!of_file || !reading.contains(row.path.substr(dot + 1))))
      kept.push_back(std::move(row));
  }
  return kept;
}

struct Heading {
  std::string_view prefix, title;
};
// The longest prefix that fits decides.
constexpr std::array<Heading, 10> headings = {
    {{"", "Top level"},
     {"job.", "`job`"},
     {"market.", "`market`"},
     {"market.pools[].", "`market.pools[]`"},
     {"network.", "`network`"},
     {"traffic.", "`traffic`"},
     {"provisioning.", "`provisioning`"},
     {"checkpointing.", "`checkpointing`"},
     {"job.workload.", "A workload written out"},
     {"market.pools[].instance.", "An instance type written out"}}};

std::string_view heading_of(const std::string& path) {
  std::string_view best;
  for (const Heading& one : headings) {
    if (path.starts_with(one.prefix) && one.prefix.size() > best.size())
      best = one.prefix;
  }
  return best;
}

std::string section_tables() {
  const std::vector<OptionRow> rows = scenario_rows();
  std::string text;
  for (const Heading& one : headings) {
    text += fmt::format("\n### {}\n\n{}", one.title, head);
    for (const OptionRow& row : rows) {
      if (heading_of(row.path) == one.prefix)
        text += table_row(row, std::string_view(row.path).substr(one.prefix.size()));
    }
  }
  traces::ReadingOptions reading;
  text += fmt::format("\n### Beside `file`\n\n{}", head);
  for (const OptionRow& row : option_rows([&](Fields& fields) { reading.describe(fields); }))
    text += table_row(row, row.path);
  return text;
}

std::string law_table() {
  std::string text =
      "\n### Laws of durations\n\nWhere a duration may be a law, `\"90 s\"` is written plainly and "
      "a law as `{\"law\": NAME, ...}`.\n\n| Law | Parameters |\n|---|---|\n";
  for (const NamedSummary& one : Law::kinds())
    text += fmt::format("| `{}` | {} |\n", one.name, cell(one.summary));
  return text;
}

template <class Interface>
std::string catalogue_tables(std::string_view title,
                             std::span<const NamedEntry<Interface>> catalogue) {
  std::string text = fmt::format("\n### {}\n", title);
  for (const NamedEntry<Interface>& one : catalogue) {
    text +=
        fmt::format("\n**`{}`**: {}. Source: {}.\n", one.name, one.entry.summary, one.entry.source);
    const auto configured = one.entry.options();
    const auto rows =
        without_laws(option_rows([&](Fields& fields) { configured->describe(fields); }));
    if (!rows.empty())
      text += fmt::format("\n{}", head);
    for (const OptionRow& row : rows)
      text += table_row(row, row.path);
  }
  return text;
}

}  // namespace

std::string format_tables() {
  return section_tables() + law_table() +
         catalogue_tables("`job.training.mode`", training::catalogue()) +
         catalogue_tables("`market.reclaim[].kind`", reclaim::catalogue()) +
         catalogue_tables("`market.billing.rule`", billing::catalogue()) +
         catalogue_tables("`provisioning.policy`", provisioning::catalogue()) +
         catalogue_tables("`checkpointing.scheme.name`", schemes::catalogue()) +
         catalogue_tables("`checkpointing.schedules[].name`", schedules::catalogue()) +
         catalogue_tables("Formats of files", traces::formats::catalogue());
}

}  // namespace spotgrid::scenarios
