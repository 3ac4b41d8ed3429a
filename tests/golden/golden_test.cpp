// Whole runs against their recorded journals and results, byte for byte.
// SPDX-License-Identifier: Apache-2.0
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include <gtest/gtest.h>

#include "scenarios/load.hpp"
#include "scenarios/result_document.hpp"
#include "sim/base/json_tree.hpp"
#include "sim/base/option_writer.hpp"
#include "sim/own_process.hpp"
#include "tests/support/test_data.hpp"

namespace spotgrid::scenarios {
namespace {

namespace fs = std::filesystem;

fs::path folder() {
  return source_root() / "tests/golden";
}

// With UPDATE_GOLDEN=1 the files are written instead; the difference is then reviewed by git.
bool updating() {
  const char* set = std::getenv("UPDATE_GOLDEN");
  return set != nullptr && std::string_view(set) == "1";
}

std::string contents(const fs::path& path) {
  std::ostringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return text.str();
}

// The first line that differs, with its number; nothing where the two are equal.
std::string first_difference(const std::string& text, const std::string& expected) {
  std::istringstream ours(text), theirs(expected);
  std::string our_line, their_line;
  for (int line = 1;; ++line) {
    const bool more = static_cast<bool>(std::getline(ours, our_line));
    const bool more_expected = static_cast<bool>(std::getline(theirs, their_line));
    if (!more && !more_expected)
      return text == expected ? "" : "the ends of lines";
    if (more != more_expected || our_line != their_line)
      return "line " + std::to_string(line) + ": " + (more ? our_line : "(end)") +
             "\n  recorded: " + (more_expected ? their_line : "(end)");
  }
}

void expect_recorded(const std::string& text, const fs::path& path) {
  if (updating())
    std::ofstream(path, std::ios::binary) << text;
  ASSERT_TRUE(fs::exists(path)) << path << ": not recorded; run once with UPDATE_GOLDEN=1";
  EXPECT_EQ(first_difference(text, contents(path)), "") << path;
}

// All but the version of the program, and the settings of SimGrid, whose names are its versions'.
std::string result_text(const ResultDocument& document) {
  Json result = Json::parse(to_json(document, -1));
  result.erase("version");
  result.erase("grid_settings");
  return result.dump(2) + "\n";
}

class Golden : public testing::TestWithParam<const char*> {};

TEST_P(Golden, JournalAndResultAreAsRecorded) {
  const std::string name = GetParam();
  Assembled assembled = assemble(load((folder() / (name + ".json")).string()));
  assembled.setup.keep_journal = true;
  const RunResult result = simulate_apart(assembled.setup);
  std::string journal;
  for (const std::string& line : result.journal)
    journal += line + "\n";
  expect_recorded(journal, folder() / (name + ".journal.txt"));
  expect_recorded(result_text(ResultDocument::of(result, assembled, "")),
                  folder() / (name + ".result.json"));
}

INSTANTIATE_TEST_SUITE_P(Scenarios, Golden,
                         testing::Values("ring", "bsp", "asp", "restore", "deadline"),
                         [](const auto& tested) { return std::string(tested.param); });

// What was recorded with every iteration on SimGrid is met, event by event, along courses that were
// simulated once.
TEST(Goldens, MemoTellsTheSameStory) {
  for (const std::string name : {"ring", "bsp", "restore", "deadline"}) {
    Assembled assembled = assemble(load((folder() / (name + ".json")).string()));
    assembled.setup.keep_journal = true;
    const RunResult full = simulate_apart(assembled.setup);
    assembled.setup.fidelity.kind = Fidelity::Kind::memo;
    RunResult memo = simulate(assembled.setup);
    EXPECT_EQ(memo.journal, full.journal) << name;
    EXPECT_EQ(memo.counters.micro_simulations > 0, moves_bytes(assembled.setup)) << name;
    memo.counters.micro_simulations = 0;
    memo.fidelity = full.fidelity;
    EXPECT_EQ(to_json(memo, 2), to_json(full, 2)) << name;
  }
}

// What the goldens are there to hold happens in them.
TEST(Goldens, MeetWhatTheyAreNamedFor) {
  const auto recorded = [](const std::string& name) {
    return Json::parse(contents(folder() / (name + ".result.json")));
  };
  for (const char* name : {"ring", "bsp", "asp", "restore", "deadline"}) {
    const Json result = recorded(name);
    EXPECT_EQ(result["outcome"], "finished") << name;
    EXPECT_EQ(result["scenario"]["fidelity"], "full") << name;
    EXPECT_FALSE(result.contains("version")) << name;
  }
  EXPECT_GE(recorded("restore")["counters"]["restores"], 1);
  EXPECT_GE(recorded("asp")["counters"]["preemptions"], 1);
  EXPECT_GE(recorded("deadline")["counters"]["preemptions"], 2);
  EXPECT_GE(recorded("ring")["counters"]["saves_committed"], 3);
}

}  // namespace
}  // namespace spotgrid::scenarios
