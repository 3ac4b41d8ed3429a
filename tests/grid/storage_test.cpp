// Stores, copies inside a node, and bandwidths that change under running flows.
// SPDX-License-Identifier: Apache-2.0
#include <string>

#include <gtest/gtest.h>

#include "tests/grid/room_in_child.hpp"

namespace spotgrid::grid {
namespace {

using namespace testing;
constexpr FlowKind checkpoint = FlowKind::checkpoint;
constexpr FlowKind restore = FlowKind::restore;

RoomSpec with_store(std::size_t slots, double read, double write,
                    std::optional<double> per_client = std::nullopt) {
  RoomSpec spec = one_zone(slots);
  StoreSpec store{"nfs", 0, Bandwidth::of(read), Bandwidth::of(write), {}};
  if (per_client)
    store.per_client = Bandwidth::of(*per_client);
  spec.stores = {store};
  return spec;
}

TEST(Storage, AWriteStreamsAtTheSlowerOfNicAndStore) {
  for (const double nic : {1e8, 5e8}) {
    const Numbers got = measure(with_store(1, 1e9, 2e8), [&](Room& room, Numbers& out) {
      turn_on_all(room, 1, nic);
      room.flow(end(room, 0), end_of(room.store(0)), checkpoint, bytes(1e9), 0s,
                note(room, out, "write"));
      room.run();
    });
    EXPECT_DOUBLE_EQ(got.at("write"), 1e9 / std::min(nic, 2e8));
  }
}

TEST(Storage, ReadsAndWritesDoNotShareAndManyClientsDo) {
  const Numbers got = measure(with_store(4, 4e8, 2e8), [](Room& room, Numbers& out) {
    turn_on_all(room, 4, 1e9);
    const Endpoint store = end_of(room.store(0));
    room.flow(end(room, 0), store, checkpoint, bytes(1e8), 0s, note(room, out, "write0"));
    room.flow(end(room, 1), store, checkpoint, bytes(1e8), 0s, note(room, out, "write1"));
    room.flow(store, end(room, 2), restore, bytes(2e8), 0s, note(room, out, "read0"));
    room.flow(store, end(room, 3), restore, bytes(2e8), 0s, note(room, out, "read1"));
    room.run();
  });
  for (const auto& [name, date] : got)
    EXPECT_NEAR(date, 1, 1e-9) << name;
  EXPECT_EQ(got.size(), 4U);
}

// 3 clients of at most 1e8 each leave part of the store's 1e9 unused.
TEST(Storage, TheClientCapHoldsEachFlow) {
  const Numbers got = measure(with_store(3, 1e9, 1e9, 1e8), [](Room& room, Numbers& out) {
    turn_on_all(room, 3, 1e9);
    for (std::size_t i = 0; i < 3; ++i)
      room.flow(end(room, i), end_of(room.store(0)), checkpoint, bytes(2e8), 0s,
                note(room, out, std::to_string(i)));
    room.run();
  });
  for (const auto& [name, date] : got)
    EXPECT_NEAR(date, 2, 1e-9) << name;
}

// Dual use of the PCIe link is one direction each; the memory is its own path.
TEST(Storage, CopiesInsideANodeShareTheirPathOnly) {
  const Numbers got = measure(one_zone(1), [](Room& room, Numbers& out) {
    SlotSpec spec = node(1e8);
    spec.device_to_host = Bandwidth::of(2e9);
    spec.host_to_device = Bandwidth::of(4e9);
    spec.memory = Bandwidth::of(1e10);
    const SlotId slot = room.slot(0, 0);
    room.turn_on(slot, spec);
    room.copy(slot, CopyPath::device_to_host, bytes(2e9), note(room, out, "snapshot0"));
    room.copy(slot, CopyPath::device_to_host, bytes(2e9), note(room, out, "snapshot1"));
    room.copy(slot, CopyPath::host_to_device, bytes(4e9), note(room, out, "load"));
    room.copy(slot, CopyPath::memory, bytes(5e9), note(room, out, "memory"));
    room.run();
  });
  EXPECT_NEAR(got.at("snapshot0"), 2, 1e-9);
  EXPECT_NEAR(got.at("snapshot1"), 2, 1e-9);
  EXPECT_NEAR(got.at("load"), 1, 1e-9);
  EXPECT_NEAR(got.at("memory"), 0.5, 1e-9);
}

TEST(Storage, AFlowWithinOneSlotIsAMemoryCopyAfterItsLatency) {
  const Numbers got = measure(one_zone(1), [](Room& room, Numbers& out) {
    SlotSpec spec = node(1.0);
    spec.memory = Bandwidth::of(1e10);
    room.turn_on(room.slot(0, 0), spec);
    room.flow(end(room, 0), end(room, 0), checkpoint, bytes(1e10), Seconds{0.5},
              note(room, out, "copy"));
    room.run();
  });
  EXPECT_NEAR(got.at("copy"), 1.5, 1e-9);
}

// 1 s at 1e8, then the rest at the new rate; up and down again.
TEST(Storage, RetypingChangesTheRateOfARunningFlow) {
  for (const double after : {4e8, 5e7}) {
    const Numbers got = measure(one_zone(2), [&](Room& room, Numbers& out) {
      room.turn_on(room.slot(0, 0), node(1e8));
      room.turn_on(room.slot(0, 1), node(1e9));
      const FlowId flow =
          room.flow(end(room, 0), end(room, 1), checkpoint, bytes(5e8), 0s, note(room, out, "end"));
      room.at(Seconds{1}, [&] { room.retype(room.slot(0, 0), node(after)); });
      room.at(Seconds{1.5}, [&, flow] { out["left"] = room.remaining(flow).value(); });
      room.run();
    });
    EXPECT_NEAR(got.at("end"), 1 + 4e8 / after, 1e-9);
    EXPECT_NEAR(got.at("left"), 4e8 - 0.5 * after, 1);
  }
}

TEST(Storage, RetypingChangesACapUnderARunningFlow) {
  const Numbers got = measure(one_zone(2), [](Room& room, Numbers& out) {
    turn_on_all(room, 2, 1e9);
    room.flow(end(room, 0), end(room, 1), checkpoint, bytes(1e9), 0s, note(room, out, "end"));
    room.at(Seconds{0.5}, [&] {
      SlotSpec spec = node(1e9);
      spec.per_stream[static_cast<std::size_t>(checkpoint)] = Bandwidth::of(1e8);
      room.retype(room.slot(0, 0), spec);
    });
    room.at(Seconds{2.5}, [&] { room.retype(room.slot(0, 0), node(1e9)); });
    room.run();
  });
  EXPECT_NEAR(got.at("end"), 2.8, 1e-9);
}

TEST(Storage, RemainingIsExactBetweenTheEventsOfTheSolver) {
  const Numbers got = measure(one_zone(2), [](Room& room, Numbers& out) {
    turn_on_all(room, 2, 1e9);
    const FlowId flow = room.flow(end(room, 0), end(room, 1), checkpoint, bytes(1e9), Seconds{0.25},
                                  note(room, out, "end"));
    out["before"] = room.remaining(flow).value();
    for (const double date : {0.1, 0.25 + 0.125, 0.25 + 0.5, 0.25 + 0.75})
      room.at(Seconds{date},
              [&, date, flow] { out[std::to_string(date)] = room.remaining(flow).value(); });
    room.at(Seconds{2}, [&, flow] { out["after"] = room.remaining(flow).value(); });
    room.run();
  });
  EXPECT_EQ(got.at("before"), 1e9);
  EXPECT_EQ(got.at("0.100000"), 1e9);
  EXPECT_NEAR(got.at("0.375000"), 8.75e8, 1e-3);
  EXPECT_NEAR(got.at("0.750000"), 5e8, 1e-3);
  EXPECT_NEAR(got.at("1.000000"), 2.5e8, 1e-3);
  EXPECT_EQ(got.at("after"), 0);
  EXPECT_NEAR(got.at("end"), 1.25, 1e-9);
}

// What is left may be issued again as a new flow, at no loss.
TEST(Storage, AFlowReissuedWithWhatIsLeftEndsWhenItWouldHave) {
  const Numbers got = measure(one_zone(2), [](Room& room, Numbers& out) {
    turn_on_all(room, 2, 3e8);
    FlowId flow =
        room.flow(end(room, 0), end(room, 1), checkpoint, bytes(1e9), 0s, note(room, out, "end"));
    for (const double date : {0.7, 1.3, 2.9})
      room.at(Seconds{date}, [&] {
        const Bytes left = room.remaining(flow);
        room.cancel(flow);
        flow = room.flow(end(room, 0), end(room, 1), checkpoint, left, 0s, note(room, out, "end"));
      });
    room.run();
  });
  EXPECT_NEAR(got.at("end"), 1e9 / 3e8, 1e-10);
}

// Where the room has them: each way of a disk is shared by what goes it.
TEST(Storage, ADiskReadsAndWritesAtItsOwnSpeeds) {
  RoomSpec spec = one_zone(1);
  spec.disks = true;
  const Numbers got = measure(spec, [](Room& room, Numbers& out) {
    const SlotId slot = room.slot(0, 0);
    SlotSpec furnished = node(1e9);
    furnished.disk_write = Bandwidth::of(1e8);
    furnished.disk_read = Bandwidth::of(4e8);
    room.turn_on(slot, furnished);
    room.copy(slot, CopyPath::disk_write, bytes(1e8), note(room, out, "write0"));
    room.copy(slot, CopyPath::disk_write, bytes(1e8), note(room, out, "write1"));
    room.copy(slot, CopyPath::disk_read, bytes(4e8), note(room, out, "read"));
    room.run();
  });
  EXPECT_NEAR(got.at("write0"), 2, 1e-9);
  EXPECT_NEAR(got.at("write1"), 2, 1e-9);
  EXPECT_NEAR(got.at("read"), 1, 1e-9);
}

}  // namespace
}  // namespace spotgrid::grid
