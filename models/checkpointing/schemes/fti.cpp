// FTI: four levels, each its own turn: local, on the ring neighbour, Reed-Solomon, storage.
// SPDX-License-Identifier: Apache-2.0
#include <utility>

#include "models/checkpointing/member_copies.hpp"
#include "models/checkpointing/read_back.hpp"

namespace spotgrid::schemes {
namespace {

enum class Processing : std::uint8_t { in_line, head };
std::span<const std::string_view> words(Processing) {
  static constexpr std::array<std::string_view, 2> all = {"inline", "head"};
  return all;
}

class Fti final : public CheckpointScheme {
 public:
  struct Options {
    std::int64_t group = 4, partner_every = 2, code_every = 4, storage_every = 8;
    Processing processing = Processing::in_line;
    CacheOptions cache;
    StorageOptions storage;
    ReadBack read_back;

    void describe(Fields& fields) {
      fields("group", group,
             "nodes of a group; where it does not divide the members, at least so "
             "many",
             between(2.0, 64.0));
      fields("partner_every", partner_every, "saves of which one goes to the ring neighbour (L2)",
             at_least(1.0));
      fields("code_every", code_every, "saves of which one is encoded over its group (L3)",
             at_least(1.0));
      fields("storage_every", storage_every, "saves of which one goes to the storage (L4)",
             at_least(1.0));
      fields("processing", processing,
             "training stands still for what follows the local copy, or a process of its own on "
             "each node does it beside");
      cache.describe(fields);
      fields("storage", storage, "the shared storage of L4", required);
      read_back.describe(fields);
    }
  };
  explicit Fti(Options options) : options_(std::move(options)) {
    options_.read_back.decode = options_.cache.decode;
  }

  SchemeTraits traits() const override {
    SchemeTraits traits;
    traits.tiers = 4;
    traits.every = {1, options_.partner_every, options_.code_every, options_.storage_every};
    options_.storage.furnish(traits);
    traits.disk = options_.cache.disk();
    return traits;
  }

  // A save of a level has the local copy and what that level adds, not what those between do.
  SavePlan save(const SaveContext& context) const override {
    const MemberCopies copies(context, options_.cache);
    const std::int64_t n = copies.members();
    const auto group = std::min(options_.group, n);
    const Protection local{formulas::own_node_only(n)}, partner{formulas::partner(n, group)},
        // Each node of a group makes one block of the code, of the parts of all others.
        code{formulas::half_group(n, group), static_cast<std::size_t>(n)};
    const bool waits = context.depth > 1 && options_.processing == Processing::in_line;
    SavePlan plan;
    plan.memory =
        copies.memory(1 + partner.placement.parts_per_node + code.placement.parts_per_node, 2, 1);
    ActivityGraph own;
    const ActivityIndex written = own.barrier(copies.write_own(own));
    if (!waits)
      own.mark(written, Milestone::training_goes_on);
    end_stage(own, written, false);
    plan.stages.push_back({std::move(own), copies.copy(local)});
    if (context.depth == 1)
      return plan;
    plan.stages.resize(static_cast<std::size_t>(context.depth));
    SaveStage& last = plan.stages.back();
    last.carrier = waits ? Carrier::process : Carrier::agent;
    last.one_at_a_time = true;
    const bool stored = context.depth == 4;
    const Protection& protection = context.depth == 2 ? partner : code;
    ActivityIndex safe = last.graph.barrier(stored ? copies.flush(last.graph, {}, options_.storage)
                                                   : copies.protect(last.graph, protection, {}));
    last.copy = stored ? options_.storage.copy() : copies.copy(protection);
    if (stored)
      safe = last.graph.delay(options_.storage.fsync, {safe});
    if (waits)
      last.graph.mark(last.graph.barrier({safe}), Milestone::training_goes_on);
    end_stage(last.graph, safe, stored);
    return plan;
  }
  ActivityGraph restore(const SaveContext& context, const HeldCopy& copy) const override {
    return read_back(context, copy, options_.read_back);
  }

 private:
  Options options_;
};

}  // namespace

Entry<CheckpointScheme> fti() {
  return entry<CheckpointScheme, Fti>(
      "four levels, each in its turn: local, ring neighbour, Reed-Solomon over a group, storage",
      "Bautista-Gomez et al., FTI, SC 2011, and its documentation");
}

}  // namespace spotgrid::schemes
