// sweep.json.
// SPDX-License-Identifier: Apache-2.0
#include "commands/sweep_manifest.hpp"

#include <filesystem>

#include "commands/command.hpp"
#include "commands/output_folder.hpp"
#include "sim/base/option_reader.hpp"
#include "sim/base/option_writer.hpp"

namespace spotgrid::commands {
namespace {

namespace fs = std::filesystem;
constexpr std::string_view name = "sweep.json";

}  // namespace

void SweepManifest::describe(Fields& fields) {
  fields("cells", cells, "cells in all", required);
  fields("columns", columns, "paths that vary");
  fields("version", version, "version of the program");
  fields("scenario_sha256", scenario_sha256, "hash of the scenario");
  fields("inputs", inputs, "files that the first cell reads");
  fields("sweep", sweep, "the sweep with every default written out");
}

SweepManifest SweepManifest::of(const std::string& folder) {
  const std::string path = (fs::path(folder) / name).string();
  if (!fs::is_regular_file(path))
    throw InputError(InputKind::data, {folder, "holds no sweep, found no sweep.json",
                                       "give the folder that sweep -o was given"});
  return read_strictly<SweepManifest>(Document::load(path, InputKind::data));
}

void SweepManifest::keep(const std::string& folder) const {
  if (!fs::exists(fs::path(folder) / name)) {
    OutputFolder(folder).write(name, to_json(*this, 2) + "\n");
    return;
  }
  if (to_json(of(folder), 2) != to_json(*this, 2))
    wrong_usage(folder, "holds the parts of another sweep, scenario or version",
                "choose another folder, or remove this one");
}

}  // namespace spotgrid::commands
