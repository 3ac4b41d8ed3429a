// spotgrid check: every problem of scenarios, without running them.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <fmt/format.h>

#include "commands/command.hpp"
#include "scenarios/assemble.hpp"
#include "scenarios/load.hpp"

namespace spotgrid::commands {
namespace {

// Prints what is wrong with one scenario. Problems are what this command is for, so they are caught
// here: the next file is still looked at.
int check_one(const std::string& path) {
  try {
    const scenarios::Assembled assembled = scenarios::assemble(scenarios::load(path));
    for (const std::string& warning : assembled.warnings)
      tell(fmt::format("warning: {}: {}\n", path, warning));
    print(fmt::format("{}: ok\n", path));
    return success;
  } catch (const InputError& error) {
    for (const Problem& problem : error.problems())
      print(problem.message() + "\n");
    return error.kind() == InputKind::scenario ? wrong_scenario : wrong_data;
  }
}

// A wrong scenario outweighs wrong data: it is mended first.
int check_all(const Arguments& arguments) {
  int code = success;
  for (const std::string& path : arguments.all("SCENARIO")) {
    const int one = check_one(path);
    code = one == success ? code : code == success ? one : std::min(code, one);
  }
  return code;
}

}  // namespace

Command check() {
  return {.name = "check",
          .summary = "validate scenarios: every problem with its file, place and remedy",
          .arguments = {{.name = "SCENARIO",
                         .value = "",
                         .help = "scenario files (JSON, comments allowed)",
                         .required = true,
                         .repeated = true}},
          .examples = {"spotgrid check scenarios/quickstart.json", "spotgrid check *.json"},
          .run = check_all};
}

}  // namespace spotgrid::commands
