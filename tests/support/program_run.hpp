// Runs the built program as a user does.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace spotgrid {

struct ProgramRun {
  int code = -1;  // exit code; 128 + n where signal n ended it
  std::string out, err;
};

// In the root of the checkout, without a terminal.
ProgramRun spotgrid_run(const std::vector<std::string>& arguments);

// An empty folder that is removed at the end.
class ScratchFolder {
 public:
  ScratchFolder();
  ~ScratchFolder();
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;

  std::string path(std::string_view name = {}) const { return (path_ / name).string(); }
  // Writes a file; its path.
  std::string file(std::string_view name, std::string_view text) const;

 private:
  std::filesystem::path path_;
};

std::string file_text(const std::filesystem::path& path);

// A job of three hours of work on one spot node that is never lost: runs in a moment.
std::string small_scenario();

}  // namespace spotgrid
