// The training speed that is missing, by cause.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "sim/engine/trainer.hpp"

namespace spotgrid::engine {

// Modes that train with fewer workers: the speed that is missing, by what the missing workers are
// doing; asked after each batch of events, since nothing changes between two.
void Trainer::account_missing() {
  const Seconds time = world_.now() - missing_since_;
  missing_since_ = world_.now();
  for (const auto& [cause, share] : missing_)
    if (time > 0s)
      shortfall_[cause] += share * time.count();
  missing_.clear();
  const bool in_step = traits_.in_step;
  if (phase_ != Phase::training || (in_step && missing_speed_ <= 0))
    return;
  const auto trains = [this](NodeId id) {
    const auto found = loops_.find(id);
    return found != loops_.end() && found->second.joined;
  };
  const auto joins = [&](const Node& node) {
    if (in_step)
      return fleet_.doing(node).state == NodeState::spare && !node.notice_seen;
    return node.life == Node::Life::ready && is_member(node.id) && !trains(node.id);
  };
  auto missing = static_cast<double>(traits_.nodes);
  for (const auto& loop : loops_)
    missing -= loop.second.joined ? 1 : 0;
  if (in_step)
    missing -= static_cast<double>(workers_.size());
  if (missing <= 0)
    return;
  // What one of them would add.
  const double each = in_step ? missing_speed_ / missing : 1 / static_cast<double>(traits_.nodes);
  const auto charge = [&](const char* cause, double nodes) {
    const double counted = std::min(missing, nodes);
    if (counted > 0)
      missing_[cause] = counted * each;
    missing -= std::max(counted, 0.0);
  };
  double booting = 0, requested = 0, undetected = 0, joining = 0;
  for (const NodeId id : fleet_.believed()) {
    const Node& node = fleet_.node(id);
    if (node.serves())
      continue;
    undetected += node.alive() ? 0 : 1;
    requested += node.life == Node::Life::requested ? 1 : 0;
    booting += node.life == Node::Life::booting ? 1 : 0;
    joining += joins(node) ? 1 : 0;
  }
  charge("undetected", undetected);
  charge("requested", requested);
  charge("booting", booting);
  charge("joining", joining);
  charge("no capacity", missing);
}

}  // namespace spotgrid::engine
