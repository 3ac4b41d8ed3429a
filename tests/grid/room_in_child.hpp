// Runs a room in a process of its own and brings back the numbers it measured.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <charconv>
#include <functional>
#include <map>
#include <sstream>
#include <stdexcept>
#include <string>

#include <fmt/core.h>

#include "sim/base/child_process.hpp"
#include "sim/grid/room.hpp"

namespace spotgrid::grid::testing {

using Numbers = std::map<std::string, double>;

inline std::string write(const Numbers& numbers) {
  std::string text;
  for (const auto& [name, value] : numbers)
    text += fmt::format("{} {}\n", name, value);  // shortest digits that read back the same
  return text;
}

inline Numbers read(const std::string& text) {
  Numbers numbers;
  std::istringstream lines(text);
  std::string name, digits;
  while (lines >> name >> digits)
    std::from_chars(digits.data(), digits.data() + digits.size(), numbers[name]);
  return numbers;
}

// What the child says, as text; a child that threw or crashed fails the test with its reason.
inline std::string text_from_child(const RoomSpec& spec,
                                   const std::function<std::string(Room&)>& work) {
  const ChildAnswer answer = in_child_process([&] {
    Room room(spec);
    return work(room);
  });
  if (answer.how != ChildAnswer::How::answered)
    throw std::runtime_error("the child ended badly: " + answer.text);
  return answer.text;
}

inline Numbers measure(const RoomSpec& spec, const std::function<void(Room&, Numbers&)>& work) {
  return read(text_from_child(spec, [&](Room& room) {
    Numbers numbers;
    work(room, numbers);
    return write(numbers);
  }));
}

// One zone.
inline RoomSpec one_zone(std::size_t slots) {
  RoomSpec spec;
  spec.zones = {{"zone", slots, 0}};
  return spec;
}

// A node whose every path has the same bandwidth.
inline SlotSpec node(double bytes_per_second) {
  SlotSpec spec;
  spec.up = spec.down = Bandwidth::of(bytes_per_second);
  spec.device_to_host = spec.host_to_device = spec.memory = Bandwidth::of(bytes_per_second);
  return spec;
}

inline void turn_on_all(Room& room, std::size_t slots, double bytes_per_second) {
  for (std::size_t i = 0; i < slots; ++i)
    room.turn_on(room.slot(0, i), node(bytes_per_second));
}

inline Endpoint end(const Room& room, std::size_t index, std::size_t zone = 0) {
  return end_of(room.slot(zone, index));
}

// Writes the date of a flow's end; a failed one as `name_failed`.
inline FlowDone note(Room& room, Numbers& numbers, const std::string& name) {
  return [&room, &numbers, name](FlowEnd how) {
    numbers[how == FlowEnd::finished ? name : name + "_failed"] = room.clock().count();
  };
}

}  // namespace spotgrid::grid::testing
