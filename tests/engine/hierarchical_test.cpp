// Hierarchical all-reduce through the whole engine on SimGrid, also over slow links between zones.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <string>

#include <gtest/gtest.h>

#include "tests/support/a_run.hpp"

namespace spotgrid {
namespace {

constexpr double nic = 1.25e9;       // B/s
constexpr double gradients = 44e7;   // B
constexpr double near = 14e-6;       // s, inside a zone, one way
constexpr double far = 500e-6;       // s, between zones, one way
constexpr double compute = 0.3;      // s, a third of it forward
constexpr double zone_link = 0.4e9;  // B/s each way
constexpr int iterations = 3;

ARun training(const std::string& options, int nodes) {
  ARun run;
  run.mode("all_reduce", "{\"nodes\": " + std::to_string(nodes) + options + "}");
  run.samples(nodes * iterations, Seconds{compute}, 1, Bytes::of(gradients), Bytes::of(1e9));
  run.setup.job.workload->forward_share.value = 1.0 / 3;
  run.setup.market.pools[0].instance.network.baseline = Bandwidth::of(nic);
  run.setup.network.latency = {Seconds{near}, Seconds{far}, Seconds{far}};
  return run;
}

struct Grouped {
  int groups, members, buckets;
};
class HierarchicalInTheEngine : public testing::TestWithParam<Grouped> {};

// With N groups of g and V bytes in a bucket, a bucket takes
// 2 [(g-1) alpha + (g-1)/g V/B] + 2 (N-1) alpha + 2 (N-1)/N V/(g B).
TEST_P(HierarchicalInTheEngine, IterationTakesTheTimeOfTheClosedForm) {
  const auto& [groups, members, buckets] = GetParam();
  const double g = members, n = groups, part = gradients / buckets;
  const double inside = (g - 1) * near + (g - 1) / g * part / nic;
  const double between = 2 * (n - 1) * near + 2 * (n - 1) / n * part / g / nic;
  double end = 0;
  for (int k = 1; k <= buckets; ++k)
    end = std::max(compute / 3 + compute * 2 / 3 * k / buckets, end) + 2 * inside + between;
  const RunResult result =
      training(R"(, "algorithm": "hierarchical", "group": )" + std::to_string(members) +
                   ", \"buckets\": " + std::to_string(buckets),
               groups * members)
          .run();
  EXPECT_EQ(result.counters.iterations, iterations);
  EXPECT_NEAR(result.makespan_s, iterations * std::max(compute, end), 1e-6 * iterations);
}

INSTANTIATE_TEST_SUITE_P(Sizes, HierarchicalInTheEngine,
                         testing::Values(Grouped{2, 2, 1}, Grouped{2, 4, 1}, Grouped{4, 2, 1},
                                         Grouped{2, 2, 4}, Grouped{4, 4, 4}, Grouped{1, 4, 2},
                                         Grouped{4, 1, 2}),
                         [](const auto& tested) {
                           const Grouped& p = tested.param;
                           return std::to_string(p.groups) + "_of_" + std::to_string(p.members) +
                                  "_in_" + std::to_string(p.buckets);
                         });

// Groups of three and two: each NIC of the smaller one carries V/2 each way between them, and is
// busy until the end; inside, three ranks take longer than two.
TEST(HierarchicalOfUnequalGroups, SmallerOfTwoGroupsRulesBetweenThem) {
  const double inside = 2 * near + 2. / 3 * gradients / nic;
  const double between = 2 * near + gradients / 2 / nic;
  const RunResult result =
      training(R"(, "algorithm": "hierarchical", "group": 3, "buckets": 1)", 5).run();
  EXPECT_EQ(result.counters.iterations, iterations);
  EXPECT_NEAR(result.makespan_s, iterations * (compute + 2 * inside + between), 1e-6 * iterations);
}

// Four workers in each of two zones of a region.
RunResult in_two_zones(const std::string& options) {
  ARun run = training(R"(, "buckets": 1)" + options, 8);
  run.capacity(CapacityKind::limit, {{Seconds{-1}, 4}});
  Pool other = run.setup.market.pools[0];
  other.zone = "zb";
  run.setup.market.pools.push_back(other);
  run.setup.job.gang = Gang::accumulate;
  run.setup.network.between_zones = Bandwidth::of(zone_link);
  return run.run();
}

TEST(HierarchicalInZones, BeatsThePlainRingOverASlowLink) {
  const RunResult ring = in_two_zones("");
  const RunResult hierarchical = in_two_zones(R"(, "algorithm": "hierarchical")");
  ASSERT_EQ(ring.counters.iterations, iterations);
  ASSERT_EQ(hierarchical.counters.iterations, iterations);
  // One edge of the ring crosses each way with 2 (n-1)/n V; every step waits the long latency.
  const double around = 14 * far + 1.75 * gradients / zone_link;
  EXPECT_NEAR(ring.makespan_s, iterations * (compute + around), 1e-6 * iterations);
  // Four flows of V/4 share the link each way.
  const double grouped = 2 * (3 * near + 0.75 * gradients / nic) + 2 * far + gradients / zone_link;
  EXPECT_NEAR(hierarchical.makespan_s, iterations * (compute + grouped), 1e-6 * iterations);
  EXPECT_LT(hierarchical.makespan_s, ring.makespan_s);
}

}  // namespace
}  // namespace spotgrid
