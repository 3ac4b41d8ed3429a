// What servers' links lose with the number of workers: saturated servers pass that share.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "tests/support/a_run.hpp"

namespace spotgrid {
namespace {

// Workers that hardly compute push and pull 10 MB through one server of 100 MB/s.
ARun saturated(const std::string& options, double samples) {
  ARun run;
  run.mode("parameter_server", R"({"nodes": 4)" + options + "}");
  run.samples(samples, Seconds{0.01}, 1, Bytes::of(1e7), Bytes::of(1));
  Pool servers = run.setup.market.pools[0];
  servers.instance.name = "cpu.x1";
  servers.instance.network.baseline = Bandwidth::of(1e8);
  run.setup.market.pools.push_back(servers);
  run.setup.job.servers_from = {PoolId{1}, MarketSide::on_demand};
  return run;
}
constexpr const char* halved = R"(, "goodput": [{"workers": 2, "share": 1},
                                               {"workers": 4, "share": 0.5}])";

constexpr const char* half = R"(, "ps_link": "half")";

TEST(Goodput, SaturatedServersPassItsShare) {
  const double whole = saturated(half, 400).run().makespan_s;
  EXPECT_NEAR(whole, 400 * 0.2, 1);
  EXPECT_NEAR(saturated(std::string(half) + halved, 400).run().makespan_s / whole, 2, 0.02);
}

TEST(Goodput, FollowsTheWorkersThatAreThere) {
  ARun run = saturated(std::string(half) + halved, 400);
  run.capacity(CapacityKind::limit, {{Seconds{-1}, 4}, {Seconds{40}, 2}});
  run.setup.market.pools[0].reclaim = {
      {"capacity", configured(reclaim::catalogue(), "capacity", "{}")}};
  // 40 s at 2.5 iterations a second, then two workers at 5.
  EXPECT_NEAR(run.run().makespan_s, 40 + (400 - 100) / 5.0, 1.5);
}

TEST(Goodput, IsTheSameAlongRememberedCourses) {
  const auto run = [](Fidelity::Kind kind) {
    ARun job = saturated(std::string(R"(, "sync": "bsp")") + halved, 400);
    job.setup.fidelity.kind = kind;
    return job.run();
  };
  const RunResult full = run(Fidelity::Kind::full), memo = run(Fidelity::Kind::memo);
  EXPECT_EQ(memo.counters.iterations, full.counters.iterations);
  EXPECT_NEAR(memo.makespan_s, full.makespan_s, 2e-6);
  EXPECT_NEAR(full.makespan_s, 0.8 + 100 * (0.01 + 2 * 4 * 0.2), 1e-3);  // 0.8 s: they join
}

TEST(Goodput, IsInAStraightLineBetweenItsPoints) {
  TrainingTraits traits;
  EXPECT_EQ(traits.goodput(7), 1);
  traits.server_goodput = {{2, 1}, {4, 0.5}};
  EXPECT_EQ(traits.goodput(0), 1);
  EXPECT_EQ(traits.goodput(3), 0.75);
  EXPECT_EQ(traits.goodput(4), 0.5);
  EXPECT_EQ(traits.goodput(9), 0.5);
}

}  // namespace
}  // namespace spotgrid
