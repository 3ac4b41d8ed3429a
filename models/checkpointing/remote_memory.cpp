// Graphs of saves into remote memory.
// SPDX-License-Identifier: Apache-2.0
#include "models/checkpointing/remote_memory.hpp"

#include <utility>
#include <vector>

#include "models/checkpointing/holders.hpp"

namespace spotgrid::schemes {
namespace {

using Indices = std::vector<ActivityIndex>;

class RemoteSave {
 public:
  RemoteSave(const SaveContext& context, const RemoteMemoryOptions& options,
             const RemoteMemoryWay& way)
      : context_(context), options_(options), way_(way), holders_(context) {}

  SavePlan plan() {
    SavePlan plan;
    plan.memory = memory();
    plan.stages.push_back(to_memory());
    if (options_.storage && context_.depth > 1)
      plan.stages.push_back(to_file());
    return plan;
  }

 private:
  std::span<const Member> remotes() const { return context_.cluster->remotes; }
  Bytes part_of_remote() const {
    return context_.state_size / static_cast<double>(remotes().size());
  }
  // Who sends, and how much each of them serialises: replicas serialise all of what they have a
  // part of sent, since the released program cuts after it serialised.
  std::span<const Member> senders() const {
    return way_.in_parallel || holders_.in_parts() ? holders_.all() : holders_.all().first(1);
  }
  Bytes serialised() const { return holders_.needed(); }

  // The ring of a remote and the buffer of its flusher; of a sender what it serialised, and the
  // part of each save that is still being sent.
  std::vector<MemoryUse> memory() const {
    std::vector<MemoryUse> all;
    for (const Member& remote : remotes())
      all.push_back(
          {remote.role, part_of_remote(), {}, options_.storage ? part_of_remote() : Bytes{}});
    const Bytes sent = context_.state_size / static_cast<double>(senders().size());
    for (const Member& sender : senders())
      all.push_back({sender.role, {}, sent, (options_.local_copies ? 2 : 1) * serialised()});
    return all;
  }

  ActivityIndex copied(ActivityGraph& graph, const Member& sender) const {
    Indices after;
    if (options_.local_copies)
      after = {graph.copy(sender.role, CopyPath::device_to_host, serialised(), {},
                          TransferKind::checkpoint)};
    if (options_.serialise)
      after = {graph.compute_beside(sender.role, serialised() / *options_.serialise,
                                    options_.gil_slowdown, std::move(after))};
    if (options_.local_copies)
      after = {graph.copy(sender.role, CopyPath::memory, serialised(), std::move(after),
                          TransferKind::checkpoint)};
    return graph.barrier(std::move(after));
  }

  SaveStage to_memory() const {
    ActivityGraph graph;
    Indices all_copied, sent, received;
    const std::size_t n = senders().size();
    const Bytes part = context_.state_size / static_cast<double>(n);
    for (std::size_t i = 0; i < n; ++i) {
      const Member& sender = senders()[i];
      const ActivityIndex ready = copied(graph, sender);
      all_copied.push_back(ready);
      for (const Role remote : remotes_of(i)) {
        const Bytes bytes = part / static_cast<double>(remotes_of(i).size());
        sent.push_back(graph.flow(Place::at(sender.role), Place::at(remote), bytes,
                                  TransferKind::checkpoint, {ready}));
        received.push_back(
            graph.copy(remote, CopyPath::memory, bytes, {sent.back()}, TransferKind::checkpoint));
      }
    }
    const ActivityIndex free = graph.barrier(way_.in_background ? all_copied : sent);
    const bool waits = way_.in_background && way_.stall_barrier;
    graph.mark(graph.delay(waits ? way_.update : Seconds{0}, {free}), Milestone::training_goes_on);
    end_with(graph, graph.barrier(std::move(received)), !options_.storage);
    SaveStage stage{std::move(graph), {Tier::remote_memory, {}, true}, Carrier::process};
    for (const Member& remote : remotes())
      stage.copy.groups.push_back({{remote.role}, 1});
    return stage;
  }

