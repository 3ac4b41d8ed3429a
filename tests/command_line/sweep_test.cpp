// spotgrid sweep and merge as users see them.
// SPDX-License-Identifier: Apache-2.0
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/support/program_run.hpp"
#include "tests/support/source_tree.hpp"
#include "tests/support/test_data.hpp"

namespace spotgrid {
namespace {

namespace fs = std::filesystem;

// Forty cells of a job of 48 h.
std::string forty(const ScratchFolder& folder, const std::string& more = "",
                  int replications = 10) {
  const std::string scenario = (source_root() / "scenarios" / "deadline.json").string();
  return folder.file("sweep.json", R"({"scenario": ")" + scenario + R"(",
    "axes": [{"path": "provisioning.policy", "values": ["uniform_progress", "greedy"]},
             {"path": "market.notice", "values": ["0 s", "120 s"]}],
    "replications": )" + std::to_string(replications) +
                                       more + "}");
}

struct Merged {
  std::string csv, database;
  bool operator==(const Merged&) const = default;
};
Merged merged(const std::string& folder) {
  const ProgramRun run = spotgrid_run({"merge", folder});
  EXPECT_EQ(run.code, 0) << run.err;
  return {file_text(fs::path(folder) / "results.csv"),
          file_text(fs::path(folder) / "results.sqlite")};
}

TEST(SweepCommand, JobsShardsAndLocalesGiveTheSameBytes) {
  const ScratchFolder folder;
  const std::string file = forty(folder);
  std::vector<Merged> all;
  for (const char* jobs : {"1", "2", "8"}) {
    const std::string out = folder.path(std::string("jobs") + jobs);
    ASSERT_EQ(spotgrid_run({"sweep", file, "-o", out, "--jobs", jobs}).code, 0);
    all.push_back(merged(out));
  }
  for (const int shards : {3, 7}) {
    const std::string out = folder.path("shards" + std::to_string(shards));
    for (int k = shards; k >= 1; --k)
      ASSERT_EQ(spotgrid_run({"sweep", file, "-o", out, "--jobs", "1", "--shard",
                              std::to_string(k) + "/" + std::to_string(shards)})
                    .code,
                0);
    all.push_back(merged(out));
  }
  ::setenv("LC_ALL", "de_DE.UTF-8", 1);
  const std::string german = folder.path("german");
  EXPECT_EQ(spotgrid_run({"sweep", file, "-o", german}).code, 0);
  all.push_back(merged(german));
  ::unsetenv("LC_ALL");
  for (const Merged& one : all)
    EXPECT_TRUE(one == all.front());
  EXPECT_NE(all.front().csv.find(",makespan_s,"), std::string::npos);
}

TEST(SweepCommand, GoesOnWhereItWas) {
  const ScratchFolder folder;
  const std::string file = forty(folder), out = folder.path("out");
  ASSERT_EQ(spotgrid_run({"sweep", file, "-o", out, "--shard", "1/2"}).code, 0);
  const ProgramRun rest = spotgrid_run({"sweep", file, "-o", out});
  EXPECT_EQ(rest.out, "40 cells of 40: 20 simulated, 20 were there, in " + out + "\n");
  const ProgramRun quick = spotgrid_run({"sweep", file, "-o", folder.path("quick"), "--quick"});
  EXPECT_EQ(quick.out,
            "4 cells of 4: 4 simulated, 0 were there, in " + folder.path("quick") + "\n");
}

TEST(SweepCommand, PlansForMoreMachines) {
  const ScratchFolder folder;
  const std::string file = forty(folder), out = folder.path("o'ut");
  const ProgramRun run = spotgrid_run({"sweep", file, "-o", out, "--plan"});
  ASSERT_EQ(run.code, 0) << run.err;
  EXPECT_TRUE(run.out.starts_with("40 cells: 4 combinations x 1 starts x 10 replications\n"))
      << run.out;
  const std::string script = file_text(fs::path(out) / "sweep.sbatch");
  EXPECT_NE(script.find("#SBATCH --array=1-1\n"), std::string::npos) << script;
  EXPECT_NE(script.find("-o '" + folder.path("o'\\''ut") + "' &"), std::string::npos) << script;
  EXPECT_EQ(std::system(("bash -n \"" + (fs::path(out) / "sweep.sbatch").string() + "\"").c_str()),
            0);
  EXPECT_NE(file_text(fs::path(out) / "sweep.parallel").find("--shard {}/1 "), std::string::npos);
  EXPECT_FALSE(fs::exists(fs::path(out) / "sweep.json")) << "nothing was simulated for good";
}

// What the Slurm script does, without Slurm: a task that is told to end goes on later.
TEST(SweepCommand, TheScriptOfSlurmPassesTheSignalOn) {
  const ScratchFolder folder;
  const std::string file = forty(folder, "", 100);
  const std::string out = folder.path("out"), tools = folder.path("tools");
  ASSERT_EQ(spotgrid_run({"sweep", file, "-o", out, "--plan"}).code, 0);
  fs::create_directories(tools);
  fs::create_symlink(program(), fs::path(tools) / "spotgrid");
  std::ofstream(fs::path(tools) / "scontrol")
      << "#!/bin/sh\necho \"$@\" >> " << tools << "/asked\n";
  fs::permissions(fs::path(tools) / "scontrol", fs::perms::owner_all);
  const std::string run = "cd " + folder.path() + " && PATH=" + tools +
                          ":$PATH SLURM_ARRAY_JOB_ID=9 SLURM_ARRAY_TASK_ID=1 "
                          "SLURM_ARRAY_TASK_COUNT=1 timeout --foreground -s TERM 0.3 bash " +
                          out + "/sweep.sbatch > /dev/null 2>&1";
  int turns = 0;
  while (spotgrid_run({"merge", out}).code != 0 && ++turns < 100)
    (void)std::system(run.c_str());
  EXPECT_LT(turns, 100);
  ASSERT_TRUE(fs::exists(fs::path(tools) / "asked")) << "it was never stopped";
  EXPECT_NE(file_text(fs::path(tools) / "asked").find("requeue 9_1"), std::string::npos);
}

TEST(MergeCommand, RefusesGapsAndNamesThem) {
  const ScratchFolder folder;
  const std::string file = forty(folder), out = folder.path("out");
  ASSERT_EQ(spotgrid_run({"sweep", file, "-o", out, "--shard", "1/2"}).code, 0);
  const ProgramRun gaps = spotgrid_run({"merge", out});
  EXPECT_EQ(gaps.code, 5);
  EXPECT_EQ(gaps.err, "merge " + out +
                          ": 20 of 40 cells are missing; their numbers stand in missing.txt; "
                          "sweep on, or give --allow-incomplete\n");
  EXPECT_FALSE(fs::exists(fs::path(out) / "results.csv"));
  const ProgramRun partial = spotgrid_run({"merge", out, "--allow-incomplete", "--wide"});
  EXPECT_EQ(partial.code, 0);
  const std::string csv = file_text(fs::path(out) / "results.csv");
  EXPECT_NE(csv.find("\nPARTIAL,0,"), std::string::npos) << csv.substr(0, 300);
  EXPECT_EQ(csv.find("complete"), std::string::npos);
  EXPECT_EQ(
      spotgrid_run({"sweep", file, "-o", out, "--only", (fs::path(out) / "missing.txt").string()})
          .code,
      0);
  EXPECT_NE(merged(out).csv.find("\ncomplete,39,"), std::string::npos);
  EXPECT_FALSE(fs::exists(fs::path(out) / "missing.txt"));
}

TEST(MergeCommand, TellsDuplicatesFromContradictions) {
  const ScratchFolder folder;
  const std::string file = forty(folder), out = folder.path("out");
  ASSERT_EQ(spotgrid_run({"sweep", file, "-o", out}).code, 0);
  std::string part;
  for (const auto& entry : fs::directory_iterator(out))
    if (entry.path().filename().string().starts_with("part-"))
      part = entry.path().string();
  const std::string lines = file_text(part), first = lines.substr(0, lines.find('\n') + 1);
  const auto add = [&](std::string text) {
    std::ofstream(fs::path(out) / "part-9of9-x.jsonl", std::ios::binary) << text;
    return spotgrid_run({"merge", out});
  };
  EXPECT_EQ(add(first).code, 0) << "the same twice";
  std::string other = first;
  other.replace(other.find("\"outcome\":\"finished"), 19, "\"outcome\":\"FINISHED");
  const ProgramRun contradiction = add(other);
  EXPECT_EQ(contradiction.code, 1);
  EXPECT_EQ(spotgrid_run({"compare", out, "--by", "market.notice"}).code, 1);
  EXPECT_NE(contradiction.err.find("came to two results"), std::string::npos) << contradiction.err;
  other = first;
  other.replace(other.find("\"id\":\"") + 6, 4, "0000");
  const ProgramRun inputs = add(other);
  EXPECT_EQ(inputs.code, 3);
  EXPECT_NE(inputs.err.find(" stands there for two inputs, "), std::string::npos) << inputs.err;
  EXPECT_NE(inputs.err.find("a file or the program changed under way; sweep into a new folder"),
            std::string::npos)
      << inputs.err;
}

TEST(MergeCommand, SaysWhereItCannotWrite) {
  const ScratchFolder folder;
  const std::string out = folder.path("out");
  ASSERT_EQ(spotgrid_run({"sweep", forty(folder), "-o", out}).code, 0);
  fs::create_directories(fs::path(out) / "results.csv.unfinished" / "in the way");
  const ProgramRun run = spotgrid_run({"merge", out});
  EXPECT_EQ(run.code, 2);
  EXPECT_NE(run.err.find("cannot be written, is the disk full or write-protected?"),
            std::string::npos)
      << run.err;
}

TEST(SweepCommand, StartsNeedTraces) {
  const ScratchFolder folder;
  folder.file("plain.json", R"({"horizon": "1 d",
    "job": {"work": "2 h", "training": {"mode": "work_units", "nodes": 1}},
    "market": {"pools": [{"zone": "a", "instance": "p3.2xlarge", "price": "1 $/h",
                          "capacity": "unlimited"}], "reclaim": [{"kind": "none"}]},
    "provisioning": {"policy": "spot_only"},
    "checkpointing": {"scheme": {"name": "continuous"}}})");
  const std::string file = folder.file("sweep.json", R"({"scenario": "plain.json", "starts": 2})");
  const ProgramRun run = spotgrid_run({"sweep", file, "-o", folder.path("out")});
  EXPECT_EQ(run.code, 2);
  EXPECT_NE(run.err.find("the scenario has no traces to start in, found several starts; give "
                         "replications instead"),
            std::string::npos)
      << run.err;
}

