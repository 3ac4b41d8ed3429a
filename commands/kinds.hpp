// Everything that can be chosen by name, kind by kind: what `list` and `explain` know.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "sim/base/options.hpp"

namespace spotgrid::commands {

// One thing of a kind.
struct Choosable {
  std::string_view name;
  std::string summary;
  std::string source;                    // empty for data, where each figure has its own
  std::function<void(Fields&)> options;  // empty for data
  std::string_view data;                 // the JSON file, for workloads and instances
  std::string note;                      // one more sentence, for formats
};

struct Kind {
  std::string_view name;     // as users type it: "schemes"
  std::string_view one;      // one of them: "checkpoint scheme"
  std::string_view written;  // where a scenario names it: "checkpointing.scheme.name"
  std::vector<Choosable> all;
};

// In the order in which a reader meets them in a scenario.
std::vector<Kind> kinds();
std::vector<std::string_view> names(const std::vector<Kind>& kinds);
std::vector<std::string_view> names(const std::vector<Choosable>& all);

// The kind that a user named, also in the singular; wrong_usage() where there is none.
const Kind& kind_named(const std::vector<Kind>& kinds, std::string_view name,
                       std::string_view place);

}  // namespace spotgrid::commands
