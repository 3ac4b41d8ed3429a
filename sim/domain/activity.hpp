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
enum class CopyPath : std::uint8_t {
  device_to_host,
  host_to_device,
  memory,
  disk_write,
  disk_read
};

// An end of a flow: a member of the group, the shared storage, or the object store.
struct Place {
  enum class Kind : std::uint8_t { member, storage, objects } kind = Kind::member;
  Role role{};
  static Place at(Role role) { return {Kind::member, role}; }
  static Place storage() { return {Kind::storage, {}}; }
  static Place objects() { return {Kind::objects, {}}; }
  bool operator==(const Place&) const = default;
};

// A named point of a protocol, reached when its activity has ended.
enum class Milestone : std::uint8_t {
  none,
  training_goes_on,  // the state may change again: the stall of a save is over
  room,              // a further save may be cut, though this one is under way
  written,           // the data is at the tier, not yet valid
  committed,         // valid at the tier of this stage
  durable,           // at the last tier
  restored,          // the state is where training needs it
};

using ActivityIndex = std::uint32_t;

struct Activity {
  enum class Kind : std::uint8_t {
    compute,  // `seconds` at `role`
    copy,     // `bytes` along `path` inside the node of `role`
    flow,     // `bytes` from `from` to `to`, after the latency between their zones
    delay,    // `seconds`, belongs to nobody
    barrier,  // nothing: joins what it comes after
  } kind = Kind::barrier;
  Role role{};
  CopyPath path = CopyPath::memory;
  Place from, to;
  TransferKind transfer = TransferKind::training;
  Bytes bytes;
  Seconds seconds{0};
  // Of a computation of a save: the share of its speed, in (0, 1], at which training computes
  // beside it in the same node, since both hold the interpreter's lock.
  double slows_to = 1;
  bool slows() const { return kind == Kind::compute && slows_to < 1; }
  // Of a flow: what is waited before its first byte; nothing: the latency between the two zones.
  std::optional<Seconds> latency;
  std::vector<ActivityIndex> after;  // indices below its own
  Milestone milestone = Milestone::none;

  bool needs(Role who) const;  // its node takes part
  bool moves_bytes() const { return kind == Kind::flow || kind == Kind::copy; }
};

// Acyclic by construction: an activity comes after earlier ones only. The graph ends when all its
// activities have ended; it fails when one of them loses its node or storage. It names roles, so
// that groups of a kind share one graph.
class ActivityGraph {
 public:
  ActivityIndex compute(Role role, Seconds seconds, std::vector<ActivityIndex> after = {});
  // Of a save, beside which training computes at the share `slows_to` of its speed.
  ActivityIndex compute_beside(Role role, Seconds seconds, double slows_to,
                               std::vector<ActivityIndex> after = {});
  ActivityIndex copy(Role role, CopyPath path, Bytes bytes, std::vector<ActivityIndex> after = {},
                     TransferKind transfer = TransferKind::training);
  ActivityIndex flow(Place from, Place to, Bytes bytes, TransferKind transfer,
                     std::vector<ActivityIndex> after = {});
  ActivityIndex delay(Seconds seconds, std::vector<ActivityIndex> after = {});
  ActivityIndex barrier(std::vector<ActivityIndex> after);
  // The milestone is reached when `activity` has ended; one milestone an activity.
  void mark(ActivityIndex activity, Milestone milestone);
  // Takes an activity as it is, such as what is left of one.
  ActivityIndex add(Activity activity, std::vector<ActivityIndex> after);

  const std::vector<Activity>& activities() const { return activities_; }
  // Those that come after one, and those that come after none.
  const std::vector<ActivityIndex>& next(ActivityIndex activity) const { return next_[activity]; }
  const std::vector<ActivityIndex>& first() const { return first_; }
  std::vector<Role> roles() const;  // that take part, ascending
  bool empty() const { return activities_.empty(); }
  // True where nothing but time passes, and nobody slows another: such a graph needs no network.
  bool only_delays() const;

 private:
  std::vector<Activity> activities_;
  std::vector<std::vector<ActivityIndex>> next_;  // by activity
  std::vector<ActivityIndex> first_;
};

}  // namespace spotgrid
