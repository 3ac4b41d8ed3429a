// Parameter servers: graphs against the closed form, and which options go together.
// SPDX-License-Identifier: Apache-2.0
#include <string>

#include <gtest/gtest.h>

#include "models/formulas/normal_maximum.hpp"
#include "sim/domain/training.hpp"
#include "tests/support/plug_in.hpp"
#include "tests/support/small_cluster.hpp"

namespace spotgrid {
namespace {

std::unique_ptr<TrainingMode> parameter_server(const std::string& options) {
  return plug_in(training::catalogue(), "parameter_server", options);
}

std::string first_problem(const std::string& options) {
  try {
    parameter_server(options);
  } catch (const InputError& error) {
    return error.problems().front().message();
  }
  return "";
}

TEST(ParameterServer, BspWorkersShareTheServersNic) {
  const auto mode = parameter_server(R"({"nodes": 4, "sync": "bsp"})");
  const TrainingCluster cluster = SmallCluster{.workers = 4, .servers = 1}.cluster();
  // 4 x 440 MB at 1.25 GB/s each way, and a latency each way.
  const double expected = .3 + 2 * (4 * .352 + 14e-6);
  EXPECT_NEAR(mode->quiet_iteration(cluster).count(), expected, 1e-12);
  EXPECT_NEAR(graph_length(mode->iteration(cluster, 0), network_of(cluster)).count(), expected,
              1e-9);
}

TEST(ParameterServer, BspIsBoundByTheWorkersWhereServersAreMany) {
  const auto mode = parameter_server(R"({"nodes": 2, "sync": "bsp", "shards": 4})");
  const TrainingCluster cluster = SmallCluster{.workers = 2, .servers = 4}.cluster();
  const double expected = .3 + 2 * (.352 + 14e-6);
  EXPECT_NEAR(mode->quiet_iteration(cluster).count(), expected, 1e-12);
  EXPECT_NEAR(graph_length(mode->iteration(cluster, 0), network_of(cluster)).count(), expected,
              1e-9);
}

TEST(ParameterServer, CapOfAWorkerIsSharedByItsShards) {
  const auto mode =
      parameter_server(R"({"nodes": 2, "sync": "bsp", "shards": 2, "per_worker": "200 MB/s"})");
  EXPECT_EQ(mode->traits().training_cap_per_flow, Bandwidth::of(100e6));
  const TrainingCluster cluster = SmallCluster{.workers = 2, .servers = 2}.cluster();
  GraphNetwork network = network_of(cluster);
  network.cap_per_flow = mode->traits().training_cap_per_flow;
  const double expected = .3 + 2 * (2.2 + 14e-6);
  EXPECT_NEAR(mode->quiet_iteration(cluster).count(), expected, 1e-12);
  EXPECT_NEAR(graph_length(mode->iteration(cluster, 0), network).count(), expected, 1e-9);
}

TEST(ParameterServer, CapOfTheClusterCountsWhereTheModeHasNone) {
  const auto mode = parameter_server(R"({"nodes": 1, "sync": "bsp"})");
  TrainingCluster cluster = SmallCluster{.workers = 1, .servers = 1}.cluster();
  cluster.cap_per_flow = Bandwidth::of(200e6);
  EXPECT_NEAR(mode->quiet_iteration(cluster).count(), .3 + 2 * (2.2 + 14e-6), 1e-12);
  EXPECT_EQ(mode->traits().training_cap_per_flow, std::nullopt);
}

TEST(ParameterServer, BspWithASlowWorkerEndsNoLaterThanTheClosedForm) {
  const auto mode = parameter_server(R"({"nodes": 4, "sync": "bsp"})");
  TrainingCluster cluster = SmallCluster{.workers = 4, .servers = 1}.cluster();
  cluster.workers[3].compute = .6s;
  const Seconds graph = graph_length(mode->iteration(cluster, 0), network_of(cluster));
  EXPECT_LT(graph, mode->quiet_iteration(cluster));
  // The server's NIC never rests from the first push on: 0.3 s earlier than with four slow ones.
  EXPECT_NEAR(graph.count(), .3 + 2 * (4 * .352 + 14e-6), 1e-4);
}

TEST(ParameterServer, AspWorkerComputesPushesAndPullsAlone) {
  const auto mode = parameter_server(R"({"nodes": 4, "shards": 2})");
  const TrainingCluster cluster = SmallCluster{.workers = 4, .servers = 2}.cluster();
  const ActivityGraph graph = mode->iteration(cluster, 2);
  EXPECT_NEAR(graph_length(graph, network_of(cluster)).count(), .3 + 2 * (.352 + 14e-6), 1e-9);
  Bytes pushed, pulled;
  for (const Activity& activity : graph.activities()) {
    if (activity.kind != Activity::Kind::flow)
      continue;
    const bool push = activity.from == Place::at(Role{2});
    EXPECT_TRUE(push || activity.to == Place::at(Role{2}));
    (push ? pushed : pulled) += activity.bytes;
  }
  EXPECT_NEAR(pushed.value(), 440e6, 1e-6);
  EXPECT_NEAR(pulled.value(), 440e6, 1e-6);
}

// Alone an iteration lasts .3 + 2 x .352 = 1.004 s, so the NIC of one server feeds 2.85 workers.
TEST(ParameterServer, AspIterationIsBoundByTheServersOnceTheyAreSaturated) {
  const auto duplex = parameter_server(R"({"nodes": 8})");
  const auto half = parameter_server(R"({"nodes": 8, "ps_link": "half"})");
  const auto of = [](const TrainingMode& mode, std::uint32_t workers) {
    return mode.quiet_iteration(SmallCluster{.workers = workers, .servers = 1}.cluster()).count();
  };
  EXPECT_NEAR(of(*duplex, 2), 1.004 + 28e-6, 1e-9);
  EXPECT_NEAR(of(*duplex, 3), 3 * .352, 1e-9);
  EXPECT_NEAR(of(*duplex, 8), 8 * .352, 1e-9);
  EXPECT_NEAR(of(*half, 8), 16 * .352, 1e-9);
}

TEST(ParameterServer, JoinerPullsTheParametersFromAllShards) {
  const auto mode = parameter_server(R"({"nodes": 2, "shards": 2})");
  TrainingCluster cluster = SmallCluster{.workers = 2, .servers = 2}.cluster();
  cluster.parameters = megabytes(100);
  const ActivityGraph graph = mode->join(cluster, 1);
  ASSERT_EQ(graph.activities().size(), 2U);
  for (const Activity& activity : graph.activities()) {
    EXPECT_EQ(activity.to, Place::at(Role{1}));
    EXPECT_EQ(activity.bytes, megabytes(50));
  }
  EXPECT_NEAR(graph_length(graph, network_of(cluster)).count(), .08 + 14e-6, 1e-9);
}

TEST(ParameterServer, VariationSlowsBspOnly) {
  const TrainingCluster cluster = SmallCluster{.workers = 4, .servers = 1}.cluster();
  const auto bsp = parameter_server(R"({"nodes": 4, "sync": "bsp", "compute_cv": 0.2})");
  const auto asp = parameter_server(R"({"nodes": 4, "compute_cv": 0.2})");
  const double slower = .3 * .2 * formulas::expected_normal_maximum(4);
  EXPECT_NEAR(bsp->quiet_iteration(cluster).count(), .3 + slower + 2 * (4 * .352 + 14e-6), 1e-9);
  EXPECT_NEAR(asp->quiet_iteration(cluster).count(), 4 * .352, 1e-9);
  EXPECT_NEAR(graph_length(asp->iteration(cluster, 0), network_of(cluster)).count(),
              .3 + 2 * (.352 + 14e-6), 1e-9);
}

TEST(ParameterServer, AspTrainsFromItsMinimumOn) {
  const TrainingTraits traits =
      parameter_server(R"({"nodes": 8, "min": 2, "shards": 3, "ps_snapshot": "pause",
                           "ps_link": "half"})")
          ->traits();
  EXPECT_EQ(traits.nodes, 8);
  EXPECT_EQ(traits.min_nodes, 2);
  EXPECT_EQ(traits.servers, 3);
  EXPECT_FALSE(traits.in_step);
  EXPECT_TRUE(traits.pauses_for_snapshot);
  EXPECT_TRUE(traits.half_duplex_servers);
  EXPECT_EQ(traits.state, StateLayout::on_servers);
}

TEST(ParameterServer, AsynchronousWorkersThatStartTogetherBeginApart) {
  const TrainingCluster cluster = SmallCluster{.workers = 4, .servers = 1}.cluster();
  const auto shares = [&](const std::string& options) {
    const auto mode = parameter_server(options);
    std::vector<double> all;
    for (std::size_t place = 0; place < 6; ++place)
      all.push_back(
          std::round(1e9 * (mode->start_offset(cluster, place) / mode->quiet_iteration(cluster))) /
          1e9);
    return all;
  };
  EXPECT_EQ(shares(R"({"nodes": 4})"), (std::vector<double>{0, 0.5, 0.25, 0.75, 0.125, 0.625}));
  EXPECT_EQ(shares(R"({"nodes": 4, "stagger": false})"), std::vector<double>(6, 0));
  EXPECT_EQ(shares(R"({"nodes": 4, "sync": "bsp"})"), std::vector<double>(6, 0));
}

TEST(ParameterServer, BspNeedsAllWorkers) {
  const TrainingTraits traits =
      parameter_server(R"({"nodes": 8, "sync": "bsp", "on_notice": "drain"})")->traits();
  EXPECT_EQ(traits.min_nodes, 8);
  EXPECT_TRUE(traits.in_step);
  EXPECT_TRUE(traits.drains);
}

TEST(ParameterServer, OptionsThatContradictEachOtherAreNamed) {
  EXPECT_EQ(first_problem(R"({"nodes": 2, "min": 3})"),
            "options: /min: more than the workers in \"nodes\"; use at most \"nodes\"");
  EXPECT_EQ(first_problem(R"({"nodes": 4, "sync": "bsp", "min": 3})"),
            "options: /min: bsp trains with all workers only; leave it out, or use asp");
  EXPECT_EQ(first_problem(R"({"nodes": 4, "on_notice": "drain"})"),
            "options: /on_notice: asp has no common iteration end to leave at; use bsp");
  EXPECT_EQ(first_problem(R"({"nodes": 4, "sync": "bsp", "ps_snapshot": "pause"})"),
            "options: /ps_snapshot: bsp is cut at iteration ends, nothing need pause; use asp");
  EXPECT_EQ(first_problem(R"({"nodes": 4, "sync": "ssp"})"),
            "options: /staleness: ssp has a bound, found none; give one, such as 3, or use asp");
  EXPECT_EQ(first_problem(R"({"nodes": 4, "staleness": 3})"),
            "options: /staleness: only ssp has a bound; leave it out, or use ssp");
  EXPECT_EQ(first_problem(R"({"nodes": 4, "sync": "ssp", "staleness": 0, "min": 3})"),
            "options: /min: bsp trains with all workers only; leave it out, or use asp");
  EXPECT_EQ(first_problem(R"({"nodes": 4, "sync": "ssp", "staleness": 3, "min": 2})"), "");
  EXPECT_EQ(first_problem(R"({"nodes": 4, "sync": "bsp", "min": 4})"), "");
}

}  // namespace
}  // namespace spotgrid
