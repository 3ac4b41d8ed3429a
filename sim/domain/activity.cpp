// Building of activity graphs.
// SPDX-License-Identifier: Apache-2.0
#include "sim/domain/activity.hpp"

#include <algorithm>
#include <utility>

#include "sim/base/error.hpp"

namespace spotgrid {

bool Activity::needs(Role who) const {
  if (kind == Kind::flow)
    return from == Place::at(who) || to == Place::at(who);
  return (kind == Kind::compute || kind == Kind::copy) && role == who;
}

ActivityIndex ActivityGraph::add(Activity activity, std::vector<ActivityIndex> after) {
  for (const ActivityIndex index : after)
    require(index < activities_.size(), "an activity comes after earlier ones");
  const auto here = static_cast<ActivityIndex>(activities_.size());
  for (const ActivityIndex before : after)
    next_[before].push_back(here);
  if (after.empty())
    first_.push_back(here);
  activity.after = std::move(after);
  activities_.push_back(std::move(activity));
  next_.emplace_back();
  return here;
}

ActivityIndex ActivityGraph::compute(Role role, Seconds seconds, std::vector<ActivityIndex> after) {
  Activity activity{.kind = Activity::Kind::compute};
  activity.role = role;
  activity.seconds = seconds;
  return add(std::move(activity), std::move(after));
}

ActivityIndex ActivityGraph::compute_beside(Role role, Seconds seconds, double slows_to,
                                            std::vector<ActivityIndex> after) {
  const ActivityIndex index = compute(role, seconds, std::move(after));
  activities_[index].transfer = TransferKind::checkpoint;
  activities_[index].slows_to = slows_to;
  return index;
}

ActivityIndex ActivityGraph::copy(Role role, CopyPath path, Bytes bytes,
                                  std::vector<ActivityIndex> after, TransferKind transfer) {
  Activity activity{.kind = Activity::Kind::copy};
  activity.role = role;
  activity.path = path;
  activity.bytes = bytes;
  activity.transfer = transfer;
  return add(std::move(activity), std::move(after));
}

ActivityIndex ActivityGraph::flow(Place from, Place to, Bytes bytes, TransferKind transfer,
                                  std::vector<ActivityIndex> after) {
  Activity activity{.kind = Activity::Kind::flow};
  activity.from = from;
  activity.to = to;
  activity.bytes = bytes;
  activity.transfer = transfer;
  return add(std::move(activity), std::move(after));
}

ActivityIndex ActivityGraph::delay(Seconds seconds, std::vector<ActivityIndex> after) {
  Activity activity{.kind = Activity::Kind::delay};
  activity.seconds = seconds;
  return add(std::move(activity), std::move(after));
}

ActivityIndex ActivityGraph::barrier(std::vector<ActivityIndex> after) {
  return add(Activity{.kind = Activity::Kind::barrier}, std::move(after));
}

void ActivityGraph::mark(ActivityIndex activity, Milestone milestone) {
  require(activity < activities_.size(), "a milestone marks an activity of the graph");
  activities_[activity].milestone = milestone;
}

std::vector<Role> ActivityGraph::roles() const {
  std::vector<Role> all;
  for (const Activity& a : activities_) {
    if (a.kind == Activity::Kind::compute || a.kind == Activity::Kind::copy)
      all.push_back(a.role);
    for (const Place& place : {a.from, a.to})
      if (a.kind == Activity::Kind::flow && place.kind == Place::Kind::member)
        all.push_back(place.role);
  }
  std::sort(all.begin(), all.end());
  all.erase(std::unique(all.begin(), all.end()), all.end());
  return all;
}

bool ActivityGraph::only_delays() const {
  return std::all_of(activities_.begin(), activities_.end(),
                     [](const Activity& a) { return !a.moves_bytes() && !a.slows(); });
}

}  // namespace spotgrid
