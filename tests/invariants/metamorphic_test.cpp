// How a run must answer to a change of its input, where this holds for certain.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "sim/base/option_writer.hpp"
#include "tests/invariants/random_run.hpp"

namespace spotgrid {
namespace {

using invariants::random_work_units;

StepSeries<Price> scaled(const StepSeries<Price>& prices, double factor) {
  std::vector<StepSeries<Price>::Step> steps;
  for (const auto& step : prices.steps())
    steps.push_back({step.at, step.value * factor});
  return StepSeries<Price>(std::move(steps));
}

// With one pool there is nothing to choose by price, and all prices stay under the max price.
ARun in_one_pool(std::uint64_t seed) {
  ARun run = random_work_units(seed);
  run.setup.market.pools.resize(1);
  run.policy("cheapest_spot", "{}");
  if (run.setup.market.pools[0].reclaim[0].first == "price")
    invariants::falls_of_capacity(run, "random");
  return run;
}

TEST(Metamorphic, DearerSpotIsNeverACheaperBillToAJobThatDoesNotLookAtPrices) {
  int paid = 0;
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    SCOPED_TRACE(seed);
    ARun run = in_one_pool(seed);
    const RunResult cheap = run.run();
    auto& prices = run.setup.market.pools[0].spot_price;
    prices = scaled(*prices, 1.5);
    const RunResult dear = run.run();
    EXPECT_EQ(dear.makespan_s, cheap.makespan_s);
    EXPECT_NEAR(dear.cost_usd, 1.5 * cheap.cost_usd, 1e-9 * dear.cost_usd);
    paid += cheap.cost_usd > 0 ? 1 : 0;
  }
  EXPECT_GE(paid, 40);
}

TEST(Metamorphic, APriceRiseAtOneTimeIsNeverACheaperBill) {
  int dearer = 0;
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    SCOPED_TRACE(seed);
    ARun run = in_one_pool(seed);
    const double before = run.run().cost_usd;
    auto steps = run.setup.market.pools[0].spot_price->steps();
    std::vector<StepSeries<Price>::Step> changed(steps.begin(), steps.end());
    for (std::size_t i = seed % 3; i < changed.size(); i += 3)
      changed[i].value = changed[i].value + dollars_per_hour(1);
    run.setup.market.pools[0].spot_price = StepSeries<Price>(std::move(changed));
    const double after = run.run().cost_usd;
    EXPECT_GE(after, before * (1 - 1e-12));
    dearer += after > before ? 1 : 0;
  }
  EXPECT_GE(dearer, 20);
}

// A gang that gets all its nodes at once or none: until the first loss both runs are the same, and
// the one without losses trains from there to its end.
TEST(Metamorphic, WithoutLossesAJobIsNeverLonger) {
  int shorter = 0;
  for (std::uint64_t seed = 1; seed <= 100; ++seed) {
    SCOPED_TRACE(seed);
    ARun run = random_work_units(seed);
    run.policy("cheapest_spot", "{}");
    run.setup.job.gang = Gang::all_or_none;
    run.setup.market.max_lifetime.reset();
    const RunResult lossy = run.run();
    run.reclaim("none", "{}");
    const RunResult quiet = run.run();
    EXPECT_EQ(quiet.counters.preemptions, 0);
    EXPECT_LE(quiet.makespan_s, lossy.makespan_s);
    EXPECT_GE(quiet.progress, lossy.progress * (1 - 1e-12));
    shorter += quiet.makespan_s < lossy.makespan_s ? 1 : 0;
  }
  EXPECT_GE(shorter, 20);
}

// One node, whose lives are drawn by their number and are not announced: every loss costs what it
// cost before, and the longer wait.
TEST(Metamorphic, SlowerDetectionOfFailuresNeverShortensAJobOfOneNode) {
  int longer = 0;
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    SCOPED_TRACE(seed);
    ARun run;
    run.work(hours(6)).reclaim("lifetime", R"({"law": "exponential", "mean": "4 h"})");
    run.scheme(seed % 2 == 0 ? "none" : "continuous", "{}");
    run.setup.seed = seed;
    run.setup.market.boot = Law::exponential(Seconds{90});
    run.setup.market.failure_detection = Seconds{15.0 * static_cast<double>(seed)};
    const RunResult fast = run.run();
    run.setup.market.failure_detection = Seconds{30.0 * static_cast<double>(seed)};
    const RunResult slow = run.run();
    EXPECT_EQ(slow.counters.preemptions, fast.counters.preemptions);
    EXPECT_NEAR(slow.makespan_s - fast.makespan_s,
                15.0 * static_cast<double>(seed * fast.counters.preemptions), 1e-3);
    longer += slow.makespan_s > fast.makespan_s ? 1 : 0;
  }
  EXPECT_GE(longer, 20);
}

// An elastic gang that needs all its nodes is a rigid one, whatever its joins and its batch.
TEST(Metamorphic, AnElasticGangOfOneSizeIsARigidOne) {
  std::int64_t losses = 0;
  for (std::uint64_t seed = 1; seed <= 24; ++seed) {
    SCOPED_TRACE(seed);
    ARun run = invariants::random_training(seed);
    run.setup.fidelity.kind = Fidelity::Kind::memo;
    const std::string more = seed % 2 == 0 ? R"(, "on_change": "replica")" : "";
    run.mode("all_reduce", R"({"nodes": 3)" + more + "}");
    const RunResult rigid = run.run();
    run.mode("all_reduce", R"({"nodes": 3, "elastic": {"min": 3}, "join": "immediate", "batch": )" +
                               std::string(seed % 3 == 0 ? R"("keep")" : R"("shrink")") + more +
                               "}");
    const RunResult elastic = run.run();
    EXPECT_EQ(elastic.journal, rigid.journal);
    EXPECT_EQ(to_json(elastic, -1), to_json(rigid, -1));
    losses += rigid.counters.preemptions;
  }
  EXPECT_GE(losses, 20);
}

}  // namespace
}  // namespace spotgrid
