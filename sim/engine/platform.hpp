// Which slot of the room a node lives in, and how the scenario's zones and storage become a room.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "sim/domain/setup.hpp"
#include "sim/engine/activities.hpp"
#include "sim/grid/room.hpp"

namespace spotgrid::engine {

// The zones of a scenario, in the order in which its pools name them.
class Zones {
 public:
  explicit Zones(const Setup& setup);
  std::size_t count() const { return names_.size(); }
  const std::string& name(std::size_t zone) const { return names_[zone]; }
  std::size_t of(PoolId pool) const { return of_pool_[number(pool)]; }
  std::size_t of_storage() const { return storage_; }
  bool same_region(std::size_t a, std::size_t b) const { return regions_[a] == regions_[b]; }
  Seconds latency(std::size_t a, std::size_t b) const;

 private:
  const Setup& setup_;
  std::vector<std::string> names_, regions_;
  std::vector<std::size_t> of_pool_;
  std::size_t storage_ = 0;
};

// The cap of one training flow of a worker by its mode or workload, without the network's own.
std::optional<Bandwidth> training_cap(const Setup& setup, const TrainingTraits& traits);

// The bandwidth of a node's NIC in force.
Bandwidth nic_of(const InstanceType& type, NicRegime regime);

class Platform {
 public:
  Platform(const Setup& setup, std::function<GridNode(NodeId)> node_info);

  grid::RoomSpec spec() const;
  bool has_storage() const { return storage_.has_value(); }
  // False where all slots of its zone and role are taken. Nothing to do for one that is in already.
  bool move_in(grid::Room& room, NodeId node);
  void move_out(grid::Room& room, NodeId node);
  std::vector<NodeId> housed() const;
  grid::SlotId slot(NodeId node) const { return slots_.at(node).slot; }
  grid::Endpoint end_of(const Place& place) const;
  Seconds latency(const Place& from, const Place& to) const;

 private:
  std::size_t zone_of(const Place& place) const;
  grid::SlotSpec furnishing(const GridNode& node) const;

  const Setup& setup_;
  std::function<GridNode(NodeId)> node_info_;
  Zones zones_;
  TrainingTraits training_;
  std::optional<SharedStorage> storage_;
  struct Home {
    std::size_t zone, index;
    grid::SlotId slot;
  };
  std::map<NodeId, Home> slots_;
  std::vector<std::vector<bool>> taken_;  // by zone and index
  std::size_t worker_slots_, server_slots_;
};

}  // namespace spotgrid::engine
