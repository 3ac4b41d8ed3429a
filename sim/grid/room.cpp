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

struct Room::Parts {
  explicit Parts(const RoomSpec& spec)
      : engine(start_engine(spec.simgrid_arguments)),
        platform(*engine, spec),
        flows(platform, timers),
        settings(settings_in_force()) {}

  std::unique_ptr<simgrid::s4u::Engine> engine;
  Platform platform;
  Timers timers;
  Flows flows;
  std::vector<std::string> settings;
};

Room::Room(const RoomSpec& spec) {
  // SimGrid cannot be started twice, nor after it was ended.
  static bool made = false;
  require(!std::exchange(made, true), "a process has one room");
  parts_ = std::make_unique<Parts>(spec);
}

Room::~Room() = default;

SlotId Room::slot(std::size_t zone, std::size_t index) const {
  return parts_->platform.slot(zone, index);
}

StoreId Room::store(std::size_t index) const {
  require(index < parts_->platform.stores(), "a room has the store that is asked for");
  return static_cast<StoreId>(index);
}

void Room::turn_on(SlotId slot, const SlotSpec& spec) {
  require(!is_on(slot), "a node moves into a slot that is off");
  parts_->platform.furnish(slot, spec);
  parts_->platform.set_up(end_of(slot), true);
}

void Room::retype(SlotId slot, const SlotSpec& spec) {
  require(is_on(slot), "a slot that is retyped is on");
  parts_->flows.retype(end_of(slot), [&] { parts_->platform.furnish(slot, spec); });
}

void Room::turn_off(SlotId slot) {
  require(is_on(slot), "a slot that is turned off is on");
  parts_->platform.set_up(end_of(slot), false);
  parts_->flows.fail_all(end_of(slot));
}

bool Room::is_on(SlotId slot) const {
  return parts_->platform.is_up(end_of(slot));
}

void Room::set_store(StoreId store, bool up) {
  parts_->platform.set_up(end_of(store), up);
  if (!up)
    parts_->flows.fail_all(end_of(store));
}

FlowId Room::flow(Endpoint from, Endpoint to, FlowKind kind, Bytes bytes, Seconds latency,
                  FlowDone done) {
  return parts_->flows.flow(from, to, kind, bytes, latency, std::move(done));
}

FlowId Room::copy(SlotId slot, CopyPath path, Bytes bytes, FlowDone done) {
  return parts_->flows.copy(slot, path, bytes, std::move(done));
}

void Room::cancel(FlowId flow) {
  parts_->flows.cancel(flow);
}

Bytes Room::remaining(FlowId flow) const {
  return parts_->flows.remaining(flow);
}

TimerId Room::after(Seconds span, std::function<void()> fire) {
  return at(clock() + span, std::move(fire));
}

TimerId Room::at(Seconds date, std::function<void()> fire) {
  return parts_->timers.at(date, std::move(fire));
}

void Room::cancel(TimerId timer) {
  parts_->timers.cancel(timer);
}

// SimGrid has one clock per process; for us it is the room's.
// NOLINTNEXTLINE(readability-convert-member-functions-to-static)
Seconds Room::clock() const {
  return Timers::now();
}

void Room::run() {
  parts_->timers.resume();
  try {
    parts_->engine->run();
  } catch (const Timers::Stopped&) {
    return;
  }
  // SimGrid ends a run in which nothing can move as it ends one in which nothing is left.
  const std::size_t stuck = parts_->flows.under_way();
  require(stuck == 0, fmt::format("no flow stands still for ever, but {} do", stuck));
}

void Room::stop() {
  parts_->timers.stop();
}

// NOLINTNEXTLINE(readability-convert-member-functions-to-static)
void Room::on_step(std::function<void()> stepped) {
  simgrid::s4u::Engine::on_time_advance_cb([stepped = std::move(stepped)](double) { stepped(); });
}

RoomLoad Room::load() const {
  return {parts_->flows.under_way(), parts_->flows.activities(), parts_->timers.pending()};
}

std::vector<std::string> Room::settings() const {
  return parts_->settings;
}

std::string simgrid_version() {
  int major = 0, minor = 0, patch = 0;
  sg_version_get(&major, &minor, &patch);
  return patch == 0 ? fmt::format("SimGrid {}.{}", major, minor)
                    : fmt::format("SimGrid {}.{}.{}", major, minor, patch);
}

}  // namespace spotgrid::grid
