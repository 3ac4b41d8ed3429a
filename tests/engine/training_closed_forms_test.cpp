// Iterations through the whole engine on SimGrid take the time of their closed forms.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <string>

#include <gtest/gtest.h>

#include "tests/engine/placed_losses.hpp"

namespace spotgrid {
namespace {

constexpr double nic = 1.25e9;      // B/s
constexpr double gradients = 44e7;  // B
constexpr double latency = 14e-6;   // s, one way
constexpr double compute = 0.3;     // s, a third of it forward
constexpr int iterations = 3;

ARun training(const std::string& mode, const std::string& options, int nodes) {
  ARun run;
  run.mode(mode, "{\"nodes\": " + std::to_string(nodes) + options + "}");
  run.samples(nodes * iterations, Seconds{compute}, 1, Bytes::of(gradients), Bytes::of(1e9));
  run.setup.job.workload->forward_share.value = 1.0 / 3;
  run.setup.market.pools[0].instance.network.baseline = Bandwidth::of(nic);
  run.setup.network.latency = {Seconds{latency}, Seconds{latency}, Seconds{latency}};
  return run;
}

struct Reduce {
  const char* algorithm;
  int nodes, buckets;
};

class AllReduceInTheEngine : public testing::TestWithParam<Reduce> {};

// With steps latencies and `bytes` through each NIC: t = steps alpha + bytes / B for one bucket;
// with buckets, s_k = max(r_k, e_(k-1)), e_k = s_k + t, T = max(t_f + t_b, e_K).
TEST_P(AllReduceInTheEngine, IterationTakesTheTimeOfTheClosedForm) {
  const auto& [algorithm, n, buckets] = GetParam();
  const bool ring = algorithm == std::string("ring");
  const double part = gradients / buckets;
  const double steps = ring ? 2.0 * (n - 1) : 2 * std::log2(n);
  const double bytes = ring ? 2.0 * (n - 1) / n * part : 2 * part;
  double end = 0;
  for (int k = 1; k <= buckets; ++k)
    end =
        std::max(compute / 3 + compute * 2 / 3 * k / buckets, end) + steps * latency + bytes / nic;
  const std::string options = std::string(", \"algorithm\": \"") + algorithm +
                              "\", \"buckets\": " + std::to_string(buckets);
  const RunResult result = training("all_reduce", options, n).run();
  EXPECT_EQ(result.counters.iterations, iterations);
  EXPECT_NEAR(result.makespan_s, iterations * std::max(compute, end), 1e-6 * iterations);
}

INSTANTIATE_TEST_SUITE_P(Sizes, AllReduceInTheEngine,
                         testing::Values(Reduce{"ring", 2, 1}, Reduce{"ring", 4, 1},
                                         Reduce{"ring", 8, 1}, Reduce{"ring", 2, 4},
                                         Reduce{"ring", 4, 4}, Reduce{"ring", 8, 4},
                                         Reduce{"tree", 2, 1}, Reduce{"tree", 4, 1},
                                         Reduce{"tree", 8, 1}, Reduce{"tree", 8, 4}),
                         [](const auto& tested) {
                           const Reduce& r = tested.param;
                           return std::string(r.algorithm) + "_" + std::to_string(r.nodes) +
                                  "_in_" + std::to_string(r.buckets);
                         });

// Servers of the second pool, whose type cannot train.
ARun served(const std::string& options, int nodes, double server_nic) {
  ARun run = training("parameter_server", options, nodes);
  Pool servers = run.setup.market.pools[0];
  servers.instance.name = "cpu.x1";
  servers.instance.network.baseline = Bandwidth::of(server_nic);
  run.setup.market.pools.push_back(servers);
  run.setup.job.servers_from = {PoolId{1}, MarketSide::on_demand};
  return run;
}

struct Served {
  const char* sync;
  int nodes, shards;
  const char* link;
  double server_nic;  // B/s
};

class ServersInTheEngine : public testing::TestWithParam<Served> {};

// The parameters are fetched once, then K iterations. bsp: t_c + 2 (alpha + n V / min(n B_w, p
// B_ps)), the two ways one after the other, so that half duplex changes nothing.
TEST_P(ServersInTheEngine, InStepTakesTheTimeOfTheClosedForm) {
  const auto& [sync, n, shards, link, server_nic] = GetParam();
  const double way = latency + n * gradients / std::min(n * nic, shards * server_nic);
  const std::string options = std::string(R"(, "sync": "bsp", "ps_link": ")") + link +
                              "\", \"shards\": " + std::to_string(shards);
  const RunResult result = served(options, n, server_nic).run();
  EXPECT_EQ(result.counters.iterations, iterations);
  EXPECT_NEAR(result.makespan_s, way + iterations * (compute + 2 * way), 2e-6 * iterations);
}

INSTANTIATE_TEST_SUITE_P(
    Bsp, ServersInTheEngine,
    testing::Values(Served{"bsp", 2, 1, "duplex", nic}, Served{"bsp", 4, 1, "duplex", nic},
                    Served{"bsp", 4, 1, "half", nic}, Served{"bsp", 4, 2, "duplex", nic},
                    Served{"bsp", 4, 2, "half", nic}, Served{"bsp", 2, 2, "duplex", 10 * nic}),
    [](const auto& tested) {
      const Served& s = tested.param;
      return std::string(s.link) + "_" + std::to_string(s.nodes) + "_on_" +
             std::to_string(s.shards) + (s.server_nic > nic ? "_fast" : "");
    });

class AloneInTheEngine : public testing::TestWithParam<int> {};

// asp below saturation: each worker by itself, t_c + 2 (alpha + V / B_w); they begin
// 0, 1/2, 1/4 and 3/4 of that apart, and all are done when the last one is.
TEST_P(AloneInTheEngine, AsynchronousWorkersDoNotDisturbEachOtherBelowSaturation) {
  const int n = GetParam();
  const double way = latency + gradients / nic;
  const RunResult result = served("", n, 10 * nic).run();
  EXPECT_EQ(result.counters.iterations, n * iterations);
  const double cycle = compute + 2 * way, last_begins = cycle * (n == 1 ? 0 : n == 4 ? 0.75 : 0.5);
  EXPECT_NEAR(result.makespan_s, way + last_begins + iterations * cycle, 2e-6 * iterations);
}
INSTANTIATE_TEST_SUITE_P(Workers, AloneInTheEngine, testing::Values(1, 2, 3, 4));

// Mean value analysis (Reiser and Lavenberg, JACM 1980) of n workers that compute, push and pull
// through two links that are shared equally; exact for any distribution of compute times and sizes
// if the phases of workers are independent. The mean cycle of a worker.
double mean_cycle(int n, double think, double push) {
  double queue = 0, cycle = 0;  // at each of the two links
  for (int k = 1; k <= n; ++k) {
    const double stay = push * (1 + queue);
    cycle = think + 2 * stay;
    queue = k * stay / cycle;
  }
  return cycle;
}

class Contended : public testing::TestWithParam<int> {};

TEST_P(Contended, AsynchronousWorkersQueueAsTheoryHasItIfTheyBeginApart) {
  constexpr int rounds = 200;
  const int n = GetParam();
  const auto makespan = [n](const std::string& options) {
    ARun run = served(options, n, nic);
    run.samples(n * rounds, Seconds{compute}, 1, Bytes::of(gradients), Bytes::of(1e9));
    return run.run().makespan_s;
  };
  const double push = gradients / nic, all = latency + n * push;
  const double cycle = mean_cycle(n, compute + 2 * latency, push);
  const double apart = makespan("") / rounds;
  EXPECT_GE(apart, std::max(compute + 2 * (latency + push), n * push));  // no schedule is shorter
  if (n > 4) {
    EXPECT_NEAR(apart, cycle, 0.06 * cycle);
  } else {  // so few can dodge each other for good, which noise would undo
    EXPECT_LE(apart, cycle);
  }
  // Begun at once they all push, then all pull, and the server idles while they compute.
  EXPECT_NEAR(makespan(R"(, "stagger": false)"), all + rounds * (compute + 2 * all), 2e-6 * rounds);
}
INSTANTIATE_TEST_SUITE_P(Workers, Contended, testing::Values(2, 3, 4, 6, 8, 12, 16));

// One worker pushes or pulls over a NIC that both directions share: one at a time all the same.
TEST(HalfDuplex, OneAsynchronousWorkerDoesNotFeelIt) {
  const double way = latency + gradients / nic;
  const RunResult result = served(R"(, "ps_link": "half")", 1, nic).run();
  EXPECT_NEAR(result.makespan_s, way + iterations * (compute + 2 * way), 2e-6 * iterations);
}

// A worker computes for 10 s, pushes and pulls 10 GB at 1 GB/s each; a fuzzy save of 40 GB leaves
// the server through the NIC of the pulls and has s of s + 1 parts of it. Fetched at 10; the save
// begins at 40, is alone until 60, and has 20 GB left when the pull of 10 GB begins.
struct Shared {
  int streams;
  double commit, end;  // s
};
class SharedLink : public testing::TestWithParam<Shared> {};

TEST_P(SharedLink, SaveWhileTrainingTakesItsStreamsShare) {
  ARun run;
  run.mode("parameter_server", R"({"nodes": 1})");
  run.samples(3, Seconds{10}, 1, Bytes::of(10e9), Bytes::of(40e9));
  Pool servers = run.setup.market.pools[0];
  servers.instance.name = "cpu.x1";
  run.setup.market.pools.push_back(servers);
  run.setup.job.servers_from = {PoolId{1}, MarketSide::on_demand};
  run.setup.job.final_save = false;
  run.setup.network.streams.checkpoint = GetParam().streams;
  run.scheme("direct_storage", R"({"storage": {"write": "100 GB/s"}})");
  run.schedule("fixed_interval", R"({"steps": 1})");
  const RunResult result = run.run();
  const auto commits = placed::times_of(result, "save_committed");
  ASSERT_FALSE(commits.empty());
  EXPECT_NEAR(commits[0], GetParam().commit, 2e-6);
  EXPECT_NEAR(result.makespan_s, GetParam().end, 2e-6);
}

// s = 1: the pull takes 20 s; the save is alone again until 90, so that none is cut at 80.
// s = 3, 4: the save ends after 20 (s + 1) / s; the pull at 90, where the next save begins, which
// slows the next pull alike.
INSTANTIATE_TEST_SUITE_P(Streams, SharedLink,
                         testing::Values(Shared{1, 90, 110}, Shared{3, 60 + 80.0 / 3, 140},
                                         Shared{4, 85, 140}),
                         [](const auto& tested) { return std::to_string(tested.param.streams); });

}  // namespace
}  // namespace spotgrid
