// The files of the checkout, for tests about the tree itself.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace spotgrid {

// A text file of the checkout, read whole.
struct SourceFile {
  std::string path;  // from the root, with slashes: "sim/base/error.hpp"
  std::vector<std::string> lines;

  bool is_header() const { return path.ends_with(".hpp"); }
  bool is_cpp() const { return is_header() || path.ends_with(".cpp"); }
};

// Splits at line ends; for made-up files in tests of the rules.
SourceFile source_file(std::string path, std::string_view text);

// Every C++ file, sorted by path; what was built or written by runs is left out.
std::vector<SourceFile> cpp_files();

// Every file that people write (C++, CMake, scripts, Markdown, JSON and the like), sorted by path.
std::vector<SourceFile> all_text_files();

// A rule looks at one file and says what is wrong with it, each as "path:line: what".
using Rule = std::function<std::vector<std::string>(const SourceFile&)>;

// What `rule` says about all `files`, one per line; empty when all is well.
std::string broken(const std::vector<SourceFile>& files, const Rule& rule);

// "path:line: what"; lines count from 1.
std::string at_line(const SourceFile& file, std::size_t line, std::string_view what);

}  // namespace spotgrid
