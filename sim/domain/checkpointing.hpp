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
#include "sim/domain/training.hpp"

namespace spotgrid {

// Who carries a transfer, so what ends it: any restart of the processes, or the loss of its node.
enum class Carrier : std::uint8_t { process, agent };
inline std::span<const std::string_view> words(Carrier) {
  static constexpr std::string_view all[] = {"process", "agent"};
  return all;
}

// Shared storage: the one tier of the first schemes. Survives every loss of nodes.
struct SharedStorage {
  Bandwidth write = Bandwidth::of(100 * 1048576.0);  // aggregate
  Bandwidth read = Bandwidth::of(100 * 1048576.0);
  std::optional<Bandwidth> per_client;  // cap of one flow
  Seconds fsync{0};                     // after the last byte
  std::optional<std::string> zone;      // default: the zone of the first pool
  // A kept GB (1e9 bytes) for a month of 30 days; nothing: not modelled.
  std::optional<double> dollars_per_gb_month;
};

struct SaveContext {
  const TrainingCluster* cluster = nullptr;
  StateLayout state = StateLayout::replicated;
  Bytes state_size;                // weights and optimizer, all shards together
  std::uint32_t storage_zone = 0;  // index among the zones of the scenario
  // Cap of one flow of a save, of a restore, by the network; nothing: no cap.
  std::optional<Bandwidth> save_cap, restore_cap;
};

struct SchemeTraits {
  bool saves = true;        // false: `none`, `continuous`
  bool continuous = false;  // progress is committed at every instant, at no cost
  bool blocking = true;     // training stands still until `training_goes_on`
  Carrier carrier = Carrier::process;
  std::optional<SharedStorage> storage;
};

class CheckpointScheme {
 public:
  virtual ~CheckpointScheme() = default;
  virtual SchemeTraits traits() const = 0;
  // The protocol of one save, with the milestones training_goes_on, written, committed, durable.
  // Empty for schemes that do not save.
  virtual ActivityGraph save(const SaveContext& context) const = 0;
  // The protocol by which all members read a committed copy, with the milestone restored.
  virtual ActivityGraph restore(const SaveContext& context) const = 0;
  // Closed-form lengths without contention, for policies and for `young_daly`.
  virtual Seconds quiet_save(const SaveContext& context) const = 0;
  virtual Seconds quiet_restore(const SaveContext& context) const = 0;
};

// What a schedule knows. Times count training since the last stall or restore ended, so that an
// interval is work, as in the closed forms.
struct ScheduleView {
  Seconds trained{0};
  std::int64_t steps = 0;                  // iterations since the last cut
  Work samples;                            // progress since the last cut
  std::int64_t saves = 0;                  // committed so far
  Seconds mean_stall{0}, mean_latency{0};  // of the committed ones; 0 without any
  Seconds quiet_save{0}, quiet_restore{0};
  std::int64_t stops = 0;  // events that stopped the job so far (a bulk loss is one)
  Seconds elapsed{0};      // of job time so far: divides by `stops`
};

// A save is due when any of these is reached; nothing set: never, as far as is known now.
struct NextSave {
  std::optional<Seconds> trained;
  std::optional<std::int64_t> steps;
  std::optional<Work> samples;
};

class CheckpointSchedule {
 public:
  virtual ~CheckpointSchedule() = default;
  // Asked after each cut, restore and stop.
  virtual NextSave next(const ScheduleView& view) = 0;
  // A notice was seen: save now? `left` is the time to the earliest loss.
  virtual bool on_notice(const ScheduleView& view, Seconds left);
  // False for `never`, which fits the scheme `none`.
  virtual bool saves() const { return true; }
  // True where it counts iterations, which continuous modes do not have.
  virtual bool counts_iterations() const { return false; }
};

namespace schemes {
std::span<const NamedEntry<CheckpointScheme>> catalogue();
}
namespace schedules {
std::span<const NamedEntry<CheckpointSchedule>> catalogue();
}

}  // namespace spotgrid
