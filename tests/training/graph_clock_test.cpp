// The clock that tests of protocols trust.
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/graph_clock.hpp"

#include <gtest/gtest.h>

namespace spotgrid {
namespace {

GraphNetwork two_nodes_of_1_gb() {
  GraphNetwork network;
  network.nics = {{Role{0}, Bandwidth::of(1e9)}, {Role{1}, Bandwidth::of(1e9)}};
  return network;
}

TEST(GraphClock, FlowWaitsItsLatencyThenMoves) {
  ActivityGraph graph;
  graph.flow(Place::at(Role{0}), Place::at(Role{1}), megabytes(500), TransferKind::training);
  GraphNetwork network = two_nodes_of_1_gb();
  network.latency = 1s;
  EXPECT_NEAR(graph_length(graph, network).count(), 1.5, 1e-12);
}

TEST(GraphClock, SharesANicAndGivesTheRestToWhoStays) {
  ActivityGraph graph;
  const Place here = Place::at(Role{0}), there = Place::at(Role{1});
  graph.flow(here, there, megabytes(500), TransferKind::training);
  graph.flow(here, Place::storage(), megabytes(1000), TransferKind::checkpoint);
  const std::vector<Seconds> ends = activity_ends(graph, two_nodes_of_1_gb());
  EXPECT_NEAR(ends[0].count(), 1, 1e-9);
  EXPECT_NEAR(ends[1].count(), 1.5, 1e-9);
}

TEST(GraphClock, GivesWhatASlowFlowLeavesToTheOther) {
  ActivityGraph graph;
  graph.flow(Place::at(Role{0}), Place::storage(), megabytes(100), TransferKind::checkpoint);
  graph.flow(Place::at(Role{0}), Place::at(Role{1}), megabytes(900), TransferKind::training);
  GraphNetwork network = two_nodes_of_1_gb();
  network.storage_write = Bandwidth::of(100e6);
  EXPECT_NEAR(graph_length(graph, network).count(), 1, 1e-9);
}

TEST(GraphClock, DirectionsDoNotShare) {
  ActivityGraph graph;
  graph.flow(Place::at(Role{0}), Place::at(Role{1}), megabytes(1000), TransferKind::training);
  graph.flow(Place::at(Role{1}), Place::at(Role{0}), megabytes(1000), TransferKind::training);
  EXPECT_NEAR(graph_length(graph, two_nodes_of_1_gb()).count(), 1, 1e-9);
}

TEST(GraphClock, DependenciesAreWaitedFor) {
  ActivityGraph graph;
  const ActivityIndex slow = graph.compute(Role{0}, 2s);
  const ActivityIndex fast = graph.compute(Role{1}, 1s);
  graph.delay(3s, {graph.barrier({slow, fast})});
  EXPECT_EQ(graph_length(graph, {}), 5s);
}

}  // namespace
}  // namespace spotgrid
