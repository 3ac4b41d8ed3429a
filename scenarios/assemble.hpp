// Scenario -> Setup: names become plug-ins, files become series in run time.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "scenarios/scenario.hpp"
#include "sim/domain/setup.hpp"
#include "traces/load.hpp"

namespace spotgrid::scenarios {

struct Assembled {
  Setup setup;
  Scenario resolved;  // with every default written out
  std::vector<traces::InputFile>
      inputs;                            // in the order of use, with paths as the scenario has them
  std::vector<std::string> warnings;     // what a user should look at
  std::vector<std::string> assumptions;  // choices that move results, one line each
  std::vector<std::string> not_modelled;  // what is left out, which is not 0
};

// Throws InputError with all problems that were found, each at its place in the scenario or in the
// file it names.
Assembled assemble(const Scenario& scenario);

// False for a pool that is there for parameter servers only, since the job has no speed on it, and
// for one in which the placement lets no worker stand beside the servers.
bool can_train(const Setup& setup, const Pool& pool);

}  // namespace spotgrid::scenarios
