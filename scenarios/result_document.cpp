// Putting a result together.
// SPDX-License-Identifier: Apache-2.0
#include "scenarios/result_document.hpp"

namespace spotgrid::scenarios {

ResultDocument ResultDocument::of(RunResult result, const Assembled& assembled,
                                  std::string version) {
  ResultDocument document{std::move(result), assembled.not_modelled, assembled.resolved,
                          assembled.inputs, std::move(version)};
  RunResult& run = document.result;
  run.warnings.insert(run.warnings.begin(), assembled.warnings.begin(), assembled.warnings.end());
  run.assumptions.insert(run.assumptions.begin(), assembled.assumptions.begin(),
                         assembled.assumptions.end());
  return document;
}

void ResultDocument::describe(Fields& fields) {
  result.describe(fields);
  fields("not_modelled", not_modelled, "what the simulation leaves out");
  fields("scenario", scenario, "the scenario with every default written out");
  fields("inputs", inputs, "files that were read");
  fields("seed", scenario.seed, "number from which all chance follows");
  fields("version", version, "version of spotgrid");
}

}  // namespace spotgrid::scenarios
