// Files -> scenarios.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>

#include "scenarios/scenario.hpp"
#include "sim/base/document.hpp"

namespace spotgrid::scenarios {

// One --set: a dotted path with indices, and its JSON value or text.
struct Override {
  std::string path, value;
};

// Reads strictly; throws InputError(scenario) with all problems of the file.
Scenario load(const std::string& path, std::span<const Override> overrides = {});
// The same from a document, whose name stands for the file.
Scenario read(const Document& document);

}  // namespace spotgrid::scenarios
