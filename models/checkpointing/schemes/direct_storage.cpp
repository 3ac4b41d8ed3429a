// Training stops, the state is written to shared storage, training goes on.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "models/formulas/sharing.hpp"
#include "sim/base/bounds.hpp"
#include "sim/base/error.hpp"
#include "sim/domain/checkpointing.hpp"

namespace spotgrid {
namespace {

enum class Writers : std::uint8_t { rank0, all };
std::span<const std::string_view> words(Writers) {
  static constexpr std::array<std::string_view, 2> all = {"rank0", "all"};
  return all;
}
enum class RestoreBy : std::uint8_t { all_read, one_reads };
std::span<const std::string_view> words(RestoreBy) {
  static constexpr std::array<std::string_view, 2> all = {"all_read", "one_reads"};
  return all;
}

struct StorageOptions {
  Bandwidth write;
  std::optional<Bandwidth> read, per_client;
  Seconds fsync{0};
  std::optional<std::string> zone;
  std::optional<double> dollars_per_gb_month;

  void describe(Fields& fields) {
    fields("write", write, "bandwidth of all writers together", required, above(0.0));
    fields("read", read, "bandwidth of all readers together; default: as write", above(0.0));
    fields("per_client", per_client, "cap of one transfer from or to the storage", above(0.0));
    fields("fsync", fsync, "time from the last byte until the data is safe", at_least(0s));
    fields("zone", zone, "zone of the storage; default: of the first pool");
    fields("dollars_per_gb_month", dollars_per_gb_month,
           "$ per GB and month of kept copies; without: not modelled", between(0.0, most_dollars));
  }
  SharedStorage shared() const {
    SharedStorage storage;
    storage.write = write;
    storage.read = read.value_or(write);
    storage.per_client = per_client;
    storage.fsync = fsync;
    storage.zone = zone;
    storage.dollars_per_gb_month = dollars_per_gb_month;
    return storage;
  }
};

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

// The last of equal flows of `some` members that share `shared`; each passes its NIC and the caps.
Seconds simultaneous(std::span<const Member> some, Bytes each, Bandwidth shared,
                     std::initializer_list<std::optional<Bandwidth>> caps) {
  Bandwidth own = some.front().nic;
  for (const Member& member : some)
    own = std::min(own, member.nic);
  for (const std::optional<Bandwidth>& cap : caps)
    own = cap ? std::min(own, *cap) : own;
  return formulas::equal_transfers(each, static_cast<std::int64_t>(some.size()), own, shared);
}

// Who holds the state, and how long the ways between them and to storage are.
class Holders {
 public:
  explicit Holders(const SaveContext& context) : context_(context), members_(of(context)) {
    require(!members_.empty(), "a state has members that hold it");
  }
  std::span<const Member> all() const { return members_; }
  const Member& first() const { return members_.front(); }
  std::span<const Member> others() const { return members_.subspan(1); }
  bool in_parts() const { return context_.state != StateLayout::replicated; }
  Bytes equal_part() const { return context_.state_size / static_cast<double>(members_.size()); }
  // What each member has to have to train.
  Bytes needed() const { return in_parts() ? equal_part() : context_.state_size; }

  // Latencies are the same both ways.
  Seconds to_storage(std::span<const Member> some) const {
    return farthest(some, context_.storage_zone);
  }
  // `each` of all others into or out of the first at once; they share its NIC.
  Seconds with_first(Bytes each, const std::optional<Bandwidth>& cap) const {
    if (others().empty())
      return Seconds{0};
    return farthest(others(), first().zone) + simultaneous(others(), each, first().nic, {cap});
  }

 private:
  Seconds farthest(std::span<const Member> some, std::uint32_t zone) const {
    Seconds largest{0};
    for (const Member& member : some)
      largest = std::max(largest, context_.cluster->latency[member.zone][zone]);
    return largest;
  }
  static std::span<const Member> of(const SaveContext& context) {
    if (context.cluster == nullptr)
      return {};
    return context.state == StateLayout::on_servers ? context.cluster->servers
                                                    : context.cluster->workers;
  }

  const SaveContext& context_;
  std::span<const Member> members_;
};

class DirectStorage final : public CheckpointScheme {
 public:
  using Options = DirectStorageOptions;
  explicit DirectStorage(const Options& options)
      : options_(options), storage_(options.storage.shared()) {}

  SchemeTraits traits() const override {
    SchemeTraits traits;
    traits.carrier = options_.carrier;
    traits.storage = storage_;
    return traits;
  }
  ActivityGraph save(const SaveContext& context) const override;
  ActivityGraph restore(const SaveContext& context) const override;
  Seconds quiet_save(const SaveContext& context) const override;
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
    after = {graph.compute(writer.role, serialising(bytes), std::move(after))};
  return graph.flow(Place::at(writer.role), Place::storage(), bytes, TransferKind::checkpoint,
                    std::move(after));
}

ActivityGraph DirectStorage::save(const SaveContext& context) const {
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
  return graph;
}

// The first member sends to all others at once. A pipelined chain would take its NIC once instead
// of n - 1 times; the direct form is what a plain broadcast from one process does.
ActivityGraph DirectStorage::restore(const SaveContext& context) const {
  const Holders holders(context);
  const bool all_read = options_.restore == RestoreBy::all_read;
  const Place first = Place::at(holders.first().role);
  ActivityGraph graph;
  const ActivityIndex read =
      graph.flow(Place::storage(), first, all_read ? holders.needed() : context.state_size,
                 TransferKind::restore);
  Indices arrived{read};
  for (const Member& other : holders.others()) {
    arrived.push_back(graph.flow(all_read ? Place::storage() : first, Place::at(other.role),
                                 holders.needed(), TransferKind::restore,
                                 all_read ? Indices{} : Indices{read}));
  }
  graph.mark(graph.barrier(std::move(arrived)), Milestone::restored);
  return graph;
}

Seconds DirectStorage::quiet_save(const SaveContext& context) const {
  const Holders holders(context);
  const bool all = all_write(context);
  const std::span<const Member> writers = all ? holders.all() : holders.all().first(1);
  const Bytes each = all ? holders.equal_part() : context.state_size;
  const Seconds gather = !all && holders.in_parts()
                             ? holders.with_first(holders.equal_part(), context.save_cap)
                             : Seconds{0};
  return gather + serialising(each) + holders.to_storage(writers) +
         simultaneous(writers, each, storage_.write, {storage_.per_client, context.save_cap}) +
         storage_.fsync;
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

namespace schemes {
Entry<CheckpointScheme> direct_storage() {
  return entry<CheckpointScheme, DirectStorage>(
      "training stops while the state is written to shared storage",
      "Young, CACM 1974, for the blocking save; spotgrid");
}
}  // namespace schemes

}  // namespace spotgrid
