// The hosts and links of the room, and which of its ends are up.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <vector>

#include <simgrid/forward.h>

#include "sim/grid/room.hpp"

namespace spotgrid::grid {

// SimGrid counts whole bytes; ours are fractions. Sizes and rates are given to it in 1/1024 byte,
// a power of two, so that nothing but the rounding of a size changes.
inline constexpr double units_per_byte = 1024;
// What stands for "no cap": far above any NIC, far below where the solver loses digits.
inline constexpr Bandwidth unlimited = Bandwidth::of(1e15);

// A host for every kind of flow, since a route belongs to a pair of hosts; they share the node's
// links. SimGrid's hosts and links are never turned off: see docs/decisions/0003.
class Platform {
 public:
  struct Route {
    simgrid::s4u::Host* from;
    simgrid::s4u::Host* to;
  };

  // After the settings are made, once per process.
  Platform(const simgrid::s4u::Engine& engine, const RoomSpec& spec);

  SlotId slot(std::size_t zone, std::size_t index) const;
  bool is_up(Endpoint end) const { return up_[index(end.kind)].at(end.index); }
  std::size_t stores() const { return stores_.size(); }
  void set_up(Endpoint end, bool up) { up_[index(end.kind)].at(end.index) = up; }
  // Sets the bandwidths, also under running flows.
  void furnish(SlotId slot, const SlotSpec& spec);

  Route route(Endpoint from, Endpoint to, FlowKind kind) const;
  Route copy_route(SlotId slot, CopyPath path) const;

 private:
  using KindHosts = std::array<simgrid::s4u::Host*, flow_kinds>;
  using KindLinks = std::array<simgrid::s4u::Link*, flow_kinds>;
  struct Slot {
    KindHosts hosts{};
    KindLinks out{}, in{};  // the cap of one flow of a kind; none where nothing asks for it
    simgrid::s4u::Link *nic_up{}, *nic_down{};  // one link when half duplex
    simgrid::s4u::Host *device{}, *memory{}, *sink{};
    simgrid::s4u::Link *device_to_host{}, *host_to_device{}, *memory_copy{};
    simgrid::s4u::Host* disk{};  // none where the room has no disks
    simgrid::s4u::Link *disk_write{}, *disk_read{};
  };
  struct Store {
    KindHosts hosts{};
  };

  static std::size_t index(Endpoint::Kind kind) { return static_cast<std::size_t>(kind); }

  void weigh(const RoomSpec& spec);
  void add_slots(simgrid::s4u::NetZone& zone, const ZoneSpec& spec);
  void add_slot(simgrid::s4u::NetZone& zone, bool half_duplex, simgrid::s4u::Host* sink);
  void add_kind_hosts(simgrid::s4u::NetZone& zone, const std::string& name, Slot& slot) const;
  void add_copy_hosts(simgrid::s4u::NetZone& zone, const std::string& name, Slot& slot) const;
  void add_store(simgrid::s4u::NetZone& zone, const StoreSpec& spec);
  const KindHosts& hosts_of(Endpoint end) const;

  std::array<double, flow_kinds> streams_{};
  std::array<double, flow_kinds> weight_latency_{};  // seconds, all zero for equal streams
  std::array<bool, flow_kinds> capped_{};
  bool disks_ = false;
  std::vector<std::size_t> first_slot_;  // by zone, and the end
  std::vector<Slot> slots_;
  std::vector<Store> stores_;
  std::array<std::vector<bool>, 2> up_;  // by kind of end
};

}  // namespace spotgrid::grid
