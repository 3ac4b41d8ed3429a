// Nodes and stores that go away: the traps of SimGrid's failures, none of which may reach us.
// SPDX-License-Identifier: Apache-2.0
#include <string>

#include <gtest/gtest.h>
#include <sys/resource.h>

#include "tests/grid/room_in_child.hpp"

namespace spotgrid::grid {
namespace {

using namespace testing;
constexpr FlowKind training = FlowKind::training;

// SimGrid aborts the process when a flow starts at a host that is off.
TEST(Failure, AFlowFromOrToASlotThatIsOffFailsAtNow) {
  const Numbers got = measure(one_zone(2), [](Room& room, Numbers& out) {
    room.turn_on(room.slot(0, 0), node(1e9));
    room.at(Seconds{3}, [&] {
      room.flow(end(room, 0), end(room, 1), training, bytes(1), Seconds{9}, note(room, out, "to"));
      room.flow(end(room, 1), end(room, 0), training, bytes(1), 0s, note(room, out, "from"));
      room.copy(room.slot(0, 1), CopyPath::memory, bytes(1), note(room, out, "copy"));
      out["told_at_once"] = static_cast<double>(out.size());
    });
    room.run();
  });
  EXPECT_EQ(got.at("told_at_once"), 0);
  EXPECT_EQ(got.at("to_failed"), 3);
  EXPECT_EQ(got.at("from_failed"), 3);
  EXPECT_EQ(got.at("copy_failed"), 3);
}

// Each of two flows has half of the server's NIC until one dies after 1 s.
TEST(Failure, ASlotThatGoesOffFailsItsFlowsAndFreesTheirBandwidth) {
  for (const bool sender : {true, false}) {
    const Numbers got = measure(one_zone(4), [&](Room& room, Numbers& out) {
      turn_on_all(room, 4, 1e8);
      const auto flow = [&](std::size_t client, const char* name) {
        const Endpoint a = end(room, client), b = end(room, 0);
        room.flow(sender ? a : b, sender ? b : a, training, bytes(2e8), 0s, note(room, out, name));
      };
      flow(1, "dies");
      flow(2, "lives");
      room.copy(room.slot(0, 1), CopyPath::memory, bytes(9e9), note(room, out, "copy"));
      room.flow(end(room, 1), end(room, 3), training, bytes(1), Seconds{5},
                note(room, out, "waits"));
      room.at(Seconds{1}, [&] { room.turn_off(room.slot(0, 1)); });
      room.run();
    });
    EXPECT_EQ(got.at("dies_failed"), 1);
    EXPECT_EQ(got.at("copy_failed"), 1);
    EXPECT_EQ(got.at("waits_failed"), 1);
    EXPECT_NEAR(got.at("lives"), 2.5, 1e-9);
    EXPECT_EQ(got.size(), 4U);
  }
}

TEST(Failure, FailuresOfOneInstantAreToldInTheOrderOfTheStarts) {
  const std::string order = text_from_child(one_zone(2), [](Room& room) {
    std::string told;
    turn_on_all(room, 2, 1e8);
    for (char name = 'a'; name <= 'p'; ++name)
      room.flow(end(room, 0), end(room, 1), training, bytes(1e9), Seconds{(name % 3) * 0.5},
                [&told, name](FlowEnd how) { told += how == FlowEnd::failed ? name : '!'; });
    room.at(Seconds{0.7}, [&] { room.turn_off(room.slot(0, 1)); });
    room.run();
    return told;
  });
  EXPECT_EQ(order, "abcdefghijklmnop");
}

TEST(Failure, EndsOfOneInstantAreToldInTheOrderOfTheStarts) {
  const std::string order = text_from_child(one_zone(17), [](Room& room) {
    std::string told;
    turn_on_all(room, 17, 1e8);
    for (std::size_t i = 16; i > 0; --i)
      room.flow(end(room, i), end(room, 0), training, bytes(1e8), 0s,
                [&told, i](FlowEnd) { told += std::to_string(i) + ' '; });
    room.run();
    return told;
  });
  EXPECT_EQ(order, "16 15 14 13 12 11 10 9 8 7 6 5 4 3 2 1 ");
}

TEST(Failure, AfterTurnOffNoFlowOfTheSlotIsToldAsFinished) {
  const Numbers got = measure(one_zone(3), [](Room& room, Numbers& out) {
    turn_on_all(room, 3, 1e8);
    // Both flows end at 2 s; the first to be told takes the node of the second away.
    room.flow(end(room, 0), end(room, 2), training, bytes(1e8), 0s, [&](FlowEnd) {
      out["first"] = room.clock().count();
      room.turn_off(room.slot(0, 1));
    });
    room.flow(end(room, 1), end(room, 2), training, bytes(1e8), 0s, note(room, out, "second"));
    room.run();
  });
  EXPECT_NEAR(got.at("first"), 2, 1e-9);
  EXPECT_EQ(got.count("second"), 0U);
  EXPECT_NEAR(got.at("second_failed"), 2, 1e-9);
}

// SimGrid never ends a flow of 0 bytes.
TEST(Failure, NoBytesEndAfterTheLatency) {
  const Numbers got = measure(one_zone(2), [](Room& room, Numbers& out) {
    turn_on_all(room, 2, 1e8);
    room.flow(end(room, 0), end(room, 1), training, bytes(0), Seconds{2}, note(room, out, "late"));
    room.flow(end(room, 0), end(room, 1), training, bytes(0), 0s, note(room, out, "now"));
    room.flow(end(room, 0), end(room, 1), training, bytes(1e-9), 0s, note(room, out, "little"));
    room.copy(room.slot(0, 0), CopyPath::memory, bytes(0), note(room, out, "copy"));
    out["told_at_once"] = static_cast<double>(out.size());
    room.run();
  });
  EXPECT_EQ(got.at("told_at_once"), 0);
  EXPECT_EQ(got.at("late"), 2);
  EXPECT_EQ(got.at("now"), 0);
  EXPECT_EQ(got.at("copy"), 0);
  EXPECT_NEAR(got.at("little"), 0, 1e-9);
}

// SimGrid never calls back for a flow over a link that is off.
TEST(Failure, AStoreThatIsDownFailsItsFlowsAndTakesNewOnesWhenItIsBack) {
  RoomSpec spec = one_zone(1);
  spec.stores = {{"s3", 0, Bandwidth::of(1e8), Bandwidth::of(1e8), {}}};
  const Numbers got = measure(spec, [](Room& room, Numbers& out) {
    turn_on_all(room, 1, 1e9);
    const Endpoint store = end_of(room.store(0));
    room.flow(end(room, 0), store, FlowKind::checkpoint, bytes(1e9), 0s, note(room, out, "cut"));
    room.at(Seconds{1}, [&] { room.set_store(room.store(0), false); });
    room.at(Seconds{2}, [&, store] {
      room.flow(store, end(room, 0), FlowKind::restore, bytes(1), 0s, note(room, out, "refused"));
    });
    room.at(Seconds{3}, [&, store] {
      room.set_store(room.store(0), true);
      room.flow(end(room, 0), store, FlowKind::checkpoint, bytes(1e8), 0s, note(room, out, "ok"));
    });
    room.run();
  });
  EXPECT_EQ(got.at("cut_failed"), 1);
  EXPECT_EQ(got.at("refused_failed"), 2);
  EXPECT_NEAR(got.at("ok"), 4, 1e-9);
}

TEST(Failure, ASlotWorksAgainWithAnotherNodeInIt) {
  const Numbers got = measure(one_zone(2), [](Room& room, Numbers& out) {
    turn_on_all(room, 2, 1e8);
    room.flow(end(room, 0), end(room, 1), training, bytes(1e9), 0s, note(room, out, "old"));
    room.at(Seconds{1}, [&] {
      room.turn_off(room.slot(0, 0));
      room.turn_on(room.slot(0, 0), node(5e7));
      room.flow(end(room, 0), end(room, 1), training, bytes(1e8), 0s, note(room, out, "new"));
    });
    room.run();
  });
  EXPECT_EQ(got.at("old_failed"), 1);
  EXPECT_NEAR(got.at("new"), 3, 1e-9);
}

TEST(Failure, ACancelledFlowNeverCallsBackAndFreesItsBandwidth) {
  const Numbers got = measure(one_zone(3), [](Room& room, Numbers& out) {
    turn_on_all(room, 3, 1e8);
    const Endpoint sink = end(room, 0);
    const FlowId moving =
        room.flow(end(room, 1), sink, training, bytes(1e9), 0s, note(room, out, "moving"));
    const FlowId waiting =
        room.flow(end(room, 1), sink, training, bytes(1), Seconds{5}, note(room, out, "waiting"));
    const FlowId empty =
        room.flow(end(room, 1), sink, training, bytes(0), 0s, note(room, out, "empty"));
    room.cancel(empty);
    room.flow(end(room, 2), sink, training, bytes(1e8), 0s, note(room, out, "other"));
    room.at(Seconds{1}, [&, moving, waiting] {
      for (const FlowId flow : {moving, waiting, moving, FlowId{12345}})
        room.cancel(flow);
      out["left"] = room.remaining(moving).value();
      room.turn_off(room.slot(0, 1));
    });
    room.run();
    out["activities"] = static_cast<double>(room.load().activities);
  });
  EXPECT_NEAR(got.at("other"), 1.5, 1e-9);
  EXPECT_EQ(got.at("left"), 0);
  EXPECT_EQ(got.at("activities"), 0);
  EXPECT_EQ(got.size(), 3U);
}

TEST(Failure, ThreeThousandLossesWithFlowsUnderWayLeaveNothingBehind) {
  const Numbers got = measure(one_zone(3), [](Room& room, Numbers& out) {
    turn_on_all(room, 3, 1e9);
    int cycles = 0, failed = 0, finished = 0;
    const auto count = [&](FlowEnd how) { ++(how == FlowEnd::failed ? failed : finished); };
    const std::function<void()> cycle = [&] {
      if (room.is_on(room.slot(0, 1)))
        room.turn_off(room.slot(0, 1));
      if (cycles++ == 3000)
        return;
      room.turn_on(room.slot(0, 1), node(1e9));
      for (int i = 0; i < 4; ++i) {
        room.flow(end(room, 1), end(room, 0), training, bytes(1e9), 0s, count);
        room.flow(end(room, 2), end(room, 1), training, bytes(1e6), 0s, count);
        room.copy(room.slot(0, 1), CopyPath::device_to_host, bytes(1e9), count);
      }
      room.after(Seconds{0.05}, cycle);
    };
    cycle();
    room.run();
    out = {{"failed", failed},
           {"finished", finished},
           {"flows", static_cast<double>(room.load().flows)},
           {"activities", static_cast<double>(room.load().activities)},
           {"timers", static_cast<double>(room.load().timers)}};
  });
  EXPECT_EQ(got.at("failed"), 3000 * 8);
  EXPECT_EQ(got.at("finished"), 3000 * 4);
  EXPECT_EQ(got.at("flows"), 0);
  EXPECT_EQ(got.at("activities"), 0);
  EXPECT_EQ(got.at("timers"), 0);
}

// The first 10,000 flows pay for what is allocated once.
TEST(Failure, MemoryDoesNotGrowWithTheNumberOfFlows) {
#ifdef __SANITIZE_ADDRESS__
  GTEST_SKIP() << "AddressSanitizer keeps freed memory";
#endif
  const Numbers got = measure(one_zone(2), [](Room& room, Numbers& out) {
    turn_on_all(room, 2, 1e9);
    long started = 0;
    const auto kilobytes = [] {
      rusage usage{};
      getrusage(RUSAGE_SELF, &usage);
      return static_cast<double>(usage.ru_maxrss);
    };
    const std::function<void(FlowEnd)> next = [&](FlowEnd) {
      if (++started == 10'000)
        out["early"] = kilobytes();
      if (started == 60'000)
        return;
      room.cancel(room.flow(end(room, 1), end(room, 0), training, bytes(1e6), 0s, [](FlowEnd) {}));
      room.flow(end(room, 0), end(room, 1), training, bytes(1e6), 0s, next);
    };
    next(FlowEnd::finished);
    room.run();
    out["late"] = kilobytes();
  });
  EXPECT_LT(got.at("late") - got.at("early"), 1024);
}

}  // namespace
}  // namespace spotgrid::grid
