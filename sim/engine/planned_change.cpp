// Changes of the group that follow no loss: noticed members are drained, ready nodes join.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "sim/engine/trainer.hpp"

namespace spotgrid::engine {

// A restart reads the newest commit, so that what was done since then is saved first.
bool Trainer::change_loses_work() const {
  return checkpointer_.traits().saves && traits_.on_change == OnChange::restart &&
         checkpointer_.committed() < done_now();
}

void Trainer::change_as_planned() {
  if (drains_now()) {
    halt("a member was drained");
    try_change();
    return;
  }
  for_joiners_ = true;  // nothing broke: neither schedules nor `no_progress` count it
  break_off("nodes join");
  change();
}

// From here on a noticed member would die before the next iteration has ended, and its save with
// it.
Instant Trainer::drain_time(const Node& node) const {
  const bool saves = checkpointer_.traits().saves && traits_.on_change == OnChange::restart;
  return node.doom->dies_at - (quiet_ + (saves ? members_.quiet_save().latency : Seconds{0}));
}

bool Trainer::drains_now() const {
  if (!traits_.drains)
    return false;
  return std::any_of(workers_.begin(), workers_.end(), [&](NodeId id) {
    const Node& node = fleet_.node(id);
    return node.notice_seen && world_.now() >= drain_time(node);
  });
}

// From when on the spares join at an iteration end; never() where the group would not grow, since
// what replaces a noticed member comes in with its loss, or where their save would find no storage.
Instant Trainer::join_time() const {
  const auto members = static_cast<std::int64_t>(workers_.size());
  if (!traits_.elastic() || members >= traits_.nodes)
    return Instant::never();
  std::int64_t lasting = std::count_if(workers_.begin(), workers_.end(),
                                       [this](NodeId id) { return !fleet_.node(id).notice_seen; });
  Instant first = Instant::never();
  for (const NodeId id : fleet_.living()) {
    const Node& node = fleet_.node(id);
    if (fleet_.doing(node).state != NodeState::spare || node.notice_seen)
      continue;
    ++lasting;
    first = std::min(first, *node.ready);
  }
  const bool grows = std::min(lasting, traits_.nodes) > members;
  if (!grows || (change_loses_work() && checkpointer_.storage_back()))
    return Instant::never();
  if (traits_.join_after)
    return first + *traits_.join_after;
  return last_commit_ && *last_commit_ >= first ? *last_commit_ : Instant::never();
}

bool Trainer::joins_now() const {
  return world_.now() >= join_time();
}

}  // namespace spotgrid::engine
