// The arithmetic under the deadline policies.
// SPDX-License-Identifier: Apache-2.0
#include "models/formulas/deadline.hpp"

#include <gtest/gtest.h>

#include "tests/provisioning/fleet.hpp"

namespace spotgrid {
namespace {

// Two pools: the second is dearer and twice as fast on demand.
Fleet two_pools() {
  Fleet fleet({{.on_demand = 3}, {.on_demand = 5}}, 1);
  fleet.offer(1, MarketSide::on_demand).rate = 2;
  fleet.job.target = Work::of(1000);
  fleet.job.committed = Work::of(200);
  fleet.job.done = Work::of(300);
  fleet.job.deadline = Instant::at(Seconds{2000});
  fleet.now = Instant::at(Seconds{500});
  return fleet;
}

TEST(Slack, CountsCommittedProgressAtTheSpeedOfTheCheapestOnDemandPool) {
  EXPECT_EQ(slack(two_pools().view()), Seconds{1500 - 800});
}

TEST(Slack, CountsTheSpeedWhereTheJobIsOnDemandAlready) {
  Fleet fleet = two_pools();
  fleet.hold(1, MarketSide::on_demand, 1);
  EXPECT_EQ(slack(fleet.view()), Seconds{1500 - 400});
}

TEST(Slack, LeastIsTwoChangesAndTheMarginOnSpotWithASaveEach) {
  JobView job;
  job.change_bound = Seconds{100};
  job.save_bound = Seconds{40};
  job.margin = Seconds{10};
  EXPECT_EQ(least_slack(job, Standing::idle), Seconds{210});
  EXPECT_EQ(least_slack(job, Standing::on_demand), Seconds{210});
  EXPECT_EQ(least_slack(job, Standing::spot), Seconds{290});
}

TEST(RateHeld, IsThatOfTheSlowestNode) {
  Fleet fleet = two_pools();
  EXPECT_EQ(rate_held(fleet.view()), 0);
  fleet.hold(1, MarketSide::on_demand, 1);
  EXPECT_EQ(rate_held(fleet.view()), 2);
  fleet.hold(0, MarketSide::spot, 1);
  EXPECT_EQ(rate_held(fleet.view()), 1);
}

}  // namespace
}  // namespace spotgrid
