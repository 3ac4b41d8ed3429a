// spotgrid reproduce: what it prints, which files it writes, with which code it ends.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstdlib>
#include <filesystem>

#include <gtest/gtest.h>

#include "tests/peers/made_up_traces.hpp"
#include "tests/support/program_run.hpp"
#include "tests/support/test_data.hpp"

namespace spotgrid {
namespace {

namespace fs = std::filesystem;

TEST(ReproduceCommand, TheTidyTableIsKeptToTheByte) {
  const ScratchFolder folder;
  const ProgramRun run = spotgrid_run({"reproduce", "spotdnn", "table1", "-o", folder.path()});
  ASSERT_EQ(run.code, 0) << run.err;
  const fs::path golden = source_root() / "tests/golden/spotdnn_table1.csv";
  if (std::getenv("UPDATE_GOLDEN") != nullptr)
    fs::copy_file(folder.path("table1.csv"), golden, fs::copy_options::overwrite_existing);
  EXPECT_EQ(file_text(folder.path("table1.csv")), file_text(golden))
      << "UPDATE_GOLDEN=1 writes it anew";
  EXPECT_TRUE(run.out.ends_with("\ntable1: 11 of 11 points within tolerance\n")) << run.out;
}

TEST(ReproduceCommand, ThePlansOfDeepVmAreKeptToTheByte) {
  const ScratchFolder folder;
  const ProgramRun run = spotgrid_run({"reproduce", "deepvm", "solver", "-o", folder.path()});
  ASSERT_EQ(run.code, 0) << run.err;
  const fs::path golden = source_root() / "tests/golden/deepvm_solver.csv";
  if (std::getenv("UPDATE_GOLDEN") != nullptr)
    fs::copy_file(folder.path("solver.csv"), golden, fs::copy_options::overwrite_existing);
  EXPECT_EQ(file_text(folder.path("solver.csv")), file_text(golden))
      << "UPDATE_GOLDEN=1 writes it anew";
  EXPECT_TRUE(run.out.ends_with("\nsolver: 46 of 46 points within tolerance\n")) << run.out;
}

TEST(ReproduceCommand, PointsBetweenThePublishedOnesStandInTheCsvAlone) {
  const ScratchFolder folder;
  const ProgramRun run = spotgrid_run({"reproduce", "deepvm", "simulation", "-o", folder.path()});
  ASSERT_EQ(run.code, 0) << run.err;
  EXPECT_NE(run.out.find("\n10 $/h  performance-first "), std::string::npos) << run.out;
  EXPECT_EQ(run.out.find("\n9.9 $/h"), std::string::npos);
  EXPECT_NE(file_text(folder.path("simulation.csv")).find(",performance-first,9.9 $/h,9.9,"),
            std::string::npos);
}

TEST(ReproduceCommand, TwoRunsWriteTheSameFiles) {
  const ScratchFolder first, second;
  for (const ScratchFolder* folder : {&first, &second})
    ASSERT_EQ(spotgrid_run({"reproduce", "spotdnn", "fig2", "-o", folder->path()}).code, 0);
  for (const char* name : {"fig2.csv", "fig2.gp", "fig2.svg"}) {
    EXPECT_EQ(file_text(first.path(name)), file_text(second.path(name))) << name;
    EXPECT_FALSE(file_text(first.path(name)).empty()) << name;
  }
  const auto files = std::distance(fs::directory_iterator(first.path()), fs::directory_iterator());
  EXPECT_EQ(files, 3) << "nothing unfinished is left";
}

TEST(ReproduceCommand, TablesNeedNeitherFolderNorGnuplot) {
  const std::string path = std::getenv("PATH");
  const ScratchFolder folder;
  ::setenv("PATH", "/nowhere", 1);
  const ProgramRun table = spotgrid_run({"reproduce", "spotdnn", "table6"});
  const ProgramRun figure = spotgrid_run({"reproduce", "spotdnn", "fig2", "-o", folder.path()});
  ::setenv("PATH", path.c_str(), 1);
  EXPECT_EQ(table.code, 0) << table.err;
  EXPECT_EQ(figure.code, 2);
  EXPECT_NE(figure.err.find("the Debian package gnuplot-nox"), std::string::npos) << figure.err;
  EXPECT_TRUE(fs::exists(folder.path("fig2.csv")));
  EXPECT_TRUE(fs::exists(folder.path("fig2.gp")));
}

TEST(ReproduceCommand, WhatThereIsNotIsRefusedWithWhatThereIs) {
  const ProgramRun item = spotgrid_run({"reproduce", "spotdnn", "fig99"});
  EXPECT_EQ(item.code, 2);
  EXPECT_EQ(item.err,
            "reproduce: spotdnn has no such table or figure, found \"fig99\"; there are table1, "
            "table5, table6, fig2, fig3, fig5, fig6, fig7, fig8, fig9, headline, replayed, all\n");
  const ProgramRun paper = spotgrid_run({"reproduce", "srifty"});
  EXPECT_EQ(paper.code, 2);
  EXPECT_EQ(paper.err,
            "reproduce: no such paper, found \"srifty\"; there are spotdnn, deepvm, acute\n");
  const ProgramRun other = spotgrid_run({"reproduce", "deepvm", "table1"});
  EXPECT_EQ(other.code, 2);
  EXPECT_EQ(other.err,
            "reproduce: deepvm has no such table or figure, found \"table1\"; there are fig5, "
            "fig6, solver, simulation, fig8, all\n");
  const ProgramRun foreign = spotgrid_run({"reproduce", "deepvm", "--form", "released"});
  EXPECT_EQ(foreign.code, 2);
  EXPECT_EQ(foreign.err, "reproduce: deepvm has no --form; it belongs to spotdnn\n");
  const ProgramRun form = spotgrid_run({"reproduce", "spotdnn", "--form", "papre"});
  EXPECT_EQ(form.code, 2);
  EXPECT_EQ(form.err,
            "reproduce: --form has no such value, found \"papre\"; did you mean \"paper\"?\n");
}

TEST(ReproduceCommand, SwitchesAreTold) {
  const ProgramRun run = spotgrid_run({"reproduce", "spotdnn", "table1", "--rounding", "none"});
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_NE(run.out.find("\n  Computed with --rounding none.\n"), std::string::npos) << run.out;
  EXPECT_NE(run.out.find("\ntable1: 10 of 11 points within tolerance\n"), std::string::npos)
      << run.out;
}

TEST(ReproduceCommand, AReplayWantsTracesAndNothingElse) {
  const std::vector<std::pair<std::vector<std::string>, std::string>> refused = {
      {{"replayed"},
       "replayed runs on recorded traces, found no folder of them; give --traces DIR; in it are "
       "looked for skynomad-aws-v100-2023 (prices) and skynomad-aws-v100-multinode-2023 (counts)"},
      {{"replayed", "--traces", ".", "--starts", "1"},
       "--starts is a number from 2 to 10000, found \"1\"; 30 without it"},
      {{"replayed", "--traces", ".", "--starts", "3x"},
       "--starts is a number from 2 to 10000, found \"3x\"; 30 without it"},
      {{"replayed", "--traces", ".", "--prices", "floor30"},
       "--prices has no effect on replayed; leave it out"},
      {{"all", "--traces", "."},
       "--traces has an effect on replayed alone; name that item: spotgrid reproduce spotdnn "
       "replayed --traces DIR"}};
  for (const auto& [arguments, message] : refused) {
    std::vector<std::string> line = {"reproduce", "spotdnn"};
    line.insert(line.end(), arguments.begin(), arguments.end());
    const ProgramRun run = spotgrid_run(line);
    EXPECT_EQ(run.code, 2);
    EXPECT_EQ(run.err, "reproduce: " + message + "\n");
  }
}

TEST(ReproduceCommand, AReplayBeginsOnceAllFilesAreThere) {
  const MadeUpTraces traces(360, [](int) { return 16; });
  const std::string last = traces.path(
      "skynomad-aws-v100-multinode-2023/4-nodes-real-preemption/us-west-2c_v100_1.json");
  fs::remove(last);
  const ProgramRun run =
      spotgrid_run({"reproduce", "spotdnn", "replayed", "--traces", traces.path()});
  EXPECT_EQ(run.code, 3);
  EXPECT_TRUE(run.err.starts_with(last + ": there is no such file, found nothing; ")) << run.err;
  EXPECT_EQ(run.out, "");
}

TEST(ReproduceCommand, AReplayPrintsATableOfEachMarketAndWritesTwo) {
  const MadeUpTraces traces(360, [](int) { return 16; });
  const ScratchFolder folder;
  const ProgramRun run = spotgrid_run({"reproduce", "spotdnn", "replayed", "--traces",
                                       traces.path(), "--starts", "2", "-o", folder.path()});
  ASSERT_EQ(run.code, 0) << run.err;
  for (const char* title :
       {"us-west-2a, loss 0.8 in 2600 s", "us-west-2a, loss 0.9 in 1900 s",
        "us-west-2a, loss 0.8 in 2400 s", "us-west-2a, loss 0.7 in 3700 s",
        "us-east-1f, loss 0.8 in 2600 s", "p3.2xlarge alone, loss 0.8 in 2600 s",
        "stand-ins, loss 0.8 in 2600 s"})
    EXPECT_NE(run.out.find(std::string("\n") + title + "\n"), std::string::npos) << title;
  const std::string summary = file_text(folder.path("replayed.csv"));
  const std::string runs = file_text(folder.path("replayed_runs.csv"));
  EXPECT_EQ(std::count(summary.begin(), summary.end(), '\n'), 1 + 7 * 7);
  EXPECT_EQ(std::count(runs.begin(), runs.end(), '\n'), 1 + 7 * 7 * 2);
}

TEST(ReproduceCommand, AllEndsWithTheSumOfAllPoints) {
  const ProgramRun run = spotgrid_run({"reproduce", "spotdnn"});
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_TRUE(run.out.ends_with("\nall: 243 of 247 points within tolerance\n"));
  const ProgramRun deepvm = spotgrid_run({"reproduce", "deepvm", "all"});
  EXPECT_EQ(deepvm.code, 0) << deepvm.err;
  EXPECT_TRUE(deepvm.out.ends_with("\nall: 148 of 155 points within tolerance\n"));
}

}  // namespace
}  // namespace spotgrid
