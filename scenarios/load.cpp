// Reading of scenarios.
// SPDX-License-Identifier: Apache-2.0
#include "scenarios/load.hpp"

#include "sim/base/option_reader.hpp"

namespace spotgrid::scenarios {

Scenario read(const Document& document) {
  Scenario scenario;
  scenario.file = document.name();
  OptionReader reader(document);
  scenario.describe(reader);
  reader.finish();
  return scenario;
}

Scenario load(const std::string& path, std::span<const Override> overrides) {
  Document document = Document::load(path, InputKind::scenario);
  for (const Override& one : overrides)
    document.set(one.path, one.value);
  return read(document);
}

}  // namespace spotgrid::scenarios
