// spotgrid reproduce: what it prints, which files it writes, with which code it ends.
// SPDX-License-Identifier: Apache-2.0
#include <cstdlib>
#include <filesystem>

#include <gtest/gtest.h>

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
            "table5, table6, fig2, fig3, fig5, fig6, fig7, fig8, fig9, headline, all\n");
  const ProgramRun paper = spotgrid_run({"reproduce", "srifty"});
  EXPECT_EQ(paper.code, 2);
  EXPECT_EQ(paper.err, "reproduce: no such paper, found \"srifty\"; there is spotdnn\n");
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

TEST(ReproduceCommand, AllEndsWithTheSumOfAllPoints) {
  const ProgramRun run = spotgrid_run({"reproduce", "spotdnn"});
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_TRUE(run.out.ends_with("\nall: 243 of 247 points within tolerance\n"));
}

}  // namespace
}  // namespace spotgrid
