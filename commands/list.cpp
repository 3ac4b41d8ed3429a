// spotgrid list: what can be chosen by name.
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "analysis/table.hpp"
#include "commands/command.hpp"
#include "commands/kinds.hpp"

namespace spotgrid::commands {
namespace {

std::string kind_table(const std::vector<Kind>& all) {
  using analysis::Align;
  analysis::Table table({{"kind"}, {"entries", Align::right}, {"in a scenario"}});
  for (const Kind& kind : all) {
    table.add(
        {std::string(kind.name), fmt::format("{}", kind.all.size()), std::string(kind.written)});
  }
  return table.text();
}

std::string entry_table(const Kind& kind) {
  analysis::Table table({{std::string(kind.one)}, {"", analysis::Align::left, 80}});
  for (const Choosable& one : kind.all)
    table.add({std::string(one.name), one.summary});
  return table.text();
}

int print_list(const Arguments& arguments) {
  const std::vector<Kind> all = kinds();
  const std::optional<std::string> kind = arguments.one("KIND");
  print(kind ? entry_table(kind_named(all, *kind, "list")) : kind_table(all));
  return success;
}

}  // namespace

Command list() {
  return {.name = "list",
          .summary = "what can be chosen by name: policies, schemes, formats, workloads, ...",
          .arguments = {{.name = "KIND", .value = "", .help = "only this kind, entry by entry"}},
          .examples = {"spotgrid list", "spotgrid list provisioning", "spotgrid list instances"},
          .run = print_list};
}

}  // namespace spotgrid::commands
