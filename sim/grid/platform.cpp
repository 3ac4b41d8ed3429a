// The hosts and links of the room, and which of its ends are up.
// SPDX-License-Identifier: Apache-2.0
#include "sim/grid/platform.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/core.h>

#include "sim/base/error.hpp"
#include "sim/grid/compat.hpp"
#include "sim/grid/zones.hpp"

namespace spotgrid::grid {
namespace {

namespace s4u = simgrid::s4u;
using Sharing = s4u::Link::SharingPolicy;

// The capacity of a slot nobody has moved into.
constexpr Bandwidth unfurnished = Bandwidth::of(1);
// The solver takes a link for full when 1e-5 of it is left, so a flow of less weight would starve.
constexpr double widest_weights = 1000;

double units(Bandwidth rate) {
  require(std::isfinite(rate.value()) && rate.value() > 0, "a bandwidth is above zero");
  return rate.value() * units_per_byte;
}

constexpr std::array<const char*, flow_kinds> kind_names{"training", "checkpoint", "restore",
                                                         "other"};

s4u::Link& shared_link(s4u::NetZone& zone, const std::string& name, Bandwidth rate) {
  return compat::add_link(zone, name, units(rate), 0, Sharing::SHARED);
}

s4u::Link& cap_link(s4u::NetZone& zone, const std::string& name, Bandwidth rate, double latency) {
  return compat::add_link(zone, name, units(rate), latency, Sharing::FATPIPE);
}

compat::Links present(compat::Links links) {
  links.erase(std::remove(links.begin(), links.end(), nullptr), links.end());
  return links;
}

}  // namespace

Platform::Platform(const s4u::Engine& engine, const RoomSpec& spec) : capped_(spec.capped) {
  disks_ = spec.disks;
  weigh(spec);
  Zones zones(engine, spec.zones.size());
  for (const ZoneSpec& zone : spec.zones)
    add_slots(zones.at(first_slot_.size()), zone);
  first_slot_.push_back(slots_.size());
  for (const StoreSpec& store : spec.stores)
    add_store(zones.at(store.zone), store);
  zones.connect(spec.zone_links);
  engine.seal_platform();
  up_[index(Endpoint::Kind::slot)].assign(slots_.size(), false);
  up_[index(Endpoint::Kind::store)].assign(stores_.size(), true);
}

// SimGrid shares a link in inverse proportion to the latency of each flow's route, so nanoseconds
// make a flow of s streams weigh s. Equal streams need none.
void Platform::weigh(const RoomSpec& spec) {
  streams_ = spec.streams;
  const auto [fewest, most] = std::minmax_element(streams_.begin(), streams_.end());
  require(*fewest > 0 && *most / *fewest <= widest_weights,
          "streams are above zero and within a factor of a thousand");
  weight_latency_.fill(0);
  if (*fewest == *most)
    return;
  for (std::size_t kind = 0; kind < flow_kinds; ++kind)
    weight_latency_[kind] = 1e-9 * *most / streams_[kind];
}

void Platform::add_slots(s4u::NetZone& zone, const ZoneSpec& spec) {
  require(spec.half_slots <= spec.slots, "half-duplex slots are some of the slots");
  s4u::Host& sink = compat::add_host(zone, fmt::format("zone{}.sink", first_slot_.size()));
  compat::connect_to_hub(zone, sink.get_netpoint(), {}, {});
  first_slot_.push_back(slots_.size());
  for (std::size_t i = 0; i < spec.slots; ++i)
    add_slot(zone, i >= spec.slots - spec.half_slots, &sink);
}

void Platform::add_slot(s4u::NetZone& zone, bool half_duplex, s4u::Host* sink) {
  const std::string name = fmt::format("slot{}", slots_.size());
  Slot slot;
  slot.nic_up = &shared_link(zone, name + (half_duplex ? ".nic" : ".nic_up"), unfurnished);
  slot.nic_down = half_duplex ? slot.nic_up : &shared_link(zone, name + ".nic_down", unfurnished);
  slot.sink = sink;
  add_kind_hosts(zone, name, slot);
  add_copy_hosts(zone, name, slot);
  slots_.push_back(slot);
}

// Every link on a route costs the solver time, so caps are made only where something needs them.
// The weight is on the way out alone, since slots and stores then give a flow the same one.
void Platform::add_kind_hosts(s4u::NetZone& zone, const std::string& name, Slot& slot) const {
  for (std::size_t kind = 0; kind < flow_kinds; ++kind) {
    const std::string part = fmt::format("{}.{}", name, kind_names[kind]);
    if (capped_[kind] || weight_latency_[kind] > 0)
      slot.out[kind] = &cap_link(zone, part + ".out", unlimited, weight_latency_[kind]);
    if (capped_[kind])
      slot.in[kind] = &cap_link(zone, part + ".in", unlimited, 0);
    slot.hosts[kind] = &compat::add_host(zone, part);
    compat::connect_to_hub(zone, slot.hosts[kind]->get_netpoint(),
                           present({slot.out[kind], slot.nic_up}),
                           present({slot.nic_down, slot.in[kind]}));
  }
}

void Platform::add_copy_hosts(s4u::NetZone& zone, const std::string& name, Slot& slot) const {
  slot.device_to_host = &shared_link(zone, name + ".device_to_host", unfurnished);
  slot.host_to_device = &shared_link(zone, name + ".host_to_device", unfurnished);
  slot.memory_copy = &shared_link(zone, name + ".memory_copy", unfurnished);
  slot.device = &compat::add_host(zone, name + ".device");
  slot.memory = &compat::add_host(zone, name + ".memory");
  compat::connect_to_hub(zone, slot.device->get_netpoint(), {slot.device_to_host},
                         {slot.host_to_device});
  compat::connect_to_hub(zone, slot.memory->get_netpoint(), {slot.memory_copy}, {});
  if (!disks_)
    return;
  slot.disk_write = &shared_link(zone, name + ".disk_write", unfurnished);
  slot.disk_read = &shared_link(zone, name + ".disk_read", unfurnished);
  slot.disk = &compat::add_host(zone, name + ".disk");
  compat::connect_to_hub(zone, slot.disk->get_netpoint(), {slot.disk_read}, {slot.disk_write});
}

void Platform::add_store(s4u::NetZone& zone, const StoreSpec& spec) {
  const std::string name = fmt::format("store{}", stores_.size());
  s4u::Link& read = shared_link(zone, name + ".read", spec.read);
  s4u::Link& write = shared_link(zone, name + ".write", spec.write);
  const Bandwidth cap = spec.per_client.value_or(unlimited);
  Store store;
  for (std::size_t kind = 0; kind < flow_kinds; ++kind) {
    const std::string part = fmt::format("{}.{}", name, kind_names[kind]);
    s4u::Link* out = nullptr;
    s4u::Link* in = nullptr;
    if (spec.per_client || weight_latency_[kind] > 0)
      out = &cap_link(zone, part + ".out", cap, weight_latency_[kind]);
    if (spec.per_client)
      in = &cap_link(zone, part + ".in", cap, 0);
    store.hosts[kind] = &compat::add_host(zone, part);
    compat::connect_to_hub(zone, store.hosts[kind]->get_netpoint(), present({out, &read}),
                           present({&write, in}));
  }
  stores_.push_back(store);
}

SlotId Platform::slot(std::size_t zone, std::size_t index) const {
  require(zone + 1 < first_slot_.size(), "a slot is asked of a zone there is");
  const std::size_t number = first_slot_[zone] + index;
  require(number < first_slot_[zone + 1], "a zone has the slot that is asked for");
  return static_cast<SlotId>(number);
}

void Platform::furnish(SlotId slot, const SlotSpec& spec) {
  const Slot& place = slots_.at(static_cast<std::size_t>(slot));
  const bool is_half = place.nic_up == place.nic_down;
  require(is_half == spec.half_duplex, "a half-duplex node moves into a half-duplex slot");
  place.nic_up->set_bandwidth(units(spec.up));
  if (!is_half)
    place.nic_down->set_bandwidth(units(spec.down));
  for (std::size_t kind = 0; kind < flow_kinds; ++kind) {
    const auto& cap = spec.per_stream[kind];
    require(!cap || capped_[kind], "only kinds that the room was told of have caps");
    if (!capped_[kind])
      continue;
    for (s4u::Link* link : {place.out[kind], place.in[kind]})
      link->set_bandwidth(units(cap ? *cap * streams_[kind] : unlimited));
  }
  place.device_to_host->set_bandwidth(units(spec.device_to_host));
  place.host_to_device->set_bandwidth(units(spec.host_to_device));
  place.memory_copy->set_bandwidth(units(spec.memory));
  if (place.disk != nullptr) {
    place.disk_write->set_bandwidth(units(spec.disk_write));
    place.disk_read->set_bandwidth(units(spec.disk_read));
  }
}

const Platform::KindHosts& Platform::hosts_of(Endpoint end) const {
  return end.kind == Endpoint::Kind::slot ? slots_.at(end.index).hosts
                                          : stores_.at(end.index).hosts;
}

Platform::Route Platform::route(Endpoint from, Endpoint to, FlowKind kind) const {
  const auto k = static_cast<std::size_t>(kind);
  return {hosts_of(from)[k], hosts_of(to)[k]};
}

Platform::Route Platform::copy_route(SlotId slot, CopyPath path) const {
  const Slot& place = slots_.at(static_cast<std::size_t>(slot));
  switch (path) {
    case CopyPath::device_to_host:
      return {place.device, place.sink};
    case CopyPath::host_to_device:
      return {place.sink, place.device};
    case CopyPath::disk_write:
    case CopyPath::disk_read:
      require(place.disk != nullptr, "only a room with disks copies to them");
      return path == CopyPath::disk_write ? Route{place.sink, place.disk}
                                          : Route{place.disk, place.sink};
    case CopyPath::memory:
      break;
  }
  return {place.memory, place.sink};
}

}  // namespace spotgrid::grid
