// Built-in files become files, since traces are read from disk.
// SPDX-License-Identifier: Apache-2.0
#include "commands/reproduce/shipped_scenario.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <system_error>

#include "scenarios/published.hpp"
#include "sim/base/error.hpp"

namespace spotgrid::commands::reproduction {
namespace {

namespace fs = std::filesystem;

class FolderForNow {
 public:
  FolderForNow() : path_((fs::temp_directory_path() / "spotgrid-XXXXXX").string()) {
    if (::mkdtemp(path_.data()) == nullptr)
      throw std::system_error(errno, std::generic_category(), "no temporary folder");
  }
  ~FolderForNow() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }
  FolderForNow(const FolderForNow&) = delete;
  FolderForNow& operator=(const FolderForNow&) = delete;

  std::string path_of(std::string_view name) const { return (fs::path(path_) / name).string(); }

 private:
  std::string path_;
};

}  // namespace

scenarios::Assembled shipped_scenario(std::string_view name,
                                      std::span<const scenarios::Override> overrides) {
  const FolderForNow folder;
  for (const DataFile& file : scenarios::spotdnn_runs::files()) {
    std::ofstream out(folder.path_of(file.name), std::ios::binary);
    if (!(out << file.text).flush())
      throw std::system_error(errno, std::generic_category(), "a temporary file cannot be written");
  }
  return scenarios::assemble(scenarios::load(folder.path_of(name), overrides));
}

Setup shipped_setup(std::span<const DataFile> files, std::string_view name,
                    std::span<const scenarios::Override> overrides) {
  const auto found = std::find_if(files.begin(), files.end(),
                                  [&](const DataFile& file) { return file.name == name; });
  require(found != files.end(), "a scenario of a paper is built in");
  Document document =
      Document::parse(found->text, std::string(name) + ".json", InputKind::scenario);
  for (const scenarios::Override& one : overrides)
    document.set(one.path, one.value);
  return scenarios::assemble(scenarios::read(document)).setup;
}

}  // namespace spotgrid::commands::reproduction
