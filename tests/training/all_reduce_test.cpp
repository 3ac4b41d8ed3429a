// All-reduce: its graph against the closed form, and what it tells the engine.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <string>

#include <gtest/gtest.h>

#include "models/formulas/collectives.hpp"
#include "models/formulas/normal_maximum.hpp"
#include "sim/domain/training.hpp"
#include "tests/support/plug_in.hpp"
#include "tests/support/small_cluster.hpp"

namespace spotgrid {
namespace {

std::unique_ptr<TrainingMode> all_reduce(const std::string& options) {
  return plug_in(training::catalogue(), "all_reduce", options);
}

Seconds graph_iteration(const TrainingMode& mode, const TrainingCluster& cluster) {
  return graph_length(mode.iteration(cluster, 0), network_of(cluster));
}

TEST(AllReduce, GraphTakesThePublishedOverlapTimes) {
  // 4 buckets, t_f .1 s, t_b .2 s; gradients such that one ring of 4 takes .04, .06, .08 s.
  const auto mode = all_reduce(R"({"nodes": 4})");
  const std::pair<double, double> published[] = {{.04, .34}, {.06, .39}, {.08, .47}};
  for (const auto& [one, total] : published) {
    SmallCluster small{.workers = 4};
    small.latency = Seconds{0};
    small.gradients = small.worker_nic * Seconds{4 * one * 4 / 6};
    const TrainingCluster cluster = small.cluster();
    EXPECT_NEAR(mode->quiet_iteration(cluster).count(), total, 1e-9);
    EXPECT_NEAR(graph_iteration(*mode, cluster).count(), total, 1e-9);
  }
}

TEST(AllReduce, OneBucketTakesComputeAndThePublishedRing) {
  const std::pair<std::uint32_t, double> published[] = {
      {2, .3520}, {4, .5281}, {8, .6162}, {16, .6604}, {32, .6829}};
  for (const auto& [ranks, seconds] : published) {
    const auto mode = all_reduce(R"({"buckets": 1, "nodes": )" + std::to_string(ranks) + "}");
    const TrainingCluster cluster = SmallCluster{.workers = ranks}.cluster();
    EXPECT_NEAR(mode->quiet_iteration(cluster).count(), .3 + seconds, 5e-5);
    EXPECT_NEAR(graph_iteration(*mode, cluster).count(), mode->quiet_iteration(cluster).count(),
                1e-12);
  }
}

TEST(AllReduce, TreeGraphTakesItsClosedForm) {
  const auto mode = all_reduce(R"({"nodes": 5, "algorithm": "tree", "buckets": 1})");
  const TrainingCluster cluster = SmallCluster{.workers = 5}.cluster();
  EXPECT_NEAR(graph_iteration(*mode, cluster).count(), .3 + .704 + 6 * 14e-6, 1e-12);
  EXPECT_NEAR(mode->quiet_iteration(cluster).count(), .3 + .704 + 6 * 14e-6, 1e-12);
}

TEST(AllReduce, SlowestComputeAndNarrowestNicRule) {
  const auto mode = all_reduce(R"({"nodes": 3, "buckets": 2})");
  TrainingCluster cluster = SmallCluster{.workers = 3}.cluster();
  cluster.workers[1].compute = .6s;
  cluster.workers[2].nic = gigabits_per_second(2.5);
  const Seconds ring =
      formulas::time(formulas::ring_all_reduce(3, megabytes(220)), 14us, gigabits_per_second(2.5));
  const Seconds expected = formulas::overlapped(.2s, .4s, 2, ring);
  EXPECT_NEAR(mode->quiet_iteration(cluster).count(), expected.count(), 1e-9);
  EXPECT_NEAR(graph_iteration(*mode, cluster).count(), expected.count(), 1e-9);
}

TEST(AllReduce, CapOfAFlowRulesBelowTheNic) {
  const auto mode = all_reduce(R"({"nodes": 2, "buckets": 1})");
  TrainingCluster cluster = SmallCluster{.workers = 2}.cluster();
  cluster.cap_per_flow = gigabits_per_second(5);
  EXPECT_NEAR(mode->quiet_iteration(cluster).count(), .3 + .704 + 2 * 14e-6, 1e-12);
  EXPECT_NEAR(graph_iteration(*mode, cluster).count(), .3 + .704 + 2 * 14e-6, 1e-12);
}

TEST(AllReduce, LargestLatencyOfTheRingIsPaidAtEachStep) {
  const auto mode = all_reduce(R"({"nodes": 4, "buckets": 1})");
  TrainingCluster cluster = SmallCluster{.workers = 4}.cluster();
  cluster.workers[2].zone = 1;
  cluster.latency = {{14us, 500us}, {500us, 14us}};
  EXPECT_NEAR(mode->quiet_iteration(cluster).count(), .3 + .528 + 6 * 500e-6, 1e-12);
}

TEST(AllReduce, OneWorkerOnlyComputes) {
  const auto mode = all_reduce(R"({"nodes": 1})");
  const TrainingCluster cluster = SmallCluster{.workers = 1}.cluster();
  const ActivityGraph graph = mode->iteration(cluster, 0);
  EXPECT_TRUE(graph.only_delays());
  EXPECT_NEAR(graph_length(graph, {}).count(), .3, 1e-12);
  EXPECT_EQ(mode->quiet_iteration(cluster), Seconds{.3});
}

TEST(AllReduce, EachRankSendsWhatARingMoves) {
  const auto mode = all_reduce(R"({"nodes": 4, "buckets": 4})");
  const TrainingCluster cluster = SmallCluster{.workers = 4}.cluster();
  const ActivityGraph graph = mode->iteration(cluster, 0);
  std::vector<Bytes> sent(4), received(4);
  for (const Activity& activity : graph.activities()) {
    if (activity.kind != Activity::Kind::flow)
      continue;
    sent[number(activity.from.role)] += activity.bytes;
    received[number(activity.to.role)] += activity.bytes;
  }
  for (std::size_t rank = 0; rank < 4; ++rank) {
    EXPECT_NEAR(sent[rank].value(), 440e6 * 6 / 4, 1e-3);
    EXPECT_NEAR(received[rank].value(), 440e6 * 6 / 4, 1e-3);
  }
}

TEST(AllReduce, VariationMakesTheIterationWaitForTheSlowest) {
  const auto mode = all_reduce(R"({"nodes": 8, "compute_cv": 0.1})");
  SmallCluster small{.workers = 8};
  small.gradients = Bytes{};
  small.latency = Seconds{0};
  const double expected = .3 * (1 + .1 * formulas::expected_normal_maximum(8));
  EXPECT_NEAR(mode->quiet_iteration(small.cluster()).count(), expected, 1e-12);
  EXPECT_NEAR(graph_iteration(*mode, small.cluster()).count(), expected, 1e-12);
}

TEST(AllReduce, IsARigidGangThatRestarts) {
  const TrainingTraits traits = all_reduce(R"({"nodes": 8})")->traits();
  EXPECT_EQ(traits.nodes, 8);
  EXPECT_EQ(traits.min_nodes, 8);
  EXPECT_EQ(traits.servers, 0);
  EXPECT_TRUE(traits.in_step);
  EXPECT_FALSE(traits.drains);
  EXPECT_EQ(traits.on_change, OnChange::restart);
  EXPECT_EQ(traits.state, StateLayout::replicated);
}

TEST(AllReduce, OptionsReachTheTraits) {
  const TrainingTraits traits =
      all_reduce(R"({"nodes": 8, "on_change": "replica", "on_notice": "drain"})")->traits();
  EXPECT_TRUE(traits.drains);
  EXPECT_EQ(traits.on_change, OnChange::replica);
  EXPECT_EQ(traits.state, StateLayout::replicated);
}

TEST(AllReduce, ReplicaOfAShardedStateMeansRestart) {
  const TrainingTraits traits =
      all_reduce(R"({"nodes": 8, "on_change": "replica", "state": "sharded"})")->traits();
  EXPECT_EQ(traits.on_change, OnChange::restart);
  EXPECT_EQ(traits.state, StateLayout::sharded);
}

TEST(AllReduce, NodesAreRequiredAndNotZero) {
  EXPECT_THROW(all_reduce("{}"), InputError);
  EXPECT_THROW(all_reduce(R"({"nodes": 0})"), InputError);
  EXPECT_THROW(all_reduce(R"({"nodes": 2, "buckets": 0})"), InputError);
}

}  // namespace
}  // namespace spotgrid
