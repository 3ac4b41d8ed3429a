// check, init, list, explain, schema and trace: what they print and with which code they end.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <gtest/gtest.h>

#include "commands/kinds.hpp"
#include "scenarios/starters.hpp"
#include "tests/support/program_run.hpp"
#include "tests/support/test_data.hpp"

namespace spotgrid {
namespace {

bool contains(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

TEST(CheckCommand, EveryProblemOfEveryFileIsPrinted) {
  const ScratchFolder folder;
  const std::string good = folder.file("good.json", small_scenario());
  const std::string bad = folder.file("bad.json", R"({"horizon": 3, "seeds": 1})");
  const ProgramRun run = spotgrid_run({"check", bad, good, folder.path("gone.json")});
  EXPECT_EQ(run.code, 2);
  EXPECT_TRUE(contains(run.out, good + ": ok\n")) << run.out;
  EXPECT_TRUE(contains(run.out, bad + ": /horizon: ")) << run.out;
  EXPECT_TRUE(contains(run.out, bad + ": /seeds: unknown option; did you mean \"seed\"?\n"))
      << run.out;
  EXPECT_TRUE(contains(run.out, "gone.json: ")) << run.out;
  EXPECT_EQ(spotgrid_run({"check", good}).code, 0);
}

TEST(CheckCommand, ShippedScenariosAreGood) {
  std::vector<std::string> words = {"check"};
  for (const auto& one : std::filesystem::directory_iterator(source_root() / "scenarios"))
    if (one.path().extension() == ".json")
      words.push_back("scenarios/" + one.path().filename().string());
  ASSERT_GT(words.size(), 1U);
  const ProgramRun run = spotgrid_run(words);
  EXPECT_EQ(run.code, 0) << run.out;
}

TEST(InitCommand, EveryStarterPassesTheCheck) {
  const ScratchFolder folder;
  for (const scenarios::Starter& one : scenarios::starters()) {
    const ProgramRun run = spotgrid_run({"init", std::string(one.name)});
    EXPECT_EQ(run.code, 0);
    const ProgramRun check = spotgrid_run({"check", folder.file("starter.json", run.out)});
    EXPECT_EQ(check.code, 0) << check.out;
  }
  EXPECT_EQ(spotgrid_run({"init"}).out, scenarios::starters().front().text);
  EXPECT_EQ(spotgrid_run({"init", "deadlin"}).err,
            "init: no such starter, found \"deadlin\"; did you mean \"deadline\"?\n");
}

TEST(ListCommand, EveryKindAndEveryEntryIsListed) {
  const ProgramRun overview = spotgrid_run({"list"});
  for (const commands::Kind& kind : commands::kinds()) {
    EXPECT_TRUE(contains(overview.out, "\n" + std::string(kind.name) + " ")) << overview.out;
    const ProgramRun run = spotgrid_run({"list", std::string(kind.name)});
    EXPECT_EQ(run.code, 0);
    for (const commands::Choosable& one : kind.all)
      EXPECT_TRUE(contains(run.out, "\n" + std::string(one.name) + " ")) << one.name;
  }
}

TEST(ExplainCommand, EveryEntryIsExplainedWithItsSource) {
  for (const commands::Kind& kind : commands::kinds()) {
    for (const commands::Choosable& one : kind.all) {
      const ProgramRun run =
          spotgrid_run({"explain", std::string(kind.name), std::string(one.name)});
      EXPECT_EQ(run.code, 0) << run.err;
      EXPECT_TRUE(run.out.starts_with(std::string(one.name) + ": ")) << run.out;
      EXPECT_TRUE(contains(run.out, "source")) << run.out;
    }
  }
}

TEST(ExplainCommand, OptionsStandWithRangeAndDefault) {
  const std::string page = spotgrid_run({"explain", "fixed_interval"}).out;
  EXPECT_TRUE(contains(page, "option")) << page;
  EXPECT_TRUE(contains(page, "every")) << page;
  EXPECT_TRUE(contains(page, "duration")) << page;
}

TEST(ExplainCommand, NamesThatAreNoneAreRefused) {
  ProgramRun run = spotgrid_run({"explain", "schemes"});
  EXPECT_EQ(run.code, 2);
  EXPECT_EQ(run.err,
            "explain: \"schemes\" is a kind, not a name; \"spotgrid list schemes\" shows its "
            "names\n");
  run = spotgrid_run({"explain", "young_dayl"});
  EXPECT_EQ(run.code, 2);
  EXPECT_EQ(run.err,
            "explain: nothing has that name, found \"young_dayl\"; did you mean \"young_daly\"?\n");
  run = spotgrid_run({"explain", "zzzzzzzz"});
  EXPECT_EQ(
      run.err,
      "explain: nothing has that name, found \"zzzzzzzz\"; \"spotgrid list\" shows the names\n");
  run = spotgrid_run({"explain", "schemes", "none", "none"});
  EXPECT_EQ(run.code, 2);
  EXPECT_EQ(run.err, "explain: expected a name, or a kind and a name, found 3 words\n");
}

TEST(ExplainCommand, FormatsSayWhetherTheOrderOfRowsIsData) {
  EXPECT_TRUE(contains(spotgrid_run({"explain", "count_log"}).out, "order of rows is data"));
  EXPECT_TRUE(contains(spotgrid_run({"explain", "aws_cli"}).out, "order of rows does not matter"));
}

TEST(SchemaCommand, ItIsASchemaOfScenarios) {
  const ProgramRun run = spotgrid_run({"schema"});
  EXPECT_EQ(run.code, 0);
  EXPECT_TRUE(contains(run.out, "\"$schema\"")) << run.out.substr(0, 200);
  EXPECT_TRUE(contains(run.out, "\"checkpointing\""));
}

TEST(TraceInfoCommand, TheSampleIsDescribedInBothForms) {
  const std::string sample = "traces/samples/quickstart_capacity.csv";
  const ProgramRun text = spotgrid_run({"trace", "info", sample, "--kind", "limit"});
  EXPECT_EQ(text.code, 0) << text.err;
  EXPECT_TRUE(contains(text.out, "us-west-2b")) << text.out;
  EXPECT_TRUE(contains(text.out, "kind limit: ")) << text.out;
  const ProgramRun json = spotgrid_run({"trace", "info", sample, "--format", "json"});
  EXPECT_TRUE(json.out.starts_with("{\n")) << json.out;
}

TEST(TraceInfoCommand, AnUnknownFormIsRefused) {
  const ProgramRun run =
      spotgrid_run({"trace", "info", "traces/samples/quickstart_capacity.csv", "--format", "csv"});
  EXPECT_EQ(run.code, 2);
  EXPECT_EQ(run.err, "trace info: --format is one of table, json, found \"csv\"\n");
}

TEST(TraceInfoCommand, FlagsAreReadAsStrictlyAsScenarios) {
  const ProgramRun run =
      spotgrid_run({"trace", "info", "traces/samples/quickstart_capacity.csv", "--gap", "600"});
  EXPECT_EQ(run.code, 2);
  EXPECT_EQ(run.err, "trace info: /gap: expected a duration such as \"10 min\", found \"600\"\n");
}

TEST(TraceInfoCommand, ABadFileEndsWithThree) {
  const ScratchFolder folder;
  const ProgramRun run = spotgrid_run({"trace", "info", folder.file("x.csv", "nonsense\n")});
  EXPECT_EQ(run.code, 3);
  EXPECT_TRUE(contains(run.err, "x.csv")) << run.err;
}

TEST(TraceSynthCommand, TheCommandBesideTheSampleMakesTheSample) {
  const ScratchFolder folder;
  const ProgramRun run =
      spotgrid_run({"trace", "synth", "--seed", "155", "--start", "2026-01-05T00:00:00Z", "--days",
                    "14", "--zones", "us-west-2a,us-west-2b,us-west-2c", "--instance", "p3.2xlarge",
                    "--on-demand", "3.06 $/h", "--nodes", "16", "-o", folder.path("market")});
  EXPECT_EQ(run.code, 0) << run.err;
  const std::filesystem::path samples = source_root() / "traces/samples";
  EXPECT_EQ(file_text(folder.path("market/prices.csv")),
            file_text(samples / "quickstart_prices.csv"));
  EXPECT_EQ(file_text(folder.path("market/capacity.csv")),
            file_text(samples / "quickstart_capacity.csv"));
}

TEST(TraceSynthCommand, NoPriceIsWrittenThatNoOneReads) {
  const ScratchFolder folder;
  const auto synth = [&](const std::string& price) {
    return spotgrid_run({"trace", "synth", "--on-demand", price, "-o", folder.path("market")});
  };
  const ProgramRun dear = synth("1e7 $/h");
  EXPECT_EQ(dear.code, 2);
  EXPECT_EQ(dear.err,
            "trace synth: /on_demand: out of range, found \"1e7 $/h\"; give a value between 0.01 "
            "$/h and 1000000 $/h\n");
  EXPECT_EQ(synth("1e6 $/h").code, 0);
  EXPECT_EQ(spotgrid_run({"trace", "info", folder.path("market/prices.csv")}).code, 0);
}

TEST(TraceSynthCommand, LawsAreSetByPathAndCheckedStrictly) {
  const ScratchFolder folder;
  EXPECT_EQ(
      spotgrid_run({"trace", "synth", "--set", "spells.up.first_mean=2 h", "-o", folder.path("a")})
          .code,
      0);
  const ProgramRun run =
      spotgrid_run({"trace", "synth", "--set", "spells.up.mean=2 h", "-o", folder.path("b")});
  EXPECT_EQ(run.code, 2);
  EXPECT_TRUE(run.err.starts_with("trace synth: /spells/up/mean: unknown option")) << run.err;
  EXPECT_FALSE(std::filesystem::exists(folder.path("b")));
}

}  // namespace
}  // namespace spotgrid
