// spotgrid checkpoint advise as users see it.
// SPDX-License-Identifier: Apache-2.0
#include <filesystem>
#include <string>

#include <gtest/gtest.h>

#include "tests/support/program_run.hpp"

namespace spotgrid {
namespace {

namespace fs = std::filesystem;

// A job of 20 h on a node that is lost every 2 h; a save takes 60 s, all of it stall.
const std::string scenario = R"({
  "horizon": "20 d",
  "job": {"work": "20 h", "training": {"mode": "work_units", "nodes": 1},
          "membership": {"rendezvous": "0 s", "init": "0 s"}},
  "market": {
    "pools": [{"zone": "a", "instance": "p3.2xlarge", "on_demand": "3.06 $/h",
               "price": "1 $/h", "capacity": "unlimited"}],
    "reclaim": [{"kind": "lifetime", "law": "exponential", "mean": "2 h"}], "notice": "0 s",
    "provision": "0 s", "boot": "0 s", "setup": "0 s"
  },
  "provisioning": {"policy": "spot_only"},
  "checkpointing": {"scheme": {"name": "given_times",
                               "levels": [{"stall": "60 s", "restore": "60 s"}]},
                    "schedules": [{"name": "never"}]}
})";

std::string written(const ScratchFolder& folder) {
  return folder.file("job.json", scenario);
}

TEST(CheckpointAdvise, TheQuickestPeriodIsThatOfTheory) {
  const ScratchFolder folder;
  const ProgramRun run =
      spotgrid_run({"checkpoint", "advise", written(folder), "--runs", "200", "--format", "csv"});
  ASSERT_EQ(run.code, 0) << run.err;
  EXPECT_EQ(run.out.substr(0, run.out.find(',')), "scheme");
  // exact W* of C = 60 s, mu = 2 h is 14.6 min: it and the neighbours at half and twice of it.
  std::string quick;
  for (std::size_t at = 0; (at = run.out.find("\ngiven_times,", at)) != std::string::npos; ++at) {
    const std::string line = run.out.substr(at + 1, run.out.find('\n', at + 1) - at - 1);
    quick += line.ends_with(",true") ? "1" : "0";
  }
  EXPECT_EQ(quick.size(), 7U);
  EXPECT_EQ(quick[3], '1') << run.out;
  EXPECT_EQ(quick.front(), '0');
  EXPECT_EQ(quick.back(), '0');
}

TEST(CheckpointAdvise, WritesTableAndFigure) {
  const ScratchFolder folder;
  const ProgramRun run =
      spotgrid_run({"checkpoint", "advise", written(folder), "--runs", "3", "--period", "10 min",
                    "--period", "1 h", "-o", folder.path("out")});
  ASSERT_EQ(run.code, 0) << run.err;
  EXPECT_NE(run.out.find("an event stops the job every"), std::string::npos) << run.out;
  EXPECT_NE(run.out.find("not distinguishable at 95 %"), std::string::npos) << run.out;
  EXPECT_NE(run.out.find("(work_units): schemes that move it take no time"), std::string::npos);
  EXPECT_NE(run.out.find("\"storage\" is missing"), std::string::npos) << run.out;
  for (const char* name : {"out/advice.csv", "out/advice.json", "out/given_times.svg"})
    EXPECT_TRUE(fs::exists(folder.path(name))) << name;
}

TEST(CheckpointAdvise, OneRunHasNoInterval) {
  const ScratchFolder folder;
  const ProgramRun run =
      spotgrid_run({"checkpoint", "advise", written(folder), "--runs", "1", "--period", "10 min"});
  EXPECT_NE(run.out.find("n = 1, no interval"), std::string::npos) << run.out;
}

TEST(CheckpointAdvise, RefusesWhatItCannotTry) {
  const ScratchFolder folder;
  const std::string file = written(folder);
  const auto error = [&](std::vector<std::string> more) {
    std::vector<std::string> all{"checkpoint", "advise", file};
    all.insert(all.end(), more.begin(), more.end());
    const ProgramRun run = spotgrid_run(all);
    EXPECT_EQ(run.code, 2) << run.out;
    return run.err;
  };
  EXPECT_NE(error({"--scheme", "checkfreq"}).find("checkfreq lacks options: "), std::string::npos);
  EXPECT_NE(error({"--scheme", "checkfreq"})
                .find("give them in checkpointing.scheme of the scenario, or by --set"),
            std::string::npos);
  EXPECT_NE(error({"--scheme", "acut"})
                .find("no such checkpoint scheme, found \"acut\"; did you mean \"acute\"?"),
            std::string::npos);
  EXPECT_NE(error({"--period", "ten"})
                .find("--period is a duration above 0, found \"ten\"; write it like '10 min'"),
            std::string::npos);
  EXPECT_NE(error({"--set", "checkpointing.scheme={\"name\": \"none\"}", "--set",
                   "checkpointing.schedules=[]"})
                .find("the scenario's own scheme makes no saves; name one by --scheme"),
            std::string::npos);
}

}  // namespace
}  // namespace spotgrid