  // Each part goes to one remote; a sender alone sends to all of them.
  std::vector<Role> remotes_of(std::size_t sender) const {
    const std::size_t m = remotes().size(), n = senders().size();
    if (n >= m)
      return {remotes()[sender * m / n].role};
    std::vector<Role> roles;
    for (std::size_t r = 0; r < m; ++r)
      if (r * n / m == sender)
        roles.push_back(remotes()[r].role);
    return roles;
  }

  SaveStage to_file() const {
    ActivityGraph graph;
    Indices joined, written;
    for (const Member& remote : remotes())
      joined.push_back(graph.copy(remote.role, CopyPath::memory, part_of_remote(), {},
                                  TransferKind::checkpoint));
    const ActivityIndex all_joined = graph.barrier(joined);
    if (options_.slot_free == SlotFree::after_join)
      graph.mark(all_joined, Milestone::room);
    for (std::size_t r = 0; r < remotes().size(); ++r) {
      Indices after{joined[r]};
      if (way_.pack)
        after = {graph.compute_beside(
            remotes()[r].role, part_of_remote() / *way_.unpack + part_of_remote() / *way_.pack, 1,
            std::move(after))};
      written.push_back(graph.flow(Place::at(remotes()[r].role), options_.storage->place(),
                                   part_of_remote(), TransferKind::checkpoint, std::move(after)));
    }
    written.push_back(all_joined);
    const ActivityIndex safe =
        graph.delay(options_.storage->fsync, {graph.barrier(std::move(written))});
    end_with(graph, safe, true);
    return {std::move(graph), options_.storage->copy(), Carrier::remote, true};
  }

  // The milestones of a stage, behind its last activity.
  static void end_with(ActivityGraph& graph, ActivityIndex last, bool is_durable) {
    const ActivityIndex written = graph.barrier({last});
    const ActivityIndex committed = graph.barrier({written});
    graph.mark(written, Milestone::written);
    graph.mark(committed, Milestone::committed);
    if (is_durable)
      graph.mark(graph.barrier({committed}), Milestone::durable);
  }

  const SaveContext& context_;
  const RemoteMemoryOptions& options_;
  const RemoteMemoryWay& way_;
  Holders holders_;
};

}  // namespace

void RemoteMemoryOptions::describe(Fields& fields) {
  fields("remotes", remotes, "nodes whose memory takes copies, each an equal part",
         between(1.0, 64.0));
  fields("serialise", serialise, "speed of a rank's CPU at serialisation; without: no cost",
         above(0.0));
  fields(
      "gil_slowdown", gil_slowdown,
      "share of its speed at which training computes in a node that serialises in the background",
      between(1e-3, 1.0));
  fields("local_copies", local_copies,
         "beside it, a copy from the GPUs over PCIe and one in host memory; false where the speed "
         "of serialisation contains them");
  fields("ring", ring, "copies that the memory of the remotes has room for", between(1.0, 64.0));
  fields("slot_free", slot_free, "when a place of the ring may be filled anew");
  fields("restore_from_flusher", restore_from_flusher,
         "what the flusher still writes can be restored although its place is filled anew");
  fields("storage", storage, "where the remotes write; without: copies live in memory alone");
  read_back.describe(fields);
}

SchemeTraits remote_memory_traits(const RemoteMemoryOptions& options, const RemoteMemoryWay& way) {
  SchemeTraits traits;
  traits.remotes = options.remotes;
  traits.ring = traits.in_flight = options.ring;
  traits.restores_from_flusher = options.restore_from_flusher;
  if (way.in_background)
    traits.stall = way.stall_barrier ? Stall::before_step : Stall::never;
  if (options.storage) {
    options.storage->furnish(traits);
    traits.tiers = 2;
  }
  return traits;
}

SavePlan remote_memory_save(const SaveContext& context, const RemoteMemoryOptions& options,
                            const RemoteMemoryWay& way) {
  return RemoteSave(context, options, way).plan();
}

}  // namespace spotgrid::schemes
