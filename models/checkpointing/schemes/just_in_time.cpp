// Just-in-time checkpointing: nothing while all goes well; after a loss the survivors save.
// SPDX-License-Identifier: Apache-2.0
#include <utility>

#include "models/checkpointing/holders.hpp"
#include "models/checkpointing/snapshot_persist.hpp"

namespace spotgrid::schemes {
namespace {

class JustInTime final : public CheckpointScheme {
 public:
  struct Options {
    StorageOptions storage;
    std::optional<Bandwidth> serialise;
    ReadBack read_back;

    void describe(Fields& fields) {
      fields("storage", storage, "the shared storage that survivors write to", required);
      fields("serialise", serialise, "speed of a writer's CPU at serialisation; without: no cost",
             above(0.0));
      read_back.describe(fields);
    }
  };
  explicit JustInTime(Options options) : options_(std::move(options)) {}

  SchemeTraits traits() const override {
    SchemeTraits traits;
    traits.saves_after_loss = true;
    options_.storage.furnish(traits);
    return traits;
  }

  // One survivor of replicas writes, of shards each its own.
  SavePlan save(const SaveContext& context) const override {
    const Holders holders(context);
    ActivityGraph graph;
    std::vector<ActivityIndex> writes;
    for (const Member& writer : holders.in_parts() ? holders.all() : holders.all().first(1)) {
      std::vector<ActivityIndex> after;
      if (options_.serialise)
        after = {graph.compute_beside(writer.role, holders.needed() / *options_.serialise, 1)};
      writes.push_back(graph.flow(Place::at(writer.role), options_.storage.place(),
                                  holders.needed(), TransferKind::checkpoint, std::move(after)));
    }
    const ActivityIndex written = graph.barrier(std::move(writes));
    const ActivityIndex committed = graph.delay(options_.storage.fsync, {written});
    const ActivityIndex durable = graph.barrier({committed});
    graph.mark(written, Milestone::written);
    graph.mark(committed, Milestone::committed);
    graph.mark(durable, Milestone::durable);
    graph.mark(graph.barrier({durable}), Milestone::training_goes_on);
    SavePlan plan = to_storage(std::move(graph), Carrier::process);
    plan.stages.front().copy = options_.storage.copy();
    return plan;
  }
  ActivityGraph restore(const SaveContext& context, const HeldCopy& copy) const override {
    return read_back(context, copy, options_.read_back);
  }

 private:
  Options options_;
};

}  // namespace

Entry<CheckpointScheme> just_in_time() {
  return entry<CheckpointScheme, JustInTime>(
      "no saves until a loss; then the survivors save what the last iteration left",
      "Gupta et al., Just-In-Time Checkpointing, EuroSys 2024");
}

}  // namespace spotgrid::schemes
