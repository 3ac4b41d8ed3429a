// Traces that name the nodes which die.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "tests/reclaim/traced_pool.hpp"

namespace spotgrid::reclaim_test {
namespace {

// Three nodes; the first dies at 100 s with the second, at which instant a fourth is added.
Pool named_nodes() {
  Pool pool = pool_with(CapacityKind::unlimited, {});
  pool.trace_nodes = {{at_second(0), at_second(100)},
                      {at_second(0), at_second(100)},
                      {at_second(50), at_second(200)},
                      {at_second(100), Instant::never()}};
  return pool;
}

HeldNode launched_at(std::uint32_t number, double t) {
  return {NodeId{number}, number, at_second(t), std::nullopt};
}

TEST(EventsReclaim, RemovalsAtOneInstantAreOneFall) {
  const Pool pool = named_nodes();
  for (const char* options : {"{}", R"({"scale": "slots"})", R"({"scale": "surplus"})"}) {
    const Attached source("events", options, pool);
    EXPECT_EQ(source->next_fall(Instant())->at, at_second(100));
    EXPECT_EQ(source->next_fall(at_second(100))->at, at_second(200));
    EXPECT_FALSE(source->next_fall(at_second(200)));
  }
}

TEST(EventsReclaim, ANodeIsBoundToALiveNodeAndDiesWithIt) {
  const Pool pool = named_nodes();
  const Attached source("events", "{}", pool);
  EXPECT_EQ(source->launchable(at_second(10)), 2);
  const std::vector<HeldNode> held = {launched_at(0, 10), launched_at(1, 10)};
  for (const HeldNode& node : held)
    source->launched(node);
  EXPECT_EQ(source->launchable(at_second(10)), 0);
  EXPECT_EQ(source->launchable(at_second(60)), 1);
  EXPECT_EQ(source->victims({at_second(100), 0}, held), (std::vector{NodeId{0}, NodeId{1}}));
  EXPECT_TRUE(source->dies_with({at_second(100), 0}, held[1], held));
  EXPECT_FALSE(source->dies_with({at_second(200), 1}, held[1], held));
  EXPECT_EQ(source->late_victims({at_second(100), 0}, held).size(), 2U);
  EXPECT_TRUE(source->late_victims({at_second(200), 1}, held).empty());
}

TEST(EventsReclaim, AReleaseFreesTheNodeOfTheTrace) {
  const Pool pool = named_nodes();
  const Attached source("events", "{}", pool);
  source->launched(launched_at(0, 10));
  source->launched(launched_at(1, 10));
  source->ended(NodeId{0});
  EXPECT_EQ(source->launchable(at_second(20)), 1);
  source->launched(launched_at(2, 20));
  const std::vector<HeldNode> held = {launched_at(1, 10), launched_at(2, 20)};
  EXPECT_EQ(source->victims({at_second(100), 0}, held).size(), 2U);
}

TEST(EventsReclaim, OnlyTheCountMattersForSurplus) {
  const Pool pool = named_nodes();
  const Attached source("events", R"({"scale": "surplus"})", pool);
  EXPECT_EQ(source->launchable(Instant::from_microseconds(-1)), 0);
  EXPECT_EQ(source->launchable(at_second(60)), 3);
  source->launched(launched_at(0, 60));
  source->launched(launched_at(1, 60));
  EXPECT_EQ(source->launchable(at_second(60)), 1);
  const std::vector<HeldNode> held = {launched_at(0, 60), launched_at(1, 60)};
  EXPECT_TRUE(source->victims({at_second(100), 0}, held).empty());  // two are left
  EXPECT_EQ(source->victims({at_second(200), 1}, held).size(), 1U);
  source->ended(NodeId{0});
  EXPECT_EQ(source->launchable(at_second(60)), 2);
}

TEST(EventsReclaim, AJobOfAllPlacesLosesAlikeInAllScales) {
  const Pool pool = named_nodes();
  const std::vector<Instant> times = {at_second(0), at_second(50), at_second(100), at_second(200),
                                      at_second(300)};
  for (const char* options : {"{}", R"({"scale": "slots"})", R"({"scale": "surplus"})"}) {
    const Attached source("events", options, pool, 3);
    const Replayed result = replay(*source, times, 3, nullptr);
    // At 100 s two of three die and one comes: the count falls by one only.
    const bool counted = std::string(options).find("surplus") != std::string::npos;
    EXPECT_EQ(result.losses, counted ? 2 : 3) << options;
    EXPECT_DOUBLE_EQ(result.node_hours, (2 * 50 + 3 * 50 + 2 * 100 + 100) / 3600.0) << options;
  }
}

TEST(EventsReclaim, WhatIsAddedReadyNeedsNoBoot) {
  const Pool pool = named_nodes();
  EXPECT_FALSE(Attached("events", "{}", pool)->ready_at_once());
  EXPECT_TRUE(Attached("events", R"({"add_means": "ready"})", pool)->ready_at_once());
}

}  // namespace
}  // namespace spotgrid::reclaim_test
