// Training stops, the state is written to shared storage, training goes on.
// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "models/checkpointing/holders.hpp"
#include "models/checkpointing/snapshot_persist.hpp"

namespace spotgrid::schemes {
namespace {

struct DirectStorageOptions {
  StorageOptions storage;
  Writers writers = Writers::rank0;
  std::optional<Bandwidth> serialise;
  Carrier carrier = Carrier::process;
  RestoreBy restore = RestoreBy::all_read;

  void describe(Fields& fields) {
    fields("storage", storage, "the shared storage that is written to", required);
    fields(
        "writers", writers,
        "rank 0 writes the whole state (sharded: the others first send it their shards), or each "
        "rank writes an equal part; parameter servers always write their own shard each");
    fields("serialise", serialise, "speed of a writer's CPU at serialisation; without: no cost",
           above(0.0));
    fields("carrier", carrier,
           "what ends a save: a restart of the processes, or only the loss of the node");
    fields(
        "restore", restore,
        "each member reads what it needs, or the first one reads all and sends the others theirs");
  }
};

class DirectStorage final : public CheckpointScheme {
 public:
  using Options = DirectStorageOptions;
  explicit DirectStorage(const Options& options)
      : options_(options), storage_(options.storage.shared()) {}

  SchemeTraits traits() const override {
    SchemeTraits traits;
    options_.storage.furnish(traits);
    return traits;
  }
  SavePlan save(const SaveContext& context) const override;
  ActivityGraph restore(const SaveContext& context, const HeldCopy& copy) const override;
  QuietSave quiet_save(const SaveContext& context) const override;
  Seconds quiet_restore(const SaveContext& context) const override;

 private:
  using Indices = std::vector<ActivityIndex>;

  bool all_write(const SaveContext& context) const {
    return options_.writers == Writers::all || context.state == StateLayout::on_servers;
  }
  // Serialised, then sent to storage; the index of the flow.
  ActivityIndex add_write(ActivityGraph& graph, const Member& writer, Bytes bytes,
                          Indices after) const;
  Seconds serialising(Bytes bytes) const {
    return options_.serialise ? bytes / *options_.serialise : Seconds{0};
  }

  Options options_;
  SharedStorage storage_;
};

ActivityIndex DirectStorage::add_write(ActivityGraph& graph, const Member& writer, Bytes bytes,
                                       Indices after) const {
  if (options_.serialise)
    after = {graph.compute_beside(writer.role, serialising(bytes), 1, std::move(after))};
  return graph.flow(Place::at(writer.role), options_.storage.place(), bytes,
                    TransferKind::checkpoint, std::move(after));
}

SavePlan DirectStorage::save(const SaveContext& context) const {
  const Holders holders(context);
  ActivityGraph graph;
  Indices writes;
  if (all_write(context)) {
    for (const Member& writer : holders.all())
      writes.push_back(add_write(graph, writer, holders.equal_part(), {}));
  } else {
    Indices gathered;
    const Place first = Place::at(holders.first().role);
    for (const Member& other : holders.in_parts() ? holders.others() : std::span<const Member>{}) {
      gathered.push_back(
          graph.flow(Place::at(other.role), first, holders.equal_part(), TransferKind::checkpoint));
    }
    writes.push_back(add_write(graph, holders.first(), context.state_size, std::move(gathered)));
  }
  // One milestone an activity. The scheme has one tier and blocks: what is committed is durable,
  // and only then training goes on.
  const ActivityIndex written = graph.barrier(std::move(writes));
  const ActivityIndex committed = graph.delay(storage_.fsync, {written});
  const ActivityIndex durable = graph.barrier({committed});
  graph.mark(written, Milestone::written);
  graph.mark(committed, Milestone::committed);
  graph.mark(durable, Milestone::durable);
  graph.mark(graph.barrier({durable}), Milestone::training_goes_on);
  SavePlan plan = to_storage(std::move(graph), options_.carrier);
  plan.stages.front().copy = options_.storage.copy();
  return plan;
}

// The first member sends to all others at once. A pipelined chain would take its NIC once instead
// of n - 1 times; the direct form is what a plain broadcast from one process does.
ActivityGraph DirectStorage::restore(const SaveContext& context, const HeldCopy& copy) const {
  return read_back(context, copy, {options_.restore, std::nullopt});
}

QuietSave DirectStorage::quiet_save(const SaveContext& context) const {
  const Holders holders(context);
  const bool all = all_write(context);
  const std::span<const Member> writers = all ? holders.all() : holders.all().first(1);
  const Bytes each = all ? holders.equal_part() : context.state_size;
  const Seconds gather = !all && holders.in_parts()
                             ? holders.with_first(holders.equal_part(), context.save_cap)
                             : Seconds{0};
  const Seconds whole =
      gather + serialising(each) + holders.to_storage(writers) +
      simultaneous(writers, each, storage_.write, {storage_.per_client, context.save_cap}) +
      storage_.fsync;
  return {whole, whole, whole};
}

Seconds DirectStorage::quiet_restore(const SaveContext& context) const {
  const Holders holders(context);
  const bool all = options_.restore == RestoreBy::all_read;
  const std::span<const Member> readers = all ? holders.all() : holders.all().first(1);
  const Bytes each = all ? holders.needed() : context.state_size;
  const Seconds spread =
      all ? Seconds{0} : holders.with_first(holders.needed(), context.restore_cap);
  return holders.to_storage(readers) +
         simultaneous(readers, each, storage_.read, {storage_.per_client, context.restore_cap}) +
         spread;
}

}  // namespace

Entry<CheckpointScheme> direct_storage() {
  return entry<CheckpointScheme, DirectStorage>(
      "training stops while the state is written to shared storage",
      "Young, CACM 1974, for the blocking save; spotgrid");
}

}  // namespace spotgrid::schemes
