// Deadline policies on patterns whose outcome follows by hand: 10 h of work, due after 15 h, boot
// 0.1 h, spot 1 $/h, on demand 3 $/h. Costs, finish times and one event log, exact.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "tests/support/a_run.hpp"

namespace spotgrid {
namespace {

using Spells = std::vector<std::pair<double, double>>;

ARun hand_run(const Spells& available, std::string_view policy) {
  std::vector<std::pair<Seconds, std::int64_t>> steps{{Seconds{-1}, 0}};
  for (const auto& [from, to] : available) {
    if (from <= 0)
      steps = {{Seconds{-1}, 1}};
    else
      steps.push_back({hours(from), 1});
    steps.push_back({hours(to), 0});
  }
  ARun run;
  run.work(hours(10)).capacity(CapacityKind::limit, steps).reclaim("capacity", "{}");
  run.policy(policy, "{}").scheme("continuous", "{}");
  run.setup.job.deadline = Instant::at(hours(15));
  run.setup.market.boot = Law{hours(0.1)};
  return run;
}

Spells periodic(double period, double up, int count) {
  Spells spells;
  for (int j = 0; j < count; ++j)
    spells.push_back({period * j, period * j + up});
  return spells;
}

struct Expected {
  const char* name;
  Spells available;
  const char* policy;
  double finish_h, cost;
};

class HandScenario : public testing::TestWithParam<Expected> {};

TEST_P(HandScenario, CostsAndEndsAsByHand) {
  const Expected& expected = GetParam();
  const RunResult result = hand_run(expected.available, expected.policy).run();
  EXPECT_EQ(result.outcome, Outcome::finished);
  // Relative: a crossing that is no whole microsecond is rounded up to the next.
  EXPECT_NEAR(result.makespan_s / 3600, expected.finish_h, 1e-9 * expected.finish_h);
  EXPECT_NEAR(result.cost_usd, expected.cost, 1e-9 * expected.cost);
}

const Spells never, always{{0, 1e6}}, first3{{0, 3}}, after5{{5, 1e6}};

INSTANTIATE_TEST_SUITE_P(Greedy, HandScenario,
                         testing::Values(Expected{"never", never, "greedy", 14.9, 30.3},
                                         Expected{"always", always, "greedy", 10.1, 10.1},
                                         Expected{"first3", first3, "greedy", 14.9, 24.6},
                                         Expected{"after5", after5, "greedy", 14.9, 30.3},
                                         Expected{"per1", periodic(2, 1, 20), "greedy", 14.9, 21.8},
                                         Expected{"blip", periodic(1, 0.2, 40), "greedy", 14.9,
                                                  29.7}),
                         [](const auto& tested) { return tested.param.name; });

// Every launch of `blip` halves the distance to the limits 23/9 and 94/9 h: finish and cost are
// 487515/32768 h and 1388089/40960 $, of which the table of the source prints four decimals.
INSTANTIATE_TEST_SUITE_P(
    UniformProgress, HandScenario,
    testing::Values(Expected{"never", never, "uniform_progress", 10.1, 30.3},
                    Expected{"always", always, "uniform_progress", 10.1, 10.1},
                    Expected{"first3", first3, "uniform_progress", 11.55, 24.6},
                    Expected{"after5", after5, "uniform_progress", 10.2, 20.2},
                    Expected{"per1", periodic(2, 1, 20), "uniform_progress", 14.68828125, 21.3},
                    Expected{"blip", periodic(1, 0.2, 40), "uniform_progress", 487515.0 / 32768,
                             1388089.0 / 40960}),
    [](const auto& tested) { return tested.param.name; });

INSTANTIATE_TEST_SUITE_P(OnDemandOnly, HandScenario,
                         testing::Values(Expected{"per1", periodic(2, 1, 20), "on_demand_only",
                                                  10.1, 30.3}));

TEST(HandScenarioLog, UniformProgressOnPer1) {
  const RunResult result = hand_run(periodic(2, 1, 20), "uniform_progress").run();
  std::vector<std::pair<std::string, double>> log;
  for (const std::string& line : result.journal) {
    const double t = std::stod(line.substr(6)) / 3600;
    if (line.find("\"requested\"") != std::string::npos && line.find("state") == std::string::npos)
      log.push_back({line.find("\"spot\"") != std::string::npos ? "spot" : "od", t});
    else if (line.find("\"node_lost\"") != std::string::npos)
      log.push_back({"lost", t});
    else if (line.find("\"job_ended\"") != std::string::npos)
      log.push_back({"done", t});
  }
  const std::vector<std::pair<std::string, double>> expected{
      {"spot", 0},         {"lost", 1},           {"od", 1.35},         {"spot", 2.05},
      {"lost", 3},         {"od", 3.525},         {"spot", 4.225},      {"lost", 5},
      {"od", 5.4375},      {"spot", 6.1375},      {"lost", 7},          {"od", 7.48125},
      {"spot", 8.18125},   {"lost", 9},           {"od", 9.459375},     {"spot", 10.159375},
      {"lost", 11},        {"od", 11.4703125},    {"spot", 12.1703125}, {"lost", 13},
      {"od", 13.46484375}, {"spot", 14.16484375}, {"done", 14.68828125}};
  ASSERT_EQ(log.size(), expected.size());
  for (std::size_t i = 0; i < log.size(); ++i) {
    EXPECT_EQ(log[i].first, expected[i].first) << i;
    EXPECT_NEAR(log[i].second, expected[i].second, 1e-9) << i;
  }
}

}  // namespace
}  // namespace spotgrid
