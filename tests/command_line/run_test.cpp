// spotgrid run: what is printed, what is written, and with which code it ends.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <filesystem>

#include <gtest/gtest.h>

#include "tests/support/program_run.hpp"

namespace spotgrid {
namespace {

std::size_t lines_in(const std::string& text) {
  return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
}

class RunCommand : public testing::Test {
 protected:
  ProgramRun run(std::vector<std::string> more, const std::string& scenario = small_scenario()) {
    std::vector<std::string> words = {"run", folder_.file("small.json", scenario)};
    words.insert(words.end(), more.begin(), more.end());
    return spotgrid_run(words);
  }
  // small_scenario() with a part of it exchanged.
  static std::string with(const std::string& part, const std::string& other) {
    std::string text = small_scenario();
    const auto at = text.find(part);
    EXPECT_NE(at, std::string::npos) << part;
    return text.replace(at, part.size(), other);
  }

  ScratchFolder folder_;
};

TEST_F(RunCommand, TheTableShowsOutcomeCostComparisonAndWhatIsNotModelled) {
  const ProgramRun run = this->run({});
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_EQ(run.err, "");
  for (const char* part : {"outcome      finished after", "less than the same job on demand",
                           "on demand", "3.06 $/h", "no discount", "n = 1, no interval", "seed 1",
                           "where the time went", "where the money went", "none: ", "not modelled"})
    EXPECT_NE(run.out.find(part), std::string::npos) << part << "\n" << run.out;
}

TEST_F(RunCommand, NoLineOfTheTableIsWiderThanAPage) {
  for (const std::string& text :
       {run({}).out, spotgrid_run({"run", "scenarios/parameter_server.json"}).out}) {
    for (std::size_t at = 0; at < text.size();) {
      const auto end = text.find('\n', at);
      EXPECT_LE(end - at, 100U) << text.substr(at, end - at);
      at = end + 1;
    }
  }
}

TEST_F(RunCommand, OnDemandRunsAreNotComparedWithThemselves) {
  const ProgramRun run = this->run({"--set", "provisioning.policy=on_demand_only"});
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_NE(run.out.find("all nodes are on demand"), std::string::npos) << run.out;
}

TEST_F(RunCommand, ServersOnSpotAreComparedWithServersOnDemand) {
  const ProgramRun run = spotgrid_run(
      {"run", "scenarios/parameter_server.json", "--set", "job.epochs=1", "--set",
       R"(job.training.servers={"pool": 0, "market": "spot"})", "--set",
       "provisioning.policy=on_demand_only", "--set", "market.pools.1.instance=g4dn.4xlarge",
       "--set", "market.pools.1.on_demand=9 $/h"});
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_EQ(run.out.find("all nodes are on demand"), std::string::npos) << run.out;
  EXPECT_NE(run.out.find("less than the same job on demand"), std::string::npos) << run.out;
}

TEST_F(RunCommand, TheSameInputGivesTheSameBytes) {
  const ProgramRun first = run({"--format", "json"});
  EXPECT_EQ(first.code, 0) << first.err;
  EXPECT_EQ(run({"--format", "json"}).out, first.out);
}

TEST_F(RunCommand, JsonIsTheResultFileAsItIsWritten) {
  const ProgramRun run = this->run({"--format", "json", "--out", folder_.path("out")});
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_EQ(run.out, file_text(folder_.path("out/result.json")));
  for (const char* key :
       {"outcome", "makespan_s", "cost_usd", "cost", "time", "node_seconds", "shortfall",
        "counters", "checkpoints", "scenario", "inputs", "seed", "version"})
    EXPECT_NE(run.out.find("\n  \"" + std::string(key) + "\": "), std::string::npos) << key;
}

TEST_F(RunCommand, CsvIsAHeaderAndARowWithStableColumns) {
  const ProgramRun run = this->run({"--format", "csv"});
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_EQ(lines_in(run.out), 2U);
  EXPECT_TRUE(run.out.starts_with(
      "version,seed,outcome,makespan_s,cost_usd,on_demand_outcome,on_demand_makespan_s,"
      "on_demand_cost_usd,progress,target,useful_s,contention_s,redo_s,checkpoint_stall_s,"
      "stalled_s,restart_s,restore_s,boot_wait_s,capacity_wait_s,idle_s,node_s,iterations,"
      "requests,launch_failures,preemptions,loss_events,saves,saves_committed,saves_torn,"
      "restores,rollbacks,traffic_bytes,stall_mean_s,durable_mean_s\n0.1.0,1,finished,"))
      << run.out;
  const ProgramRun other =
      this->run({"--format", "csv", "--set", "provisioning.policy=on_demand_only"});
  EXPECT_EQ(other.out.substr(0, other.out.find('\n')), run.out.substr(0, run.out.find('\n')));
}

TEST_F(RunCommand, WithoutOutNothingIsWritten) {
  run({});
  std::size_t files = 0;
  for (const auto& one : std::filesystem::directory_iterator(folder_.path()))
    files += one.path().filename() == "small.json" ? 0 : 1;
  EXPECT_EQ(files, 0U);
}

TEST_F(RunCommand, OutHoldsTheFilesThatWereAskedFor) {
  const std::string out = folder_.path("a/b");
  EXPECT_EQ(run({"-o", out}).code, 0);
  EXPECT_TRUE(std::filesystem::exists(out + "/result.json"));
  EXPECT_FALSE(std::filesystem::exists(out + "/events.jsonl"));
  EXPECT_EQ(run({"-o", out, "--journal", "--timeline"}).code, 0);
  EXPECT_NE(file_text(out + "/events.jsonl").find("\"job_ended\""), std::string::npos);
  EXPECT_TRUE(file_text(out + "/timeline.json").starts_with("{")) << "Chrome's trace format";
  std::size_t files = 0;
  for (const auto& one : std::filesystem::directory_iterator(out))
    files += one.is_regular_file() ? 1 : 0;
  EXPECT_EQ(files, 4U) << "result.json, table.txt, events.jsonl, timeline.json, no leftovers";
}

TEST_F(RunCommand, TheTableFileIsWhatWasPrinted) {
  const ProgramRun run = this->run({"--out", folder_.path("out")});
  EXPECT_EQ(file_text(folder_.path("out/table.txt")), run.out);
}

TEST_F(RunCommand, AFileInPlaceOfTheFolderIsRefused) {
  const std::string file = folder_.file("out", "");
  const ProgramRun run = this->run({"--out", file});
  EXPECT_EQ(run.code, 2);
  EXPECT_TRUE(run.err.starts_with("--out " + file + ": the folder cannot be made, ")) << run.err;
}

TEST_F(RunCommand, SetChangesValuesByTheirPath) {
  const ProgramRun run = this->run(
      {"--set", "market.pools.0.price=1.5 $/h", "--set", "job.work=6 h", "--format", "json"});
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_NE(run.out.find("\"1.5 $/h\""), std::string::npos);
  EXPECT_NE(run.out.find("\"target\": 21600"), std::string::npos);
}

TEST_F(RunCommand, SeedIsRecorded) {
  EXPECT_NE(run({"--seed", "42", "--format", "json"}).out.find("\"seed\": 42"), std::string::npos);
}

TEST_F(RunCommand, AGateThatIsNotMetEndsWithSix) {
  ProgramRun run = this->run({"--require", "preemptions>=1", "--max-cost", "0.5"});
  EXPECT_EQ(run.code, 6);
  EXPECT_TRUE(
      run.err.starts_with("spotgrid: --require preemptions>=1: not met, found 0\n"
                          "spotgrid: --max-cost 0.5: exceeded, found "))
      << run.err;
  EXPECT_NE(run.out.find("outcome"), std::string::npos) << "the result is printed all the same";
  run = this->run({"--require", "preemptions_by.capacity <= 0", "--require", "requests == 1",
                   "--max-cost", "100"});
  EXPECT_EQ(run.code, 0) << run.err;
}

TEST_F(RunCommand, AJobThatDoesNotFinishEndsWithFour) {
  const ProgramRun run = this->run({"--set", "horizon=1 h"});
  EXPECT_EQ(run.code, 4) << run.out;
  EXPECT_NE(run.out.find("not finished after 60.0 min"), std::string::npos) << run.out;
  EXPECT_NE(run.out.find("not comparable"), std::string::npos) << run.out;
}

TEST_F(RunCommand, SettingsOfSimGridArePassedThroughAndRecorded) {
  const ProgramRun run =
      spotgrid_run({"run", "scenarios/quickstart.json", "--set", "job.iterations=5", "--format",
                    "json", "--cfg=network/TCP-gamma:1000", "--log=root.thres:error"});
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_NE(run.out.find("\"network/TCP-gamma:1000\""), std::string::npos) << run.out;
}

TEST_F(RunCommand, SettingsWithoutEffectAreAWarning) {
  const ProgramRun loud = this->run({"--cfg", "foo:bar"});
  EXPECT_EQ(loud.code, 0);
  EXPECT_EQ(loud.err,
            "warning: the run does not use SimGrid, so that --cfg and --log have no effect\n");
  EXPECT_EQ(this->run({"--log", "root.thres:error", "--format", "json"}).err, loud.err);
  EXPECT_EQ(this->run({"--cfg", "foo:bar", "--quiet"}).err, "");
  EXPECT_EQ(this->run({}).err, "");
}

TEST_F(RunCommand, SettingsOfAnotherFormThanSimGridsAreRefused) {
  struct Wrong {
    std::string name, value;
  };
  for (const Wrong& one : std::vector<Wrong>{{"--cfg", "a"}, {"--cfg", ":1"}, {"--cfg", ""}}) {
    const ProgramRun run = this->run({one.name, one.value});
    EXPECT_EQ(run.code, 2) << one.value;
    EXPECT_EQ(run.err, one.name + " " + one.value +
                           ": expected KEY:VALUE; write it like network/TCP-gamma:1000\n");
  }
  for (const Wrong& one : std::vector<Wrong>{{"--log", "xx"},
                                             {"--log", "root:error"},
                                             {"--log", ".thres:error"},
                                             {"--log", "root.:error"},
                                             {"--log", "root:thres.error"}}) {
    const ProgramRun run = this->run({one.name, one.value});
    EXPECT_EQ(run.code, 2) << one.value;
    EXPECT_EQ(run.err, one.name + " " + one.value +
                           ": expected CATEGORY.KEY:VALUE; write it like root.thres:error\n");
  }
  EXPECT_EQ(
      run({"--cfg", "network/TCP-gamma:0", "--log", "no_loc", "--log", "root.thres=error"}).code,
      0);
}

TEST_F(RunCommand, ASettingAtWhichSimGridAbortsIsTheUsersToFix) {
  const ProgramRun run =
      spotgrid_run({"run", "scenarios/quickstart.json", "--cfg", "network/model:XX"});
  EXPECT_EQ(run.code, 2);
  EXPECT_NE(run.err.find("\nsimgrid settings: SimGrid ended at --cfg=network/model:XX with "),
            std::string::npos)
      << run.err;
}

struct Mistake {
  std::string part, other, message;
};

TEST_F(RunCommand, MistakesInScenariosAreNamedWithPlaceAndRemedy) {
  const std::string file = folder_.path("small.json");
  const std::vector<Mistake> mistakes = {
      {"\"horizon\"", "\"horizn\"", file + ": /horizn: unknown option; did you mean \"horizon\"?"},
      {"\"3 h\"", "3", file + ": /job/work: expected a duration such as \"10 min\", found 3"},
      {"\"horizon\": \"2 d\"", "\"horizon\": \"2 d\", \"horizon\": \"3 d\"",
       file + ": the key \"horizon\" stands twice in one object; keep one of them"},
      {"\"spot_only\"", "\"spot_onyl\"", "did you mean \"spot_only\""},
      {"\"p3.2xlarge\"", "\"p3.2xlrge\"", "did you mean \"p3.2xlarge\""},
      {"\"nodes\": 1", "\"nodes\": 0", file + ": /job/training/nodes: "},
  };
  for (const Mistake& mistake : mistakes) {
    const ProgramRun run = this->run({}, with(mistake.part, mistake.other));
    EXPECT_EQ(run.code, 2) << mistake.other;
    EXPECT_NE(run.err.find(mistake.message), std::string::npos) << run.err;
    EXPECT_EQ(run.out, "");
  }
}

TEST_F(RunCommand, AStartIsAlwaysReadAsText) {
  const ProgramRun run = this->run({"--start", "2026"});
  EXPECT_EQ(run.code, 2);
  EXPECT_EQ(run.err,
            folder_.path("small.json") +
                ": /start: expected an instant or an offset, found \"2026\"; write "
                "\"2023-03-01T00:00:00Z\", or an offset into the traces such as \"36 h\"\n");
}

TEST_F(RunCommand, AFolderThatCannotBeUsedIsNamed) {
  EXPECT_EQ(run({"--out", ""}).err, "--out: expected a folder, found nothing\n");
  const std::string file = folder_.file("taken", "");
  ProgramRun run = this->run({"--out", file});
  EXPECT_EQ(run.code, 2);
  EXPECT_EQ(run.err,
            "--out " + file + ": the folder cannot be made, Not a directory; choose another\n");
  const std::string folder = folder_.path("out");
  std::filesystem::create_directories(folder + "/table.txt/x");
  run = this->run({"--out", folder});
  EXPECT_EQ(run.code, 2);
  EXPECT_EQ(run.err,
            folder + "/table.txt: cannot be written, Is a directory; choose another folder\n");
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder), {}), 1)
      << "nothing unfinished";
}

