// spotgrid init: a commented scenario to start from.
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "commands/command.hpp"
#include "scenarios/starters.hpp"

namespace spotgrid::commands {
namespace {

// Without a kind the first: what most people train with.
const scenarios::Starter& starter_named(const std::optional<std::string>& kind) {
  std::vector<std::string_view> names;
  for (const scenarios::Starter& one : scenarios::starters()) {
    if (!kind || one.name == *kind)
      return one;
    names.push_back(one.name);
  }
  wrong_usage("init", fmt::format("no such starter, found \"{}\"", kind.value_or("")),
              nearest_of(kind.value_or(""), names));
}

int print_starter(const Arguments& arguments) {
  print(starter_named(arguments.one("KIND")).text);
  return success;
}

// Kept for the life of the program: commands hold views.
const std::string& kinds_help() {
  static const std::string help = [] {
    std::string text = "which one: ";
    for (const scenarios::Starter& one : scenarios::starters())
      text += fmt::format("{}{}", text.ends_with(' ') ? "" : ", ", one.name);
    return text;
  }();
  return help;
}

}  // namespace

Command init() {
  return {
      .name = "init",
      .summary = "a commented scenario to start from",
      .arguments = {{.name = "KIND", .value = "", .help = kinds_help()}},
      .examples = {"spotgrid init > my_scenario.json", "spotgrid init deadline > my_scenario.json"},
      .run = print_starter};
}

}  // namespace spotgrid::commands
