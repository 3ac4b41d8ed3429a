// spotgrid schema: the JSON Schema of scenario files, for editors.
// SPDX-License-Identifier: Apache-2.0
#include "commands/command.hpp"
#include "scenarios/scenario.hpp"
#include "sim/base/option_tables.hpp"

namespace spotgrid::commands {
namespace {

int print_schema(const Arguments&) {
  scenarios::Scenario scenario;
  const std::string text =
      option_schema([&](Fields& fields) { scenario.describe(fields); }, "spotgrid scenario");
  print(text.ends_with('\n') ? text : text + "\n");
  return success;
}

}  // namespace

Command schema() {
  return {.name = "schema",
          .summary = "the JSON Schema of scenario files, for editors",
          .arguments = {},
          .examples = {"spotgrid schema > spotgrid.schema.json"},
          .run = print_schema};
}

}  // namespace spotgrid::commands
