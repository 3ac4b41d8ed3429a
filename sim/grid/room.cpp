// The room in which SimGrid lives: its parts put together.
// SPDX-License-Identifier: Apache-2.0
#include "sim/grid/room.hpp"

#include <utility>

#include <fmt/core.h>

#include "sim/base/error.hpp"
#include "sim/grid/compat.hpp"
#include "sim/grid/flows.hpp"
#include "sim/grid/platform.hpp"
#include "sim/grid/settings.hpp"
#include "sim/grid/timers.hpp"

namespace spotgrid::grid {

struct Room::State {
  explicit State(const RoomSpec& spec)
      : engine(start_engine(spec.simgrid_arguments)),
        platform(*engine, spec),
        flows(platform, timers) {}

  std::unique_ptr<simgrid::s4u::Engine> engine;
  Platform platform;
  Timers timers;
  Flows flows;
};

Room::Room(const RoomSpec& spec) {
  // SimGrid cannot be started twice, nor after it was ended.
  static bool made = false;
  require(!std::exchange(made, true), "a process has one room");
  state_ = std::make_unique<State>(spec);
}

Room::~Room() = default;

SlotId Room::slot(std::size_t zone, std::size_t index) const {
  return state_->platform.slot(zone, index);
}

void Room::turn_on(SlotId slot, const SlotSpec& spec) {
  require(!is_on(slot), "a node moves into a slot that is off");
  state_->platform.furnish(slot, spec);
  state_->platform.set_up(end_of(slot), true);
}

void Room::retype(SlotId slot, const SlotSpec& spec) {
  require(is_on(slot), "a slot that is retyped is on");
  state_->platform.furnish(slot, spec);
}

void Room::turn_off(SlotId slot) {
  require(is_on(slot), "a slot that is turned off is on");
  state_->platform.set_up(end_of(slot), false);
  state_->flows.fail_all(end_of(slot));
}

bool Room::is_on(SlotId slot) const {
  return state_->platform.is_up(end_of(slot));
}

void Room::set_store(StoreId store, bool up) {
  state_->platform.set_up(end_of(store), up);
  if (!up)
    state_->flows.fail_all(end_of(store));
}

FlowId Room::flow(Endpoint from, Endpoint to, FlowKind kind, Bytes bytes, Seconds latency,
                  FlowDone done) {
  return state_->flows.flow(from, to, kind, bytes, latency, std::move(done));
}

FlowId Room::copy(SlotId slot, CopyPath path, Bytes bytes, FlowDone done) {
  return state_->flows.copy(slot, path, bytes, std::move(done));
}

void Room::cancel(FlowId flow) {
  state_->flows.cancel(flow);
}

Bytes Room::remaining(FlowId flow) const {
  return state_->flows.remaining(flow);
}

TimerId Room::after(Seconds span, std::function<void()> fire) {
  return at(clock() + span, std::move(fire));
}

TimerId Room::at(Seconds date, std::function<void()> fire) {
  return state_->timers.at(date, std::move(fire));
}

void Room::cancel(TimerId timer) {
  state_->timers.cancel(timer);
}

Seconds Room::clock() const {
  return Timers::now();
}

void Room::run() {
  state_->timers.resume();
  try {
    state_->engine->run();
  } catch (const Timers::Stopped&) {
    return;
  }
  // SimGrid ends a run in which nothing can move as it ends one in which nothing is left.
  const std::size_t stuck = state_->flows.under_way();
  require(stuck == 0, fmt::format("no flow stands still for ever, but {} do", stuck));
}

void Room::stop() {
  state_->timers.stop();
}

RoomLoad Room::load() const {
  return {state_->flows.under_way(), state_->flows.activities(), state_->timers.pending()};
}

std::vector<std::string> Room::settings() const {
  return settings_in_force();
}

std::string simgrid_version() {
  int major = 0, minor = 0, patch = 0;
  sg_version_get(&major, &minor, &patch);
  return patch == 0 ? fmt::format("SimGrid {}.{}", major, minor)
                    : fmt::format("SimGrid {}.{}.{}", major, minor, patch);
}

}  // namespace spotgrid::grid
