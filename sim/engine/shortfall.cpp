// The training speed that is missing, by cause.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "sim/engine/trainer.hpp"

namespace spotgrid::engine {

// Elastic modes: the speed that is missing, by what the missing workers are doing; asked after each
// batch of events, since nothing changes between two.
void Trainer::account_missing() {
  const Seconds time = world_.now() - missing_since_;
  missing_since_ = world_.now();
  for (const auto& [cause, share] : missing_)
    if (time > 0s)
      shortfall_[cause] += share * time.count();
  missing_.clear();
  if (phase_ != Phase::training || traits_.in_step)
    return;
  const auto trains = [this](NodeId id) {
    const auto found = loops_.find(id);
    return found != loops_.end() && found->second.joined;
  };
  auto missing = static_cast<double>(traits_.nodes);
  for (const auto& loop : loops_)
    missing -= trains(loop.first) ? 1 : 0;
  const auto charge = [&](const char* cause, double nodes) {
    const double counted = std::min(missing, nodes);
    if (counted > 0)
      missing_[cause] = counted / static_cast<double>(traits_.nodes);
    missing -= std::max(counted, 0.0);
  };
  double booting = 0, requested = 0, undetected = 0, joining = 0;
  for (const NodeId id : fleet_.believed()) {
    const Node& node = fleet_.node(id);
    if (node.server)
      continue;
    undetected += node.alive() ? 0 : 1;
    requested += node.life == Node::Life::requested ? 1 : 0;
    booting += node.life == Node::Life::booting ? 1 : 0;
    joining += node.life == Node::Life::ready && is_member(id) && !trains(id) ? 1 : 0;
  }
  charge("undetected", undetected);
  charge("requested", requested);
  charge("booting", booting);
  charge("joining", joining);
  charge("no capacity", missing);
}

}  // namespace spotgrid::engine
