// Flows and copies under way, and what is told when they end.
// SPDX-License-Identifier: Apache-2.0
#include "sim/grid/flows.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>

#include "sim/base/error.hpp"
#include "sim/grid/compat.hpp"

namespace spotgrid::grid {
namespace {

namespace s4u = simgrid::s4u;

bool touches(const Endpoint& a, const Endpoint& b) {
  return a.kind == b.kind && a.index == b.index;
}

// SimGrid never ends what has no bytes.
std::uint64_t units(Bytes bytes) {
  return static_cast<std::uint64_t>(std::max(1.0, std::round(bytes.value() * units_per_byte)));
}

}  // namespace

Flows::Flows(const Platform& platform, Timers& timers) : platform_(platform), timers_(timers) {
  compat::on_activity_end([this](const s4u::Activity& activity) { ended(activity); });
  s4u::Engine::on_time_advance_cb([this](double) { time_advanced(); });
}

Flows::~Flows() {
  for (auto& [id, flow] : flows_)
    stop_moving(flow);
}

FlowId Flows::flow(Endpoint from, Endpoint to, FlowKind kind, Bytes bytes, Seconds latency,
                   FlowDone done) {
  const bool inside = touches(from, to);
  require(!inside || from.kind == Endpoint::Kind::slot, "a store does not copy to itself");
  const Platform::Route route =
      inside ? platform_.copy_route(static_cast<SlotId>(from.index), CopyPath::memory)
             : platform_.route(from, to, kind);
  return begin({from, to, route, bytes, std::move(done), {}, {}, {}}, latency);
}

FlowId Flows::copy(SlotId slot, CopyPath path, Bytes bytes, FlowDone done) {
  const Endpoint end = end_of(slot);
  return begin({end, end, platform_.copy_route(slot, path), bytes, std::move(done), {}, {}, {}},
               Seconds{0});
}

FlowId Flows::begin(Flow flow, Seconds latency) {
  const double size = flow.bytes.value();
  require(size >= 0 && size < 1e16, "a flow has from zero to 1e16 bytes");
  require(latency.count() >= 0, "a latency is not negative");
  const FlowId id{++last_};
  Flow& here = flows_.emplace(id, std::move(flow)).first->second;
  if (!platform_.is_up(here.from) || !platform_.is_up(here.to)) {
    conclude(id, FlowEnd::failed);
  } else if (latency.count() > 0) {
    here.latency = timers_.at(Timers::now() + latency, [this, id] { launch(id); });
  } else {
    launch(id);
  }
  return id;
}

void Flows::launch(FlowId id) {
  Flow& flow = flows_.at(id);
  flow.latency.reset();
  if (flow.bytes.value() == 0) {
    conclude(id, FlowEnd::finished);
  } else {
    move(id, flow);
  }
}

void Flows::move(FlowId id, Flow& flow) {
  flow.activity = s4u::Comm::sendto_init()->set_payload_size(units(flow.bytes));
  activities_[flow.activity.get()] = id;
  // The last setter starts it.
  flow.activity->set_source(flow.route.from)->set_destination(flow.route.to);
}

void Flows::cancel(FlowId id) {
  const auto found = flows_.find(id);
  if (found == flows_.end())
    return;
  stop_moving(found->second);
  due_.erase(id);
  flows_.erase(found);
}

void Flows::fail_all(Endpoint end) {
  for (auto& [id, flow] : flows_) {
    if (!touches(flow.from, end) && !touches(flow.to, end))
      continue;
    flow.bytes = remaining(id);
    stop_moving(flow);
    conclude(id, FlowEnd::failed);
  }
}

// SimGrid 3.32 bounds a flow for good by the bandwidths its route has at its start, so a flow that
// is to gain by the change is begun anew with what is left.
void Flows::retype(Endpoint end, const std::function<void()>& change) {
  std::vector<FlowId> moving;
  for (auto& [id, flow] : flows_) {
    if (flow.end || !flow.activity || !(touches(flow.from, end) || touches(flow.to, end)))
      continue;
    flow.bytes = remaining(id);
    stop_moving(flow);
    moving.push_back(id);
  }
  change();
  for (const FlowId id : moving)
    move(id, flows_.at(id));
}

Bytes Flows::remaining(FlowId id) const {
  const auto found = flows_.find(id);
  if (found == flows_.end() || found->second.end == FlowEnd::finished)
    return {};
  const Flow& flow = found->second;
  return flow.activity && !flow.end ? Bytes::of(flow.activity->get_remaining() / units_per_byte)
                                    : flow.bytes;
}

// Forgets the activity before cancelling it, so that what SimGrid says of the cancellation (at once
// in 3.32, later and as a failure in 4.1) finds nothing.
void Flows::stop_moving(Flow& flow) {
  if (flow.latency)
    timers_.cancel(*flow.latency);
  flow.latency.reset();
  if (flow.activity && activities_.erase(flow.activity.get()) > 0) {
    flow.activity->cancel();
    cancelled_.push_back(flow.activity);
  }
}

void Flows::ended(const s4u::Activity& activity) {
  const auto found = activities_.find(&activity);
  if (found == activities_.end())
    return;
  const FlowId id = found->second;
  activities_.erase(found);
  const bool finished = activity.get_state() == s4u::Activity::State::FINISHED;
  conclude(id, finished ? FlowEnd::finished : FlowEnd::failed);
}

void Flows::conclude(FlowId id, FlowEnd end) {
  flows_.at(id).end = end;
  due_.insert(id);
  if (!telling_)
    telling_ = timers_.at(Timers::now(), [this] { tell_next(); });
}

// One call per timer: a callback may throw, stop the run, or cancel the next in line.
void Flows::tell_next() {
  telling_.reset();
  if (due_.empty())
    return;
  const auto id = *due_.begin();
  due_.erase(due_.begin());
  if (!due_.empty())
    telling_ = timers_.at(Timers::now(), [this] { tell_next(); });
  // It is there while it is told, so that what is left of a broken one can be asked for.
  const std::shared_ptr<void> forgotten(nullptr, [this, id](void*) { flows_.erase(id); });
  const FlowDone done = std::move(flows_.at(id).done);
  done(*flows_.at(id).end);
}

void Flows::time_advanced() {
  cancelled_before_.clear();
  cancelled_before_.swap(cancelled_);
  // SimGrid runs the timers of an instant, ends the activities of that instant, and looks at the
  // timers again only if there were any. This one makes it look: without it, what an end sets off
  // would begin one round later, and the shares of every link would be computed twice per end.
  if (!activities_.empty())
    simgrid::kernel::timer::Timer::set(s4u::Engine::get_clock(), [] {});
}

}  // namespace spotgrid::grid
