// Activity graphs along remembered courses: no SimGrid in this process.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <map>
#include <memory>
#include <set>
#include <vector>

#include "sim/engine/iteration_ends.hpp"
#include "sim/engine/memo.hpp"
#include "sim/engine/shared_links.hpp"

namespace spotgrid::engine {

// Graphs that share links form a scene, whose course is known from its beginning until the next
// intervention: a graph that starts in it, is cancelled, breaks, or pauses. What is left then
// begins the next scene. All interventions of one batch of events are one.
class OnMemo final : public Activities {
 public:
  OnMemo(World& world, NodeInfo node_info, Memo& memo);

  GraphId start(const Protocol& protocol, EventClass kind, std::uint64_t id,
                GraphEvents events) override;
  GraphId repeat(const Protocol& iteration, Seconds quiet, Pause pause,
                 std::function<void()> paused) override;
  void pause_at(GraphId name, Pause pause) override;
  void go_on(GraphId name, Pause pause) override;
  std::int64_t ended(GraphId name) const override;
  IterationEnd end_of(GraphId name, std::int64_t count) const override;
  void cancel(GraphId name) override;
  void node_ends(NodeId node) override;
  void set_storage(bool up) override;
  void node_changes(NodeId node) override;
  void run(const std::function<void()>& after_batch) override;
  void stop() override;
  std::vector<std::string> settings() const override { return settings_; }
  std::int64_t micro_simulations() const override {
    return static_cast<std::int64_t>(courses_.size()) + rests_;
  }

 private:
  enum class SceneId : std::uint64_t {};
  struct Running {
    Protocol protocol;
    EventClass kind = EventClass::timer;
    std::uint64_t id = 0;
    GraphEvents events;
    std::shared_ptr<const ActivityGraph> rest;  // of it, when its scene began
    std::optional<SceneId> scene;               // nothing: not under way
    std::uint32_t place = 0;                    // among the graphs of its scene
    std::vector<EventQueue::Key> keys;          // pushed and not told
    SharedLinks::Links links;
    // Of iterations.
    std::function<void()> paused;
    Pause pause;
    std::int64_t pause_count = 0;     // the end at which they will pause
    Seconds quiet{0}, gone{0};        // `gone`: since the one that `rest` is left of began
    std::int64_t done = 0;            // ended when the scene began, or when they paused
    Seconds contention{0};            // in those
    std::vector<IterationEnds> ends;  // those that Progress may still ask for, the last is in force
    bool pausing = false;
    bool disturbed = false;  // a checkpoint moved when the one that `rest` is left of began
    // Of all.
    bool failed = false;
    bool repeats() const { return paused != nullptr; }
  };
  struct Known {
    std::shared_ptr<const Course> course;
    std::shared_ptr<const MicroState> state;  // that it starts from
  };
  struct Scene {
    Seconds begin{0};
    std::vector<GraphId> graphs;
    Known known;
    std::shared_ptr<const Course> quiet;  // of its iterations alone
    std::size_t pushed = 0;               // of what the course tells
    std::size_t pending = 0;              // of these, not delivered yet
    Instant next;                         // of the pending ones
    Seconds next_date{0};
  };

  // on_memo.cpp
  GraphId add(Running running);
  void tell(GraphId name, SceneId scene, const Course::Told& told);
  void pause(GraphId name);
  void plan_pause(Running& running, GraphId name);
  void unplan(Running& running);
  void fail(GraphId name);
  bool needs(const Running& running, NodeId node) const;
  void break_at_storage(GraphId name);
  Seconds date_of_batch() const;

  // scenes.cpp
  void settle();
  void dismantle(SceneId name, std::vector<GraphId>& bodies);
  bool carries_on(const Scene& scene, double offset, Running& running) const;
  void open(const std::vector<GraphId>& bodies);
  std::vector<std::vector<GraphId>> apart(const std::vector<GraphId>& bodies);
  const Platform& platform();
  bool meet(Running& a, Running& b);
  bool share_links(Running& a, Running& b);
  static void begin_whole(Running& running);
  static void rest(Running& running, ActivityGraph left);
  void leave_inside(const Scene& scene, double offset, GraphId iterations,
                    const std::vector<GraphId>& left);
  MicroState state_of(const std::vector<GraphId>& graphs, bool whole) const;
  // From the rests of graphs, or from whole ones.
  const Known& known(const std::vector<GraphId>& graphs, bool whole);
  std::vector<std::uint64_t> key_of(const std::vector<GraphId>& graphs, bool whole) const;
  void push_next(SceneId name);
  double push_until_now(SceneId name);
  void forget_coming(Running& running);
  void push(SceneId name, Instant at);
  void account(const Scene& scene);

  World& world_;
  NodeInfo node_info_;
  Memo& memo_;
  std::unique_ptr<const Platform> platform_;   // made for the first graph that moves bytes,
  std::unique_ptr<const SharedLinks> shared_;  // which runs of `work_units` have none of
  // Of graphs of one group, by make-up and graphs.
  std::map<std::array<const void*, 3>, bool> meetings_;
  std::map<GraphId, Running> running_;
  std::map<SceneId, Scene> scenes_;
  std::vector<GraphId> fresh_;  // start or go on when the batch is over
  std::set<SceneId> dirty_;
  // Of this run, by what tells states apart at little cost: graphs are known by where they are.
  std::map<std::vector<std::uint64_t>, Known> courses_;
  std::vector<std::string> settings_;
  std::int64_t rests_ = 0;  // states inside a course that were asked for
  std::uint64_t next_graph_ = 0, next_scene_ = 0;
  Seconds clock_{0};
  bool storage_up_ = true, stopped_ = false;
  bool servers_change_;  // what of their NIC's bandwidth flows get
};

}  // namespace spotgrid::engine
