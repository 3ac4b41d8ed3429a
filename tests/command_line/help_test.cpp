// Help, versions, and what is said about words that do not belong there.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "commands/command.hpp"
#include "tests/support/program_run.hpp"

namespace spotgrid {
namespace {

std::vector<std::string> words_of(std::string_view text) {
  std::vector<std::string> words;
  while (!text.empty()) {
    const auto end = text.find(' ');
    words.emplace_back(text.substr(0, end));
    text = end == std::string_view::npos ? "" : text.substr(end + 1);
  }
  return words;
}

TEST(Help, EveryCommandShowsAnExampleOfItself) {
  for (const commands::Command& command : commands::all()) {
    std::vector<std::string> words = words_of(command.name);
    words.emplace_back("--help");
    const ProgramRun run = spotgrid_run(words);
    EXPECT_EQ(run.code, 0) << command.name;
    EXPECT_EQ(run.err, "") << command.name;
    const auto examples = run.out.find("Examples:");  // which CLI11 2.6 lays out in its own way
    ASSERT_NE(examples, std::string::npos) << run.out;
    EXPECT_NE(run.out.find("spotgrid " + std::string(command.name), examples), std::string::npos)
        << run.out;
    for (const commands::Argument& argument : command.arguments)
      EXPECT_NE(run.out.find(argument.name), std::string::npos) << argument.name;
  }
}

TEST(Help, TheProgramListsItsCommands) {
  const ProgramRun run = spotgrid_run({"--help"});
  EXPECT_EQ(run.code, 0);
  for (const commands::Command& command : commands::all())
    EXPECT_NE(run.out.find("\n  " + words_of(command.name).front()), std::string::npos)
        << command.name;
}

TEST(Help, TheVersionNamesWhatTheProgramIsBuiltFrom) {
  const ProgramRun run = spotgrid_run({"--version"});
  EXPECT_EQ(run.code, 0);
  EXPECT_TRUE(run.out.starts_with("spotgrid 0.1.0\nSimGrid ")) << run.out;
  EXPECT_NE(run.out.find("\nBoost 1."), std::string::npos) << run.out;
  EXPECT_EQ(spotgrid_run({"version"}).out, run.out);
}

struct Mistake {
  std::vector<std::string> words;
  std::string message;
};

TEST(Usage, MistakesAreNamedWithARemedy) {
  const std::vector<Mistake> mistakes = {
      {{"rnu"}, "spotgrid: no such command, found \"rnu\"; did you mean \"run\"?\n"},
      {{"trace", "inof"},
       "spotgrid: no such command, found \"trace inof\"; did you mean \"info\"?\n"},
      {{}, "spotgrid: no command was given; see \"spotgrid --help\"\n"},
      {{"run"}, "spotgrid: SCENARIO is required; see \"spotgrid --help\"\n"},
      {{"run", "a.json", "--sed", "1"},
       "spotgrid run: nothing takes \"--sed\"; did you mean \"--seed\"?\n"},
      {{"run", "a.json", "b.json"},
       "spotgrid run: nothing takes \"b.json\"; see \"spotgrid run --help\"\n"},
      {{"run", "a.json", "--format", "xml"},
       "run: --format is one of table, json, csv, found \"xml\"\n"},
      {{"run", "a.json", "--journal"},
       "run: --journal and --timeline write files, found no folder for them; add --out DIR\n"},
      {{"run", "a.json", "--require", "preemptions"},
       "--require: expected COUNTER OP NUMBER, found \"preemptions\"; write it like "
       "'preemptions>=1'; OP is one of >= > == < <=\n"},
      {{"run", "a.json", "--require", "preemption>=1"},
       "--require preemption>=1: results have no such counter, found \"preemption\"; did you mean "
       "\"preemptions\"?\n"},
      {{"run", "a.json", "--max-cost", "cheap"},
       "--max-cost: expected dollars, found \"cheap\"; write a number like 350\n"},
      {{"run", "a.json", "--set", "seed"},
       "--set seed: expected PATH=VALUE, found no \"=\" behind a path; write it like "
       "job.training.nodes=4\n"},
      {{"list", "polices"},
       "list: no such kind, found \"polices\"; there are provisioning, schemes, schedules, "
       "training, reclaim, billing, formats, workloads, instances\n"},
      {{"explain", "gredy"},
       "explain: nothing has that name, found \"gredy\"; did you mean "
       "\"greedy\"?\n"},
      {{"explain", "none"},
       "explain: several kinds have the name \"none\"; say \"spotgrid explain schemes none\" or "
       "\"spotgrid explain reclaim none\"\n"},
      {{"trace", "info", "a.csv", "--kind", "fleets"},
       "trace info: --kind is one of limit, probe, fleet, found \"fleets\"; did you mean "
       "\"fleet\"?\n"},
  };
  for (const Mistake& mistake : mistakes) {
    const ProgramRun run = spotgrid_run(mistake.words);
    EXPECT_EQ(run.err, mistake.message);
    EXPECT_EQ(run.code, 2) << mistake.message;
    EXPECT_EQ(run.out, "") << mistake.message;
  }
}

}  // namespace
}  // namespace spotgrid
