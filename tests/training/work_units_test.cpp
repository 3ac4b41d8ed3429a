// Work units: rates by instance type, and a gang as fast as its slowest member.
// SPDX-License-Identifier: Apache-2.0
#include <string>

#include <gtest/gtest.h>

#include "sim/domain/training.hpp"
#include "tests/support/graph_clock.hpp"
#include "tests/support/plug_in.hpp"

namespace spotgrid {
namespace {

std::unique_ptr<TrainingMode> work_units(const std::string& options) {
  return plug_in(training::catalogue(), "work_units", options);
}

InstanceType named(const std::string& name) {
  InstanceType type;
  type.name = name;
  return type;
}

TEST(WorkUnits, EveryTypeDoesOneASecondWithoutATable) {
  EXPECT_EQ(work_units("{}")->rate_on(named("p3.2xlarge")), 1);
}

TEST(WorkUnits, TypesMissingFromTheTableCannotWork) {
  const auto mode = work_units(R"({"rates": {"p3.2xlarge": 1, "p2.xlarge": 0.25}})");
  EXPECT_EQ(mode->rate_on(named("p2.xlarge")), .25);
  EXPECT_EQ(mode->rate_on(named("g5.xlarge")), 0);
}

TEST(WorkUnits, UnitOfWorkIsOneDelayAtTheSlowestRate) {
  const auto mode = work_units(R"({"nodes": 2, "rates": {"fast": 2, "slow": 0.5}})");
  const InstanceType fast = named("fast"), slow = named("slow");
  TrainingCluster cluster;
  cluster.workers = {{.role = Role{0}, .type = &fast}, {.role = Role{1}, .type = &slow}};
  const ActivityGraph graph = mode->iteration(cluster, 0);
  EXPECT_EQ(graph.activities().size(), 1U);
  EXPECT_TRUE(graph.only_delays());
  EXPECT_EQ(graph_length(graph, {}), 2s);
}

TEST(WorkUnits, IsARigidGangWithoutTraffic) {
  const TrainingTraits traits = work_units(R"({"nodes": 4})")->traits();
  EXPECT_EQ(traits.nodes, 4);
  EXPECT_EQ(traits.min_nodes, 4);
  EXPECT_TRUE(traits.continuous);
  EXPECT_FALSE(traits.traffic);
}

TEST(WorkUnits, RatesAreAboveZero) {
  EXPECT_THROW(work_units(R"({"rates": {"p3.2xlarge": 0}})"), InputError);
}

}  // namespace
}  // namespace spotgrid
