// The run loop, timers, settings and what is promised about them.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>

#include <gtest/gtest.h>

#include "sim/base/error.hpp"
#include "tests/grid/room_in_child.hpp"

namespace spotgrid::grid {
namespace {

using namespace testing;
constexpr FlowKind training = FlowKind::training;

ChildAnswer run_in_child(const RoomSpec& spec, const std::function<void(Room&)>& work) {
  return in_child_process([&] {
    Room room(spec);
    work(room);
    return std::string("ended");
  });
}

std::string storm(Room& room) {
  std::string told;
  turn_on_all(room, 9, 1e9);
  for (std::size_t i = 1; i < 9; ++i)
    for (std::size_t k = 0; k < 6; ++k)
      room.flow(end(room, i), end(room, (i * k) % 9), training,
                bytes(1e8 * std::sqrt(static_cast<double>(i + k))),
                Seconds{0.01 * static_cast<double>(k)}, [&told, &room, i, k](FlowEnd how) {
                  told += fmt::format("{} {} {} {}\n", i, k, how == FlowEnd::failed,
                                      room.clock().count());
                });
  room.at(Seconds{0.5}, [&] { room.turn_off(room.slot(0, 4)); });
  room.run();
  return told;
}

TEST(Run, TimersFireAtTheirDatesAndCancelledOnesNever) {
  const Numbers got = measure(one_zone(0), [](Room& room, Numbers& out) {
    room.at(Seconds{2}, [&] {
      out["two"] = room.clock().count();
      room.after(Seconds{0}, [&] { out["same"] = room.clock().count(); });
      room.at(Seconds{1}, [&] { out["past"] = room.clock().count(); });
    });
    const TimerId never = room.at(Seconds{1}, [&] { out["never"] = 1; });
    room.cancel(never);
    room.cancel(never);
    const TimerId later = room.after(Seconds{3}, [&] { out["never"] = 1; });
    room.at(Seconds{2.5}, [&, later] { room.cancel(later); });
    room.run();
    out["end"] = room.clock().count();
  });
  EXPECT_EQ(got, (Numbers{{"two", 2}, {"same", 2}, {"past", 2}, {"end", 2.5}}));
}

TEST(Run, AnExceptionOfATimerComesOut) {
  const ChildAnswer answer = run_in_child(one_zone(0), [](Room& room) {
    room.after(Seconds{1}, [] { throw std::runtime_error("of a timer"); });
    room.run();
  });
  EXPECT_EQ(answer.how, ChildAnswer::How::threw);
  EXPECT_EQ(answer.text, "of a timer");
}

TEST(Run, AnExceptionOfAFlowComesOutAndTheRunCanGoOn) {
  const Numbers got = measure(one_zone(2), [](Room& room, Numbers& out) {
    turn_on_all(room, 2, 1e8);
    for (const bool failing : {false, true})
      room.flow(end(room, 0), end(room, 1), training, bytes(1e8), 0s, [&out, failing](FlowEnd) {
        out[failing ? "second" : "first"] = 1;
        if (!failing)
          throw std::runtime_error("of a flow");
      });
    try {
      room.run();
    } catch (const std::runtime_error&) {
      out["caught_at"] = room.clock().count();
    }
    out["told"] = static_cast<double>(out.count("second"));
    room.run();
  });
  EXPECT_NEAR(got.at("caught_at"), 2, 1e-9);
  EXPECT_EQ(got.at("told"), 0);
  EXPECT_EQ(got.at("second"), 1);
}

TEST(Run, StopEndsTheRunAfterTheCallbackAndNothingIsLost) {
  const Numbers got = measure(one_zone(2), [](Room& room, Numbers& out) {
    turn_on_all(room, 2, 1e8);
    for (const char* name : {"a", "b"})
      room.flow(end(room, 0), end(room, 1), training, bytes(1e8), 0s, [&, name](FlowEnd) {
        out[name] = room.clock().count();
        room.stop();
      });
    room.at(Seconds{3}, [&] { out["timer"] = room.clock().count(); });
    room.run();
    out["told"] = static_cast<double>(out.size());
    room.run();
    out["told_again"] = static_cast<double>(out.size());
    room.run();
  });
  EXPECT_EQ(got.at("told"), 1);
  EXPECT_EQ(got.at("told_again"), 3);
  EXPECT_NEAR(got.at("b"), 2, 1e-9);
  EXPECT_EQ(got.at("timer"), 3);
}

// Without actors SimGrid knows no deadlock: it just returns.
TEST(Run, AFlowThatCanNeverMoveIsReported) {
  RoomSpec spec = one_zone(2);
  const ChildAnswer answer = run_in_child(spec, [](Room& room) {
    turn_on_all(room, 2, 1e-320);
    room.flow(end(room, 0), end(room, 1), training, bytes(1), 0s, [](FlowEnd) {});
    room.run();
  });
  EXPECT_EQ(answer.how, ChildAnswer::How::threw);
  EXPECT_EQ(answer.text, "broken assumption: no flow stands still for ever, but 1 do");
}

// The platform is then built once for many runs.
TEST(Run, ARoomMadeBeforeAForkRunsInEveryChildFromTheStart) {
  const std::string told = text_from_child(one_zone(9), [](Room& room) {
    const std::string first = in_child_process([&] { return storm(room); }).text;
    const std::string second = in_child_process([&] { return storm(room); }).text;
    return fmt::format("{} {}", !first.empty(), first == second && first == storm(room));
  });
  EXPECT_EQ(told, "true true");
}

TEST(Run, AProcessHasOneRoom) {
  const ChildAnswer answer = run_in_child(one_zone(0), [](Room&) { Room second(one_zone(0)); });
  EXPECT_EQ(answer.how, ChildAnswer::How::threw);
  EXPECT_EQ(answer.text, "broken assumption: a process has one room");
}

TEST(Run, ARoomCanEndWithFlowsAndTimersPending) {
  const ChildAnswer answer = in_child_process([] {
    {
      Room room(one_zone(2));
      turn_on_all(room, 2, 1e8);
      room.flow(end(room, 0), end(room, 1), training, bytes(1e9), 0s, [](FlowEnd) {});
      room.flow(end(room, 0), end(room, 1), training, bytes(1e9), Seconds{9}, [](FlowEnd) {});
      room.at(Seconds{20}, [] {});
      room.at(Seconds{1}, [&] { room.stop(); });
      room.run();
    }
    return std::string("ended");
  });
  EXPECT_EQ(answer.how, ChildAnswer::How::answered) << answer.text;
}

TEST(Run, TheSameFlowsGiveTheSameBytes) {
  const std::string first = text_from_child(one_zone(9), storm);
  EXPECT_EQ(std::count(first.begin(), first.end(), '\n'), 48);
  EXPECT_EQ(first, text_from_child(one_zone(9), storm));
}

TEST(Run, OurSettingsAreInForce) {
  const std::string got = text_from_child(one_zone(0), [](Room& room) {
    std::string text;
    for (const std::string& setting : room.settings())
      text += setting + ' ';
    return text;
  });
  EXPECT_EQ(got.rfind("network/model:CM02 network/crosstraffic:0 network/TCP-gamma:0 "
                      "network/weight-S:0 network/optim:Lazy ",
                      0),
            0U)
      << got;
}

// With cross-traffic the pull takes 5 % of the push's direction and the other way round.
TEST(Run, ASettingOfTheUserWins) {
  const auto push_and_pull = [](const std::vector<std::string>& arguments) {
    RoomSpec spec = one_zone(2);
    spec.simgrid_arguments = arguments;
    return measure(spec, [](Room& room, Numbers& out) {
      turn_on_all(room, 2, 1e9);
      room.flow(end(room, 0), end(room, 1), training, bytes(1e9), 0s, note(room, out, "push"));
      room.flow(end(room, 1), end(room, 0), training, bytes(1e9), 0s, note(room, out, "pull"));
      const auto settings = room.settings();
      out["is_set"] = static_cast<double>(
          std::count(settings.begin(), settings.end(), "network/crosstraffic:1"));
      room.run();
    });
  };
  const Numbers ours = push_and_pull({});
  EXPECT_NEAR(ours.at("push"), 1, 1e-9);
  EXPECT_EQ(ours.at("is_set"), 0);
  const Numbers theirs = push_and_pull({"--cfg=network/crosstraffic:1"});
  EXPECT_NEAR(theirs.at("push"), 1.05, 1e-9);
  EXPECT_EQ(theirs.at("is_set"), 1);
}

TEST(Run, ASettingSimGridDoesNotKnowIsTheUsersToFix) {
  const auto refusal = [](const std::string& argument) {
    RoomSpec spec = one_zone(0);
    spec.simgrid_arguments = {argument};
    return in_child_process([&]() -> std::string {
      try {
        Room room(spec);
      } catch (const InputError& error) {
        return error.what();
      }
      return "accepted";
    });
  };
  const std::string remedy =
      "; give --cfg=key:value with a key of SimGrid's reference, or --log=...";
  EXPECT_EQ(refusal("--cfg=network/color:red").text,
            "simgrid settings: Bad config key: network/color" + remedy);
  EXPECT_EQ(refusal("--wings").text, "simgrid settings: unknown argument '--wings'" + remedy);
  EXPECT_EQ(refusal("--cfg=network/model:XX").text,
            "simgrid settings: SimGrid ended at --cfg=network/model:XX with signal 6 (Aborted); it "
            "says above why" +
                remedy);
  EXPECT_EQ(refusal("--log=root.thres:error").text, "accepted");
}

TEST(Run, ARoomRefusesWhatCannotBe) {
  const auto refusal = [](const std::function<void(Room&)>& work) {
    return run_in_child(one_zone(2), work).text;
  };
  EXPECT_EQ(refusal([](Room& room) { room.turn_on(room.slot(0, 0), node(0)); }),
            "broken assumption: a bandwidth is above zero");
  EXPECT_EQ(refusal([](Room& room) { room.turn_off(room.slot(0, 0)); }),
            "broken assumption: a slot that is turned off is on");
  EXPECT_EQ(refusal([](Room& room) { room.slot(0, 2); }),
            "broken assumption: a zone has the slot that is asked for");
  EXPECT_EQ(refusal([](Room& room) {
              SlotSpec half = node(1);
              half.half_duplex = true;
              room.turn_on(room.slot(0, 0), half);
            }),
            "broken assumption: a half-duplex node moves into a half-duplex slot");
}

TEST(Run, TheVersionIsSaid) {
  EXPECT_EQ(simgrid_version().rfind("SimGrid ", 0), 0U);
}

}  // namespace
}  // namespace spotgrid::grid
