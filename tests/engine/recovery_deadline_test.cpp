// Deadline policies that save to storage and lose nodes: planned changes save first, and a
// deadline that the result calls guaranteed is met.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <string>

#include <gtest/gtest.h>

#include "tests/engine/placed_losses.hpp"

namespace spotgrid {
namespace {

// 5 h of work in 8 h; a save writes for 60 s, a restore reads for 30 s, a change boots for 120 s.
ARun due(const std::string& policy) {
  ARun run;
  run.work(hours(5)).state(Bytes::of(6e9)).policy(policy, "{}");
  run.scheme("direct_storage", R"({"storage": {"write": "100 MB/s", "read": "200 MB/s"}})");
  run.schedule("fixed_interval", R"({"every": "20 min"})");
  run.setup.job.deadline = Instant::at(hours(8));
  run.setup.horizon = Instant::at(hours(50));
  run.setup.market.boot = Law{Seconds{120}};
  run.setup.market.failure_detection = Seconds{15};
  return run;
}

class Guarantee : public testing::TestWithParam<const char*> {};

TEST_P(Guarantee, OfTheDeadlineHoldsUnderLosses) {
  int losses = 0, on_demand = 0;
  for (std::uint64_t seed = 1; seed <= 30; ++seed) {
    ARun run = due(GetParam());
    run.setup.seed = seed;
    run.setup.keep_journal = false;
    run.reclaim("lifetime", R"({"law": "exponential", "mean": "30 min"})");
    const RunResult result = run.run();
    ASSERT_TRUE(result.deadline_guaranteed);
    EXPECT_EQ(result.outcome, Outcome::finished) << "seed " << seed;
    EXPECT_LE(result.makespan_s, 8 * 3600) << "seed " << seed;
    losses += static_cast<int>(result.counters.preemptions);
    on_demand += result.cost.by_line.count("compute.on_demand.za/gpu.x1") > 0 ? 1 : 0;
  }
  EXPECT_GT(losses, 100);
  EXPECT_GT(on_demand, 0);
}
INSTANTIATE_TEST_SUITE_P(Policies, Guarantee, testing::Values("greedy", "uniform_progress"),
                         [](const auto& tested) { return std::string(tested.param); });

// Saves of 60 s cost an hour of five, however they are scheduled, and there is never any spot node:
// a net that did not know of them would be sprung too late.
TEST(Guarantee, CountsTheSavesOfEverySchedule) {
  for (const char* schedule : {R"({"every": "300 s"})", R"({"samples": 300})"}) {
    for (const std::int64_t spot : {0, 1}) {
      ARun run = due("greedy");
      run.schedule("fixed_interval", schedule);
      run.capacity(CapacityKind::limit, {{Seconds{-1}, spot}, {hours(1), 0}});
      run.reclaim("capacity", "{}");
      const RunResult result = run.run();
      EXPECT_TRUE(result.deadline_guaranteed) << schedule;
      EXPECT_LE(result.makespan_s, 8 * 3600) << schedule << spot;
    }
  }
}

TEST(Guarantee, IsNotGivenWhereAConditionFails) {
  const auto guaranteed = [](auto change) {
    ARun run = due("greedy");
    change(run);
    return run.run().deadline_guaranteed;
  };
  EXPECT_TRUE(guaranteed([](ARun&) {}));
  EXPECT_FALSE(guaranteed([](ARun& run) {
    run.setup.job.deadline.reset();
    run.policy("spot_only", "{}");
  }));
  EXPECT_FALSE(guaranteed([](ARun& run) { run.policy("spot_only", "{}"); }));
  EXPECT_FALSE(guaranteed([](ARun& run) { run.setup.market.pools[0].on_demand_capacity = 5; }));
  EXPECT_FALSE(
      guaranteed([](ARun& run) { run.setup.market.boot = Law::exponential(Seconds{120}); }));
  EXPECT_FALSE(guaranteed([](ARun& run) {
    run.setup.checkpointing.outages = {{Instant::at(hours(40)), Instant::at(hours(41))}};
  }));
  EXPECT_FALSE(guaranteed([](ARun& run) { run.setup.job.deadline = Instant::at(hours(5)); }))
      << "no time for a start";
}

TEST(Guarantee, NeedsAFallbackWithinTheQuotas) {
  const auto guaranteed = [](const std::vector<Quota>& quotas) {
    ARun run = due("greedy");
    run.work(hours(5), 2);
    run.setup.market.pools.push_back(run.setup.market.pools[0]);
    run.setup.market.pools[1].zone = "zb";
    run.setup.market.quotas = quotas;
    return run.run().deadline_guaranteed;
  };
  EXPECT_TRUE(guaranteed({{MarketSide::on_demand, 16, {8, 8}}}));
  EXPECT_FALSE(guaranteed({{MarketSide::on_demand, 15, {8, 8}}}));
  EXPECT_FALSE(guaranteed({{MarketSide::on_demand, 1, {0, 1}}})) << "either may be fallen back to";
  EXPECT_TRUE(guaranteed({{MarketSide::spot, 0, {1, 1}}}));
}

TEST(Guarantee, LeavesTheServersTheirShareOfTheQuota) {
  const auto guaranteed = [](std::int64_t nodes) {
    ARun run = due("greedy");
    run.samples(6400, Seconds{1}, 64, Bytes::of(1e6), Bytes::of(6e9));
    run.mode("parameter_server", R"({"nodes": 2, "shards": 1, "sync": "bsp"})");
    run.setup.market.cooldown = Seconds{60};
    run.setup.market.quotas = {{MarketSide::on_demand, nodes, {1}}};
    return run.run().deadline_guaranteed;
  };
  EXPECT_TRUE(guaranteed(3));
  EXPECT_FALSE(guaranteed(2));
}

TEST(PlannedRelease, SavesFirstUnderRestart) {
  // No spot until 2 h: uniform_progress begins on demand, and moves when it is ahead.
  ARun run = due("uniform_progress");
  run.capacity(CapacityKind::limit, {{Seconds{-1}, 0}, {hours(2), 1}});
  const RunResult result = run.run();
  EXPECT_EQ(result.outcome, Outcome::finished);
  EXPECT_EQ(result.repeated, 0);
  const auto leaves = placed::times_of(result, "node_released");
  const auto saves = placed::times_of(result, "save_requested", {"planned change"});
  const auto commits = placed::times_of(result, "save_committed");
  ASSERT_EQ(saves.size(), 1U);
  ASSERT_GE(leaves.size(), 1U);
  EXPECT_NEAR(leaves[0], saves[0] + 60, 1e-6);
  EXPECT_NEAR(saves[0], 2 * 3600, 1e-6);
  EXPECT_EQ(std::count(commits.begin(), commits.end(), leaves[0]), 1);
}

}  // namespace
}  // namespace spotgrid
