// What a job waits for and what it holds meanwhile: gangs of several offers, survivors, servers.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "tests/engine/placed_losses.hpp"

namespace spotgrid {
namespace {

using Steps = std::vector<std::pair<Seconds, std::int64_t>>;

ARun short_of_spot(const char* policy, const char* options, bool visible) {
  ARun run;
  run.work(Seconds{600}).policy(policy, options).scheme("continuous", "{}");
  run.capacity(CapacityKind::limit, Steps{{Seconds{-1}, 0}, {Seconds{300}, 1}});
  run.setup.capacity_visible = visible;
  run.setup.market.cooldown = Seconds{visible ? 0 : 60};
  return run;
}

TEST(Waits, OfWhoWantsSpotNodesAreForCapacityWhateverIsSeen) {
  for (const char* policy : {"spot_only", "cheapest_spot"}) {
    for (const bool visible : {true, false}) {
      const RunResult result = short_of_spot(policy, "{}", visible).run();
      EXPECT_NEAR(result.time.at("capacity_wait"), 300, 1e-6) << policy << visible;
      EXPECT_EQ(result.time.count("idle"), 0U) << policy << visible;
    }
  }
}

TEST(Waits, OfAPolicyThatChoosesNoneAreIdle) {
  ARun run = short_of_spot("greedy", "{}", true);
  run.setup.job.deadline = Instant::at(Seconds{3000});
  const RunResult result = run.run();
  EXPECT_NEAR(result.time.at("idle"), 300, 1e-6);
  EXPECT_EQ(result.time.count("capacity_wait"), 0U);
}

// One worker on demand, its server on spot where there is none before 1000.
TEST(Waits, ForAServerThatCannotBeHadAreForCapacity) {
  ARun run;
  run.mode("parameter_server", R"({"nodes": 1, "sync": "bsp"})").policy("on_demand_only", "{}");
  run.samples(1, Seconds{10}, 1, Bytes::of(1e8), Bytes::of(1e9));
  run.setup.market.boot = Law{Seconds{90}};
  run.setup.job.servers_from = {PoolId{0}, MarketSide::spot};
  run.setup.market.cooldown = Seconds{50};
  run.capacity(CapacityKind::limit, Steps{{Seconds{-1}, 0}, {Seconds{990}, 1}});
  const RunResult result = run.run();
  EXPECT_NEAR(result.time.at("capacity_wait"), 1000, 1e-6);
  EXPECT_NEAR(result.time.at("boot_wait"), 90, 1e-6);
}

// Two nodes; the first is announced at 900 to die at 4500, by its age, when the second is already
// asked for. From 1000 on only one can be held, so that the second dies then.
TEST(Limits, BindNodesThatAreAnnouncedForLater) {
  ARun run;
  run.work(Seconds{10000}, 1).scheme("continuous", "{}").reclaim("capacity", "{}");
  run.capacity(CapacityKind::limit, Steps{{Seconds{-1}, 2}, {Seconds{1000}, 1}});
  run.setup.market.notice = Seconds{3600};
  run.setup.market.max_lifetime = Seconds{4500};
  const RunResult result = run.run();
  EXPECT_EQ(placed::times_of(result, "node_lost", {"\"node\": 1,"}), std::vector<double>{1000});
  EXPECT_EQ(placed::times_of(result, "node_lost", {"\"node\": 0,"}), std::vector<double>{4500});
}

// One node on demand and one on spot, which has none before 500.
TEST(Gangs, OfSeveralOffersAreHadWholeOrNotAtAll) {
  ARun run;
  run.work(Seconds{100}, 2).policy("fixed_mix", R"({"base": 1, "percentage": 0})");
  run.scheme("continuous", "{}");
  run.capacity(CapacityKind::limit, Steps{{Seconds{-1}, 0}, {Seconds{500}, 1}});
  for (const bool visible : {true, false}) {
    run.setup.capacity_visible = visible;
    run.setup.market.cooldown = Seconds{visible ? 0 : 50};
    const RunResult result = run.run();
    EXPECT_NEAR(result.node_seconds.at("waiting"), 0, 1e-6) << visible;
    EXPECT_NEAR(result.cost_usd, 100 * (3 + 1) / 3600.0, 1e-9) << visible;
  }
  run.setup.job.gang = Gang::accumulate;
  EXPECT_NEAR(run.run().node_seconds.at("waiting"), 500, 1e-6);
}

// Two spot nodes; one is lost at 100 and there is no other before 5000.
TEST(Survivors, ThatWereLetGoAreNotAskedForAgainOneByOne) {
  ARun run;
  run.work(Seconds{1000}, 2).scheme("continuous", "{}");
  run.capacity(CapacityKind::limit, Steps{{Seconds{-1}, 2}, {Seconds{100}, 1}, {Seconds{5000}, 2}});
  run.reclaim("capacity", "{}");
  run.setup.job.gang = Gang::accumulate;
  EXPECT_NEAR(run.run().node_seconds.at("waiting"), 4900, 1e-6);
  run.setup.job.membership.release_after = Seconds{600};
  for (const bool visible : {true, false}) {
    run.setup.capacity_visible = visible;
    run.setup.market.cooldown = Seconds{visible ? 0 : 50};
    const RunResult result = run.run();
    EXPECT_NEAR(result.node_seconds.at("waiting"), 600, 1e-6) << visible;
    EXPECT_EQ(result.counters.requests, 4) << visible;
    EXPECT_NEAR(result.makespan_s, 5900, visible ? 1e-6 : 50) << visible;
  }
}

// Two workers of asp that need each other; the second one dies at 30 and is missed at 45.
TEST(Detection, StopsWhoIsLeftOfTooFewUntilTheLossIsKnown) {
  ARun run;
  run.mode("parameter_server", R"({"nodes": 2, "min": 2})");
  run.samples(12, Seconds{10}, 1, Bytes::of(1e8), Bytes::of(1e9));
  Pool servers = run.setup.market.pools[0];
  servers.instance.name = "cpu.x1";
  run.setup.market.pools.push_back(servers);
  run.setup.job.servers_from = {PoolId{1}, MarketSide::on_demand};
  run.setup.market.failure_detection = Seconds{15};
  placed::losses(run, {{1, 30}});
  const RunResult result = run.run();
  EXPECT_NEAR(result.time.at("stalled"), 15, 1e-6);
  EXPECT_EQ(result.time.count("boot_wait"), 0U);
}

// Every start dies in its rendezvous.
TEST(NoProgress, CountsRecoveriesThatBreak) {
  ARun run;
  run.work(Seconds{1000}).scheme("continuous", "{}");
  run.reclaim("lifetime", R"({"law": "constant", "value": "100 s"})");
  run.setup.job.membership.rendezvous = Law{Seconds{200}};
  run.setup.job.no_progress = 5;
  const RunResult result = run.run();
  EXPECT_EQ(result.outcome, Outcome::no_progress);
  EXPECT_NEAR(result.makespan_s, 500, 1e-6);
}

// Spot is cheaper in zone b, but the server stands in zone a.
TEST(Placement, KeepsWorkersBesideTheirServers) {
  ARun run;
  run.mode("parameter_server", R"({"nodes": 2})");
  run.samples(4, Seconds{10}, 1, Bytes::of(1e8), Bytes::of(1e9));
  Pool cheap = run.setup.market.pools[0];
  cheap.zone = "zb";
  cheap.spot_price = StepSeries<Price>::constant(dollars_per_hour(0.5));
  run.setup.market.pools.push_back(cheap);
  run.setup.job.servers_from = {PoolId{0}, MarketSide::on_demand};
  for (const auto& [placement, workers] :
       {std::pair(Placement::one_zone, 0), {Placement::one_region, 1}, {Placement::any, 1}}) {
    run.setup.job.placement = placement;
    const RunResult result = run.run();
    const std::string pool = "\"pool\": " + std::to_string(workers) + ", \"market\": \"spot\"";
    EXPECT_EQ(placed::times_of(result, "requested", {pool}).size(), 2U);
    EXPECT_EQ(result.counters.traffic_bytes > 0, workers == 1);
  }
}

// Nodes that die as they come, in no time.
TEST(NoProgress, WithoutTimeIsAMistakeOfTheScenario) {
  ARun run;
  run.work(Seconds{1000}).scheme("continuous", "{}");
  run.reclaim("lifetime", R"({"law": "constant", "value": "0 s"})");
  try {
    run.run();
    FAIL() << "the run came to an end";
  } catch (const InputError& error) {
    EXPECT_EQ(error.kind(), InputKind::scenario);
    EXPECT_EQ(error.problems().front().message(),
              "run: time stands still 0.000000 s after the start: events set off each other at one "
              "instant; give boot, provision, cooldown or lifetimes a length");
  }
}

// One node of each type.
TEST(MixedGangs, WorkAtTheRateOfTheSlowestType) {
  for (const char* rates : {R"({"gpu.x1": 2, "gpu.x2": 1})", R"({"gpu.x1": 1, "gpu.x2": 2})"}) {
    ARun run;
    run.setup.job.target = Work::of(100);
    run.mode("work_units", std::string(R"({"nodes": 2, "rates": )") + rates + "}");
    run.scheme("continuous", "{}");
    run.setup.job.gang = Gang::accumulate;
    run.capacity(CapacityKind::limit, Steps{{Seconds{-1}, 1}});
    Pool other = run.setup.market.pools[0];
    other.instance.name = "gpu.x2";
    run.setup.market.pools.push_back(other);
    EXPECT_NEAR(run.run().makespan_s, 100, 1e-6) << rates;
  }
}

// Saves of 10 s after each 100 s of work.
TEST(Schedules, CountTheWorkOfModesWithoutIterations) {
  ARun run;
  run.work(Seconds{350}).state(Bytes::of(1e9));
  run.scheme("direct_storage", R"({"storage": {"write": "100 MB/s"}})");
  run.schedule("fixed_interval", R"({"samples": 100})");
  const RunResult result = run.run();
  EXPECT_EQ(placed::times_of(result, "save_cut"), (std::vector<double>{100, 210, 320, 380}));
  EXPECT_EQ(result.counters.saves_committed, 4);
}

}  // namespace
}  // namespace spotgrid
