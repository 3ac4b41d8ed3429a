// Committed copies of the state: which are kept, which are lost with their holders, and since when
// there is none.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "sim/domain/checkpointing.hpp"
#include "sim/engine/world.hpp"

namespace spotgrid::engine {

// Nodes that hold one part, any `needs` of which give it back.
struct NodeGroup {
  std::vector<NodeId> holders;
  std::size_t needs = 1;
  std::size_t parts = 1;  // of the state
};

struct Copy {
  CheckpointId id{};
  Work progress;  // at its cut
  Tier tier = Tier::shared_storage;
  std::size_t stage = 0;          // of its save, that committed it
  std::vector<NodeGroup> groups;  // empty: outside of the nodes
  bool outlives_processes = true;
  std::int64_t deltas = 0;               // saves between the full one before it and this one
  std::vector<CheckpointId> needs = {};  // of a delta: the others that its restore reads
};

// What a restore can begin from.
class Copies {
 public:
  using IsAlive = std::function<bool(NodeId)>;
  Copies(World& world, IsAlive is_alive) : world_(world), is_alive_(std::move(is_alive)) {}

  // Beyond `keep` of one stage the one of least progress goes, never the best.
  void add(Copy copy, std::int64_t keep);
  // A new copy fills the ring of the first stage: what has no place beside it goes, but for those
  // that `is_buffered` says stand elsewhere, too.
  void make_room(std::int64_t ring, const std::function<bool(CheckpointId)>& is_buffered);
  void node_ends();
  void processes_restart();

  // The one of most progress, of these the youngest, at its earliest stage.
  const Copy* newest() const;
  std::vector<const Copy*> complete() const;  // all that a restore can begin from
  // Most progress at a stage; nothing where it has no copy.
  std::optional<Work> best_at(std::size_t stage) const;
  // Seconds of the run without any copy, until now.
  double exposed() const;
  // Copies outside of the nodes x seconds, for storage that is billed by size and time.
  double stored_seconds() const;

 private:
  bool lives(const Copy& copy) const;
  bool is_complete(const Copy& copy) const;
  template <class IsLost>
  void drop(IsLost is_lost, const std::string& why, bool replaced = false);
  void changes();
  std::int64_t stored() const;

  World& world_;
  IsAlive is_alive_;
  std::vector<Copy> copies_;
  Instant changed_;  // exposure and storage are added up until then
  double exposed_ = 0, stored_seconds_ = 0;
};

}  // namespace spotgrid::engine
