// Steps of graphs: timers, flows and copies of the room.
// SPDX-License-Identifier: Apache-2.0
#include "sim/engine/room_graphs.hpp"

#include <algorithm>
#include <utility>

namespace spotgrid::engine {

void RoomGraphs::add(GraphId name, std::shared_ptr<const ActivityGraph> graph) {
  require(!graph->empty(), "an activity graph has a beginning");
  running_[name].graph = std::move(graph);
}

void RoomGraphs::begin(GraphId name) {
  Running& running = running_.at(name);
  const std::shared_ptr<const ActivityGraph> graph = running.graph;  // also when it is removed
  const auto& activities = graph->activities();
  running.steps.assign(activities.size(), Step{});
  for (ActivityIndex i = 0; i < activities.size(); ++i)
    running.steps[i].missing = activities[i].after.size();
  running.left = activities.size();
  const std::uint64_t turn = ++running.turn;
  for (const ActivityIndex i : graph->first()) {
    const auto still = running_.find(name);
    if (still == running_.end() || still->second.turn != turn)
      return;
    begin_step(name, i);
  }
}

void RoomGraphs::begin_step(GraphId name, ActivityIndex index) {
  Running& running = running_.at(name);
  Step& step = running.steps[index];
  step.progress = Progress::running;
  step.began = room_.clock();
  const Activity& activity = running.graph->activities()[index];
  host_.step_began(name, index);
  switch (activity.kind) {
    case Activity::Kind::compute:
    case Activity::Kind::delay:
      if (activity.seconds > 0s) {
        begin_time(name, index, activity);
        return;
      }
      break;
    case Activity::Kind::barrier:
      break;
    case Activity::Kind::copy:
    case Activity::Kind::flow:
      begin_flow(name, index, activity);
      return;
  }
  end_step(name, index);
}

void RoomGraphs::begin_time(GraphId name, ActivityIndex index, const Activity& activity) {
  Step& step = running_.at(name).steps[index];
  step.left = activity.seconds;
  step.since = room_.clock();
  step.speed = speed_of(name, activity);
  if (step.speed < 1)
    host_.pace_changed(name, index, step.left);
  set_alarm(name, index);
  if (activity.slows())
    slow(host_.slot(name, activity.role), activity.slows_to);
}

void RoomGraphs::set_alarm(GraphId name, ActivityIndex index) {
  Step& step = running_.at(name).steps[index];
  step.timer = room_.after(step.left / step.speed, [this, name, index] { end_step(name, index); });
}

// Of several that slow it the slowest counts: they wait for one lock.
double RoomGraphs::speed_of(GraphId name, const Activity& activity) {
  if (slowing_.empty() || activity.kind != Activity::Kind::compute ||
      activity.transfer != TransferKind::training)
    return 1;
  const auto found = slowing_.find(host_.slot(name, activity.role));
  return found == slowing_.end() ? 1 : *found->second.begin();
}

void RoomGraphs::pace(grid::SlotId slot) {
  for (auto& [name, running] : running_) {
    for (ActivityIndex i = 0; i < running.steps.size(); ++i) {
      Step& step = running.steps[i];
      const Activity& activity = running.graph->activities()[i];
      if (step.progress != Progress::running || !step.timer ||
          activity.kind != Activity::Kind::compute || host_.slot(name, activity.role) != slot)
        continue;
      const double speed = speed_of(name, activity);
      if (speed == step.speed)
        continue;
      step.left = left_of(step, room_.clock());
      step.since = room_.clock();
      step.speed = speed;
      host_.pace_changed(name, i, step.left);
      room_.cancel(*step.timer);
      set_alarm(name, i);
    }
  }
}

void RoomGraphs::slow(grid::SlotId slot, double slows_to) {
  ++moving_[static_cast<std::size_t>(TransferKind::checkpoint)];
  slowing_[slot].insert(slows_to);
  pace(slot);
}

void RoomGraphs::relieve(grid::SlotId slot, double slows_to) {
  --moving_[static_cast<std::size_t>(TransferKind::checkpoint)];
  const auto found = slowing_.find(slot);
  found->second.erase(found->second.find(slows_to));
  if (found->second.empty())
    slowing_.erase(found);
  pace(slot);
}

Seconds RoomGraphs::latency_of(GraphId name, const Activity& activity) const {
  if (activity.kind == Activity::Kind::copy)
    return Seconds{0};
  return activity.latency ? *activity.latency : host_.latency(name, activity.from, activity.to);
}

void RoomGraphs::begin_flow(GraphId name, ActivityIndex index, const Activity& activity) {
  ++moving_[static_cast<std::size_t>(activity.transfer)];
  const grid::FlowDone done = [this, name, index](grid::FlowEnd how) {
    flow_ended(name, index, how);
  };
  Step& step = running_.at(name).steps[index];
  if (activity.kind == Activity::Kind::copy) {
    step.flow = room_.copy(host_.slot(name, activity.role),
                           static_cast<grid::CopyPath>(activity.path), activity.bytes, done);
    return;
  }
  const grid::Endpoint from = host_.end_of(name, activity.from);
  const grid::Endpoint to = host_.end_of(name, activity.to);
  step.flow = room_.flow(from, to, static_cast<grid::FlowKind>(activity.transfer), activity.bytes,
                         latency_of(name, activity), done);
}

void RoomGraphs::flow_ended(GraphId name, ActivityIndex index, grid::FlowEnd how) {
  const auto found = running_.find(name);
  if (found == running_.end() || found->second.steps[index].progress != Progress::running)
    return;
  const Activity& activity = found->second.graph->activities()[index];
  if (how == grid::FlowEnd::failed) {
    stop(name);
    host_.failed(name);
    return;
  }
  --moving_[static_cast<std::size_t>(activity.transfer)];
  if (activity.kind == Activity::Kind::flow)
    host_.moved(name, activity, activity.bytes);
  end_step(name, index);
}

void RoomGraphs::end_step(GraphId name, ActivityIndex index) {
  Running& running = running_.at(name);
  Step& step = running.steps[index];
  step.progress = Progress::ended;
  const bool took_time = std::exchange(step.timer, std::nullopt).has_value();
  step.flow.reset();
  if (const Activity& over = running.graph->activities()[index]; took_time && over.slows())
    relieve(host_.slot(name, over.role), over.slows_to);
  --running.left;
  const std::uint64_t turn = running.turn;
  host_.step_ended(name, index);
  const Milestone milestone = running.graph->activities()[index].milestone;
  const bool last = running.left == 0;
  if (milestone != Milestone::none)
    host_.reached(name, milestone);
  if (last) {
    host_.ended(name);
    return;
  }
  const std::shared_ptr<const ActivityGraph> graph = running.graph;  // also when it is removed
  for (const ActivityIndex after : graph->next(index)) {
    const auto still = running_.find(name);
    if (still == running_.end() || still->second.turn != turn)
      return;
    if (--still->second.steps[after].missing == 0)
      begin_step(name, after);
  }
}

Bytes RoomGraphs::left_of(const Step& step, const Activity& activity) const {
  return step.flow ? room_.remaining(*step.flow) : activity.bytes;
}

void RoomGraphs::stop(GraphId name) {
  Running& running = running_.at(name);
  ++running.turn;
  for (ActivityIndex i = 0; i < running.steps.size(); ++i) {
    Step& step = running.steps[i];
    const bool runs = std::exchange(step.progress, Progress::ended) == Progress::running;
    if (!runs)
      continue;
    const Activity& activity = running.graph->activities()[i];
    if (step.timer) {
      room_.cancel(*step.timer);
      step.timer.reset();
      if (activity.slows())
        relieve(host_.slot(name, activity.role), activity.slows_to);
    }
    if (!activity.moves_bytes())
      continue;
    --moving_[static_cast<std::size_t>(activity.transfer)];
    const Bytes moved = activity.bytes - left_of(step, activity);
    if (step.flow)
      room_.cancel(*step.flow);
    if (activity.kind == Activity::Kind::flow)
      host_.moved(name, activity, moved);
  }
}

bool RoomGraphs::uses(GraphId name, Role role) const {
  const Running& running = running_.at(name);
  for (std::size_t i = 0; i < running.steps.size(); ++i)
    if (running.steps[i].progress != Progress::ended && running.graph->activities()[i].needs(role))
      return true;
  return false;
}

ActivityGraph RoomGraphs::left(GraphId name) const {
  const Running& running = running_.at(name);
  ActivityGraph rest;
  std::vector<ActivityIndex> place(running.steps.size());
  for (ActivityIndex i = 0; i < running.steps.size(); ++i) {
    const Step& step = running.steps[i];
    if (step.progress == Progress::ended)
      continue;
    Activity activity = running.graph->activities()[i];
    std::vector<ActivityIndex> after;
    for (const ActivityIndex before : activity.after)
      if (running.steps[before].progress != Progress::ended)
        after.push_back(place[before]);
    if (step.progress == Progress::running) {
      const Seconds gone = room_.clock() - step.began;
      if (step.timer)
        activity.seconds = left_of(step, room_.clock());
      if (activity.moves_bytes())
        activity.bytes = left_of(step, activity);
      if (activity.kind == Activity::Kind::flow)
        activity.latency = std::max(latency_of(name, activity) - gone, Seconds{0});
    }
    place[i] = rest.add(std::move(activity), std::move(after));
  }
  return rest;
}

}  // namespace spotgrid::engine
