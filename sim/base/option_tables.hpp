// The same descriptions as a table of options and as a JSON Schema.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "sim/base/options.hpp"

namespace spotgrid {

// One row of the table of options: how the key is written, what it takes, what it is without it.
struct OptionRow {
  std::string path;      // "storage.write"
  std::string type;      // "duration", "one of a, b"
  std::string fallback;  // the default as text; "required"; empty when the key may be left out
  std::string range;
  std::string help;
  bool moves_results = false;
};

// Visits a default-made struct; both visitors below change what they describe.
std::vector<OptionRow> option_rows(const std::function<void(Fields&)>& describe);

// The JSON Schema (draft-07) of an object, indented.
std::string option_schema(const std::function<void(Fields&)>& describe, std::string_view title);

}  // namespace spotgrid
