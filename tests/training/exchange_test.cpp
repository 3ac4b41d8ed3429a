// How long phases of flows take with the network to themselves.
// SPDX-License-Identifier: Apache-2.0
#include "models/training/exchange.hpp"

#include <gtest/gtest.h>

#include "tests/support/small_cluster.hpp"

namespace spotgrid::training {
namespace {

constexpr Bytes one = megabytes(1250);  // a second of a NIC
constexpr double alpha = 14e-6;

double quiet(const Phase& phase) {
  return quiet_time(phase, SmallCluster{.workers = 4}.cluster()).count();
}
double drawn(const Phase& phase) {
  const TrainingCluster cluster = SmallCluster{.workers = 4}.cluster();
  ActivityGraph graph;
  add_phase(graph, cluster, phase, {});
  return graph_length(graph, network_of(cluster)).count();
}

TEST(Exchange, FlowsShareTheNicTheyLeaveAndTheNicTheyReach) {
  const Phase leave{{{{0, 1, one}, {0, 2, one}}, 1}};
  const Phase reach{{{{1, 0, one}, {2, 0, one}, {3, 0, one}}, 1}};
  EXPECT_NEAR(quiet(leave), 2 + alpha, 1e-12);
  EXPECT_NEAR(drawn(leave), 2 + alpha, 1e-9);
  EXPECT_NEAR(quiet(reach), 3 + alpha, 1e-12);
  EXPECT_NEAR(drawn(reach), 3 + alpha, 1e-9);
}

TEST(Exchange, DirectionsOfANicDoNotShare) {
  const Phase both{{{{0, 1, one}, {1, 0, one}}, 1}};
  EXPECT_NEAR(quiet(both), 1 + alpha, 1e-12);
  EXPECT_NEAR(drawn(both), 1 + alpha, 1e-9);
}

TEST(Exchange, PhaseLastsAsLongAsItsLongestExchange) {
  const Phase many_steps{{{{0, 1, one}}, 1}, {{{2, 3, one / 2.0}}, 100'001}};
  EXPECT_NEAR(quiet(many_steps), .5 + 100'001 * alpha, 1e-9);
  EXPECT_NEAR(drawn(many_steps), .5 + 100'001 * alpha, 1e-9);
}

}  // namespace
}  // namespace spotgrid::training
