// What a folder of parts is a sweep of.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "scenarios/sweep.hpp"
#include "traces/load.hpp"

namespace spotgrid::commands {

// sweep.json in the folder.
struct SweepManifest {
  std::int64_t cells = 0;
  std::vector<std::string> columns;       // paths that vary
  std::string version;                    // of the program
  std::string scenario_sha256;            // of the scenario's text, without comments
  std::vector<traces::InputFile> inputs;  // of the first cell
  scenarios::SweepFile sweep;             // with every default written out

  void describe(Fields& fields);
  // Throws InputError(data) where the folder holds none.
  static SweepManifest of(const std::string& folder);
  // Writes it where there is none; throws InputError where the folder holds another sweep.
  void keep(const std::string& folder) const;
};

}  // namespace spotgrid::commands
