// Binds the commands to the command line. Start reading here: what each does is in commands/.
// SPDX-License-Identifier: Apache-2.0
#include <cstdio>
#include <exception>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "commands/command.hpp"

namespace spotgrid {
namespace {

using commands::Argument;
using commands::Command;

constexpr int internal_error = 1;
constexpr int most_words = 1 << 20;  // behind a repeated argument

// A command on the command line, with the values that CLI11 fills in.
struct Bound {
  const Command* command = nullptr;
  CLI::App* app = nullptr;
  std::map<std::string_view, std::vector<std::string>> values;
  std::map<std::string_view, bool> flags;
};

void bind(const Argument& argument, Bound& bound) {
  std::string name(argument.name);
  if (!argument.letter.empty())
    name = std::string(argument.letter) + "," + name;
  const std::string help(argument.help);
  if (argument.flag()) {
    bound.app->add_flag(name, bound.flags[argument.name], help);
    return;
  }
  CLI::Option* option = bound.app->add_option(name, bound.values[argument.name], help);
  option->required(argument.required)->type_name(std::string(argument.value));
  if (argument.by_position()) {
    option->expected(1, argument.repeated ? most_words : 1)->allow_extra_args(argument.repeated);
  } else {
    option->expected(1)->allow_extra_args(false)->multi_option_policy(
        argument.repeated ? CLI::MultiOptionPolicy::TakeAll : CLI::MultiOptionPolicy::Throw);
  }
}

std::unique_ptr<Bound> bind(const Command& command, CLI::App& root) {
  CLI::App* parent = &root;
  std::string name(command.name);
  if (const auto space = name.find(' '); space != std::string::npos) {
    const std::string group = name.substr(0, space);
    const std::vector<CLI::App*> groups =
        root.get_subcommands([&](const CLI::App* one) { return one->get_name() == group; });
    parent = groups.empty() ? root.add_subcommand(group, "look at traces, make them up")
                            : groups.front();
    name.erase(0, space + 1);
  }
  auto bound = std::make_unique<Bound>();
  bound->command = &command;
  bound->app = parent->add_subcommand(name, std::string(command.summary));
  bound->app->allow_extras();  // so that we say what was meant
  std::string examples = "Examples:";
  for (const std::string_view example : command.examples)
    examples += "\n  " + std::string(example);
  bound->app->footer(examples);
  for (const Argument& argument : command.arguments)
    bind(argument, *bound);
  return bound;
}

commands::Arguments given(const Bound& bound) {
  commands::Arguments arguments;
  for (const auto& entry : bound.values) {
    for (const std::string& value : entry.second)
      arguments.add(entry.first, value);
  }
  for (const auto& entry : bound.flags) {
    if (entry.second)
      arguments.add(entry.first, "");
  }
  return arguments;
}

int run(int argc, char** argv) {
  CLI::App app("Replays spot-price and preemption traces against modelled training clusters.",
               "spotgrid");
  app.set_version_flag("--version", [] {
    const std::string text = commands::versions_text();
    return text.substr(0, text.find_last_not_of('\n') + 1);  // CLI11 ends the line
  });
  app.footer("\"spotgrid COMMAND --help\" shows options and examples of a command.");
  std::vector<std::unique_ptr<Bound>> all;
  for (const Command& command : commands::all())
    all.push_back(bind(command, app));
  commands::refuse_unknown_command({argv + 1, argv + argc});
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& help_or_version) {
    return app.exit(help_or_version);
  } catch (const CLI::ParseError& problem) {
    commands::wrong_usage("spotgrid", problem.what(), "see \"spotgrid --help\"");
  }
  for (const auto& bound : all) {
    if (!bound->app->parsed())
      continue;
    commands::refuse_extras(*bound->command, bound->app->remaining());
    return bound->command->run(given(*bound));
  }
  commands::wrong_usage("spotgrid", "no command was given", "see \"spotgrid --help\"");
}

}  // namespace
}  // namespace spotgrid

int main(int argc, char** argv) {
  try {
    return spotgrid::run(argc, argv);
  } catch (const spotgrid::InputError& problem) {
    std::fprintf(stderr, "%s\n", problem.what());
    return problem.kind() == spotgrid::InputKind::scenario ? spotgrid::commands::wrong_scenario
                                                           : spotgrid::commands::wrong_data;
  } catch (const std::exception& problem) {
    std::fprintf(stderr, "spotgrid: internal error: %s\n", problem.what());
    return spotgrid::internal_error;
  }
}
