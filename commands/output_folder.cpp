// Writing of result files.
// SPDX-License-Identifier: Apache-2.0
#include "commands/output_folder.hpp"

#include <fstream>
#include <system_error>

#include <unistd.h>

#include "commands/command.hpp"

namespace spotgrid::commands {

namespace fs = std::filesystem;

OutputFolder::OutputFolder(const std::string& path) : path_(path) {
  if (path.empty())
    wrong_usage("--out", "expected a folder, found nothing");
  std::error_code problem;
  fs::create_directories(path_, problem);
  if (problem)
    wrong_usage("--out " + path, "the folder cannot be made, " + problem.message(),
                "choose another");
}

void OutputFolder::write(std::string_view name, std::string_view text) const {
  const fs::path whole = path_ / name;
  // Two runs into one folder must not write the same unfinished file.
  const fs::path unfinished = path_ / ("." + std::string(name) + "." + std::to_string(::getpid()));
  std::ofstream file(unfinished, std::ios::binary | std::ios::trunc);
  file.write(text.data(), static_cast<std::streamsize>(text.size()));
  file.close();
  std::error_code problem;
  if (file)
    fs::rename(unfinished, whole, problem);
  if (file && !problem)
    return;
  const std::string reason = problem ? problem.message() : "is the disk full or write-protected?";
  fs::remove(unfinished, problem);
  wrong_usage(whole.string(), "cannot be written, " + reason, "choose another folder");
}

void OutputFolder::remove(std::string_view name) const {
  std::error_code none;  // what cannot be removed cannot be replaced either, and is told then
  fs::remove(path_ / name, none);
}

}  // namespace spotgrid::commands
