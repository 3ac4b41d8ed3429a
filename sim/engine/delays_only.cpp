// Graphs in which only time passes: the end of each activity is known when the graph starts.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <map>
#include <set>

#include "sim/engine/activities.hpp"

namespace spotgrid::engine {
namespace {

class DelaysOnly final : public Activities {
 public:
  explicit DelaysOnly(World& world) : world_(world) {}

  GraphId start(const ActivityGraph& graph, EventClass kind, std::uint64_t id,
                GraphEvents events) override {
    require(graph.only_delays(), "a run without SimGrid moves no bytes");
    const auto name = static_cast<GraphId>(next_++);
    Running& running = running_[name];
    running.events = std::move(events);
    Seconds last{0};
    std::vector<Seconds> ends;
    for (const Activity& activity : graph.activities()) {
      Seconds begin{0};
      for (const ActivityIndex before : activity.after)
        begin = std::max(begin, ends[before]);
      ends.push_back(begin + activity.seconds);
      last = std::max(last, ends.back());
      if (activity.kind == Activity::Kind::compute)
        running.nodes.insert(activity.node);
      if (activity.milestone != Milestone::none)
        push(name, kind, id, ends.back(),
             [this, name, what = activity.milestone] { running_.at(name).events.reached(what); });
    }
    push(name, kind, id, last, [this, name] {
      const GraphEvents told = std::move(running_.at(name).events);
      running_.erase(name);
      told.ended();
    });
    return name;
  }

  void cancel(GraphId graph) override {
    const auto found = running_.find(graph);
    if (found == running_.end())
      return;
    for (const EventQueue::Key& key : found->second.keys)
      world_.queue.cancel(key);
    running_.erase(found);
  }

  void node_ends(NodeId node) override {
    std::vector<GraphId> broken;
    for (const auto& [name, running] : running_)
      if (running.nodes.contains(node))
        broken.push_back(name);
    for (const GraphId name : broken) {
      Running& running = running_.at(name);
      for (const EventQueue::Key& key : running.keys)
        world_.queue.cancel(key);
      running.nodes.clear();
      running.keys = {world_.queue.push(world_.now(), EventClass::seen, number(node), [this, name] {
        const GraphEvents told = std::move(running_.at(name).events);
        running_.erase(name);
        told.failed();
      })};
    }
  }
  void set_storage(bool) override {}
  bool moving(TransferKind) const override { return false; }

  void run(const std::function<void()>& after_batch) override {
    while (!stopped_ && !world_.queue.empty())
      world_.queue.deliver_batch(after_batch);
  }
  void stop() override { stopped_ = true; }

 private:
  struct Running {
    GraphEvents events;
    std::vector<EventQueue::Key> keys;
    std::set<NodeId> nodes;
  };

  void push(GraphId name, EventClass kind, std::uint64_t id, Seconds offset,
            std::function<void()> tell) {
    running_[name].keys.push_back(
        world_.queue.push(world_.now() + offset, kind, id, std::move(tell)));
  }

  World& world_;
  std::map<GraphId, Running> running_;
  std::uint64_t next_ = 0;
  bool stopped_ = false;
};

}  // namespace

std::unique_ptr<Activities> delays_only(World& world) {
  return std::make_unique<DelaysOnly>(world);
}

}  // namespace spotgrid::engine
