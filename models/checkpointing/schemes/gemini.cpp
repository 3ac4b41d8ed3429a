// Gemini: copies of the state in the memory of the workers themselves, sent while training goes on.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <utility>

#include "models/checkpointing/member_copies.hpp"
#include "models/checkpointing/read_back.hpp"

namespace spotgrid::schemes {
namespace {

enum class Layout : std::uint8_t { mixed, groups, ring };
std::span<const std::string_view> words(Layout) {
  static constexpr std::array<std::string_view, 3> all = {"mixed", "groups", "ring"};
  return all;
}

class Gemini final : public CheckpointScheme {
 public:
  struct Options {
    std::int64_t replicas = 2, chunks = 1, ring = 2, storage_every = 10;
    Layout placement = Layout::mixed;
    Seconds update{0};
    std::optional<StorageOptions> storage;
    ReadBack read_back;

    void describe(Fields& fields) {
      fields("replicas", replicas, "copies of each part, one of them in the memory of its own node",
             between(1.0, 64.0));
      fields("placement", placement,
             "who holds them: groups, and a ring of those left over (mixed); groups alone, some of "
             "them larger; one ring of all");
      fields("chunks", chunks, "pieces in which a part is sent and copied, one behind the other",
             between(1.0, 64.0));
      fields("ring", ring, "copies that memory has room for, one of them being filled",
             between(1.0, 64.0));
      fields("update", update, "time of the optimizer's step at the end of an iteration",
             at_least(0s));
      fields("storage", storage, "where copies are written, too; without: memory alone");
      fields("storage_every", storage_every, "saves of which one goes to the storage",
             at_least(1.0));
      read_back.describe(fields);
    }
  };
  explicit Gemini(Options options) : options_(std::move(options)) {}

  SchemeTraits traits() const override {
    SchemeTraits traits;
    traits.stall = Stall::before_step;
    traits.ring = traits.in_flight = options_.ring;
    if (options_.storage) {
      options_.storage->furnish(traits);
      traits.tiers = 2;
      traits.deepest_every = options_.storage_every;
    }
    return traits;
  }

  SavePlan save(const SaveContext& context) const override {
    const MemberCopies copies(context, cache_);
    const formulas::Placement placement = placed(copies.members());
    SavePlan plan;
    plan.memory = copies.memory(placement.parts_per_node, 0, 0);
    plan.stages.push_back(to_memory(context, copies, placement));
    if (!options_.storage || context.depth < 2)
      return plan;
    ActivityGraph graph;
    const ActivityIndex written = graph.barrier(copies.flush(graph, {}, *options_.storage));
    end_stage(graph, graph.delay(options_.storage->fsync, {written}), true);
    plan.stages.push_back({std::move(graph), options_.storage->copy(), Carrier::agent, true});
    return plan;
  }
  ActivityGraph restore(const SaveContext& context, const HeldCopy& copy) const override {
    return read_back(context, copy, options_.read_back);
  }

 private:
  formulas::Placement placed(std::int64_t members) const {
    switch (options_.placement) {
      case Layout::groups:
        return formulas::groups_of(members, options_.replicas);
      case Layout::ring:
        return formulas::ring(members, options_.replicas);
      case Layout::mixed:
        break;
    }
    return formulas::mixed(members, options_.replicas);
  }

  // From the GPUs to the own memory, and over the network to those of the others. Once a part has
  // left its GPUs, they may change.
  SaveStage to_memory(const SaveContext& context, const MemberCopies& copies,
                      const formulas::Placement& placement) const {
    const std::span<const Member> members = Holders(context).all();
    const auto role = [&](Role rank) { return members[number(rank)].role; };
    const Bytes chunk = copies.part() / static_cast<double>(options_.chunks);
    ActivityGraph graph;
    std::vector<ActivityIndex> left, arrived;
    for (const HolderGroup& group : placement.groups) {
      const Role owner = role(group.holders.front());
      left.push_back(
          graph.copy(owner, CopyPath::device_to_host, copies.part(), {}, TransferKind::checkpoint));
      for (std::size_t k = 1; k < group.holders.size(); ++k) {
        const Role peer = role(group.holders[k]);
        std::vector<ActivityIndex> after;
        for (std::int64_t i = 0; i < options_.chunks; ++i) {
          after = {graph.flow(Place::at(owner), Place::at(peer), chunk, TransferKind::checkpoint,
                              std::move(after))};
          arrived.push_back(
              graph.copy(peer, CopyPath::device_to_host, chunk, after, TransferKind::checkpoint));
        }
        left.push_back(after.front());
      }
    }
    arrived.push_back(graph.barrier(std::move(left)));
    graph.mark(graph.delay(options_.update, {arrived.back()}), Milestone::training_goes_on);
    end_stage(graph, graph.barrier(std::move(arrived)), !options_.storage);
    return {std::move(graph), copies.copy({placement}), Carrier::agent};
  }

  Options options_;
  CacheOptions cache_;
};

}  // namespace

Entry<CheckpointScheme> gemini() {
  return entry<CheckpointScheme, Gemini>(
      "replicas of the state in the memory of the workers, sent while training goes on",
      "Wang et al., Gemini, SOSP 2023");
}

}  // namespace spotgrid::schemes
