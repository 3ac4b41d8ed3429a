// The room in which SimGrid lives: hosts, links, flows and timers, without actors.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "sim/base/quantities.hpp"

namespace spotgrid::grid {

// A place for one node: a NIC up, a NIC down, PCIe both ways, and host memory. Slots are made when
// the room is made, all off, because SimGrid 3.32 cannot grow a platform.
enum class SlotId : std::uint32_t {};
// Shared storage: what is read and written by many nodes; always on unless an outage is set.
enum class StoreId : std::uint32_t {};
enum class FlowId : std::uint64_t {};
enum class TimerId : std::uint64_t {};

// What a flow is for. Each kind has its number of streams, which decides how a shared link is
// split, and passes its own cap at each end.
enum class FlowKind : std::uint8_t { training, checkpoint, restore, other };
inline constexpr std::size_t flow_kinds = 4;

// Inside one node.
enum class CopyPath : std::uint8_t {
  device_to_host,
  host_to_device,
  memory,
  disk_write,
  disk_read
};

// How a slot is furnished when a node moves in. A missing cap means: no cap of its own.
struct SlotSpec {
  Bandwidth up;                                                 // NIC, towards the network
  Bandwidth down;                                               // NIC, from the network
  bool half_duplex = false;                                     // both directions share `up`
  std::array<std::optional<Bandwidth>, flow_kinds> per_stream;  // cap of one stream, by kind
  Bandwidth device_to_host;                                     // PCIe
  Bandwidth host_to_device;
  Bandwidth memory;                 // host memory copy
  Bandwidth disk_write, disk_read;  // where the room has disks
};

struct ZoneSpec {
  std::string name;
  std::size_t slots = 0;       // nodes that can be there at once
  std::size_t half_slots = 0;  // of these, the last `half_slots` are half duplex for good
  bool operator==(const ZoneSpec&) const = default;
};

// A capacity between two zones, shared by all flows between them (each direction its own).
// Pairs that are not named are not limited.
struct ZoneLinkSpec {
  std::size_t from = 0, to = 0;  // indices of zones
  Bandwidth bandwidth;
  bool operator==(const ZoneLinkSpec&) const = default;
};

struct StoreSpec {
  std::string name;
  std::size_t zone = 0;
  Bandwidth read, write;                // aggregate
  std::optional<Bandwidth> per_client;  // cap of one flow from or to it
  bool operator==(const StoreSpec&) const = default;
};

struct RoomSpec {
  std::vector<ZoneSpec> zones;
  std::vector<ZoneLinkSpec> zone_links;
  std::vector<StoreSpec> stores;
  std::array<double, flow_kinds> streams{1, 1, 1, 1};  // per flow, by kind; above 0
  // Kinds whose flows may have a cap per stream. A kind without costs the solver half the time.
  std::array<bool, flow_kinds> capped{true, true, true, true};
  bool disks = false;                          // each slot has one
  std::vector<std::string> simgrid_arguments;  // --cfg=… and --log=…, passed through
  bool operator==(const RoomSpec&) const = default;
};

enum class FlowEnd : std::uint8_t { finished, failed };
using FlowDone = std::function<void(FlowEnd)>;

// An end of a flow.
struct Endpoint {
  enum class Kind : std::uint8_t { slot, store } kind;
  std::uint32_t index;
};
constexpr Endpoint end_of(SlotId slot) {
  return {Endpoint::Kind::slot, static_cast<std::uint32_t>(slot)};
}
constexpr Endpoint end_of(StoreId store) {
  return {Endpoint::Kind::store, static_cast<std::uint32_t>(store)};
}

// What is under way, for tests and progress reports.
struct RoomLoad {
  std::size_t flows;       // started and neither told nor cancelled
  std::size_t activities;  // of these, moving in SimGrid
  std::size_t timers;
};

// One per process (SimGrid has one engine per process). Callbacks run inside run(), never inside
// the call that caused them: a flow that cannot start is told as failed by a timer at now.
class Room {
 public:
  explicit Room(const RoomSpec& spec);
  ~Room();
  Room(const Room&) = delete;
  Room& operator=(const Room&) = delete;

  // A slot by its place in its zone, from 0.
  SlotId slot(std::size_t zone, std::size_t index) const;
  StoreId store(std::size_t index) const;

  // Moves a node in: sets its bandwidths and turns the slot on. Works while flows run elsewhere.
  void turn_on(SlotId slot, const SlotSpec& spec);
  // Changes the bandwidths of a slot that is on, also under running flows.
  void retype(SlotId slot, const SlotSpec& spec);
  // Fails every flow and copy of the slot (callbacks at now), then turns it off.
  void turn_off(SlotId slot);
  bool is_on(SlotId slot) const;
  // A store that is down fails its flows and refuses new ones.
  void set_store(StoreId store, bool up);

  // Waits `latency`, then moves `bytes`. The route itself has one common latency, whatever the
  // zones, since SimGrid shares a link in inverse proportion to route latency. `kind` decides
  // streams and caps. 0 bytes end after the latency; same slot: a memory copy. An end that is off
  // or down, also one that goes off under way: failed. Never called back after cancel().
  FlowId flow(Endpoint from, Endpoint to, FlowKind kind, Bytes bytes, Seconds latency,
              FlowDone done);
  FlowId copy(SlotId slot, CopyPath path, Bytes bytes, FlowDone done);
  void cancel(FlowId flow);            // unknown or ended ids are ignored
  Bytes remaining(FlowId flow) const;  // 0 for finished ones and for what was told

  // Timers at one date fire in no promised order (SimGrid's are not FIFO).
  TimerId after(Seconds span, std::function<void()> fire);
  TimerId at(Seconds date, std::function<void()> fire);  // not before now
  void cancel(TimerId timer);

  Seconds clock() const;
  // Runs until stop() was called or nothing is left to do; an exception of a callback comes out.
  void run();
  void stop();

  // Called after each step of time, before what ends at its date is told: rates held until now.
  // One for the life of the room.
  void on_step(std::function<void()> stepped);

  RoomLoad load() const;
  // The settings in force, "key:value", for the result file.
  std::vector<std::string> settings() const;

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

// "SimGrid 3.32" as the library says it.
std::string simgrid_version();

}  // namespace spotgrid::grid
