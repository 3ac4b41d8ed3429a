// Copies that the members of the job keep themselves, in memory or on disks: who holds what, how it
// gets there, and how it goes on to storage. What Gemini, SCR and FTI share.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <optional>
#include <span>
#include <vector>

#include "models/checkpointing/holders.hpp"
#include "models/checkpointing/storage_options.hpp"
#include "models/formulas/placement.hpp"

namespace spotgrid::schemes {

enum class Medium : std::uint8_t { memory, disk };
inline std::span<const std::string_view> words(Medium) {
  static constexpr std::array<std::string_view, 2> all = {"memory", "disk"};
  return all;
}

// Where members keep their copies.
struct CacheOptions {
  Medium medium = Medium::memory;
  std::optional<Bandwidth> disk_write, disk_read;
  std::optional<Bandwidth> encode, decode;  // CPU, of codes

  void describe(Fields& fields);
  std::optional<LocalDisk> disk() const;
};

// How parts are protected beyond their own node: by `placement`, whose replicas are sent by their
// owner, its first holder; in the set of a code each member sends its part to the next
// `neighbours` ones, which encode what they get.
struct Protection {
  formulas::Placement placement;
  std::size_t neighbours = 0;
};

// Every member writes an equal part, replicas too.
class MemberCopies {
 public:
  using Indices = std::vector<ActivityIndex>;
  MemberCopies(const SaveContext& context, const CacheOptions& options)
      : options_(options), holders_(context) {}

  std::int64_t members() const { return static_cast<std::int64_t>(holders_.all().size()); }
  Bytes part() const { return holders_.equal_part(); }

  // From its GPUs into the cache of its own node; by member.
  Indices write_own(ActivityGraph& graph) const;
  // Sends and writes what protects the parts, by member once its `own` is there; nothing: at once,
  // from the cache.
  Indices protect(ActivityGraph& graph, const Protection& protection, const Indices& own) const;
  // From the cache to the storage.
  Indices flush(ActivityGraph& graph, const Indices& own, const StorageOptions& storage) const;
  TierCopy copy(const Protection& protection) const;
  // Host memory of each member, in parts; copies on disks take none. `buffer`: between the GPUs and
  // the cache.
  std::vector<MemoryUse> memory(double kept, double under_way, double buffer) const;

 private:
  Role role(std::size_t member) const { return holders_.all()[member].role; }
  ActivityIndex into_cache(ActivityGraph& graph, Role role, Bytes bytes, Indices after) const;
  Indices from_cache(ActivityGraph& graph, Role role, const Indices& own, std::size_t member) const;

  const CacheOptions& options_;
  Holders holders_;
};

// The milestones of a stage, behind its last activity.
void end_stage(ActivityGraph& graph, ActivityIndex last, bool is_durable);

}  // namespace spotgrid::schemes
