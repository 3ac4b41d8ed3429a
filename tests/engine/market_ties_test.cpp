// Events that meet at one instant: the loss comes before the work and the commit that end there.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "tests/engine/market_runs.hpp"

namespace spotgrid::market_runs {
namespace {

using Doubles = std::vector<double>;

// An hour of work on one node, which the pool takes away at `loss` for a moment.
ARun an_hour(Seconds loss) {
  ARun run;
  run.work(hours(1)).reclaim("capacity", "{}");
  run.capacity(CapacityKind::limit, {{Seconds{-1}, 1}, {loss, 0}, {loss + Seconds{1}, 1}});
  return run;
}

TEST(MarketTies, WorkThatEndsAtALossIsLost) {
  const RunResult result = an_hour(hours(1)).run();
  EXPECT_EQ(times(result, "node_lost"), Doubles{3600});
  EXPECT_EQ(result.outcome, Outcome::finished);
  EXPECT_EQ(result.makespan_s, 7201);
  EXPECT_EQ(result.counters.stops, 1);
  EXPECT_NEAR(result.cost_usd, 2, 1e-12);
}

TEST(MarketTies, WorkThatEndsAtALossIsDoneWhereEveryInstantIsCommitted) {
  ARun run = an_hour(hours(1));
  run.scheme("continuous", "{}");
  const RunResult result = run.run();
  EXPECT_EQ(times(result, "node_lost"), Doubles{3600});
  EXPECT_EQ(result.outcome, Outcome::finished);
  EXPECT_EQ(result.makespan_s, 3600);
  EXPECT_EQ(result.progress, 3600);
  EXPECT_EQ(result.counters.requests, 1);
}

TEST(MarketTies, WorkThatEndsAMicrosecondBeforeALossIsDone) {
  const RunResult result = an_hour(hours(1) + Seconds{1e-6}).run();
  EXPECT_EQ(result.makespan_s, 3600);
  EXPECT_EQ(result.counters.preemptions, 0);
}

TEST(MarketTies, AnAnnouncedLossComesBeforeTheWorkThatEndsThere) {
  ARun run = an_hour(hours(1));
  run.setup.market.notice = Seconds{30};
  const RunResult result = run.run();
  EXPECT_EQ(times(result, "node_lost", {"\"noticed\": true"}), Doubles{3600});
  EXPECT_EQ(result.counters.stops, 1);
  EXPECT_EQ(result.makespan_s, 7201);
}

TEST(MarketTies, ACommitAtALossIsTorn) {
  const auto saving = [](Seconds loss) {
    ARun run = an_hour(loss);
    run.state(Bytes::of(1e9));
    run.scheme("direct_storage", R"({"storage": {"write": "100 MB/s"}})");
    run.schedule("fixed_interval", R"({"every": "1000 s"})");
    run.setup.market.pools[0].instance.network.baseline = Bandwidth::of(1e12);
    return run.run();
  };
  const Doubles quiet = times(saving(hours(5)), "save_committed");
  ASSERT_FALSE(quiet.empty());
  const Seconds commit{quiet.front()};
  const RunResult torn = saving(commit);
  EXPECT_EQ(times(torn, "node_lost").front(), commit.count());
  EXPECT_EQ(torn.counters.saves_torn, 1);
  EXPECT_EQ(times(torn, "rolled_back", {"\"to\": 0"}).size(), 1U);
  const RunResult kept = saving(commit + Seconds{1e-6});
  EXPECT_EQ(kept.counters.saves_torn, 0);
  EXPECT_EQ(times(kept, "save_committed").front(), commit.count());
  EXPECT_TRUE(times(kept, "rolled_back", {"\"to\": 0"}).empty());
}

TEST(MarketTies, ThePolicyIsAskedOnceAfterAllThatHappensAtOneInstant) {
  std::vector<std::pair<double, std::size_t>> asked;  // when, and with how many nodes
  ARun run = endless(9, Seconds{2000}, [&asked](const FleetView& view) {
    asked.push_back({view.now.since_start().count(), view.nodes.size()});
    return hold(view.now == Instant{} ? 4 : view.at(spot).held);
  });
  // The price changes, the count falls by three and the losses are known, all at 1000.
  run.price({{Seconds{-1}, 1}, {Seconds{1000}, 2}}).reclaim("capacity", "{}");
  run.capacity(CapacityKind::limit, {{Seconds{-1}, 4}, {Seconds{1000}, 1}});
  run.setup.market.notice = Seconds{120};
  run.setup.market.boot = Law{Seconds{90}};
  const RunResult result = run.run();
  const std::vector<std::pair<double, std::size_t>> expected = {
      {0, 0}, {90, 4}, {880, 4}, {1000, 1}};
  EXPECT_EQ(asked, expected);
  EXPECT_EQ(result.counters.plans, 4);
}

}  // namespace
}  // namespace spotgrid::market_runs
