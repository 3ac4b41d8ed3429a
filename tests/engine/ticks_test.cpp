// Decisions at ticks through whole runs: who acts at edges, and what is charged, by hand.
// SPDX-License-Identifier: Apache-2.0
#include <set>

#include <gtest/gtest.h>

#include "tests/engine/market_runs.hpp"

namespace spotgrid::market_runs {
namespace {

using Doubles = std::vector<double>;

constexpr Seconds tick{600};
constexpr Offer on_demand{PoolId{0}, MarketSide::on_demand};

// Spot while a node can be had, else one on demand.
FleetPlan spot_or_on_demand(const FleetView& view) {
  const OfferView& offer = view.at(spot);
  return offer.held + offer.free.value_or(1) > 0 ? hold(1) : hold(1, on_demand);
}

TEST(DecisionsAtTicks, ThePolicyIsAskedAtEdgesAndNowhereElse) {
  Doubles asked;
  ARun run = endless(1, Seconds{3000}, [&asked](const FleetView& view) {
    asked.push_back(view.now.since_start().count());
    FleetPlan plan = hold(1);
    plan.ask_again_at = view.now + Seconds{10};
    return plan;
  });
  run.price({{Seconds{-1}, 1}, {Seconds{300}, 2}, {Seconds{1000}, 1}});
  run.capacity(CapacityKind::limit, {{Seconds{-1}, 1}, {Seconds{700}, 0}, {Seconds{1300}, 1}});
  run.reclaim("capacity", "{}").ticks(tick, Seconds{150});
  run.setup.market.notice = Seconds{120};
  run.setup.market.boot = Law{Seconds{90}};
  const RunResult result = run.run();
  EXPECT_EQ(asked, (Doubles{150, 750, 1350, 1950, 2550}));
  EXPECT_EQ(result.counters.plans, 5);
}

TEST(DecisionsAtTicks, NothingHappensForAnAlarmThatNobodyHears) {
  ARun run = endless(1, Seconds{1500}, [](const FleetView& view) {
    FleetPlan plan = hold(1);
    plan.ask_again_at = view.now + Seconds{10};
    return plan;
  });
  run.ticks(tick, Seconds{150});
  std::set<double> instants;
  simulate(run.setup, [&](Seconds now, double) { instants.insert(now.count()); });
  EXPECT_EQ(instants, (std::set<double>{0, 150, 750, 1350, 1500}));
}

TEST(DecisionsAtTicks, LaunchesAreAskedForAtEdges) {
  const auto requested = [](Seconds offset) {
    ARun run = endless(1, Seconds{3000}, wants_shown(1));
    run.capacity(CapacityKind::limit, {{Seconds{-1}, 0}, {Seconds{700}, 1}}).ticks(tick, offset);
    return times(run.run(), "requested");
  };
  EXPECT_EQ(requested(Seconds{0}), Doubles{1200});
  EXPECT_EQ(requested(Seconds{150}), Doubles{750});
}

TEST(DecisionsAtTicks, ParameterServersAreAskedForAtEdgesToo) {
  ARun run;
  run.samples(2000, Seconds{0.5}, 8, Bytes::of(1e6), Bytes::of(1e6));
  run.mode("parameter_server", R"({"nodes": 2})").ticks(tick, Seconds{150});
  EXPECT_EQ(times(run.run(), "requested"), (Doubles{150, 150, 150}));
}

TEST(DecisionsAtTicks, APriceBetweenEdgesActsAndIsPaidFromTheNextOn) {
  ARun run = endless(1, Seconds{1800}, launches_once(1));
  run.price({{Seconds{-1}, 1}, {Seconds{700}, 2}}).ticks(tick);
  const RunResult result = run.run();
  EXPECT_EQ(times(result, "price_changed"), Doubles{1200});
  EXPECT_NEAR(result.cost_usd, (1200 * 1 + 600 * 2) / 3600.0, 1e-12);
}

TEST(DecisionsAtTicks, AFallBetweenEdgesTakesTheNodeAtTheNextAndIsAnsweredThere) {
  ARun run = endless(1, Seconds{3000}, spot_or_on_demand);
  run.capacity(CapacityKind::limit, {{Seconds{-1}, 1}, {Seconds{700}, 0}, {Seconds{1900}, 1}});
  run.reclaim("capacity", "{}").ticks(tick);
  const RunResult result = run.run();
  EXPECT_EQ(times(result, "capacity_changed"), (Doubles{1200, 2400}));
  EXPECT_EQ(times(result, "node_lost"), Doubles{1200});
  EXPECT_EQ(times(result, "requested"), (Doubles{0, 1200, 2400}));
  EXPECT_NEAR(result.cost_usd, (1200 * 1 + 1200 * 3 + 600 * 1) / 3600.0, 1e-12);
}

TEST(DecisionsAtTicks, ALossThatIsKnownAfterItsEdgeIsAnsweredAtTheNext) {
  ARun run = endless(1, Seconds{3000}, spot_or_on_demand);
  run.capacity(CapacityKind::limit, {{Seconds{-1}, 1}, {Seconds{700}, 0}});
  run.reclaim("capacity", "{}").ticks(tick);
  run.setup.market.failure_detection = Seconds{15};
  const RunResult result = run.run();
  EXPECT_EQ(times(result, "node_lost"), Doubles{1200});
  EXPECT_EQ(times(result, "loss_known"), Doubles{1215});
  EXPECT_EQ(times(result, "requested"), (Doubles{0, 1800}));
}

TEST(DecisionsAtTicks, LossesByAgeFallOnEdges) {
  ARun run = endless(1, Seconds{2000}, launches_once(1));
  run.ticks(tick);
  run.setup.market.max_lifetime = Seconds{700};
  run.setup.market.notice = Seconds{120};
  const RunResult result = run.run();
  EXPECT_EQ(times(result, "notice_sent"), Doubles{1080});
  EXPECT_EQ(times(result, "node_lost"), Doubles{1200});
}

TEST(DecisionsAtTicks, LossesByPriceFallOnEdges) {
  ARun run = endless(1, Seconds{2000}, launches_once(1));
  run.price({{Seconds{-1}, 1}, {Seconds{500}, 4}}).reclaim("price", "{}").ticks(tick);
  run.setup.market.notice = Seconds{120};
  const RunResult result = run.run();
  EXPECT_EQ(times(result, "notice_sent"), Doubles{600});
  EXPECT_EQ(times(result, "node_lost"), Doubles{1200});
}

TEST(DecisionsAtTicks, LossesAfterANoticeInTheTraceFallOnEdges) {
  ARun run = endless(1, Seconds{2000}, launches_once(1));
  run.capacity(CapacityKind::limit, {{Seconds{-1}, 1}, {Seconds{500}, 0}});
  run.reclaim("capacity", "{}").ticks(tick);
  run.setup.market.trace_time = TraceTimeMeans::notice;
  run.setup.market.notice = Seconds{120};
  EXPECT_EQ(times(run.run(), "node_lost"), Doubles{1200});
}

// 700 s of work at 1 $/h; provisioning takes 30 s.
ARun work_of_700(bool whole_ticks) {
  ARun run;
  run.work(Seconds{700}).scheme("continuous", "{}").ticks(tick);
  run.setup.market.provision = Law{Seconds{30}};
  run.setup.whole_ticks = whole_ticks;
  return run;
}

TEST(DecisionsAtTicks, AWholeTickIsPaidAlsoWhereTheWorkEndsInIt) {
  const RunResult used = work_of_700(false).run();
  EXPECT_EQ(used.makespan_s, 730);
  EXPECT_NEAR(used.cost_usd, 700 / 3600.0, 1e-12);
  EXPECT_EQ(used.cost.rounding, 0);
  const RunResult whole = work_of_700(true).run();
  EXPECT_EQ(whole.makespan_s, 730);
  EXPECT_NEAR(whole.cost_usd, 1200 / 3600.0, 1e-12);
  EXPECT_NEAR(whole.cost.rounding, 500 / 3600.0, 1e-12);
  EXPECT_NEAR(whole.cost.by_state.at("useful"), 700 / 3600.0, 1e-12);
}

TEST(DecisionsAtTicks, ALostNodePaysNoTickAfterItsLoss) {
  ARun run = endless(1, Seconds{1800}, launches_once(1));
  run.capacity(CapacityKind::limit, {{Seconds{-1}, 1}, {Seconds{500}, 0}});
  run.reclaim("capacity", "{}").ticks(tick);
  run.setup.whole_ticks = true;
  EXPECT_NEAR(run.run().cost_usd, 600 / 3600.0, 1e-12);
}

TEST(DecisionsAtTicks, APolicySeesTheTickItsLengthAsMarginAndWhatWholeTicksCost) {
  std::vector<double> spent;  // dollars x 3600
  bool as_told = true;
  ARun run = endless(1, Seconds{1300}, [&](const FleetView& view) {
    spent.push_back(view.accrued().value() * 3600);
    as_told = as_told && view.tick == tick && view.job.margin == tick;
    return hold(1);
  });
  run.ticks(tick);
  run.setup.market.provision = Law{Seconds{30}};
  run.setup.whole_ticks = true;
  run.run();
  ASSERT_EQ(spent.size(), 3U);
  EXPECT_NEAR(spent[1], 600, 1e-9);
  EXPECT_NEAR(spent[2], 1200, 1e-9);
  EXPECT_TRUE(as_told);
}

// Ten hours of work due after fifteen, on spot or else on demand.
ARun with_a_deadline() {
  ARun run;
  run.work(hours(10)).scheme("continuous", "{}").policy("greedy", "{}");
  run.setup.job.deadline = Instant::at(hours(15));
  return run;
}

TEST(DecisionsAtTicks, ADeadlineIsGuaranteedByTheSafetyNetFromTheStart) {
  EXPECT_TRUE(with_a_deadline().ticks(tick).run().deadline_guaranteed);
  EXPECT_FALSE(with_a_deadline().ticks(tick, Seconds{150}).run().deadline_guaranteed);
  ARun packaged = with_a_deadline();
  packaged.ticks(tick).setup.guard = Guard::packaged;
  EXPECT_FALSE(packaged.run().deadline_guaranteed);
}

// Spot comes for one tick and is gone for the next.
TEST(DecisionsAtTicks, TheSafetyNetMeetsTheDeadlineWithAMarginOfOneTick) {
  for (const double change : {10.0, 180.0, 720.0}) {
    ARun run = with_a_deadline();
    std::vector<std::pair<Seconds, std::int64_t>> steps;
    for (int i = 0; i < 90; ++i)
      steps.push_back({tick * static_cast<double>(i), i % 2 == 0 ? 1 : 0});
    run.capacity(CapacityKind::limit, steps).reclaim("capacity", "{}").ticks(tick);
    run.setup.job.membership.rendezvous = Law{Seconds{change}};
    const RunResult result = run.run();
    EXPECT_EQ(result.outcome, Outcome::finished) << change;
    EXPECT_TRUE(result.deadline_guaranteed);
  }
}

}  // namespace
}  // namespace spotgrid::market_runs
