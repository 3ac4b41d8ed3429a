// Graphs of copies among the members.
// SPDX-License-Identifier: Apache-2.0
#include "models/checkpointing/member_copies.hpp"

#include <utility>

namespace spotgrid::schemes {

void CacheOptions::describe(Fields& fields) {
  fields("medium", medium, "where nodes keep copies: in host memory (RAM disk), or on their disk");
  fields("disk_write", disk_write, "bandwidth of the disk of a node, with medium disk", above(0.0));
  fields("disk_read", disk_read, "the same, of reading; default: as disk_write", above(0.0));
  fields("encode", encode,
         "speed of a member's CPU at encoding, for each byte it gets; without: no "
         "cost",
         above(0.0));
  fields("decode", decode, "the same at rebuilding a lost part; without: no cost", above(0.0));
  if (!fields.reading())
    return;
  if (medium == Medium::disk && !disk_write)
    fields.problem("disk_write", "copies on disks need its bandwidth, found none",
                   R"(add "disk_write": "500 MB/s")");
  if (medium == Medium::memory && (disk_write || disk_read))
    fields.problem("medium", "copies are in memory, found the bandwidth of a disk",
                   R"(add "medium": "disk", or leave it out)");
}

std::optional<LocalDisk> CacheOptions::disk() const {
  if (medium == Medium::memory)
    return std::nullopt;
  return LocalDisk{*disk_write, disk_read.value_or(*disk_write)};
}

ActivityIndex MemberCopies::into_cache(ActivityGraph& graph, Role role, Bytes bytes,
                                       Indices after) const {
  const CopyPath path = options_.medium == Medium::disk ? CopyPath::disk_write : CopyPath::memory;
  return graph.copy(role, path, bytes, std::move(after), TransferKind::checkpoint);
}

MemberCopies::Indices MemberCopies::from_cache(ActivityGraph& graph, Role role, const Indices& own,
                                               std::size_t member) const {
  if (!own.empty())
    return {own[member]};
  if (options_.medium == Medium::memory)
    return {};
  return {graph.copy(role, CopyPath::disk_read, part(), {}, TransferKind::checkpoint)};
}

MemberCopies::Indices MemberCopies::write_own(ActivityGraph& graph) const {
  Indices written;
  for (const Member& member : holders_.all()) {
    const ActivityIndex on_host =
        graph.copy(member.role, CopyPath::device_to_host, part(), {}, TransferKind::checkpoint);
    written.push_back(into_cache(graph, member.role, part(), {on_host}));
  }
  return written;
}

MemberCopies::Indices MemberCopies::protect(ActivityGraph& graph, const Protection& protection,
                                            const Indices& own) const {
  Indices ready, done;  // by member
  for (std::size_t i = 0; i < holders_.all().size(); ++i)
    ready.push_back(graph.barrier(from_cache(graph, role(i), own, i)));
  const auto send = [&](Role from, Role to) {
    return graph.flow(Place::at(role(number(from))), Place::at(role(number(to))), part(),
                      TransferKind::checkpoint, {ready[number(from)]});
  };
  for (const HolderGroup& group : protection.placement.groups) {
    const std::size_t n = group.holders.size();
    if (group.parts == 1) {
      for (std::size_t k = 1; k < n; ++k)
        done.push_back(into_cache(graph, role(number(group.holders[k])), part(),
                                  {send(group.holders[0], group.holders[k])}));
      continue;
    }
    std::vector<Indices> received(n);
    const std::size_t sends = std::min(protection.neighbours, n - 1);
    for (std::size_t j = 0; j < n; ++j)
      for (std::size_t k = 1; k <= sends; ++k)
        received[(j + k) % n].push_back(send(group.holders[j], group.holders[(j + k) % n]));
    const Bytes parity =
        static_cast<double>(n - group.needs) / static_cast<double>(group.needs) * part();
    for (std::size_t j = 0; j < n; ++j) {
      const Role self = role(number(group.holders[j]));
      if (options_.encode)
        received[j] = {graph.compute(self, static_cast<double>(sends) * part() / *options_.encode,
                                     std::move(received[j]))};
      done.push_back(into_cache(graph, self, parity, std::move(received[j])));
    }
  }
  for (const ActivityIndex index : ready)
    done.push_back(index);
  return done;
}

MemberCopies::Indices MemberCopies::flush(ActivityGraph& graph, const Indices& own,
                                          const StorageOptions& storage) const {
  Indices written;
  for (std::size_t i = 0; i < holders_.all().size(); ++i)
    written.push_back(graph.flow(Place::at(role(i)), storage.place(), part(),
                                 TransferKind::checkpoint, from_cache(graph, role(i), own, i)));
  return written;
}

TierCopy MemberCopies::copy(const Protection& protection) const {
  TierCopy copy{Tier::host_memory, {}, true};
  for (HolderGroup group : protection.placement.groups) {
    if (group.holders.size() > 1)
      copy.tier = Tier::peer_memory;
    for (Role& holder : group.holders)
      holder = role(number(holder));
    copy.groups.push_back(std::move(group));
  }
  if (options_.medium == Medium::disk)
    copy.tier = Tier::local_disk;
  return copy;
}

std::vector<MemoryUse> MemberCopies::memory(double kept, double under_way, double buffer) const {
  std::vector<MemoryUse> all;
  const double in_memory = options_.medium == Medium::memory ? 1 : 0;
  for (const Member& member : holders_.all())
    all.push_back(
        {member.role, in_memory * kept * part(), in_memory * under_way * part(), buffer * part()});
  return all;
}

void end_stage(ActivityGraph& graph, ActivityIndex last, bool is_durable) {
  const ActivityIndex written = graph.barrier({last});
  const ActivityIndex committed = graph.barrier({written});
  graph.mark(written, Milestone::written);
  graph.mark(committed, Milestone::committed);
  if (is_durable)
    graph.mark(graph.barrier({committed}), Milestone::durable);
}

}  // namespace spotgrid::schemes
