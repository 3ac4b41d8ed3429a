// Who gets how much of a link: against closed forms of max-min sharing.
// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <string>

#include <gtest/gtest.h>

#include "tests/grid/room_in_child.hpp"

namespace spotgrid::grid {
namespace {

using namespace testing;
constexpr FlowKind training = FlowKind::training;
constexpr FlowKind checkpoint = FlowKind::checkpoint;

void expect_relative(double got, double expected, double tolerance = 1e-9) {
  EXPECT_NEAR(got, expected, std::abs(expected) * tolerance);
}

TEST(Sharing, FlowsIntoOneNicShareItEqually) {
  for (const std::size_t flows : {1U, 2U, 3U, 7U, 64U}) {
    const Numbers got = measure(one_zone(flows + 1), [&](Room& room, Numbers& out) {
      turn_on_all(room, flows + 1, 1.25e9);
      for (std::size_t i = 1; i <= flows; ++i)
        room.flow(end(room, i), end(room, 0), training, megabytes(100), Seconds{0},
                  note(room, out, "flow" + std::to_string(i)));
      room.run();
    });
    ASSERT_EQ(got.size(), flows);
    for (const auto& [name, date] : got)
      expect_relative(date, static_cast<double>(flows) * 0.08);
  }
}

// The shorter flow ends at 2 x 1 s, then the longer one has the NIC alone.
TEST(Sharing, WhatAnEndedFlowLeavesGoesToTheOthers) {
  const Numbers got = measure(one_zone(3), [](Room& room, Numbers& out) {
    turn_on_all(room, 3, 1e8);
    room.flow(end(room, 1), end(room, 0), training, bytes(1e8), 0s, note(room, out, "short"));
    room.flow(end(room, 2), end(room, 0), training, bytes(3e8), 0s, note(room, out, "long"));
    room.run();
  });
  expect_relative(got.at("short"), 2);
  expect_relative(got.at("long"), 4);
}

TEST(Sharing, EveryEdgeOfARingHasTheNicsOfItsEnds) {
  constexpr std::size_t members = 5;
  const Numbers got = measure(one_zone(members), [](Room& room, Numbers& out) {
    for (std::size_t i = 0; i < members; ++i)
      room.turn_on(room.slot(0, i), node(i == 3 ? 5e8 : 1e9));
    for (std::size_t i = 0; i < members; ++i)
      room.flow(end(room, i), end(room, (i + 1) % members), training, bytes(1e9), 0s,
                note(room, out, "edge" + std::to_string(i)));
    room.run();
  });
  for (std::size_t i = 0; i < members; ++i)
    expect_relative(got.at("edge" + std::to_string(i)), i == 2 || i == 3 ? 2 : 1);
}

// SimGrid shares in inverse proportion to the latency of the routes (25 us against 1 ms would be
// 40 : 1); ours is waited before. Until the far flow begins the near one has the NIC alone.
TEST(Sharing, ANearAndAFarFlowFromOneNicHaveEqualRates) {
  RoomSpec spec = one_zone(2);
  spec.zones.push_back({"far", 1, 0});
  for (const double far_latency : {25e-6, 1e-3, 30e-3}) {
    const Numbers got = measure(spec, [&](Room& room, Numbers& out) {
      turn_on_all(room, 2, 1.25e9);
      room.turn_on(room.slot(1, 0), node(1.25e9));
      const FlowId near = room.flow(end(room, 0), end(room, 1), training, bytes(5e9),
                                    Seconds{25e-6}, note(room, out, "near"));
      const FlowId far = room.flow(end(room, 0), end(room, 0, 1), training, bytes(5e9),
                                   Seconds{far_latency}, note(room, out, "far"));
      room.at(Seconds{1 + far_latency}, [&, near, far] {
        out["near_left"] = room.remaining(near).value();
        out["far_left"] = room.remaining(far).value();
      });
      room.run();
    });
    expect_relative(got.at("near_left"), 4.375e9 - 1.25e9 * (far_latency - 25e-6));
    expect_relative(got.at("far_left"), 4.375e9);
    expect_relative(got.at("far"), 8 + 25e-6);
  }
}

TEST(Sharing, LatencyIsWaitedOnceAndChangesNoShare) {
  const Numbers got = measure(one_zone(3), [](Room& room, Numbers& out) {
    turn_on_all(room, 3, 1e8);
    room.flow(end(room, 0), end(room, 1), training, bytes(2e8), Seconds{1}, note(room, out, "a"));
    room.flow(end(room, 0), end(room, 2), training, bytes(2e8), Seconds{2}, note(room, out, "b"));
    room.run();
  });
  expect_relative(got.at("a"), 4);  // alone for 1 s, then half of the NIC
  expect_relative(got.at("b"), 5);
}

// 8 streams against 1: the checkpoint has 1/9 of the NIC.
TEST(Sharing, AFlowWeighsAsManyStreamsAsItsKindHas) {
  for (const double streams : {0.5, 1.0, 2.0, 8.0, 16.0}) {
    RoomSpec spec = one_zone(3);
    spec.streams = {streams, 1, 1, 1};
    const Numbers got = measure(spec, [](Room& room, Numbers& out) {
      turn_on_all(room, 3, 1e9);
      const FlowId ring =
          room.flow(end(room, 0), end(room, 1), training, bytes(9e9), 0s, note(room, out, "ring"));
      const FlowId save = room.flow(end(room, 0), end(room, 2), checkpoint, bytes(9e9), 0s,
                                    note(room, out, "save"));
      room.at(Seconds{1}, [&, ring, save] {
        out["ring_moved"] = 9e9 - room.remaining(ring).value();
        out["save_moved"] = 9e9 - room.remaining(save).value();
      });
      room.run();
    });
    // Nanoseconds pass before the flows begin.
    expect_relative(got.at("ring_moved"), 1e9 * streams / (streams + 1), 1e-7);
    expect_relative(got.at("save_moved"), 1e9 / (streams + 1), 1e-7);
    expect_relative(std::max(got.at("ring"), got.at("save")), 18, 1e-7);
  }
}

TEST(Sharing, AWeightCountsTowardsAStoreAsTowardsASlot) {
  RoomSpec spec = one_zone(2);
  spec.streams = {8, 1, 1, 1};
  spec.stores = {
      {"near", 0, gigabits_per_second(800), gigabits_per_second(800), gigabits_per_second(400)},
      {"plain", 0, gigabits_per_second(800), gigabits_per_second(800), {}}};
  for (const std::size_t store : {0U, 1U}) {
    const Numbers got = measure(spec, [&](Room& room, Numbers& out) {
      turn_on_all(room, 2, 1e9);
      room.flow(end(room, 0), end(room, 1), training, bytes(9e9), 0s, note(room, out, "ring"));
      const FlowId save = room.flow(end(room, 0), end_of(room.store(store)), checkpoint, bytes(9e9),
                                    0s, note(room, out, "save"));
      room.at(Seconds{1}, [&, save] { out["moved"] = 9e9 - room.remaining(save).value(); });
      room.run();
    });
    expect_relative(got.at("moved"), 1e9 / 9, 1e-7);
  }
}

// Training 4 streams x 25 MB/s; the other flow has what is left.
TEST(Sharing, ACapHoldsOneFlowAndLeavesTheOthersAlone) {
  RoomSpec spec = one_zone(4);
  spec.streams = {4, 4, 4, 4};
  const Numbers got = measure(spec, [](Room& room, Numbers& out) {
    SlotSpec capped = node(1e9);
    capped.per_stream[static_cast<std::size_t>(training)] = Bandwidth::of(25e6);
    room.turn_on(room.slot(0, 0), capped);
    for (std::size_t i = 1; i < 4; ++i)
      room.turn_on(room.slot(0, i), node(1e9));
    room.flow(end(room, 0), end(room, 1), training, bytes(1e8), 0s, note(room, out, "one"));
    room.flow(end(room, 0), end(room, 2), training, bytes(1e8), 0s, note(room, out, "two"));
    room.flow(end(room, 0), end(room, 3), checkpoint, bytes(8e8), 0s, note(room, out, "free"));
    room.run();
  });
  expect_relative(got.at("one"), 1);
  expect_relative(got.at("two"), 1);
  expect_relative(got.at("free"), 1);
}

TEST(Sharing, TheCapOfTheReceiverHoldsToo) {
  const Numbers got = measure(one_zone(2), [](Room& room, Numbers& out) {
    SlotSpec capped = node(1e9);
    capped.per_stream[static_cast<std::size_t>(training)] = Bandwidth::of(1e8);
    room.turn_on(room.slot(0, 0), node(1e9));
    room.turn_on(room.slot(0, 1), capped);
    room.flow(end(room, 0), end(room, 1), training, bytes(1e8), 0s, note(room, out, "in"));
    room.run();
  });
  expect_relative(got.at("in"), 1);
}

// A room without caps gives the same dates as one whose caps nobody sets.
TEST(Sharing, LeavingOutTheCapsChangesNoDate) {
  const auto dates = [](bool capped) {
    RoomSpec spec = one_zone(9);
    spec.capped.fill(capped);
    return measure(spec, [](Room& room, Numbers& out) {
      turn_on_all(room, 9, 1.25e9);
      for (std::size_t i = 1; i < 9; ++i)
        room.flow(end(room, i), end(room, 0), training, megabytes(10.0 * static_cast<double>(i)),
                  Seconds{0.01 * static_cast<double>(i)}, note(room, out, std::to_string(i)));
      room.run();
    });
  };
  const Numbers with = dates(true), without = dates(false);
  ASSERT_EQ(with.size(), 8U);
  for (const auto& [name, date] : with)
    expect_relative(without.at(name), date, 1e-12);
}

TEST(Sharing, DirectionsOfAFullDuplexNicAreApartAndOfAHalfDuplexOneAreNot) {
  const auto both_ways = [](bool half) {
    RoomSpec spec;
    spec.zones = {{"zone", 3, half ? 1U : 0U}};
    return measure(spec, [half](Room& room, Numbers& out) {
      turn_on_all(room, 2, 1e9);
      SlotSpec server = node(1e9);
      server.half_duplex = half;
      server.down = Bandwidth::of(half ? 1.0 : 1e9);  // not looked at when half duplex
      room.turn_on(room.slot(0, 2), server);
      room.flow(end(room, 0), end(room, 2), training, bytes(1e9), 0s, note(room, out, "push"));
      room.flow(end(room, 2), end(room, 1), training, bytes(1e9), 0s, note(room, out, "pull"));
      room.run();
    });
  };
  expect_relative(both_ways(false).at("push"), 1);
  expect_relative(both_ways(true).at("push"), 2);
  expect_relative(both_ways(true).at("pull"), 2);
}

TEST(Sharing, ALinkBetweenZonesIsSharedInItsDirectionOnly) {
  RoomSpec spec;
  spec.zones = {{"a", 2, 0}, {"b", 2, 0}, {"c", 1, 0}};
  spec.zone_links = {{0, 1, Bandwidth::of(1e8)}};
  const Numbers got = measure(spec, [](Room& room, Numbers& out) {
    for (const std::size_t zone : {0U, 1U})
      for (const std::size_t i : {0U, 1U})
        room.turn_on(room.slot(zone, i), node(1e9));
    room.turn_on(room.slot(2, 0), node(1e9));
    room.flow(end(room, 0, 0), end(room, 0, 1), training, bytes(1e8), 0s, note(room, out, "ab0"));
    room.flow(end(room, 1, 0), end(room, 1, 1), training, bytes(1e8), 0s, note(room, out, "ab1"));
    room.flow(end(room, 0, 1), end(room, 0, 0), training, bytes(1e9), 0s, note(room, out, "ba"));
    room.flow(end(room, 0, 2), end(room, 1, 0), training, bytes(1e9), 0s, note(room, out, "ca"));
    room.run();
  });
  expect_relative(got.at("ab0"), 2);
  expect_relative(got.at("ab1"), 2);
  expect_relative(got.at("ba"), 1);
  expect_relative(got.at("ca"), 1);
}

}  // namespace
}  // namespace spotgrid::grid