TEST_F(RunCommand, AMissingScenarioEndsWithTwo) {
  const ProgramRun run = spotgrid_run({"run", "no/such.json"});
  EXPECT_EQ(run.code, 2);
  EXPECT_TRUE(run.err.starts_with("no/such.json: ")) << run.err;
}

TEST_F(RunCommand, ABadPathOfSetIsNamed) {
  const ProgramRun run = this->run({"--set", "market.pools.7.zone=a"});
  EXPECT_EQ(run.code, 2);
  EXPECT_TRUE(run.err.starts_with("--set market.pools.7.zone: ")) << run.err;
}

TEST_F(RunCommand, ABadTraceEndsWithThreeAndAMissingOneWithTwo) {
  folder_.file("bad.csv", "time,zone,instance_type,price\n2026-01-05T00:00:00Z,a,b,much\n");
  ProgramRun run = this->run({"--set", "market.pools.0.price={\"file\":\"bad.csv\"}"});
  EXPECT_EQ(run.code, 3) << run.err;
  EXPECT_NE(run.err.find("bad.csv:2: "), std::string::npos) << run.err;
  run = this->run({"--set", "market.pools.0.price={\"file\":\"gone.csv\"}"});
  EXPECT_EQ(run.code, 2);
  EXPECT_NE(run.err.find("/market/pools/0/price/file: the file cannot be read"), std::string::npos)
      << run.err;
}

}  // namespace
}  // namespace spotgrid
