// CheckFreq's interval, its adaptation and its stall, by hand.
// SPDX-License-Identifier: Apache-2.0
#include "models/formulas/checkfreq.hpp"

#include <gtest/gtest.h>

namespace spotgrid::formulas {
namespace {

// Snapshots of 0.1 s on the GPU, 0.3 s on the CPU in a thread, 0.25 s in a process.
CheckFreqProfile profile() {
  return {.iteration = Seconds{0.5},
          .update = Seconds{0.1},
          .gpu_snapshot = Seconds{0.125},
          .cpu_snapshot = Seconds{0.375},
          .cpu_process = Seconds{0.25},
          .persist = Seconds{2.125},
          .state = megabytes(1000),
          .free_gpu = megabytes(1000)};
}

TEST(CheckFreqInterval, IsThePersistBehindTheSnapshotInIterations) {
  EXPECT_EQ(checkfreq_interval(profile()), 4);  // (2.125 - 0.125) / 0.5
  CheckFreqProfile slower = profile();
  slower.persist = Seconds{2.126};
  EXPECT_EQ(checkfreq_interval(slower), 5);
  slower.persist = Seconds{0.1};
  EXPECT_EQ(checkfreq_interval(slower), 1);
}

TEST(CheckFreqOverhead, IsThatOfTheCheaperSnapshotThatFits) {
  EXPECT_EQ(checkfreq_overhead(profile()), Seconds{0.125});
  CheckFreqProfile full = profile();
  full.free_gpu = megabytes(999);
  EXPECT_FALSE(snapshots_on_gpu(full));
  EXPECT_EQ(checkfreq_overhead(full), Seconds{0.25});
  CheckFreqProfile slow = profile();
  slow.gpu_snapshot = Seconds{0.3};
  EXPECT_EQ(checkfreq_overhead(slow), Seconds{0.25});
}

TEST(CheckFreqAdapted, AddsTwoIterationsBeyondTheCap) {
  EXPECT_EQ(checkfreq_adapted(14, Seconds{1.035}, Seconds{1}, checkfreq_program_cap), 14);
  EXPECT_EQ(checkfreq_adapted(14, Seconds{1.036}, Seconds{1}, checkfreq_paper_cap), 16);
  EXPECT_EQ(checkfreq_adapted(14, Seconds{1.034}, Seconds{1}, checkfreq_paper_cap), 14);
  EXPECT_EQ(checkfreq_adapted(16, Seconds{1.051}, Seconds{1}, checkfreq_program_cap), 18);
}

TEST(CheckFreqStall, IsWhatASnapshotLastsIntoTheUpdate) {
  EXPECT_EQ(checkfreq_stall(Seconds{0.25}, profile()), Seconds{0});
  EXPECT_DOUBLE_EQ(checkfreq_stall(Seconds{0.65}, profile()).count(), 0.25);
}

TEST(CheckFreqStorage, IsTheConstantOfTheProgram) {
  EXPECT_EQ(megabytes(1030) / checkfreq_storage, Seconds{2});
}

}  // namespace
}  // namespace spotgrid::formulas
