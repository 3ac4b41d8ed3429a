// Protocols as data: what one iteration, one save or one restore does, as a graph of activities.
// Plug-ins return such graphs; they see neither SimGrid nor the clock.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "sim/base/quantities.hpp"
#include "sim/domain/ids.hpp"

namespace spotgrid {

// What bytes move for: decides streams and caps, and the line of traffic they are billed on.
enum class TransferKind : std::uint8_t { training, checkpoint, restore, other };
enum class CopyPath : std::uint8_t { device_to_host, host_to_device, memory };

// An end of a flow: a node of the job, or the shared storage.
struct Place {
  enum class Kind : std::uint8_t { node, storage } kind = Kind::node;
  NodeId node{};
  static Place at(NodeId id) { return {Kind::node, id}; }
  static Place storage() { return {Kind::storage, {}}; }
  bool operator==(const Place&) const = default;
};

// A named point of a protocol, reached when its activity has ended.
enum class Milestone : std::uint8_t {
  none,
  training_goes_on,  // the stall of a save is over
  written,           // the data is at the tier, not yet valid
  committed,         // valid at a surviving tier
  durable,           // at the last tier
  restored,          // the state is where training needs it
};

using ActivityIndex = std::uint32_t;

struct Activity {
  enum class Kind : std::uint8_t {
    compute,  // `seconds` on `node`
    copy,     // `bytes` along `path` inside `node`
    flow,     // `bytes` from `from` to `to`, after the latency between their zones
    delay,    // `seconds`, belongs to no node
    barrier,  // nothing: joins what it comes after
  } kind = Kind::barrier;
  NodeId node{};
  CopyPath path = CopyPath::memory;
  Place from, to;
  TransferKind transfer = TransferKind::training;
  Bytes bytes;
  Seconds seconds{0};
  std::vector<ActivityIndex> after;  // indices below its own
  Milestone milestone = Milestone::none;
};

// Acyclic by construction: an activity comes after earlier ones only. The graph ends when all its
// activities have ended; it fails when one of them loses its node or storage.
class ActivityGraph {
 public:
  ActivityIndex compute(NodeId node, Seconds seconds, std::vector<ActivityIndex> after = {});
  ActivityIndex copy(NodeId node, CopyPath path, Bytes bytes,
                     std::vector<ActivityIndex> after = {});
  ActivityIndex flow(Place from, Place to, Bytes bytes, TransferKind transfer,
                     std::vector<ActivityIndex> after = {});
  ActivityIndex delay(Seconds seconds, std::vector<ActivityIndex> after = {});
  ActivityIndex barrier(std::vector<ActivityIndex> after);
  // The milestone is reached when `activity` has ended; one milestone an activity.
  void mark(ActivityIndex activity, Milestone milestone);

  const std::vector<Activity>& activities() const { return activities_; }
  bool empty() const { return activities_.empty(); }
  // True where nothing but time passes: such a graph needs no network.
  bool only_delays() const;

 private:
  ActivityIndex add(Activity activity, std::vector<ActivityIndex> after);
  std::vector<Activity> activities_;
};

}  // namespace spotgrid
