// ACUTE on its declared grid: closed forms, runs, and the figure of the paper's abstract.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "commands/reproduce/acute_items.hpp"
#include "commands/reproduce/acute_runs.hpp"
#include "sim/own_process.hpp"
#include "tests/support/program_run.hpp"
#include "tests/support/test_data.hpp"

namespace spotgrid::commands::reproduction {
namespace {

using analysis::Compared;
using analysis::ComparedPanel;
using analysis::Comparison;

Switches two_jobs() {
  Switches switches;
  switches.how.jobs = 2;
  return switches;
}

TEST(Acute, TheGridHasTheMeansThatWereDerivedByHand) {
  double with = 0, without = 0;
  const auto grid = acute_grid();
  ASSERT_EQ(grid.size(), 48U);
  for (const GridCell& cell : grid) {
    with += 100 * closed_form_cut(cell, true) / 48;
    without += 100 * closed_form_cut(cell, false) / 48;
  }
  // In units of s/GB: 1/s + 1/path(N) (+ 0.1), against 1/s + 1.6 (+ 0.1). A path of N flows of
  // 0.625 GB/s is 1.25 for N = 2, and else 1.25 of a remote of 10 Gbps, 2.5 and 3.125 of one of 25.
  double by_hand = 0, by_hand_with = 0;
  for (const double serialise : {1.0, 0.5})
    for (const double path : {0.8, 0.8, 0.8, 0.8, 0.4, 0.32}) {
      by_hand += 100 * (1 - (serialise + path) / (serialise + 1.6)) / 12;
      by_hand_with += 100 * (1 - (serialise + path + 0.1) / (serialise + 1.7)) / 12;
    }
  EXPECT_NEAR(without, by_hand, 1e-9);
  EXPECT_NEAR(with, by_hand_with, 1e-9);
  EXPECT_NEAR(without, 40.745, 5e-4);
  EXPECT_NEAR(with, 39.046, 5e-4);
}

TEST(Acute, HeadlineIsSimulatedWithAndWithoutTrainingTraffic) {
  const Comparison all = compare_headline(two_jobs());
  EXPECT_EQ(all.tally().judged, 52U);
  EXPECT_EQ(all.tally().within, 52U) << all.text();
  const Compared& mean = all.panels.at(1).rows.at(1);
  ASSERT_EQ(mean.simulated.size(), 4U);
  EXPECT_NEAR(mean.simulated[0].mean, 39.046, 5e-4);
  EXPECT_NEAR(mean.simulated[1].mean, 39.046, 5e-4) << "5 + 5 Gbps fit into a NIC of 25";
  // Beside 8 streams, by a fluid model of an iteration that was written apart from this program.
  EXPECT_NEAR(mean.simulated[2].mean, 33.17595, 5e-4);
  EXPECT_NEAR(mean.simulated[3].mean, 5.14337, 5e-4) << "trainers of 10 Gbps";
  const ComparedPanel& wide = all.panels.at(5);  // remote of 25 Gbps; at 1 GB/s first
  ASSERT_EQ(wide.rows.size(), 24U);
  const double apart[] = {27.6516, 17.2845, 16.2421, 9.4134,  42.9609, 37.4605,
                          37.0138, 33.8608, 47.2084, 46.4330, 46.3865, 46.0250};
  for (std::size_t i = 0; i < std::size(apart); ++i)
    EXPECT_NEAR(wide.rows[i].simulated.at(2).mean, apart[i], 2e-4) << wide.rows[i].label;
}

// An upload of a state so large that it is beside many iterations: of T seconds, forward and the
// first quarter of backward are quiet (0.4/3 + 0.4 2/3/4 = 0.2 s), then 4 buckets follow each other
// at 8/9 of the NIC while the upload has 1/9.
TEST(Acute, AmongEightStreamsAnUploadHasANinthOfTheNic) {
  const GridCell cell{2, saved_models[3], gigabits_per_second(25), bytes_per_second(2e9)};
  const SaveTimes run =
      save_times("test", std::vector<SaveCase>{{cell, acute_scheme(cell), traffics[2]}}, two_jobs())
          .front();
  const double nic = 3.125e9, gradients = 6230e6, part = 18691e6 / 2;
  const double busy = gradients / (nic * 8 / 9), quiet = 0.2;
  const double mean_rate = (quiet * 0.625e9 + busy * nic / 9) / (quiet + busy);
  const double upload = run.latency - 18691e6 / 2e9 - 18691e6 / 10e9;
  EXPECT_NEAR(upload, part / mean_rate, 0.02 * upload) << "up to where in an iteration it begins";
  EXPECT_GT(run.contention, 0);
}

TEST(Acute, ContentionIsTheSameInMemoAndInFull) {
  const GridCell small{2, saved_models[0], gigabits_per_second(10), bytes_per_second(1e9)};
  const GridCell large{4, saved_models[1], gigabits_per_second(25), bytes_per_second(2e9)};
  const std::vector<SaveCase> cases = {
      {small, acute_scheme(small), traffics[2]},
      {large, acute_scheme(large), traffics[2]},
      {large, acute_scheme(large, {true, false, true}), traffics[1]},
      {large, acute_scheme(large, {true, false, false}), traffics[2]}};
  for (const SaveCase& one : cases) {
    spotgrid::Setup setup = setup_of(one);
    setup.fidelity.kind = Fidelity::Kind::memo;
    const RunResult memo = simulate_apart(setup);
    setup.fidelity.kind = Fidelity::Kind::full;
    const RunResult full = simulate_apart(setup);
    EXPECT_EQ(memo.counters.iterations, full.counters.iterations);
    EXPECT_EQ(full.checkpoints.latency.count, 1);
    EXPECT_NEAR(memo.checkpoints.stall.mean, full.checkpoints.stall.mean, 2e-6);
    EXPECT_NEAR(memo.checkpoints.latency.mean, full.checkpoints.latency.mean, 2e-6);
    EXPECT_NEAR(memo.checkpoints.durable.mean, full.checkpoints.durable.mean, 2e-6);
    EXPECT_NEAR(memo.time.at("contention"), full.time.at("contention"), 1e-5);
    EXPECT_NEAR(memo.makespan_s, full.makespan_s, 1e-5);
    if (one.traffic.streams == 8) {
      EXPECT_GT(full.time.at("contention"), 0);
    }
  }
}

TEST(Acute, AblationIsTheClosedFormInEachCell) {
  const Comparison all = compare_ablation(two_jobs());
  EXPECT_EQ(all.tally().judged, all.tally().within) << all.text();
  ASSERT_EQ(all.panels.size(), 9U);
  for (std::size_t i = 6; i < 9; ++i) {
    EXPECT_EQ(all.panels[i].rows.size(), 8U * 48U);
    for (const Compared& row : all.panels[i].rows)
      EXPECT_NEAR(row.simulated.at(0).mean, *row.predicted.number, 2e-5) << row.label;
  }
  // Nothing contends with what stands still, so that contention is where M is on.
  for (const Compared& row : all.panels[3].rows)
    EXPECT_EQ(row.simulated.at(2).mean > 1e-3, row.label.starts_with("M")) << row.label;
}

TEST(Acute, OrderOfTheStallsIsTheSameInEachCell) {
  const Comparison all = compare_ordering(two_jobs());
  EXPECT_EQ(all.panels.at(2).rows.size(), 3U * 48U);
  EXPECT_EQ(all.panels.at(3).rows.size(), 3U * 6U);
  EXPECT_EQ(all.tally().judged, all.tally().within) << all.text();
  for (const Compared& row : all.panels[3].rows)
    EXPECT_LT(*row.ours().number, 0.01) << row.label;
}

TEST(Acute, TheShippedScenarioIsACellOfTheGrid) {
  const ProgramRun run =
      spotgrid_run({"run", (source_root() / "scenarios/paper/acute/grid.json").string()});
  ASSERT_EQ(run.code, 0) << run.err;
  // 4 trainers, BERT-large: L1 = 4.021 (1 + 0.8 + 0.1) s; a first save after 5 min.
  EXPECT_NE(run.out.find("durable after 46.4 s"), std::string::npos) << run.out;
}

}  // namespace
}  // namespace spotgrid::commands::reproduction