TEST(SweepCommand, RefusesWhatDoesNotFit) {
  const ScratchFolder folder;
  const std::string file = forty(folder);
  const auto error = [&](std::vector<std::string> arguments, int code = 2) {
    const ProgramRun run = spotgrid_run(arguments);
    EXPECT_EQ(run.code, code) << run.out;
    return run.err;
  };
  EXPECT_EQ(error({"sweep", file}),
            "sweep: --out names no folder; give -o DIR; a folder with parts is gone on with\n");
  EXPECT_EQ(error({"sweep", file, "-o", folder.path("a"), "--shard", "3/2"}),
            "sweep: --shard is k/N with k from 1 to N, found \"3/2\"; write it like 2/8\n");
  const std::string list = folder.file("list.txt", "1\n40\n");
  EXPECT_EQ(error({"sweep", file, "-o", folder.path("a"), "--only", list}),
            list +
                ":2: expected the number of a cell below 40, found \"40\"; take the missing.txt "
                "of this sweep\n");
  EXPECT_NE(error({"sweep", file, "-o", folder.path("a"), "--only", folder.path("none")})
                .find("the file cannot be read, found nothing; merge writes missing.txt"),
            std::string::npos);
  EXPECT_NE(error({"merge", folder.path("nothing")}, 3)
                .find("holds no sweep, found no sweep.json; give the folder that sweep -o was "
                      "given"),
            std::string::npos);
  ASSERT_EQ(spotgrid_run({"sweep", file, "-o", folder.path("b"), "--quick"}).code, 0);
  const std::string other = forty(folder, R"(, "seed": 2)");
  EXPECT_NE(error({"sweep", other, "-o", folder.path("b")})
                .find("holds the parts of another sweep, scenario or version; choose another "
                      "folder, or remove this one"),
            std::string::npos);
  const std::string wrong = forty(folder, R"(, "set": {"job.hours": "1 h"})");
  EXPECT_NE(error({"sweep", wrong, "-o", folder.path("d")}).find("unknown option"),
            std::string::npos);
  const std::string starts = forty(folder, R"(, "starts": 3, "set": {"horizon": "300 d"})");
  const std::string long_runs = error({"sweep", starts, "-o", folder.path("c")});
  EXPECT_TRUE(long_runs.starts_with("sweep: cell ")) << long_runs;
  EXPECT_NE(long_runs.find(" h do not fit into the traces, found "), std::string::npos)
      << long_runs;
  EXPECT_NE(long_runs.find("set a shorter horizon"), std::string::npos) << long_runs;
}

