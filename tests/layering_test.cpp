// Who may include whom: dependencies between folders point one way, and heavy libraries stay home.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/source_tree.hpp"
#include "tests/support/test_data.hpp"

namespace spotgrid {
namespace {

using Folders = std::vector<std::string>;

// The table of docs/architecture.md. A folder may always include itself, and tests may include all.
// "sim" is what lies in sim/ itself: simulation.*, own_process.* and versions.*.
const std::map<std::string, Folders>& may_include() {
  static const std::map<std::string, Folders> table = {
      {"main.cpp", {"commands", "sim/base"}},
      {"commands", {"scenarios", "analysis", "traces", "models", "sim", "sim/domain", "sim/base"}},
      {"scenarios", {"models", "traces", "sim", "sim/domain", "sim/base"}},
      {"analysis", {"sim/domain", "sim/base"}},
      {"models", {"sim/domain", "sim/base"}},
      {"traces", {"sim/domain", "sim/base"}},
      {"sim", {"sim/engine", "sim/domain", "sim/base"}},
      {"sim/engine", {"sim/grid", "sim/domain", "sim/base"}},
      {"sim/grid", {"sim/base"}},
      {"sim/domain", {"sim/base"}},
      {"sim/base", {}},
  };
  return table;
}

// The row of the table that a path belongs to: its longest prefix.
std::string folder_of(const std::string& path) {
  std::string folder;
  for (const auto& [name, allowed] : may_include()) {
    const bool inside = path == name || path.starts_with(name + "/");
    if (inside && name.size() > folder.size())
      folder = name;
  }
  return folder;
}

// What a line includes, with its bracket or quote in front: "<vector", "\"sim/base/error.hpp".
std::optional<std::string> included(const std::string& line) {
  const auto hash = line.find_first_not_of(' ');
  if (hash == std::string::npos || line[hash] != '#')
    return std::nullopt;
  const auto word = line.find_first_not_of(' ', hash + 1);
  if (word == std::string::npos || line.compare(word, 7, "include") != 0)
    return std::nullopt;
  const auto open = line.find_first_of("<\"", word);
  const auto close = open == std::string::npos ? open : line.find_first_of(">\"", open + 1);
  if (close == std::string::npos)
    return std::nullopt;
  return line.substr(open, close - open);
}

// Calls `check(name)` for each include of the file; what it returns is reported at that line.
template <class Check>
std::vector<std::string> for_each_include(const SourceFile& file, Check check) {
  std::vector<std::string> found;
  for (std::size_t i = 0; i < file.lines.size(); ++i) {
    const std::optional<std::string> name = included(file.lines[i]);
    const std::string problem = name ? check(*name) : std::string();
    if (!problem.empty())
      found.push_back(at_line(file, i + 1, problem));
  }
  return found;
}

std::vector<std::string> one_way(const SourceFile& file) {
  const std::string from = folder_of(file.path);
  if (from.empty())
    return {};
  const Folders& allowed = may_include().at(from);
  return for_each_include(file, [&](const std::string& name) -> std::string {
    const std::string to = name.front() == '"' ? folder_of(name.substr(1)) : "";
    const bool fine =
        to.empty() || to == from || std::find(allowed.begin(), allowed.end(), to) != allowed.end();
    return fine ? "" : from + " may not include " + to;
  });
}

std::vector<std::string> libraries_at_home(const SourceFile& file) {
  return for_each_include(file, [&](const std::string& name) -> std::string {
    if (name.starts_with("<simgrid/") || name.starts_with("<xbt/"))
      return file.path.starts_with("sim/grid/") ? "" : "only sim/grid may include SimGrid";
    if (name.starts_with("<CLI/"))
      return file.path == "main.cpp" ? "" : "only main.cpp may include CLI11";
    if (name.starts_with("<Eigen/") || name.starts_with("<unsupported/Eigen/")) {
      const bool home = file.path == "models/formulas/least_squares.cpp";
      return home ? "" : "only models/formulas/least_squares.cpp may include Eigen";
    }
    // sim/base/json_tree.hpp stands for the library: it costs every file that sees it 2 s.
    const bool json = name == "<nlohmann/json.hpp" || name == "\"sim/base/json_tree.hpp";
    if (json && file.is_header() && file.path != "sim/base/json_tree.hpp")
      return "a header may not include nlohmann/json.hpp";
    return "";
  });
}

std::vector<std::string> from_the_root(const SourceFile& file) {
  return for_each_include(file, [&](const std::string& name) -> std::string {
    const bool fine =
        name.front() != '"' || std::filesystem::exists(source_root() / name.substr(1));
    return fine ? "" : name.substr(1) + " is not a path from the root";
  });
}

TEST(Layering, DependenciesPointOneWay) {
  EXPECT_EQ(broken(cpp_files(), one_way), "");
}

TEST(Layering, HeavyLibrariesStayInTheirRooms) {
  EXPECT_EQ(broken(cpp_files(), libraries_at_home), "");
}

TEST(Layering, IncludesAreWrittenFromTheRoot) {
  EXPECT_EQ(broken(cpp_files(), from_the_root), "");
}

TEST(Layering, AForbiddenIncludeIsReportedWithItsPlace) {
  const SourceFile bad = source_file("models/bad.hpp", "#include \"traces/csv.hpp\"\n");
  EXPECT_EQ(broken({bad}, one_way), "models/bad.hpp:1: models may not include traces\n");
}

TEST(Layering, TheDeepestFolderDecides) {
  const SourceFile bad = source_file("sim/domain/bad.hpp", "\n#  include \"sim/grid/room.hpp\"\n");
  EXPECT_EQ(broken({bad}, one_way), "sim/domain/bad.hpp:2: sim/domain may not include sim/grid\n");
  const SourceFile good = source_file("sim/simulation.cpp", "#include \"sim/engine/ledger.hpp\"\n");
  EXPECT_EQ(broken({good}, one_way), "");
}

TEST(Layering, TheTableHasNoCycle) {
  // Each row may only name folders from which it cannot be reached: follow all paths.
  for (const auto& [start, first] : may_include()) {
    Folders open = first;
    for (std::size_t i = 0; i < open.size() && i < 1000; ++i) {
      ASSERT_NE(open[i], start) << "a cycle through " << start;
      const Folders& next = may_include().at(open[i]);
      open.insert(open.end(), next.begin(), next.end());
    }
  }
}

TEST(Layering, AHeavyLibraryAwayFromHomeIsReported) {
  const SourceFile bad = source_file("models/bad.hpp",
                                     "#include <simgrid/s4u.hpp>\n#include <CLI/CLI.hpp>\n"
                                     "#include <nlohmann/json.hpp>\n#include <vector>\n"
                                     "#include <Eigen/Dense>\n");
  EXPECT_EQ(broken({bad}, libraries_at_home),
            "models/bad.hpp:1: only sim/grid may include SimGrid\n"
            "models/bad.hpp:2: only main.cpp may include CLI11\n"
            "models/bad.hpp:3: a header may not include nlohmann/json.hpp\n"
            "models/bad.hpp:5: only models/formulas/least_squares.cpp may include Eigen\n");
}

TEST(Layering, ARelativeIncludeIsReported) {
  const SourceFile bad = source_file("sim/base/bad.cpp", "#include \"no_such_file.hpp\"\n");
  EXPECT_EQ(broken({bad}, from_the_root),
            "sim/base/bad.cpp:1: no_such_file.hpp is not a path from the root\n");
}

}  // namespace
}  // namespace spotgrid
