// The contracts of a checkpoint scheme (how a save and a restore go) and of a schedule (when).
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "sim/base/catalogue.hpp"
#include "sim/domain/activity.hpp"
#include "sim/domain/survival.hpp"
#include "sim/domain/tier.hpp"
#include "sim/domain/training.hpp"

namespace spotgrid {

// Who carries a transfer, so what ends it: any restart of the processes, the loss of its node, or
// nothing that happens to the trainers.
enum class Carrier : std::uint8_t { process, agent, remote };
inline std::span<const std::string_view> words(Carrier) {
  static constexpr std::string_view all[] = {"process", "agent", "remote"};
  return all;
}

// Storage outside of the nodes, shared by all that read and write: a file system, or an object
// store. Survives every loss of nodes.
struct SharedStorage {
  Bandwidth write = Bandwidth::of(100 * 1048576.0);  // aggregate
  Bandwidth read = Bandwidth::of(100 * 1048576.0);
  std::optional<Bandwidth> per_client;  // cap of one flow
  Seconds fsync{0};                     // after the last byte
  std::optional<std::string> zone;      // default: the zone of the first pool
  // A kept GB (1e9 bytes) for a month of 30 days; nothing: not modelled.
  std::optional<double> dollars_per_gb_month;
};

// The disk of each node.
struct LocalDisk {
  Bandwidth write, read;
};

struct SaveContext {
  const TrainingCluster* cluster = nullptr;
  StateLayout state = StateLayout::replicated;
  Bytes state_size;                // weights and optimizer, all shards together
  std::uint32_t storage_zone = 0;  // index among the zones of the scenario
  // Cap of one flow of a save, of a restore, by the network; nothing: no cap.
  std::optional<Bandwidth> save_cap, restore_cap;
  std::int64_t depth = 1;   // how many tiers this save goes to, 1 to the scheme's `tiers`
  std::int64_t deltas = 0;  // saves since the last full one: 0 is a full one
};

// What a stage of a save leaves.
struct TierCopy {
  Tier tier = Tier::shared_storage;
  std::vector<HolderGroup> groups;  // empty: outside of the nodes
  bool outlives_processes = true;   // false: held by the processes of the job
};

// A part of a save, whose graph ends after its copy is valid (milestone committed).
struct SaveStage {
  ActivityGraph graph;
  TierCopy copy;
  Carrier carrier = Carrier::process;
  bool one_at_a_time = false;  // waits for this stage of the saves before: one flusher for all
};

// Host memory that copies take in the node of a role, beside what training needs there.
struct MemoryUse {
  Role role{};
  Bytes kept;       // by each copy that is kept there
  Bytes under_way;  // by each save under way: snapshots, buffers
  Bytes once = {};  // however many: the buffer of a flusher
};

// The stages follow each other, one a tier; what one has committed stays when a later one breaks. A
// stage whose graph is empty is left out, but for the first and the last.
struct SavePlan {
  std::vector<SaveStage> stages;
  std::vector<MemoryUse> memory = {};  // one a role; empty: not known
};
// One stage that ends in the shared storage.
SavePlan to_storage(ActivityGraph graph, Carrier carrier);

// A copy that survives, as the restore finds it. Roles are of the restore's own cast: the members
// as in the cluster, behind them whoever else holds a part.
struct HeldCopy {
  Tier tier = Tier::shared_storage;
  std::vector<HolderGroup> groups;  // living holders
  std::int64_t deltas = 0;          // of the copy: what must be read beside the last full one
};

// Without contention, from the cut.
struct QuietSave {
  Seconds stall{0};    // training stands still
  Seconds latency{0};  // until the first tier has it
  Seconds durable{0};  // until the last one has
};

// When training stands still for a save.
enum class Stall : std::uint8_t {
  until_goes_on,  // from the cut to the milestone training_goes_on
  before_step,  // the same from the end of the next iteration on: the state must not change before
  never,
};

struct SchemeTraits {
  bool saves = true;        // false: `none`, `continuous`
  bool continuous = false;  // progress is committed at every instant, at no cost
  Stall stall = Stall::until_goes_on;
  std::int64_t tiers = 1;          // stages of a save of full depth
  std::int64_t deepest_every = 1;  // saves of which one has full depth, unless a schedule says so
  // Saves of which one goes to a tier, from the first; empty: `deepest_every` the last, all others
  // each.
  std::vector<std::int64_t> every = {};
  std::int64_t in_flight = 1;  // saves under way: a further one waits until one makes room
  // Copies that the first tier has room for, one of them being filled; 0: as many as are kept.
  std::int64_t ring = 0;
  bool restores_from_flusher = false;  // what a flush reads outlasts its place in the ring
  std::int64_t full_every = 1;         // saves of which one is full, the others are deltas
  bool deltas_chain = false;           // a delta needs all before it; else the full one alone
  std::int64_t remotes = 0;            // nodes that take copies into their memory, and do not train
  bool saves_after_loss = false;       // survivors save once a loss is known (just in time)
  std::optional<SharedStorage> storage, objects;
  std::optional<LocalDisk> disk;
};

class CheckpointScheme {
 public:
  virtual ~CheckpointScheme() = default;
  virtual SchemeTraits traits() const = 0;
  // The protocol of one save. Its first stage has the milestone training_goes_on, each one written
  // and committed, the last one of full depth durable. No stages for schemes that do not save.
  virtual SavePlan save(const SaveContext& context) const = 0;
  // The protocol by which all members read a committed copy, with the milestone restored.
  virtual ActivityGraph restore(const SaveContext& context, const HeldCopy& copy) const = 0;
  // Lengths without contention, for policies and schedules: of a save, and of a restore from the
  // last tier. By the graphs, unless a scheme has a closed form.
  virtual QuietSave quiet_save(const SaveContext& context) const;
  virtual Seconds quiet_restore(const SaveContext& context) const;
};

// What a schedule knows. Times count training since the last stall or restore ended, so that an
// interval is work, as in the closed forms.
struct ScheduleView {
  Seconds trained{0};
  std::int64_t steps = 0;                  // iterations since the last cut
  Work samples;                            // progress since the last cut
  std::int64_t saves = 0;                  // committed so far
  std::int64_t since_deepest = 0;          // cuts since the last one of full depth
  std::int64_t tiers = 1;                  // of the scheme
  Seconds iteration{0};                    // of the present members, without contention
  Seconds mean_stall{0}, mean_latency{0};  // of the committed ones; 0 without any
  QuietSave quiet_save;
  Seconds quiet_restore{0};
  std::int64_t stops = 0;  // events that stopped the job so far (a bulk loss is one)
  Seconds elapsed{0};      // of job time so far: divides by `stops`
  // Since the cut of the newest save that no tier has yet; nothing: none is under way.
  std::optional<Seconds> under_way;
  std::vector<Seconds> ages;    // of the nodes that hold the state, since each was launched
  std::int64_t iterations = 0;  // that ended so far, repeated ones too
  Seconds until_cut{0};  // until the iteration under way ends, without contention; 0: cut at once
  bool has_room = true;  // for a further save beside those under way
  // By tier: training that the state is ahead of the newest copy there, or of a save on its way to
  // it; without contention. Empty: not known.
  std::vector<Seconds> ahead;
};

// A save is due when any of these is reached; nothing set: never, as far as is known now.
struct NextSave {
  std::optional<Seconds> trained;
  std::optional<std::int64_t> steps;
  std::optional<Work> samples;
  std::optional<std::int64_t> depth;  // tiers it goes to; nothing: as the scheme does
};

class CheckpointSchedule {
 public:
  virtual ~CheckpointSchedule() = default;
  // Asked after each cut, restore and stop.
  virtual NextSave next(const ScheduleView& view) = 0;
  // A notice was seen: save, as soon as there is room? `left` is the time to the earliest loss.
  virtual bool on_notice(const ScheduleView& view, Seconds left);
  // False for `never`, which fits the scheme `none`.
  virtual bool saves() const { return true; }
  // True where it counts iterations, which continuous modes do not have.
  virtual bool counts_iterations() const { return false; }
  // That it plans for, which the scheme must have.
  virtual std::int64_t tiers() const { return 1; }
};

namespace schemes {
std::span<const NamedEntry<CheckpointScheme>> catalogue();
}
namespace schedules {
std::span<const NamedEntry<CheckpointSchedule>> catalogue();
}

}  // namespace spotgrid
