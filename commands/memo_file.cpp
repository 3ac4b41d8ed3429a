// Reading and keeping of the memo.
// SPDX-License-Identifier: Apache-2.0
#include "commands/memo_file.hpp"

#include <filesystem>

#include <fmt/format.h>

#include "commands/command.hpp"
#include "commands/output_folder.hpp"
#include "sim/base/whole_file.hpp"

namespace spotgrid::commands {
namespace {

namespace fs = std::filesystem;

// Courses of a large study; what is longer is no memo.
constexpr std::size_t most_bytes = std::size_t{1} << 31;

}  // namespace

std::unique_ptr<MemoFile> MemoFile::of(const std::optional<std::string>& path) {
  if (!path)
    return nullptr;
  if (path->empty())
    wrong_usage("--memo", "expected a file, found nothing");
  std::unique_ptr<MemoFile> file(new MemoFile(*path));
  std::error_code none;
  if (!fs::exists(*path, none))
    return file;
  const std::string bytes = whole_file(*path, InputKind::scenario, most_bytes);
  if (!SharedMemo::is_one(bytes) && !bytes.empty())
    wrong_usage("--memo " + *path, "is no memo, and would be overwritten", "name another file");
  if (!file->memo_.take(bytes)) {
    tell(fmt::format(
        "warning: {} is not a memo of this version, whole and unchanged: it is not used, "
        "and replaced\n",
        *path));
  }
  return file;
}

void MemoFile::keep() {
  if (memo_.simulated() == 0)
    return;
  const fs::path whole(path_);
  const fs::path folder = whole.has_parent_path() ? whole.parent_path() : fs::path(".");
  OutputFolder(folder.string()).write(whole.filename().string(), memo_.bytes());
}

}  // namespace spotgrid::commands