// Killed at random moments and begun again: nothing is lost, nothing is there twice.
TEST(SweepCommand, SurvivesBeingKilled) {
  const ScratchFolder folder;
  const std::string file =
      forty(folder, R"(, "set": {"job.work": "96 h", "job.deadline": "144 h"})");
  const std::string out = folder.path("out"), whole = folder.path("whole");
  ASSERT_EQ(spotgrid_run({"sweep", file, "-o", whole}).code, 0);
  std::mt19937 random(7);
  for (int i = 0; i < 6; ++i) {
    const pid_t child = ::fork();
    if (child == 0) {
      ::freopen("/dev/null", "w", stdout);
      ::execl(program().c_str(), "spotgrid", "sweep", file.c_str(), "-o", out.c_str(), "--jobs",
              "2", nullptr);
      ::_exit(1);
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(20 + random() % 120));
    ::kill(child, i % 2 == 0 ? SIGKILL : SIGTERM);
    int status = 0;
    ::waitpid(child, &status, 0);
    const bool ended = i % 2 == 1 && WIFEXITED(status);
    EXPECT_TRUE(!ended || WEXITSTATUS(status) == 75 || WEXITSTATUS(status) == 0)
        << WEXITSTATUS(status);
  }
  ASSERT_EQ(spotgrid_run({"sweep", file, "-o", out}).code, 0);
  EXPECT_TRUE(merged(out) == merged(whole));
}

}  // namespace
}  // namespace spotgrid
