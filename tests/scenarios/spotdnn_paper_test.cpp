// Fig. 9 of spotDNN (IWQoS 2023) through the whole simulator: notice, new plan, boot and join.
// SPDX-License-Identifier: Apache-2.0
#include "sim/own_process.hpp"
#include "tests/scenarios/written.hpp"
#include "tests/support/test_data.hpp"

namespace spotgrid::scenarios {
namespace {

RunResult fig9(Changes changes = {}, std::optional<double> until_min = {}) {
  const std::string file = (source_root() / "scenarios/paper/spotdnn/fig9.json").string();
  Assembled run = assemble(load(file, std::vector<Override>(changes)));
  run.setup.keep_journal = true;
  if (until_min)
    run.setup.horizon = Instant::at(Seconds{*until_min * 60});
  return simulate_apart(run.setup);
}

std::size_t lines_with(const RunResult& result, std::string_view a, std::string_view b) {
  return static_cast<std::size_t>(
      std::count_if(result.journal.begin(), result.journal.end(), [&](const std::string& line) {
        return line.find(a) != std::string::npos && line.find(b) != std::string::npos;
      }));
}

class Fig9 : public testing::TestWithParam<const char*> {};

// Published: 3 p3.2xlarge take over, and it ends after 41.9 min. By the loss state, which the paper
// does not spell out, after 42.25 min, at speeds of 11,075, 5,985 and 11,640 samples/s.
TEST_P(Fig9, ThreeWorkersTakeOverAndTheLossIsMet) {
  const RunResult run = fig9({{"job.training.contention", GetParam()}});
  EXPECT_EQ(run.outcome, Outcome::finished);
  EXPECT_EQ(lines_with(run, "\"requested\"", "\"pool\": 1"), 5U);  // g3.8xlarge
  EXPECT_EQ(lines_with(run, "\"requested\"", "\"pool\": 2"), 3U);  // g3.16xlarge
  EXPECT_EQ(lines_with(run, "\"requested\"", "\"pool\": 0"), 3U);  // p3.2xlarge
  EXPECT_EQ(lines_with(run, "\"requested\"", "\"pool\": 3"), 0U);
  EXPECT_EQ(run.counters.notices_seen, 5);
  EXPECT_NEAR(run.makespan_s / 60, 42.25, 0.2);
}

// Between two horizons the same run has trained so many samples more.
TEST_P(Fig9, SpeedsOfTheThreePhases) {
  const auto speed = [](double from, double to) {
    const double samples = fig9({{"job.training.contention", GetParam()}}, to).loss->samples -
                           fig9({{"job.training.contention", GetParam()}}, from).loss->samples;
    return samples / (60 * (to - from));
  };
  EXPECT_NEAR(speed(10, 31.3) / 11075, 1, 0.005);
  EXPECT_NEAR(speed(31.45, 31.8) / 5985, 1, 0.005 + 2048.0 / (5985 * 21));  // one iteration
  EXPECT_NEAR(speed(32, 42) / 11640, 1, 0.005);
}

// B_ps of the paper is a burst; the server alone is slower then, workers still have their B_req.
TEST(Fig9AtTheRateThatLasts, IsNotDoneInTwoHours) {
  const RunResult run = fig9({{"network.nic", "baseline"}});
  EXPECT_EQ(run.outcome, Outcome::not_finished);
  EXPECT_NEAR(run.loss->reached.value(), 0.880, 0.0005);
}

INSTANTIATE_TEST_SUITE_P(Contention, Fig9, testing::Values("emergent", "analytic"));

}  // namespace
}  // namespace spotgrid::scenarios
