// The folder in which a command leaves its files.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace spotgrid::commands {

class OutputFolder {
 public:
  // Makes the folder where it is missing; throws InputError(scenario) where that cannot be.
  explicit OutputFolder(const std::string& path);

  // Whole or not at all: written beside its name, then renamed, so that a run that was interrupted
  // leaves what was there before.
  void write(std::string_view name, std::string_view text) const;
  // Removes a file of an earlier run, if there is one.
  void remove(std::string_view name) const;
  std::string path_of(std::string_view name) const { return (path_ / name).string(); }

 private:
  std::filesystem::path path_;
};

}  // namespace spotgrid::commands
