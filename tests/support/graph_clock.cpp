// Graphs are run as a fluid: rates hold until the next activity starts to flow or ends.
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/graph_clock.hpp"

#include <algorithm>
#include <limits>
#include <set>
#include <stdexcept>
#include <tuple>

namespace spotgrid {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

// What is shared: (is it a node's NIC, which node, is it the outgoing direction).
using Resource = std::tuple<Place::Kind, Role, bool>;

struct Running {
  ActivityIndex index;
  double wait;   // seconds before it flows, or all of a timed activity
  double bytes;  // left
  double rate = 0;
};

std::vector<Resource> passed(const Activity& flow) {
  return {{flow.from.kind, flow.from.role, true}, {flow.to.kind, flow.to.role, false}};
}

double capacity(const Resource& resource, const GraphNetwork& network) {
  const auto& [kind, node, outgoing] = resource;
  if (kind == Place::Kind::member) {
    const auto found = network.nics.find(node);
    return found == network.nics.end() ? infinity : found->second.value();
  }
  const auto& of_storage = outgoing ? network.storage_read : network.storage_write;
  return of_storage ? of_storage->value() : infinity;
}

class FluidClock {
 public:
  FluidClock(const ActivityGraph& graph, const GraphNetwork& network)
      : graph_(graph), network_(network), ends_(graph.activities().size(), Seconds{-1}) {}

  std::vector<Seconds> run() {
    start_ready();
    while (!running_.empty()) {
      share();
      advance();
      start_ready();
    }
    return ends_;
  }

 private:
  bool ended(ActivityIndex i) const { return ends_[i] >= Seconds{0}; }

  void start_ready() {
    for (ActivityIndex i = 0; i < ends_.size(); ++i) {
      const Activity& activity = graph_.activities()[i];
      const bool ready = std::all_of(activity.after.begin(), activity.after.end(),
                                     [this](ActivityIndex before) { return ended(before); });
      if (started_.contains(i) || !ready)
        continue;
      started_.insert(i);
      if (activity.kind == Activity::Kind::copy)
        throw std::invalid_argument("the clock of tests knows no copies");
      const bool flows = activity.kind == Activity::Kind::flow;
      if (activity.kind == Activity::Kind::barrier)
        ends_[i] = Seconds{now_};
      else
        running_.push_back({i, flows ? network_.latency.count() : activity.seconds.count(),
                            flows ? activity.bytes.value() : 0});
    }
  }

  // Progressive filling: the flow with the least share is given it, and the rest shares the rest.
  void share() {
    std::map<Resource, double> left;
    std::map<Resource, double> users;
    std::vector<Running*> open;
    for (Running& one : running_) {
      one.rate = 0;
      if (one.wait > 0 || one.bytes <= 0)
        continue;
      open.push_back(&one);
      for (const Resource& resource : passed(graph_.activities()[one.index])) {
        left.emplace(resource, capacity(resource, network_));
        users[resource] += 1;
      }
    }
    const auto offered = [&](const Running* one) {
      double rate = network_.cap_per_flow ? network_.cap_per_flow->value() : infinity;
      for (const Resource& resource : passed(graph_.activities()[one->index]))
        rate = std::min(rate, left[resource] / users[resource]);
      return rate;
    };
    while (!open.empty()) {
      const auto least = std::min_element(
          open.begin(), open.end(),
          [&](const Running* a, const Running* b) { return offered(a) < offered(b); });
      Running* one = *least;
      one->rate = offered(one);
      for (const Resource& resource : passed(graph_.activities()[one->index])) {
        left[resource] -= one->rate;
        users[resource] -= 1;
      }
      open.erase(least);
    }
  }

  static double time_left(const Running& one) {
    if (one.wait > 0)
      return one.wait;
    return one.bytes > 0 ? one.bytes / one.rate : 0;
  }

  void advance() {
    double step = infinity;
    for (const Running& one : running_)
      step = std::min(step, time_left(one));
    now_ += step;
    for (Running& one : running_) {
      // What is due within a rounding error is due now.
      const bool due = time_left(one) <= step * (1 + 1e-12) + 1e-12;
      if (one.wait > 0)
        one.wait = due ? 0 : one.wait - step;
      else
        one.bytes = due ? 0 : one.bytes - one.rate * step;
    }
    std::erase_if(running_, [this](const Running& one) {
      const bool done = one.wait <= 0 && one.bytes <= 0;
      if (done)
        ends_[one.index] = Seconds{now_};
      return done;
    });
  }

  const ActivityGraph& graph_;
  const GraphNetwork& network_;
  std::vector<Seconds> ends_;
  std::vector<Running> running_;
  std::set<ActivityIndex> started_;
  double now_ = 0;
};

}  // namespace

std::vector<Seconds> activity_ends(const ActivityGraph& graph, const GraphNetwork& network) {
  return FluidClock(graph, network).run();
}

Seconds graph_length(const ActivityGraph& graph, const GraphNetwork& network) {
  const std::vector<Seconds> ends = activity_ends(graph, network);
  return ends.empty() ? Seconds{0} : *std::max_element(ends.begin(), ends.end());
}

std::optional<Seconds> milestone_at(const ActivityGraph& graph, const GraphNetwork& network,
                                    Milestone milestone) {
  const std::vector<Seconds> ends = activity_ends(graph, network);
  for (std::size_t i = 0; i < ends.size(); ++i)
    if (graph.activities()[i].milestone == milestone)
      return ends[i];
  return std::nullopt;
}

}  // namespace spotgrid
