// The commands of the README run as they are pasted.
// SPDX-License-Identifier: Apache-2.0
#include <cstdlib>
#include <filesystem>
#include <sstream>

#include <gtest/gtest.h>

#include "tests/support/program_run.hpp"
#include "tests/support/test_data.hpp"

namespace spotgrid {
namespace {

namespace fs = std::filesystem;

// The lines of all fences of shell commands.
std::vector<std::string> pasted_lines(const fs::path& page) {
  std::istringstream text(file_text(page));
  std::vector<std::string> lines;
  bool inside = false;
  for (std::string line; std::getline(text, line);) {
    if (line.starts_with("```"))
      inside = line == "```sh";
    else if (inside && !line.empty())
      lines.push_back(line);
  }
  return lines;
}

bool about_the_checkout(const std::string& line) {
  return line.starts_with("./dev") || line.starts_with("cmake ");
}

TEST(Readme, ItsCommandsRunAsTheyArePasted) {
  const ScratchFolder folder;
  for (const char* name : {"scenarios", "traces"})
    fs::create_directory_symlink(source_root() / name, folder.path(name));
  fs::create_directories(folder.path("build/release"));
  fs::create_symlink(program(), folder.path("build/release/spotgrid"));
  std::size_t ran = 0;
  for (const std::string& line : pasted_lines(source_root() / "README.md")) {
    if (about_the_checkout(line))
      continue;
    const std::string command =
        "cd '" + folder.path() + "' && { " + line.substr(0, line.find('#')) + "\n} 2>err";
    const std::string output = folder.path("shown");
    EXPECT_EQ(std::system(("{ " + command + "; } >'" + output + "'").c_str()), 0)
        << line << "\n"
        << file_text(folder.path("err"));
    ++ran;
  }
  EXPECT_GT(ran, 3U);
}

TEST(Readme, TheOutputOfTheDemoIsWhatTheDemoPrints) {
  const ProgramRun run = spotgrid_run({"run", "scenarios/quickstart.json"});
  EXPECT_EQ(run.code, 0) << run.err;
  const std::string fence = "```text\n" + run.out + "```\n";
  EXPECT_NE(file_text(source_root() / "README.md").find(fence), std::string::npos)
      << "paste this into README.md:\n"
      << run.out;
}

TEST(Readme, TheCommandsOfTheScriptExist) {
  const std::string script = file_text(source_root() / "dev");
  std::size_t found = 0;
  for (const std::string& line : pasted_lines(source_root() / "README.md")) {
    if (!line.starts_with("./dev "))
      continue;
    const std::string word = line.substr(6, line.find(' ', 6) - 6);
    EXPECT_NE(script.find("\n  " + word + " "), std::string::npos) << line;
    ++found;
  }
  EXPECT_GE(found, 2U);
}

}  // namespace
}  // namespace spotgrid
