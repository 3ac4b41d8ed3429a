// result.json: what a run came to, and all that is needed to repeat it.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "scenarios/assemble.hpp"
#include "sim/domain/result.hpp"

namespace spotgrid::scenarios {

// Holds no wall clock, host name or absolute path: equal inputs give equal bytes.
struct ResultDocument {
  RunResult result;
  std::vector<std::string> not_modelled;
  Scenario scenario;
  std::vector<traces::InputFile> inputs;  // with paths as the scenario has them
  std::string version;

  // Warnings and assumptions of the assembly come before those of the run.
  static ResultDocument of(RunResult result, const Assembled& assembled, std::string version);
  void describe(Fields& fields);
};

}  // namespace spotgrid::scenarios
