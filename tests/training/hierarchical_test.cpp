// Hierarchical all-reduce: its graph against the closed form, the plain ring, and bounds.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <map>
#include <random>
#include <string>

#include <gtest/gtest.h>

#include "sim/base/error.hpp"
#include "sim/domain/training.hpp"
#include "tests/support/plug_in.hpp"
#include "tests/support/small_cluster.hpp"

namespace spotgrid {
namespace {

constexpr double size = 440e6;     // B
constexpr double nic = 1.25e9;     // B/s
constexpr double latency = 14e-6;  // s
constexpr double compute = .3;     // s

std::unique_ptr<TrainingMode> mode_of(std::size_t nodes, const std::string& options) {
  return plug_in(training::catalogue(), "all_reduce",
                 R"({"buckets": 1, "nodes": )" + std::to_string(nodes) + options + "}");
}
std::unique_ptr<TrainingMode> ring(std::size_t nodes) {
  return mode_of(nodes, "");
}
std::unique_ptr<TrainingMode> by_zone(std::size_t nodes) {
  return mode_of(nodes, R"(, "algorithm": "hierarchical")");
}
std::unique_ptr<TrainingMode> grouped(std::size_t nodes, std::size_t group) {
  return mode_of(nodes, R"(, "algorithm": "hierarchical", "group": )" + std::to_string(group));
}

TrainingCluster cluster_of(std::uint32_t workers) {
  return SmallCluster{.workers = workers}.cluster();
}
// With these zones by rank; the same latency everywhere.
TrainingCluster in_zones(const std::vector<std::uint32_t>& zones) {
  TrainingCluster cluster = cluster_of(static_cast<std::uint32_t>(zones.size()));
  for (std::size_t i = 0; i < zones.size(); ++i)
    cluster.workers[i].zone = zones[i];
  const std::size_t count = std::ranges::max(zones) + 1;
  cluster.latency.assign(count, std::vector<Seconds>(count, Seconds{latency}));
  return cluster;
}

double graph_time(const TrainingMode& mode, const TrainingCluster& cluster) {
  return graph_length(mode.iteration(cluster, 0), network_of(cluster)).count();
}

// Bytes of all flows from one rank to another; nodes are numbered by rank.
using Traffic = std::map<std::pair<std::size_t, std::size_t>, double>;
Traffic traffic_of(const TrainingMode& mode, const TrainingCluster& cluster) {
  Traffic traffic;
  const ActivityGraph graph = mode.iteration(cluster, 0);
  for (const Activity& activity : graph.activities()) {
    if (activity.kind == Activity::Kind::flow)
      traffic[{number(activity.from.role), number(activity.to.role)}] += activity.bytes.value();
  }
  return traffic;
}

// 2 [(g-1) alpha + (g-1)/g V/B] + 2 (N-1) alpha + 2 (N-1)/N V/(g B), N groups of g.
TEST(Hierarchical, EqualGroupsTakeTheClosedForm) {
  for (const auto& [groups, members] : {std::pair{2, 2}, {2, 4}, {4, 2}, {3, 5}, {4, 8}}) {
    const double g = members, n = groups;
    const double inside = (g - 1) * latency + (g - 1) / g * size / nic;
    const double between = 2 * (n - 1) * latency + 2 * (n - 1) / n * size / g / nic;
    const auto workers = static_cast<std::uint32_t>(groups * members);
    const auto mode = grouped(workers, static_cast<std::size_t>(members));
    const TrainingCluster cluster = cluster_of(workers);
    EXPECT_NEAR(mode->quiet_iteration(cluster).count(), compute + 2 * inside + between, 1e-12);
    EXPECT_NEAR(graph_time(*mode, cluster), compute + 2 * inside + between, 1e-9);
  }
}

TEST(Hierarchical, EqualGroupsAreExactForUnequalNicsToo) {
  const auto mode = grouped(6, 3);
  TrainingCluster cluster = cluster_of(6);
  cluster.workers[1].nic = Bandwidth::of(nic / 2);
  cluster.workers[5].nic = Bandwidth::of(nic / 3);
  cluster.cap_per_flow = Bandwidth::of(nic * 0.9);
  // inside at the rate of rank 5; between 2 and 5, which hold the same part, at that rate, too
  const double expected =
      compute + 2 * (2 * latency + 2. / 3 * size / (nic / 3)) + 2 * latency + size / 3 / (nic / 3);
  EXPECT_NEAR(mode->quiet_iteration(cluster).count(), expected, 1e-12);
  EXPECT_NEAR(graph_time(*mode, cluster), expected, 1e-9);
}

TEST(Hierarchical, BucketsOverlapAsThoseOfARing) {
  // one bucket of two: 2 (alpha + V/4 / B) + 2 alpha + V/4 / B, N = g = 2, V/2 in a bucket
  const double one = 4 * latency + 3 * size / 4 / nic;
  const double expected = std::max(compute * 2 / 3 + one, compute) + one;
  const auto mode =
      plug_in(training::catalogue(), "all_reduce",
              R"({"nodes": 4, "algorithm": "hierarchical", "group": 2, "buckets": 2})");
  EXPECT_NEAR(mode->quiet_iteration(cluster_of(4)).count(), expected, 1e-12);
  EXPECT_NEAR(graph_time(*mode, cluster_of(4)), expected, 1e-9);
}

void expect_plain_ring(const TrainingMode& mode, const TrainingCluster& cluster) {
  const auto plain = ring(cluster.workers.size());
  EXPECT_EQ(mode.quiet_iteration(cluster), plain->quiet_iteration(cluster));
  EXPECT_EQ(graph_time(mode, cluster), graph_time(*plain, cluster));
  EXPECT_EQ(traffic_of(mode, cluster), traffic_of(*plain, cluster));
}

TEST(Hierarchical, OneGroupAndGroupsOfOneAreThePlainRing) {
  TrainingCluster cluster = cluster_of(5);
  cluster.workers[3].nic = Bandwidth::of(nic / 4);
  expect_plain_ring(*grouped(5, 5), cluster);
  expect_plain_ring(*grouped(5, 1), cluster);
  expect_plain_ring(*by_zone(5), cluster);
  expect_plain_ring(*by_zone(5), in_zones({3, 1, 0, 4, 2}));
}

TEST(Hierarchical, OneWorkerOnlyComputes) {
  EXPECT_TRUE(by_zone(1)->iteration(cluster_of(1), 0).only_delays());
  EXPECT_EQ(by_zone(1)->quiet_iteration(cluster_of(1)), Seconds{compute});
}

// Ranks 0, 2, 3 and 1, 4, 5: 2 (g-1)/g V around each zone, V/3 between ranks of one place.
TEST(Hierarchical, RanksOfOneZoneAreAGroupWhereverTheyStand) {
  const Traffic traffic = traffic_of(*by_zone(6), in_zones({1, 0, 1, 1, 0, 0}));
  const std::vector<std::vector<std::size_t>> zones{{0, 2, 3}, {1, 4, 5}};
  EXPECT_EQ(traffic.size(), 12U);
  for (const std::vector<std::size_t>& zone : zones) {
    for (std::size_t i = 0; i < 3; ++i)
      EXPECT_NEAR(traffic.at({zone[i], zone[(i + 1) % 3]}), 4. / 3 * size, 1e-3);
  }
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_NEAR(traffic.at({zones[0][i], zones[1][i]}), size / 3, 1e-3);
    EXPECT_NEAR(traffic.at({zones[1][i], zones[0][i]}), size / 3, 1e-3);
  }
}

TEST(Hierarchical, LatenciesAreThoseOfTheGroupAndThoseBetweenGroups) {
  TrainingCluster cluster = in_zones({0, 0, 0, 1, 1, 1});
  cluster.latency = {{14us, 500us}, {500us, 20us}};
  const double expected =
      compute + 2 * (2 * 20e-6 + 2. / 3 * size / nic) + 2 * 500e-6 + size / 3 / nic;
  EXPECT_NEAR(by_zone(6)->quiet_iteration(cluster).count(), expected, 1e-12);
}

// Three and two: each part goes from who holds it to who holds it there.
TEST(Hierarchical, UnequalGroupsSendEachPartToWhoHoldsIt) {
  const Traffic traffic = traffic_of(*grouped(5, 3), cluster_of(5));
  const std::map<std::pair<std::size_t, std::size_t>, double> sixths{
      {{0, 3}, 2}, {{1, 3}, 1}, {{1, 4}, 1}, {{2, 4}, 2},                // between
      {{3, 0}, 2}, {{3, 1}, 1}, {{4, 1}, 1}, {{4, 2}, 2},                // and back
      {{0, 1}, 8}, {{1, 2}, 8}, {{2, 0}, 8}, {{3, 4}, 6}, {{4, 3}, 6}};  // inside
  ASSERT_EQ(traffic.size(), sixths.size());
  for (const auto& [ranks, expected] : sixths)
    EXPECT_NEAR(traffic.at(ranks), expected * size / 6, 1e-3) << ranks.first << ranks.second;
}

// The NICs of the smaller group rule: inside 2 alpha + 2/3 V/B, between V/2 through each of them.
TEST(Hierarchical, UnequalGroupsEndBeforeTheirBound) {
  const TrainingCluster cluster = cluster_of(5);
  const double inside = 2 * latency + 2. / 3 * size / nic;
  const double whole = compute + 2 * inside + 2 * latency + size / 2 / nic;
  EXPECT_NEAR(graph_time(*grouped(5, 3), cluster), whole, 1e-9);
  // the bound: a third of V at half of the NIC
  EXPECT_NEAR(grouped(5, 3)->quiet_iteration(cluster).count(), whole + size / 6 / nic, 1e-12);
}

TEST(Hierarchical, QuietIterationIsNeverTooShort) {
  std::mt19937 numbers(11);
  const auto below = [&](std::uint32_t n) { return static_cast<std::uint32_t>(numbers() % n); };
  for (int i = 0; i < 200; ++i) {
    const std::uint32_t workers = 2 + below(12);
    std::vector<std::uint32_t> zones(workers);
    std::ranges::generate(zones, [&] { return below(4); });
    TrainingCluster cluster = in_zones(zones);
    for (Member& worker : cluster.workers)
      worker.nic = Bandwidth::of(nic / (1 + below(4)));
    if (below(2) == 0)
      cluster.cap_per_flow = Bandwidth::of(nic * 0.3);
    const auto mode = by_zone(workers);
    EXPECT_LE(graph_time(*mode, cluster), mode->quiet_iteration(cluster).count() + 1e-9) << i;
  }
}

std::string problems_of(const std::string& options) {
  try {
    plug_in(training::catalogue(), "all_reduce", options);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

TEST(Hierarchical, GroupsMustFitTheAlgorithmAndTheWorkers) {
  EXPECT_EQ(problems_of(R"({"nodes": 4, "group": 2})"),
            "options: /group: only the hierarchical algorithm has groups; leave it out, or use "
            "\"algorithm\": \"hierarchical\"");
  EXPECT_EQ(problems_of(R"({"nodes": 4, "algorithm": "hierarchical", "group": 5})"),
            "options: /group: more than the workers in \"nodes\"; use at most \"nodes\"");
  EXPECT_THROW(mode_of(4, R"(, "algorithm": "hierarchical", "group": 0)"), InputError);
}

}  // namespace
}  // namespace spotgrid
