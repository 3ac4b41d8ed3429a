// Reads the files of the checkout, for tests about the tree itself.
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/source_tree.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "tests/support/test_data.hpp"

namespace spotgrid {
namespace {

namespace fs = std::filesystem;

bool one_of(std::string_view text, std::initializer_list<std::string_view> choices) {
  return std::find(choices.begin(), choices.end(), text) != choices.end();
}

// Folders at the root that no person writes.
bool is_output(const fs::path& path) {
  return one_of(path.filename().string(), {".git", ".cache", "build", "out"});
}

bool is_text(const fs::path& path) {
  const std::string extension = path.extension().string();
  const std::string name = path.filename().string();
  return one_of(extension, {".cpp", ".hpp", ".cmake", ".txt", ".sh", ".md", ".json", ".cff"}) ||
         one_of(name, {"dev", "run", ".clang-format", ".clang-tidy", ".editorconfig"});
}

SourceFile read(const fs::path& root, const fs::path& path) {
  std::ostringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return source_file(path.lexically_relative(root).generic_string(), text.str());
}

}  // namespace

SourceFile source_file(std::string path, std::string_view text) {
  SourceFile file{std::move(path), {}};
  std::istringstream in{std::string(text)};
  for (std::string line; std::getline(in, line);)
    file.lines.push_back(line);
  return file;
}

std::vector<SourceFile> all_text_files() {
  const fs::path root = source_root();
  std::vector<SourceFile> files;
  fs::recursive_directory_iterator entry(root);
  for (; entry != fs::recursive_directory_iterator(); ++entry) {
    if (entry->is_directory() && entry.depth() == 0 && is_output(entry->path()))
      entry.disable_recursion_pending();
    else if (entry->is_regular_file() && is_text(entry->path()))
      files.push_back(read(root, entry->path()));
  }
  std::sort(files.begin(), files.end(),
            [](const SourceFile& a, const SourceFile& b) { return a.path < b.path; });
  return files;
}

std::vector<SourceFile> cpp_files() {
  std::vector<SourceFile> files = all_text_files();
  std::erase_if(files, [](const SourceFile& file) { return !file.is_cpp(); });
  return files;
}

std::string broken(const std::vector<SourceFile>& files, const Rule& rule) {
  std::string all;
  for (const SourceFile& file : files) {
    for (const std::string& what : rule(file))
      all += what + '\n';
  }
  return all;
}

std::string at_line(const SourceFile& file, std::size_t line, std::string_view what) {
  return file.path + ":" + std::to_string(line) + ": " + std::string(what);
}

}  // namespace spotgrid
