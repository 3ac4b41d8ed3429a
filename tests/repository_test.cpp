// What every file of the repository keeps to: size, licence line, no trace of one machine.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/source_tree.hpp"

namespace spotgrid {
namespace {

using Found = std::vector<std::string>;

Found at_most_400_lines(const SourceFile& file) {
  if (file.lines.size() <= 400)
    return {};
  return {at_line(file, 401, std::to_string(file.lines.size()) + " lines, over 400")};
}

Found opens_with_purpose_and_licence(const SourceFile& file) {
  if (file.lines.empty() || !file.lines[0].starts_with("// "))
    return {at_line(file, 1, "the first line says what the file is for")};
  // The purpose is a sentence or two, at most three lines; the licence follows it.
  for (std::size_t i = 1; i < std::min<std::size_t>(4, file.lines.size()); ++i)
    if (file.lines[i] == "// SPDX-License-Identifier: Apache-2.0")
      return {};
  return {at_line(file, 2, "the SPDX line follows the purpose")};
}

Found no_catch_all(const SourceFile& file) {
  Found found;
  for (std::size_t i = 0; i < file.lines.size(); ++i) {
    if (file.lines[i].find(std::string("catch (") + "...)") != std::string::npos)
      found.push_back(at_line(file, i + 1, "a catch-all swallows SimGrid's unwinding"));
  }
  return found;
}

// Test data may lie beside the checkout; only the line that names its variable may say so.
Found no_path_of_one_machine(const SourceFile& file) {
  const std::string workplace = std::string("/wo") + "rk/";
  const std::string beside = std::string("../sha") + "red";
  Found found;
  for (std::size_t i = 0; i < file.lines.size(); ++i) {
    const std::string& line = file.lines[i];
    const bool names_variable = line.find("SPOTGRID_TEST_DATA") != std::string::npos;
    if (line.find(workplace) != std::string::npos ||
        (line.find(beside) != std::string::npos && !names_variable))
      found.push_back(at_line(file, i + 1, "a path of one machine"));
  }
  return found;
}

const SourceFile& named(const std::vector<SourceFile>& files, std::string_view path) {
  static const SourceFile none;
  const auto at = std::find_if(files.begin(), files.end(),
                               [&](const SourceFile& file) { return file.path == path; });
  return at == files.end() ? none : *at;
}

// What follows `before` in the first line that begins with it, up to a character of `ends`.
std::string word_after(const SourceFile& file, std::string_view before, std::string_view ends) {
  for (const std::string& line : file.lines) {
    if (line.starts_with(before))
      return line.substr(before.size(), line.find_first_of(ends, before.size()) - before.size());
  }
  return "";
}

TEST(Repository, NoFileIsOver400Lines) {
  EXPECT_EQ(broken(cpp_files(), at_most_400_lines), "");
}

TEST(Repository, HalfOfTheFilesAreUnder100LinesAndNineInTenUnder250) {
  std::vector<std::size_t> lines;
  for (const SourceFile& file : cpp_files())
    lines.push_back(file.lines.size());
  std::sort(lines.begin(), lines.end());
  ASSERT_FALSE(lines.empty());
  EXPECT_LT(lines[lines.size() / 2], 100U);
  EXPECT_LT(lines[lines.size() * 9 / 10], 250U);
}

TEST(Repository, EveryFileOpensWithItsPurposeAndLicence) {
  EXPECT_EQ(broken(cpp_files(), opens_with_purpose_and_licence), "");
}

TEST(Repository, NothingIsCaughtWithoutItsType) {
  EXPECT_EQ(broken(cpp_files(), no_catch_all), "");
}

TEST(Repository, NoPathOfOneMachineIsWrittenDown) {
  EXPECT_EQ(broken(all_text_files(), no_path_of_one_machine), "");
}

TEST(Repository, RulesReportWhatBreaksThem) {
  const SourceFile bare = source_file("sim/bare.cpp", "int x;\n");
  EXPECT_EQ(broken({bare}, opens_with_purpose_and_licence),
            "sim/bare.cpp:1: the first line says what the file is for\n");
  const SourceFile unlicensed = source_file("sim/a.cpp", "// A.\nint x;\n");
  EXPECT_EQ(broken({unlicensed}, opens_with_purpose_and_licence),
            "sim/a.cpp:2: the SPDX line follows the purpose\n");
  const SourceFile long_file = source_file("sim/long.cpp", std::string(401, '\n'));
  EXPECT_EQ(broken({long_file}, at_most_400_lines), "sim/long.cpp:401: 401 lines, over 400\n");
  const SourceFile greedy = source_file("sim/b.cpp", std::string("} catch (") + "...) {\n");
  EXPECT_EQ(broken({greedy}, no_catch_all),
            "sim/b.cpp:1: a catch-all swallows SimGrid's unwinding\n");
  const SourceFile local = source_file("a.md", std::string("see /wo") + "rk/x\n");
  EXPECT_EQ(broken({local}, no_path_of_one_machine), "a.md:1: a path of one machine\n");
}

TEST(Repository, TheVersionIsTheSameInEveryPlace) {
  const std::vector<SourceFile> files = all_text_files();
  const std::string version =
      word_after(named(files, "CMakeLists.txt"), "project(spotgrid VERSION ", " )");
  ASSERT_NE(version, "");
  EXPECT_EQ(word_after(named(files, "CITATION.cff"), "version: ", " "), version);
  EXPECT_EQ(word_after(named(files, "CHANGELOG.md"), "## [", "]"), version);
}

TEST(Repository, EachDecisionHasItsOwnNumber) {
  const std::string folder = "docs/decisions/";
  std::set<std::string> numbers;
  for (const SourceFile& file : all_text_files()) {
    if (file.path.starts_with(folder)) {
      EXPECT_TRUE(numbers.insert(file.path.substr(folder.size(), 4)).second) << file.path;
    }
  }
  EXPECT_FALSE(numbers.empty());
}

}  // namespace
}  // namespace spotgrid
