// Parts on disk.
// SPDX-License-Identifier: Apache-2.0
#include "commands/sweep_store.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include "commands/command.hpp"
#include "sim/base/sha256.hpp"

namespace spotgrid::commands {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view prefix = "part-", suffix = ".jsonl";

[[noreturn]] void refuse(const std::string& file, int reason) {
  wrong_usage(file, fmt::format("cannot be written, {}", std::strerror(reason)),
              "choose another folder");
}

// A file that is closed whatever happens.
class File {
 public:
  File(const std::string& path, int flags)
      : path_(path), descriptor_(::open(path.c_str(), flags, 0666)) {
    if (descriptor_ < 0)
      refuse(path, errno);
  }
  ~File() { ::close(descriptor_); }
  File(const File&) = delete;
  File& operator=(const File&) = delete;

  void write(std::string_view text) const {
    while (!text.empty()) {
      const ssize_t written = ::write(descriptor_, text.data(), text.size());
      if (written < 0 && errno != EINTR)
        refuse(path_, errno);
      if (written > 0)
        text.remove_prefix(static_cast<std::size_t>(written));
    }
  }
  void sync() const {
    if (::fsync(descriptor_) != 0 && errno != EINVAL)
      refuse(path_, errno);
  }

 private:
  std::string path_;
  int descriptor_;
};

}  // namespace

SweepStore::SweepStore(std::string folder) : folder_(std::move(folder)) {
  std::error_code problem;
  fs::create_directories(folder_, problem);
  if (problem)
    wrong_usage("--out " + folder_, "the folder cannot be made, " + problem.message(),
                "choose another");
}

void SweepStore::for_lines(
    const std::function<void(std::string_view, const std::string&)>& take) const {
  std::vector<std::string> names;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder_)) {
    const std::string name = entry.path().filename().string();
    if (name.starts_with(prefix) && name.ends_with(suffix))
      names.push_back(name);
  }
  std::sort(names.begin(), names.end());
  for (const std::string& name : names) {
    const std::string path = (fs::path(folder_) / name).string();
    std::ifstream file(path, std::ios::binary);
    std::size_t number = 0;
    for (std::string line; std::getline(file, line);)
      take(line, fmt::format("{}:{}", path, ++number));
  }
}

// The name holds a hash of the lines, so that two processes write the same name only for the same
// bytes.
void SweepStore::write(std::int64_t k, std::int64_t n, const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines)
    text += line + "\n";
  const std::string name =
      fmt::format("{}{}of{}-{}{}", prefix, k, n, sha256(text).substr(0, 16), suffix);
  const std::string whole = (fs::path(folder_) / name).string();
  const std::string unfinished =
      (fs::path(folder_) / fmt::format(".{}.{}", name, ::getpid())).string();
  {
    const File file(unfinished, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC);
    file.write(text);
    file.sync();
  }
  std::error_code problem;
  fs::rename(unfinished, whole, problem);
  if (problem) {
    const std::string reason = problem.message();
    fs::remove(unfinished, problem);
    wrong_usage(whole, "cannot be written, " + reason, "choose another folder");
  }
  const File folder(folder_, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  folder.sync();  // the new name
}

}  // namespace spotgrid::commands
