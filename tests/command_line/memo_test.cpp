// spotgrid run --memo: what was simulated apart is kept, and only what is whole is used.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "tests/support/program_run.hpp"

namespace spotgrid {
namespace {

ProgramRun quickstart(const std::string& memo) {
  return spotgrid_run({"run", "scenarios/quickstart.json", "--format", "json", "--memo", memo});
}

TEST(MemoOption, KeepsWhatWasSimulatedAndChangesNoNumber) {
  const ScratchFolder folder;
  const std::string file = folder.path("courses.memo");
  const ProgramRun first = quickstart(file);
  EXPECT_EQ(first.code, 0) << first.err;
  const std::string kept = file_text(file);
  EXPECT_GT(kept.size(), 100U);
  const ProgramRun second = quickstart(file);
  EXPECT_EQ(second.out, first.out);
  EXPECT_EQ(second.err, first.err);
  EXPECT_EQ(file_text(file), kept);
  EXPECT_EQ(spotgrid_run({"run", "scenarios/quickstart.json", "--format", "json"}).out, first.out);
}

TEST(MemoOption, ReplacesAMemoThatWasChanged) {
  const ScratchFolder folder;
  quickstart(folder.path("whole.memo"));
  const std::string whole = file_text(folder.path("whole.memo"));
  std::string changed = whole;
  changed[changed.size() / 2] = static_cast<char>(changed[changed.size() / 2] ^ 1);
  const std::string file = folder.file("changed.memo", changed);
  const ProgramRun run = quickstart(file);
  EXPECT_EQ(run.code, 0);
  EXPECT_NE(run.err.find("warning: " + file +
                         " is not a memo of this version, whole and unchanged: it is not used, and "
                         "replaced\n"),
            std::string::npos)
      << run.err;
  EXPECT_EQ(file_text(file), whole);
}

TEST(MemoOption, OverwritesNothingElse) {
  const ScratchFolder folder;
  const std::string file = folder.file("result.json", "{\"a\": 1}\n");
  const ProgramRun run = quickstart(file);
  EXPECT_EQ(run.code, 2);
  EXPECT_NE(
      run.err.find("--memo " + file + ": is no memo, and would be overwritten; name another file"),
      std::string::npos)
      << run.err;
  EXPECT_EQ(file_text(file), "{\"a\": 1}\n");
}

TEST(MemoOption, NeedsTheNameOfAFile) {
  EXPECT_EQ(quickstart("").code, 2);
  EXPECT_NE(quickstart("").err.find("--memo: expected a file, found nothing"), std::string::npos);
  const ScratchFolder folder;
  EXPECT_EQ(quickstart(folder.path()).code, 2);
}

}  // namespace
}  // namespace spotgrid
