// Who holds the state that a save copies, and closed forms of the ways between them and to storage.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <initializer_list>
#include <optional>
#include <span>

#include "models/formulas/sharing.hpp"
#include "sim/base/error.hpp"
#include "sim/domain/checkpointing.hpp"

namespace spotgrid::schemes {

// The last of equal flows of `some` members that share `shared`; each passes its NIC and the caps.
inline Seconds simultaneous(std::span<const Member> some, Bytes each, Bandwidth shared,
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

}  // namespace spotgrid::schemes
