// How the scenario's zones, nodes and storage become a room, and which slot a node lives in.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <map>
#include <memory>
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

// What a room is built of.
class Platform {
 public:
  explicit Platform(const Setup& setup);

  // Slots of each zone for workers and remotes, and behind them for servers.
  struct Slots {
    std::size_t workers = 0, servers = 0;
  };
  // Enough for a whole run.
  std::vector<Slots> slots() const { return {zones_.count(), enough_}; }
  grid::RoomSpec room_for(const std::vector<Slots>& slots) const;
  grid::SlotSpec furnishing(const GridNode& node) const;
  bool half_duplex(const GridNode& node) const {
    return node.duty == Duty::server && training_.half_duplex_servers;
  }
  bool has_storage() const { return scheme_.storage.has_value(); }
  // The store of the room that a place stands for.
  grid::StoreId store(const Place& place) const {
    return static_cast<grid::StoreId>(place.kind == Place::Kind::objects && has_storage() ? 1 : 0);
  }
  std::size_t zone(const GridNode& node) const { return zones_.of(node.pool); }
  std::size_t storage_zone() const { return zones_.of_storage(); }
  Seconds latency(std::size_t from, std::size_t to) const { return zones_.latency(from, to); }
  std::size_t zones() const { return zones_.count(); }

 private:
  const Setup& setup_;
  Zones zones_;
  TrainingTraits training_;
  SchemeTraits scheme_;
  Slots enough_;
};

// The room of a whole run. Runs of equal ones can start from one room, before any of them has run.
grid::RoomSpec room_spec(const Setup& setup);
std::shared_ptr<grid::Room> make_room(const Setup& setup);

// Who lives in which slot of the room.
class Housing {
 public:
  Housing(const Platform& platform, NodeInfo node_info);

  // False where all slots of its zone and role are taken. Nothing to do for one that is in already.
  bool move_in(grid::Room& room, NodeId node);
  void move_out(grid::Room& room, NodeId node);
  // By what is said of it now; nothing to do for one that is not in.
  void refurnish(grid::Room& room, NodeId node);
  std::vector<NodeId> housed() const;
  grid::SlotId slot(NodeId node) const { return slots_.at(node).slot; }
  std::size_t zone(NodeId node) const { return slots_.at(node).zone; }

 private:
  const Platform& platform_;
  NodeInfo node_info_;
  struct Home {
    std::size_t zone, index;
    grid::SlotId slot;
  };
  std::map<NodeId, Home> slots_;
  std::vector<Platform::Slots> room_;
  std::vector<std::vector<bool>> taken_;  // by zone and index
};

}  // namespace spotgrid::engine
