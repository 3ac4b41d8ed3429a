// Workers at their own pace: bounded by the slowest (ssp), and several iterations as one (macro).
// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <numeric>

#include <gtest/gtest.h>

#include "tests/support/a_run.hpp"

namespace spotgrid {
namespace {

// One server with its own pool, and workers on spot nodes of the first.
ARun served(const std::string& options, int nodes, Seconds compute, Bytes gradients,
            double server_nic) {
  ARun run;
  run.mode("parameter_server", R"({"nodes": )" + std::to_string(nodes) + options + "}");
  run.samples(1, compute, 1, gradients, Bytes::of(1e9));
  Pool servers = run.setup.market.pools[0];
  servers.instance.name = "cpu.x1";
  servers.instance.network.baseline = Bandwidth::of(server_nic);
  run.setup.market.pools.push_back(servers);
  run.setup.job.servers_from = {PoolId{1}, MarketSide::on_demand};
  return run;
}

// A second pool, of a type that takes `slower` times as long, with room for as many nodes as the
// first.
Pool& add_slower_type(ARun& run, double slower) {
  Pool pool = run.setup.market.pools[0];
  pool.instance.name = "gpu.x2";
  run.setup.market.pools.push_back(pool);
  Throughput row = run.setup.job.workload->throughput.front();
  row.instance = pool.instance.name;
  row.samples_per_second /= slower;
  run.setup.job.workload->throughput.push_back(row);
  return run.setup.market.pools.back();
}

// A worker of a second and one of two seconds an iteration; next to nothing is transferred.
RunResult fast_and_slow(const std::string& sync, double samples) {
  ARun run = served(R"(, "stagger": false, "sync": )" + sync, 2, Seconds{1}, Bytes::of(1), 1e9);
  run.capacity(CapacityKind::limit, {{Seconds{-1}, 1}});
  add_slower_type(run, 2);
  run.setup.job.target = Work::of(samples);
  run.setup.job.gang = Gang::accumulate;
  return run.run();
}

// By the end of the run at 40 s; iterations that are under way then do not count.
TEST(Asp, TheResultHasTheIterationsOfEachType) {
  const RunResult run = fast_and_slow(R"("asp")", 60);
  ASSERT_EQ(run.worker_iterations.size(), 2U);
  const WorkerIterations &fast = run.worker_iterations.at("gpu.x1"),
                         &slow = run.worker_iterations.at("gpu.x2");
  EXPECT_EQ(fast.count + slow.count, 60);
  EXPECT_EQ(fast.count, 40);
  EXPECT_NEAR(fast.total_s, 40, 1e-5);
  EXPECT_NEAR(slow.total_s, 40, 1e-5);
}

// By 2k s the slow one has ended k iterations and the fast one k + s, since it begins iteration c,
// from 0, once the slow one has ended c - s; without a bound it has ended 2k.
TEST(Ssp, TheFastestIsAheadByTheBound) {
  for (const int bound : {1, 2, 3, 5}) {
    const std::string ssp = R"("ssp", "staleness": )" + std::to_string(bound);
    EXPECT_NEAR(fast_and_slow(ssp, 40 + bound).makespan_s, 40, 1e-5) << bound;
    EXPECT_NEAR(fast_and_slow(ssp, 40 + bound + 1).makespan_s, 41, 1e-5) << bound;
  }
  EXPECT_NEAR(fast_and_slow(R"("asp")", 60).makespan_s, 40, 1e-5);
}

TEST(Ssp, AWideBoundIsNone) {
  EXPECT_EQ(fast_and_slow(R"("ssp", "staleness": 1000)", 60).journal,
            fast_and_slow(R"("asp")", 60).journal);
}

// All begin together; who has pushed pulls, though the slow one still computes.
TEST(Ssp, ABoundOfZeroGoesInStepWithoutABarrier) {
  const RunResult zero = fast_and_slow(R"("ssp", "staleness": 0)", 40);
  EXPECT_NEAR(zero.makespan_s, 40, 1e-5);
  const auto alike = [](const char* sync) {
    ARun run = served(std::string(R"(, "sync": )") + sync, 4, Seconds{1}, Bytes::of(1e8), 1e9);
    run.setup.job.target = Work::of(40);
    run.setup.fidelity.kind = Fidelity::Kind::memo;
    return run.run().makespan_s;
  };
  EXPECT_NEAR(alike(R"("ssp", "staleness": 0)"), alike(R"("bsp")"), 1e-5);
}

// The slow one is lost at 10 s: the fast one no longer waits for it.
TEST(Ssp, TheBoundCountsLiveWorkers) {
  ARun run = served(R"(, "stagger": false, "sync": "ssp", "staleness": 1)", 2, Seconds{1},
                    Bytes::of(1), 1e9);
  run.capacity(CapacityKind::limit, {{Seconds{-1}, 1}});
  Pool& pool = add_slower_type(run, 100);
  pool.capacity = {CapacityKind::limit, StepSeries<std::int64_t>({{Instant::at(Seconds{-1}), 1},
                                                                  {Instant::at(Seconds{10}), 0}})};
  pool.reclaim = {{"capacity", configured(reclaim::catalogue(), "capacity", "{}")}};
  run.setup.job.target = Work::of(12);
  const RunResult result = run.run();
  EXPECT_EQ(result.counters.preemptions, 1);
  EXPECT_NEAR(result.makespan_s, 20, 1e-5);  // two until 2 s, then none until 10 s, then ten
}

double mean(const std::vector<double>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

// Starts that differ by when workers are lost.
std::vector<double> makespans(std::uint64_t starts, int nodes, double gradients, double rounds,
                              std::string_view lifetime, Fidelity fidelity,
                              const std::string& options = "") {
  std::vector<double> all;
  for (std::uint64_t seed = 1; seed <= starts; ++seed) {
    ARun run = served(options, nodes, Seconds{0.5}, Bytes::of(gradients), 1e9);
    if (nodes > 4) {  // half of them a tenth slower, so that phases drift
      run.capacity(CapacityKind::limit, {{Seconds{-1}, nodes / 2}});
      add_slower_type(run, 1.1);
    }
    run.setup.job.target = Work::of(rounds * nodes);
    run.setup.market.boot = Law{Seconds{20}};
    run.setup.seed = seed;
    run.reclaim("lifetime", lifetime);
    run.setup.market.pools[1].reclaim.clear();
    run.setup.keep_journal = false;
    run.setup.fidelity = fidelity;
    all.push_back(run.run().makespan_s);
  }
  return all;
}

constexpr Fidelity single{Fidelity::Kind::full, 1}, chosen{Fidelity::Kind::macro, 0},
    four{Fidelity::Kind::macro, 4};

TEST(Macro, TakesTheTimeOfSingleIterationsBelowSaturation) {
  constexpr const char* lifetime = R"({"law": "exponential", "mean": "1 h"})";
  const std::vector<double> full = makespans(8, 4, 1e7, 4000, lifetime, single);
  const std::vector<double> macro = makespans(8, 4, 1e7, 4000, lifetime, chosen);
  for (std::size_t i = 0; i < full.size(); ++i)
    EXPECT_NEAR(macro[i], full[i], 0.005 * full[i]) << i;
}

// Two of a bound of eight: steps that come nearer to the bound lock workers together.
TEST(Macro, KeepsABoundInStepsOfSeveral) {
  constexpr const char* lifetime = R"({"law": "exponential", "mean": "1 h"})";
  const std::string ssp = R"(, "sync": "ssp", "staleness": 8)";
  ARun run = served(ssp, 4, Seconds{0.5}, Bytes::of(1e7), 1e9);
  run.setup.job.target = Work::of(4 * 4000);
  run.setup.fidelity = chosen;
  EXPECT_EQ(run.run().fidelity, "macro:2");
  const std::vector<double> full = makespans(4, 4, 1e7, 4000, lifetime, single, ssp);
  const std::vector<double> macro = makespans(4, 4, 1e7, 4000, lifetime, chosen, ssp);
  for (std::size_t i = 0; i < full.size(); ++i)
    EXPECT_NEAR(macro[i], full[i], 0.005 * full[i]) << i;
}

// The server is busy nearly all the time, and who pushes when is chaos: compared over starts.
TEST(Macro, LiesInTheIntervalOfSingleIterationsWhereTheServerIsSaturated) {
  constexpr const char* lifetime = R"({"law": "exponential", "mean": "8 h"})";
  const std::vector<double> full = makespans(20, 16, 5e8, 400, lifetime, single);
  const std::vector<double> macro = makespans(20, 16, 5e8, 400, lifetime, four);
  double squares = 0;
  for (const double one : full)
    squares += (one - mean(full)) * (one - mean(full));
  constexpr double student = 2.093;  // 95 %, 19 degrees of freedom
  const double half = student * std::sqrt(squares / 19 / 20);
  EXPECT_GT(half, 0);
  EXPECT_LT(half, 0.05 * mean(full));
  EXPECT_NEAR(mean(macro), mean(full), half);
}

// Steps of several iterations never cross the target: it is met by single ones, with a bound, too.
TEST(Macro, EndsWithSingleIterations) {
  for (const char* sync : {R"("asp")", R"("ssp", "staleness": 60)"}) {
    for (const std::int64_t together : {2, 20, 60}) {
      ARun run = served(std::string(R"(, "sync": )") + sync, 3, Seconds{0.5}, Bytes::of(1e7), 1e9);
      run.setup.job.target = Work::of(1000);
      run.setup.fidelity = {Fidelity::Kind::macro, together};
      const RunResult result = run.run();
      EXPECT_EQ(result.outcome, Outcome::finished);
      EXPECT_EQ(result.progress, 1000) << sync << together;
    }
  }
}

// Whoever is waited for may be lost, or be a joiner: the snapshot is made all the same.
TEST(Pause, NobodyWaitsForAWorkerThatIsGone) {
  for (std::uint64_t seed = 1; seed <= 6; ++seed)
    for (const std::int64_t together : {1, 8}) {
      ARun run = served(R"(, "ps_snapshot": "pause")", 2, Seconds{0.5}, Bytes::of(1e7), 1e9);
      run.setup.job.target = Work::of(20000);
      run.setup.market.boot = Law{Seconds{20}};
      run.setup.seed = seed;
      run.reclaim("lifetime", R"({"law": "exponential", "mean": "2 min"})");
      run.setup.market.pools[1].reclaim.clear();
      run.scheme("direct_storage", R"({"storage": {"write": "1 GB/s"}})");
      run.schedule("fixed_interval", R"({"every": "15 s"})");
      run.setup.fidelity = {Fidelity::Kind::macro, together};
      run.setup.keep_journal = false;
      const RunResult result = run.run();
      EXPECT_EQ(result.outcome, Outcome::finished) << seed;
      EXPECT_GT(static_cast<double>(result.counters.saves_committed), result.makespan_s / 40)
          << seed;
    }
}

TEST(Macro, SaysHowManyIterationsGoAsOne) {
  ARun run = served("", 4, Seconds{0.5}, Bytes::of(1e7), 1e9);
  run.setup.job.target = Work::of(4 * 4000);
  run.setup.fidelity = {Fidelity::Kind::macro, 0};
  EXPECT_EQ(run.run().fidelity, "macro:4");  // a thousand such steps fit the job
  run.setup.fidelity = {Fidelity::Kind::macro, 7};
  EXPECT_EQ(run.run().fidelity, "macro:7");
  run.setup.fidelity = {};
  EXPECT_EQ(run.run().fidelity, "full");
}

}  // namespace
}  // namespace spotgrid
