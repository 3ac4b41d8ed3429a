// Zones, slots and the storage.
// SPDX-License-Identifier: Apache-2.0
#include "sim/engine/platform.hpp"

#include <algorithm>
#include <utility>

namespace spotgrid::engine {
namespace {

std::size_t position(std::vector<std::string>& names, const std::string& name) {
  const auto found = std::find(names.begin(), names.end(), name);
  if (found == names.end())
    names.push_back(name);
  return static_cast<std::size_t>(std::find(names.begin(), names.end(), name) - names.begin());
}

}  // namespace

Zones::Zones(const Setup& setup) : setup_(setup) {
  for (const Pool& pool : setup.market.pools) {
    of_pool_.push_back(position(names_, pool.zone));
    if (regions_.size() < names_.size())
      regions_.push_back(pool.region);
  }
  const auto traits = setup.checkpointing.scheme->make()->traits();
  const auto& store = traits.storage ? traits.storage : traits.objects;
  if (store && store->zone) {
    storage_ = position(names_, *store->zone);
    if (regions_.size() < names_.size())
      regions_.push_back(regions_.front());
  }
}

Seconds Zones::latency(std::size_t a, std::size_t b) const {
  const Latencies& latency = setup_.network.latency;
  return a == b ? latency.zone : same_region(a, b) ? latency.region : latency.world;
}

std::optional<Bandwidth> training_cap(const Setup& setup, const TrainingTraits& traits) {
  if (traits.servers == 0)
    return std::nullopt;
  if (traits.training_cap_per_flow)
    return traits.training_cap_per_flow;
  if (!setup.job.workload || !setup.job.workload->per_flow)
    return std::nullopt;
  return setup.job.workload->per_flow->rate / static_cast<double>(traits.servers);
}

Platform::Platform(const Setup& setup)
    : setup_(setup),
      zones_(setup),
      training_(setup.job.training->make()->traits()),
      scheme_(setup.checkpointing.scheme->make()->traits()),
      // Old members may still carry a save, or train until their announced loss, beside new ones.
      enough_{2 * static_cast<std::size_t>(training_.nodes + scheme_.remotes) + 2,
              2 * static_cast<std::size_t>(training_.servers)} {}

grid::RoomSpec Platform::room_for(const std::vector<Slots>& slots) const {
  grid::RoomSpec room;
  for (std::size_t z = 0; z < zones_.count(); ++z)
    room.zones.push_back({zones_.name(z), slots[z].workers + slots[z].servers,
                          training_.half_duplex_servers ? slots[z].servers : 0});
  for (std::size_t a = 0; a < zones_.count(); ++a)
    for (std::size_t b = 0; b < zones_.count(); ++b) {
      const auto& cap =
          zones_.same_region(a, b) ? setup_.network.between_zones : setup_.network.between_regions;
      if (a != b && cap)
        room.zone_links.push_back({a, b, *cap});
    }
  for (const auto& [name, store] :
       {std::pair("storage", &scheme_.storage), std::pair("objects", &scheme_.objects)})
    if (*store)
      room.stores.push_back(
          {name, zones_.of_storage(), (*store)->read, (*store)->write, (*store)->per_client});
  room.disks = scheme_.disk.has_value();
  const Streams& streams = setup_.network.streams;
  room.streams = {static_cast<double>(streams.training), static_cast<double>(streams.checkpoint),
                  static_cast<double>(streams.restore), 1};
  // Cap links cost speed: only kinds that may have a cap of their own get them.
  room.capped.fill(setup_.network.per_stream.has_value());
  if (training_cap(setup_, training_))
    room.capped[static_cast<std::size_t>(TransferKind::training)] = true;
  room.simgrid_arguments = setup_.simgrid_arguments;
  return room;
}

grid::SlotSpec Platform::furnishing(const GridNode& node) const {
  const InstanceType& type = setup_.market.pools[number(node.pool)].instance;
  const Bandwidth nic = node.share * nic_of(type, setup_.network.nic);
  grid::SlotSpec spec;
  spec.up = spec.down = nic;
  spec.half_duplex = half_duplex(node);
  spec.per_stream.fill(setup_.network.per_stream);
  const bool server = node.duty == Duty::server;
  if (const auto mode_cap = server ? std::nullopt : training_cap(setup_, training_)) {
    auto& cap = spec.per_stream[static_cast<std::size_t>(TransferKind::training)];
    const Bandwidth one = *mode_cap / static_cast<double>(setup_.network.streams.training);
    cap = cap ? std::min(*cap, one) : one;
  }
  spec.device_to_host = spec.host_to_device = pcie_of(type);
  spec.memory = type.memory_copy.rate;
  if (scheme_.disk) {
    spec.disk_write = scheme_.disk->write;
    spec.disk_read = scheme_.disk->read;
  }
  return spec;
}

grid::RoomSpec room_spec(const Setup& setup) {
  const Platform platform(setup);
  return platform.room_for(platform.slots());
}

std::shared_ptr<grid::Room> make_room(const Setup& setup) {
  return std::make_shared<grid::Room>(room_spec(setup));
}

Housing::Housing(const Platform& platform, NodeInfo node_info)
    : platform_(platform), node_info_(std::move(node_info)), room_(platform.slots()) {
  for (const Platform::Slots& slots : room_)
    taken_.emplace_back(slots.workers + slots.servers, false);
}

bool Housing::move_in(grid::Room& room, NodeId node) {
  if (slots_.contains(node))
    return true;
  const GridNode info = node_info_(node);
  const std::size_t zone = platform_.zone(info);
  const bool server = info.duty == Duty::server;
  const std::size_t first = server ? room_[zone].workers : 0;
  const std::size_t last = server ? taken_[zone].size() : room_[zone].workers;
  for (std::size_t i = first; i < last; ++i) {
    if (taken_[zone][i])
      continue;
    taken_[zone][i] = true;
    slots_[node] = {zone, i, room.slot(zone, i)};
    room.turn_on(slots_[node].slot, platform_.furnishing(info));
    return true;
  }
  return false;
}

void Housing::refurnish(grid::Room& room, NodeId node) {
  const auto found = slots_.find(node);
  if (found != slots_.end())
    room.retype(found->second.slot, platform_.furnishing(node_info_(node)));
}

std::vector<NodeId> Housing::housed() const {
  std::vector<NodeId> nodes;
  for (const auto& home : slots_)
    nodes.push_back(home.first);
  return nodes;
}

void Housing::move_out(grid::Room& room, NodeId node) {
  const auto found = slots_.find(node);
  if (found == slots_.end())
    return;
  room.turn_off(found->second.slot);
  taken_[found->second.zone][found->second.index] = false;
  slots_.erase(found);
}

}  // namespace spotgrid::engine
