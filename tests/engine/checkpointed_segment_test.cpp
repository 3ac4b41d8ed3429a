// Work of length W, then a save of length C, under exponential losses: the mean time to commit one
// segment is e^(lambda R) (1/lambda + D) (e^(lambda (W + C)) - 1) (Bougeret et al., SC 2011).
// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <ostream>

#include <gtest/gtest.h>

#include "tests/support/a_run.hpp"

namespace spotgrid {
namespace {

struct Segment {
  const char* name;
  double work, save, down, restore, mean_life;  // s
  double mean, deviation;                       // of the time to commit, s
};

void PrintTo(const Segment& segment, std::ostream* to) {
  *to << segment.name;
}

class CheckpointedSegment : public testing::TestWithParam<Segment> {};

// The job is n segments long; one node, whose life begins with its boot, so that the failure-free
// time D is its `provision`.
ARun segments(const Segment& s, int n) {
  ARun run;
  run.work(Seconds{s.work * n}).state(Bytes::of(1e9));
  const std::string life =
      "{\"law\": \"exponential\", \"mean\": \"" + std::to_string(s.mean_life) + " s\"}";
  run.reclaim("lifetime", life);
  const auto rate = [](double seconds) { return "\"" + std::to_string(1e9 / seconds) + " B/s\""; };
  run.scheme("direct_storage",
             "{\"storage\": {\"write\": " + rate(s.save) + ", \"read\": " + rate(s.restore) + "}}");
  run.schedule("fixed_interval", "{\"every\": \"" + std::to_string(s.work) + " s\"}");
  run.setup.market.pools[0].instance.network.baseline = Bandwidth::of(1e12);
  run.setup.market.provision = Law{Seconds{s.down}};
  run.setup.horizon = Instant::at(hours(1e7));
  run.setup.keep_journal = false;
  return run;
}

TEST_P(CheckpointedSegment, TakesTheTimeOfTheClosedForm) {
  const Segment& s = GetParam();
  // Three standard errors are one percent of the mean.
  const int n = static_cast<int>(std::ceil(std::pow(3 * s.deviation / (0.01 * s.mean), 2)));
  const RunResult result = segments(s, n).run();
  ASSERT_EQ(result.outcome, Outcome::finished);
  ASSERT_EQ(result.counters.saves_committed, n);
  // The first segment has nothing to restore when it fails: less than one part in n.
  const double mean = (result.makespan_s - s.down) / n;
  EXPECT_NEAR(mean, s.mean, 0.01 * s.mean) << n << " segments";
}

INSTANTIATE_TEST_SUITE_P(
    Rows, CheckpointedSegment,
    testing::Values(Segment{"rare", 3600, 60, 30, 120, 36000, 3868.603, 754.683},
                    Segment{"often", 3600, 60, 30, 120, 7200, 4870.508, 2099.357},
                    Segment{"short", 600, 10, 120, 60, 3000, 717.712, 264.838},
                    Segment{"storm", 7200, 300, 0, 600, 3600, 29902.952, 24501.298}),
    [](const auto& tested) { return tested.param.name; });

}  // namespace
}  // namespace spotgrid
