// PCcheck's floor, its count of failures on its own trace, and its goodput model.
// SPDX-License-Identifier: Apache-2.0
#include "models/formulas/pccheck.hpp"

#include <fstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/test_data.hpp"

namespace spotgrid::formulas {
namespace {

TEST(PccheckFloor, IsRoundedUp) {
  // 12 s / (2 1.05 0.5 s) = 11.4 iterations.
  EXPECT_EQ(pccheck_floor(Seconds{12}, 2, 1.05, Seconds{0.5}), 12);
  EXPECT_EQ(pccheck_floor(Seconds{8}, 4, 1, Seconds{0.5}), 4);
  EXPECT_EQ(pccheck_floor(Seconds{0.1}, 4, 1, Seconds{0.5}), 1);
}

TEST(PccheckFailures, AreChangesByWholeFours) {
  // 9 from 0: 2; 3 fewer: none; 4 more: 1; 10 fewer: 2.
  const std::int64_t gpus[] = {9, 6, 10, 0};
  EXPECT_EQ(pccheck_failures(gpus), 5);
}

struct GpuTrace {
  std::vector<std::int64_t> gpus;
  std::vector<double> times;
};

// Lines of "index,time,gpus" behind a heading.
GpuTrace read_trace(const std::filesystem::path& path) {
  std::ifstream file(path);
  std::string line;
  std::getline(file, line);
  GpuTrace trace;
  while (std::getline(file, line)) {
    const std::size_t first = line.find(','), second = line.rfind(',');
    trace.times.push_back(std::stod(line.substr(first + 1, second - first - 1)));
    trace.gpus.push_back(std::stoll(line.substr(second + 1)));
  }
  return trace;
}

TEST(PccheckFailures, Are51OnItsTrace) {
  SPOTGRID_NEEDS(path, "traces/pccheck-gcp-a100/gpus_trace.csv");
  const GpuTrace trace = read_trace(path);
  ASSERT_EQ(trace.gpus.size(), 215U);
  EXPECT_EQ(trace.times.back() - trace.times.front(), 13482);
  EXPECT_EQ(pccheck_failures(trace.gpus), 51);
}

// Declared: t = 0.4 s, 0.42 s with saves every 10 iterations, load 3 s, T_w = 20 s, N = 4, over the
// 13482 s and 51 failures of the trace.
GoodputCase declared(SavingSystem system) {
  return {system, 10, Seconds{0.4}, Seconds{0.42}, Seconds{3}, Seconds{20}, 4};
}

TEST(Goodput, OfADeclaredCaseIsTheFormula) {
  const auto value = [](SavingSystem system) {
    return goodput(Seconds{13482}, 51, declared(system));
  };
  // Redo: f t + load = 7; f t / 2 + load = 5; f t / 2 + load + t min(T_w / t, f N) / 2 = 5 + 8.
  const double checkfreq = (13482 - 51 * 7.0) / 0.42 / 13482;
  const double gpm = (13482 - 51 * 5.0) / 0.42 / 13482;
  const double pccheck = (13482 - 51 * 13.0) / 0.42 / 13482;
  EXPECT_NEAR(value(SavingSystem::checkfreq), checkfreq, 1e-9 * checkfreq);
  EXPECT_NEAR(value(SavingSystem::gemini), checkfreq, 1e-9 * checkfreq);
  EXPECT_NEAR(value(SavingSystem::gpm), gpm, 1e-9 * gpm);
  EXPECT_NEAR(value(SavingSystem::ideal), gpm, 1e-9 * gpm);
  EXPECT_NEAR(value(SavingSystem::pccheck), pccheck, 1e-9 * pccheck);
}

TEST(Goodput, OfPccheckRedoesHalfOfASaveWhereThatIsLess) {
  GoodputCase quick = declared(SavingSystem::pccheck);
  quick.persist = Seconds{6};  // 15 iterations, below f N = 40
  EXPECT_DOUBLE_EQ(redo_of_failure(quick).count(), 3 + 2 + 3);
}

TEST(Goodput, IsNoLessThanZero) {
  EXPECT_EQ(goodput(Seconds{100}, 51, declared(SavingSystem::gpm)), 0);
}

}  // namespace
}  // namespace spotgrid::formulas
