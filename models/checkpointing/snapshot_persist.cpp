// Graphs of snapshots and persists.
// SPDX-License-Identifier: Apache-2.0
#include "models/checkpointing/snapshot_persist.hpp"

#include <utility>
#include <vector>

#include "models/checkpointing/holders.hpp"

namespace spotgrid::schemes {
namespace {

using Indices = std::vector<ActivityIndex>;

class Pipeline {
 public:
  Pipeline(const SaveContext& context, const SnapshotPersistOptions& options,
           const SnapshotPersistWay& way)
      : context_(context), options_(options), way_(way), holders_(context) {}

  SavePlan plan() {
    for (const Member& writer : writers())
      add(writer);
    const ActivityIndex copied = graph_.barrier(std::move(snapshots_));
    graph_.mark(graph_.delay(options_.update, {copied}), Milestone::training_goes_on);
    const ActivityIndex written = graph_.barrier(std::move(writes_));
    const ActivityIndex committed = graph_.delay(options_.storage.fsync, {written});
    graph_.mark(written, Milestone::written);
    graph_.mark(committed, Milestone::committed);
    graph_.mark(graph_.barrier({committed}), Milestone::durable);
    SavePlan plan = to_storage(std::move(graph_), Carrier::process);
    plan.stages.front().copy = options_.storage.copy();
    for (const Member& writer : writers())  // its snapshot, until it is written
      plan.memory.push_back({writer.role, {}, part(), {}});
    return plan;
  }

 private:
  // Shards are written by whoever has them.
  std::span<const Member> writers() const {
    const bool all = options_.writers == Writers::all || holders_.in_parts();
    return all ? holders_.all() : holders_.all().first(1);
  }

  Bytes part() const { return context_.state_size / static_cast<double>(writers().size()); }

  void add(const Member& writer) {
    const Bytes piece = part() / static_cast<double>(way_.chunks);
    Indices before;
    if (way_.gpu_copy) {
      before = {graph_.compute_beside(writer.role, part() / *way_.gpu_copy, 1)};
      snapshots_.push_back(before.back());
    }
    Indices written;  // by piece
    for (std::int64_t i = 0; i < way_.chunks; ++i) {
      before = {graph_.copy(writer.role, CopyPath::device_to_host, piece, before,
                            TransferKind::checkpoint)};
      Indices after = before;
      if (i >= way_.threads)
        after.push_back(written[static_cast<std::size_t>(i - way_.threads)]);
      written.push_back(write(writer, piece, std::move(after)));
    }
    if (!way_.gpu_copy)
      snapshots_.push_back(before.back());
    writes_.insert(writes_.end(), written.begin(), written.end());
  }

  ActivityIndex write(const Member& writer, Bytes piece, Indices after) {
    if (way_.quantise)
      after = {graph_.compute_beside(writer.role, piece / *way_.quantise, options_.gil_slowdown,
                                     std::move(after))};
    const Bytes bytes = way_.written * piece;
    if (options_.serialise)
      after = {graph_.compute_beside(writer.role, bytes / *options_.serialise,
                                     options_.gil_slowdown, std::move(after))};
    return graph_.flow(Place::at(writer.role), options_.storage.place(), bytes,
                       TransferKind::checkpoint, std::move(after));
  }

  const SaveContext& context_;
  const SnapshotPersistOptions& options_;
  const SnapshotPersistWay& way_;
  Holders holders_;
  ActivityGraph graph_;
  Indices snapshots_, writes_;
};

}  // namespace

void SnapshotPersistOptions::describe(Fields& fields) {
  fields("storage", storage, "the shared storage that is written to", required);
  fields("writers", writers,
         "rank 0 copies and writes the whole state, or each rank an equal part; shards are always "
         "written by whoever has them");
  fields("serialise", serialise, "speed of a writer's CPU at serialisation; without: no cost",
         above(0.0));
  fields(
      "gil_slowdown", gil_slowdown,
      "share of its speed at which training computes in a node that serialises in the background",
      between(1e-3, 1.0));
  fields("update", update, "time of the optimizer's step at the end of an iteration", at_least(0s));
  read_back.describe(fields);
}

SchemeTraits snapshot_persist_traits(const SnapshotPersistOptions& options,
                                     const SnapshotPersistWay& way) {
  SchemeTraits traits;
  traits.stall = Stall::before_step;
  traits.in_flight = way.in_flight;
  options.storage.furnish(traits);
  return traits;
}

SavePlan snapshot_persist_save(const SaveContext& context, const SnapshotPersistOptions& options,
                               const SnapshotPersistWay& way) {
  return Pipeline(context, options, way).plan();
}

}  // namespace spotgrid::schemes
