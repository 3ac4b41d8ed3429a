// Graphs of restores.
// SPDX-License-Identifier: Apache-2.0
#include "models/checkpointing/read_back.hpp"

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include "models/checkpointing/copied_parts.hpp"
#include "models/checkpointing/holders.hpp"

namespace spotgrid::schemes {
namespace {

using Indices = std::vector<ActivityIndex>;

class Restore {
 public:
  Restore(const SaveContext& context, const HeldCopy& copy, const ReadBack& how)
      : context_(context),
        copy_(copy),
        how_(how),
        holders_(context),
        parts_(copy.groups, holders_.all()) {}

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
    const auto parts = static_cast<double>(parts_.size());
    Indices some;
    for (const CopiedParts::Share& share : parts_.shares(member, bytes == context_.state_size))
      some.push_back(from_part(share.part, member, share.of_part * context_.state_size / parts));
    return some;
  }

  ActivityIndex from_part(std::size_t index, std::size_t member, Bytes bytes) {
    const CopiedParts::Part& part = parts_[index];
    const Role reader = role(member);
    if (part.holders.empty()) {
      const ActivityIndex built = rebuilt(index);
      const Role builder = role(parts_.builder(index));
      return builder == reader ? built
                               : graph_.flow(Place::at(builder), Place::at(reader), bytes,
                                             TransferKind::restore, {built});
    }
    if (std::find(part.holders.begin(), part.holders.end(), reader) != part.holders.end())
      return inside(reader, bytes);
    return sent(part.holders[member % part.holders.size()], reader, bytes);
  }

  ActivityIndex sent(Role holder, Role reader, Bytes bytes) {
    Indices after;
    if (copy_.tier == Tier::local_disk)
      after.push_back(graph_.copy(holder, CopyPath::disk_read, bytes, {}, TransferKind::restore));
    return graph_.flow(Place::at(holder), Place::at(reader), bytes, TransferKind::restore,
                       std::move(after));
  }

  // Each holder that is needed gives as much as the part has: of every stripe that crosses it one
  // block.
  ActivityIndex rebuilt(std::size_t index) {
    const auto known = built_.find(index);
    if (known != built_.end())
      return known->second;
    const CopiedParts::Part& part = parts_[index];
    const Role builder = role(parts_.builder(index));
    const Bytes bytes = context_.state_size / static_cast<double>(parts_.size());
    Indices pieces;
    for (const Role holder : part.code)
      pieces.push_back(holder == builder ? inside(builder, bytes) : sent(holder, builder, bytes));
    const auto count = static_cast<double>(pieces.size());
    const ActivityIndex built =
        how_.decode ? graph_.compute(builder, count * bytes / *how_.decode, std::move(pieces))
                    : graph_.barrier(std::move(pieces));
    built_[index] = built;
    return built;
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
  CopiedParts parts_;
  std::map<std::size_t, ActivityIndex> built_;  // by part
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
