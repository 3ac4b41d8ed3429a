// spotgrid explain: what a thing does, where it comes from, its options or its figures.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "analysis/table.hpp"
#include "commands/command.hpp"
#include "commands/data_sheet.hpp"
#include "commands/kinds.hpp"
#include "sim/base/option_tables.hpp"

namespace spotgrid::commands {
namespace {

constexpr std::size_t page_width = 98;

std::string takes(const OptionRow& row) {
  return row.range.empty() ? row.type : row.type + ", " + row.range;
}

std::string option_table(const Choosable& one) {
  const std::vector<OptionRow> rows = option_rows(one.options);
  if (rows.empty())
    return "It has no options.\n";
  constexpr std::size_t most_takes = 28;
  constexpr std::size_t most_default = 16;
  std::size_t option = 6;
  std::size_t type = 5;
  std::size_t fallback = 7;
  for (const OptionRow& row : rows) {
    option = std::max(option, row.path.size());
    type = std::max(type, std::min(most_takes, takes(row).size()));
    fallback = std::max(fallback, std::min(most_default, row.fallback.size()));
  }
  // What is left of a page; a long path leaves little, but words need some room.
  const std::size_t used = option + type + fallback + 6;
  const std::size_t meaning = used + 30 < page_width ? page_width - used : 30;
  using analysis::Align;
  analysis::Table table({{"option"},
                         {"takes", Align::left, most_takes},
                         {"default", Align::left, most_default},
                         {"meaning", Align::left, meaning}});
  bool marks = false;
  for (const OptionRow& row : rows) {
    table.add(
        {row.path, takes(row), row.fallback, row.moves_results ? row.help + " (!)" : row.help});
    marks = marks || row.moves_results;
  }
  return table.text() + (marks ? "\n(!) a choice that moves results; reports list it\n" : "");
}

std::string page(const Kind& kind, const Choosable& one) {
  std::string text = fmt::format("{}: {} ({} in a scenario)\n\n", one.name, kind.one, kind.written);
  text += analysis::labelled("what", one.summary, 9);
  if (!one.source.empty())
    text += analysis::labelled("source", one.source, 9);
  if (!one.note.empty())
    text += analysis::labelled("rows", one.note, 9);
  return text + "\n" + (one.options ? option_table(one) : data_sheet(one.data));
}

struct Found {
  const Kind* kind;
  const Choosable* one;
};

std::vector<Found> find(const std::vector<Kind>& all, std::string_view name,
                        const std::optional<std::string>& only) {
  std::vector<Found> found;
  for (const Kind& kind : all) {
    for (const Choosable& one : kind.all) {
      if (one.name == name && (!only || &kind == &kind_named(all, *only, "explain")))
        found.push_back({&kind, &one});
    }
  }
  return found;
}

[[noreturn]] void refuse(const std::vector<Kind>& all, std::string_view name,
                         const std::optional<std::string>& only) {
  if (std::any_of(all.begin(), all.end(), [&](const Kind& kind) { return kind.name == name; })) {
    wrong_usage("explain", fmt::format("\"{}\" is a kind, not a name", name),
                fmt::format("\"spotgrid list {}\" shows its names", name));
  }
  std::vector<std::string_view> known;
  for (const Kind& kind : all) {
    if (!only || &kind == &kind_named(all, *only, "explain")) {
      for (const Choosable& one : kind.all)
        known.push_back(one.name);
    }
  }
  wrong_usage("explain", fmt::format("nothing has that name, found \"{}\"", name),
              did_you_mean(name, known, "\"spotgrid list\" shows the names"));
}

int print_page(const Arguments& arguments) {
  const std::vector<std::string>& words = arguments.all("NAME");
  if (words.empty() || words.size() > 2) {
    wrong_usage("explain",
                fmt::format("expected a name, or a kind and a name, found {} words", words.size()));
  }
  const std::vector<Kind> all = kinds();
  const std::optional<std::string> only =
      words.size() == 2 ? std::optional(words.front()) : std::nullopt;
  const std::vector<Found> found = find(all, words.back(), only);
  if (found.empty())
    refuse(all, words.back(), only);
  if (found.size() > 1) {
    std::vector<std::string> ways;
    ways.reserve(found.size());
    for (const Found& one : found)
      ways.push_back(fmt::format("\"spotgrid explain {} {}\"", one.kind->name, one.one->name));
    wrong_usage("explain", fmt::format("several kinds have the name \"{}\"", words.back()),
                fmt::format("say {}", fmt::join(ways, " or ")));
  }
  print(page(*found.front().kind, *found.front().one));
  return success;
}

}  // namespace

Command explain() {
  return {.name = "explain",
          .summary = "what a policy, scheme, format, workload, ... does, its options, its source",
          .arguments = {{.name = "NAME",
                         .value = "",
                         .help = "a name of \"spotgrid list\", its kind before it where needed",
                         .required = true,
                         .repeated = true}},
          .examples = {"spotgrid explain young_daly", "spotgrid explain schemes none",
                       "spotgrid explain p3.2xlarge"},
          .run = print_page};
}

}  // namespace spotgrid::commands
