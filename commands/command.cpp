// The table of commands, and what all of them share.
// SPDX-License-Identifier: Apache-2.0
#include "commands/command.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <system_error>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "sim/base/options.hpp"

namespace spotgrid::commands {

const std::vector<std::string>& Arguments::all(std::string_view name) const {
  static const std::vector<std::string> none;
  const auto found = given_.find(name);
  return found == given_.end() ? none : found->second;
}

std::optional<std::string> Arguments::one(std::string_view name) const {
  const std::vector<std::string>& values = all(name);
  return values.empty() ? std::nullopt : std::optional(values.back());
}

std::string Arguments::one(std::string_view name, std::string_view fallback) const {
  return one(name).value_or(std::string(fallback));
}

std::span<const Command> all() {
  static const std::vector<Command> commands = {run(),
                                                check(),
                                                init(),
                                                list(),
                                                explain(),
                                                schema(),
                                                trace_info(),
                                                trace_synth(),
                                                predict(),
                                                plan(),
                                                profile(),
                                                fit(),
                                                checkpoint_advise(),
                                                sweep(),
                                                merge(),
                                                compare(),
                                                reproduce(),
                                                version()};
  return commands;
}

void wrong_usage(std::string_view place, std::string text, std::string remedy) {
  throw InputError(InputKind::scenario, {std::string(place), std::move(text), std::move(remedy)});
}

std::string nearest_of(std::string_view word, std::span<const std::string_view> all) {
  return did_you_mean(word, all, fmt::format("there are {}", fmt::join(all, ", ")));
}

std::string format_of(const Arguments& arguments, std::string_view place) {
  constexpr std::array<std::string_view, 3> known = {"table", "json", "csv"};
  std::string format = arguments.one("--format", "table");
  if (std::find(known.begin(), known.end(), format) == known.end())
    wrong_usage(place, fmt::format("--format is one of table, json, csv, found \"{}\"", format));
  return format;
}

void refuse_unknown_command(const std::vector<std::string>& words) {
  std::string before;  // "trace " once the group is known
  for (const std::string& word : words) {
    if (word.starts_with("-"))
      return;
    std::vector<std::string_view> known;
    bool group = false;
    for (const Command& command : all()) {
      if (!command.name.starts_with(before))
        continue;
      const std::string_view rest = command.name.substr(before.size());
      const std::string_view first = rest.substr(0, rest.find(' '));
      if (known.empty() || known.back() != first)
        known.push_back(first);
      group = group || (first == word && first != rest);
    }
    if (std::find(known.begin(), known.end(), word) == known.end()) {
      wrong_usage("spotgrid", fmt::format("no such command, found \"{}{}\"", before, word),
                  nearest_of(word, known));
    }
    if (!group)
      return;
    before += word + " ";
  }
}

void refuse_extras(const Command& command, const std::vector<std::string>& extras) {
  if (extras.empty())
    return;
  const std::string& first = extras.front();
  std::vector<std::string_view> known;  // what a word with a dash may have been
  if (first.starts_with("-")) {
    known.emplace_back("--help");
    for (const Argument& argument : command.arguments) {
      if (!argument.by_position())
        known.push_back(argument.name);
    }
  }
  wrong_usage(fmt::format("spotgrid {}", command.name), fmt::format("nothing takes \"{}\"", first),
              did_you_mean(first.substr(0, first.find('=')), known,
                           fmt::format("see \"spotgrid {} --help\"", command.name)));
}

void print(std::string_view text) {
  const bool whole = std::fwrite(text.data(), 1, text.size(), stdout) == text.size();
  if (!whole || std::fflush(stdout) != 0)
    throw std::system_error(errno, std::generic_category(), "cannot write to the standard output");
}

void tell(std::string_view text) {
  std::fwrite(text.data(), 1, text.size(), stderr);
}

}  // namespace spotgrid::commands
