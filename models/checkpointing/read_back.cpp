// Graphs of restores.
// SPDX-License-Identifier: Apache-2.0
#include "models/checkpointing/read_back.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "models/checkpointing/holders.hpp"

namespace spotgrid::schemes {
namespace {

using Indices = std::vector<ActivityIndex>;

class Restore {
 public:
  Restore(const SaveContext& context, const HeldCopy& copy, const ReadBack& how)
      : context_(context), copy_(copy), how_(how), holders_(context) {}

  ActivityGraph graph() {
    Indices ready;
    if (how_.by == RestoreBy::all_read) {
      for (std::size_t i = 0; i < holders_.all().size(); ++i)
        ready.push_back(loaded(i, holders_.needed(), fetch(i, holders_.needed())));
    } else {
      const Indices all = fetch(0, context_.state_size);
      ready.push_back(loaded(0, holders_.needed(), all));
      const Place first = Place::at(holders_.first().role);
      for (std::size_t i = 1; i < holders_.all().size(); ++i) {
        const ActivityIndex sent =
            graph_.flow(first, Place::at(role(i)), holders_.needed(), TransferKind::restore, all);
        ready.push_back(loaded(i, holders_.needed(), {sent}));
      }
    }
    graph_.mark(graph_.barrier(std::move(ready)), Milestone::restored);
    return std::move(graph_);
  }

 private:
  Role role(std::size_t member) const { return holders_.all()[member].role; }

  ActivityIndex loaded(std::size_t member, Bytes bytes, Indices after) {
    if (how_.deserialise)
      return graph_.compute(role(member), bytes / *how_.deserialise, std::move(after));
    return graph_.barrier(std::move(after));
  }

  // `bytes` of the state for a member, from wherever the copy lies.
  Indices fetch(std::size_t member, Bytes bytes) {
    if (copy_.groups.empty()) {
      const Place from = copy_.tier == Tier::object_store ? Place::objects() : Place::storage();
      return {graph_.flow(from, Place::at(role(member)), bytes, TransferKind::restore)};
    }
    const std::size_t parts = copy_.groups.size();
    const bool all = bytes == context_.state_size;
    if (!all)  // its own part alone
      return {from_group(copy_.groups[member * parts / holders_.all().size()], member, bytes)};
    Indices some;
    for (const HolderGroup& group : copy_.groups)
      some.push_back(from_group(group, member, bytes / static_cast<double>(parts)));
    return some;
  }

  ActivityIndex from_group(const HolderGroup& group, std::size_t member, Bytes bytes) {
    require(!group.holders.empty(), "a copy that is restored has living holders");
    const Role reader = role(member);
    const auto own = std::find(group.holders.begin(), group.holders.end(), reader);
    if (own != group.holders.end())
      return inside(reader, bytes);
    const Role holder = group.holders[member % group.holders.size()];
    Indices after;
    if (copy_.tier == Tier::local_disk)
      after.push_back(graph_.copy(holder, CopyPath::disk_read, bytes, {}, TransferKind::restore));
    return graph_.flow(Place::at(holder), Place::at(reader), bytes, TransferKind::restore,
                       std::move(after));
  }

  ActivityIndex inside(Role reader, Bytes bytes) {
    switch (copy_.tier) {
      case Tier::gpu:
        return graph_.barrier({});
      case Tier::local_disk:
        return graph_.copy(reader, CopyPath::disk_read, bytes, {}, TransferKind::restore);
      default:
        return graph_.copy(reader, CopyPath::host_to_device, bytes, {}, TransferKind::restore);
    }
  }

  const SaveContext& context_;
  const HeldCopy& copy_;
  const ReadBack& how_;
  Holders holders_;
  ActivityGraph graph_;
};

}  // namespace

void ReadBack::describe(Fields& fields) {
  fields("restore", by,
         "each member reads what it needs, or the first one reads all and sends the others theirs");
  fields("deserialise", deserialise, "speed of a member's CPU at loading; without: no cost",
         above(0.0));
}

ActivityGraph read_back(const SaveContext& context, const HeldCopy& copy, const ReadBack& how) {
  return Restore(context, copy, how).graph();
}

}  // namespace spotgrid::schemes
