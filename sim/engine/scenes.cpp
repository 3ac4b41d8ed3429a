// Scenes: what is left of the old ones, and the courses of the new.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <bit>
#include <cmath>
#include <utility>

#include "sim/engine/on_memo.hpp"

namespace spotgrid::engine {
namespace {

// What happens within this of an intervention has happened: the precision of SimGrid's clock.
constexpr double at_once = 2e-9;
constexpr std::uint32_t nobody = 0xffffffff;  // a role that takes no part

}  // namespace

void OnMemo::settle() {
  if (dirty_.empty() && fresh_.empty())
    return;
  std::vector<GraphId> bodies = std::exchange(fresh_, {});
  for (const GraphId name : bodies)
    for (const auto& [scene, in] : scenes_)
      for (const GraphId other : in.graphs)
        if (!dirty_.contains(scene) && running_.contains(other) &&
            running_.at(other).scene == scene && meet(running_.at(name), running_.at(other)))
          dirty_.insert(scene);
  for (const SceneId scene : std::exchange(dirty_, {}))
    if (scenes_.contains(scene))
      dismantle(scene, bodies);
  for (const std::vector<GraphId>& group : apart(bodies))
    open(group);
}

// Whether a graph of the scene has not ended; where iterations are, is read from their ends.
bool OnMemo::carries_on(const Scene& scene, double offset, Running& running) const {
  if (running.repeats()) {
    if (running.pausing)
      return false;
    const IterationEnds& ends = running.ends.back();
    running.done = ends.count_until(clock_);
    running.contention = ends.contention(running.done);
    if (running.done > ends.before())
      running.gone = clock_ - ends.date(running.done);
    else  // still the one that was under way when the scene began
      running.gone += clock_ - scene.begin;
    if (running.gone > Seconds{at_once})
      running.disturbed = ends.disturbed_after(running.done);
    return true;
  }
  const auto& told = scene.known.course->told;
  const auto end = std::find_if(told.begin(), told.end(), [&](const Course::Told& one) {
    return one.graph == running.place && one.milestone == Milestone::none;
  });
  return end->offset > offset;
}

void OnMemo::dismantle(SceneId name, std::vector<GraphId>& bodies) {
  account(scenes_.at(name));
  const double offset = push_until_now(name);
  const Scene scene = std::move(scenes_.at(name));
  scenes_.erase(name);
  const Course& course = *scene.known.course;
  std::vector<GraphId> left;
  for (const GraphId graph : scene.graphs) {
    const auto found = running_.find(graph);
    if (found == running_.end() || found->second.scene != name)
      continue;
    Running& running = found->second;
    running.scene.reset();
    if (!carries_on(scene, offset, running))
      continue;
    left.push_back(graph);
    bodies.push_back(graph);
    forget_coming(running);
  }
  const bool just_begun =
      offset <= at_once && (course.told.empty() || course.told.front().offset > offset);
  if (just_begun || left.empty())
    return;
  const auto broken_off = std::find_if(left.begin(), left.end(), [&](GraphId graph) {
    return running_.at(graph).repeats() && running_.at(graph).gone > Seconds{at_once};
  });
  if (broken_off != left.end()) {
    leave_inside(scene, offset, *broken_off, left);
    return;
  }
  for (const GraphId graph : left) {
    Running& running = running_.at(graph);
    if (running.repeats())
      begin_whole(running);
    else
      rest(running, left_of(*running.rest, course.steps[running.place], offset));
  }
}

void OnMemo::begin_whole(Running& running) {
  running.rest = running.protocol.graph;
  running.gone = Seconds{0};
  running.disturbed = false;
}

void OnMemo::rest(Running& running, ActivityGraph left) {
  require(!left.empty(), "what has not ended is under way");
  running.rest = std::make_shared<const ActivityGraph>(std::move(left));
}

// Where an iteration is under way, what is left of it is simulated, with all beside it; beyond the
// course there are only quiet iterations.
void OnMemo::leave_inside(const Scene& scene, double offset, GraphId iterations,
                          const std::vector<GraphId>& left) {
  const bool beyond = offset > scene.known.course->length + at_once;
  const MicroState& state = beyond ? *known({iterations}, true).state : *scene.known.state;
  const Seconds since = beyond ? running_.at(iterations).gone : Seconds{offset};
  std::vector<ActivityGraph> rests = memo_.left(platform(), state, since);
  ++rests_;
  for (const GraphId graph : left)
    rest(running_.at(graph), std::move(rests[beyond ? 0 : running_.at(graph).place]));
}

const Platform& OnMemo::platform() {
  if (!platform_)
    platform_ = std::make_unique<const Platform>(world_.setup);
  return *platform_;
}

bool OnMemo::meet(Running& a, Running& b) {
  if (!world_.setup.simgrid_arguments.empty())
    return true;  // settings of SimGrid may tie links together, as cross-traffic does
  const Protocol &one = a.protocol, &other = b.protocol;
  if (one.makeup == nullptr || one.makeup != other.makeup || one.cast != other.cast)
    return share_links(a, b);
  const auto [found, is_new] =
      meetings_.try_emplace({one.makeup, one.graph.get(), other.graph.get()});
  if (is_new)
    found->second = share_links(a, b);
  return found->second;
}

bool OnMemo::share_links(Running& a, Running& b) {
  if (!shared_)
    shared_ = std::make_unique<const SharedLinks>(platform());
  const auto links = [this](Running& running) -> const SharedLinks::Links& {
    if (running.links.empty())
      running.links = shared_->of(running.protocol, node_info_);
    return running.links;
  };
  return SharedLinks::meet(links(a), links(b));
}

// Graphs that share links, also through others, belong together.
std::vector<std::vector<GraphId>> OnMemo::apart(const std::vector<GraphId>& bodies) {
  if (bodies.size() < 2)
    return bodies.empty() ? std::vector<std::vector<GraphId>>{}
                          : std::vector<std::vector<GraphId>>{bodies};
  std::vector<std::vector<GraphId>> groups;
  for (const GraphId name : bodies) {
    std::vector<GraphId> mine{name};
    const auto joins = [&](const std::vector<GraphId>& group) {
      return std::any_of(group.begin(), group.end(), [&](GraphId other) {
        return meet(running_.at(name), running_.at(other));
      });
    };
    for (auto& group : groups)
      if (joins(group))
        mine.insert(mine.end(), group.begin(), group.end());
    std::erase_if(groups, joins);
    groups.push_back(std::move(mine));
  }
  return groups;
}

MicroState OnMemo::state_of(const std::vector<GraphId>& graphs, bool whole) const {
  MicroState state;
  std::map<NodeId, std::uint32_t> places;
  for (const GraphId name : graphs) {
    const Running& running = running_.at(name);
    MicroState::Graph& one = state.graphs.emplace_back();
    one.graph = whole ? running.protocol.graph : running.rest;
    one.repeats = running.repeats();
    if (one.repeats) {
      one.whole = running.protocol.graph;
      one.quiet = running.quiet;
      one.gone = whole ? Seconds{0} : running.gone;
      one.disturbed = !whole && running.disturbed;
    }
    one.cast.assign(running.protocol.cast->size(), nobody);
    for (const Role role : (one.whole ? one.whole : one.graph)->roles()) {
      const NodeId node = running.protocol.node(role);
      const auto [place, is_new] =
          places.emplace(node, static_cast<std::uint32_t>(state.nodes.size()));
      if (is_new)
        state.nodes.push_back(node_info_(node));
      one.cast[number(role)] = place->second;
    }
  }
  return state;
}

// What tells states apart at little cost. Where all graphs are of one group its make-up stands for
// the pools of its nodes; else they are numbered as they come.
std::vector<std::uint64_t> OnMemo::key_of(const std::vector<GraphId>& graphs, bool whole) const {
  const Protocol& first = running_.at(graphs.front()).protocol;
  bool one_group = first.makeup != nullptr;
  std::vector<std::uint64_t> key;
  key.reserve(4 * graphs.size() + 2);
  key.push_back(graphs.size());
  for (const GraphId name : graphs) {
    const Running& running = running_.at(name);
    one_group =
        one_group && running.protocol.cast == first.cast && running.protocol.makeup == first.makeup;
    key.push_back(reinterpret_cast<std::uintptr_t>(whole ? running.protocol.graph.get()
                                                         : running.rest.get()));
    const Seconds gone = whole ? Seconds{0} : running.gone;
    key.push_back(std::bit_cast<std::uint64_t>(gone.count()));
    key.push_back(!whole && running.disturbed ? 1 : 0);
    key.push_back(reinterpret_cast<std::uintptr_t>(running.repeats() ? running.protocol.graph.get()
                                                                     : nullptr));
  }
  if (servers_change_)
    for (const GraphId name : graphs)
      for (const NodeId node : *running_.at(name).protocol.cast)
        key.push_back(std::bit_cast<std::uint64_t>(node_info_(node).share));
  if (one_group) {
    key.push_back(reinterpret_cast<std::uintptr_t>(first.makeup));
    return key;
  }
  std::map<NodeId, std::uint64_t> place;
  for (const GraphId name : graphs)
    for (const NodeId node : *running_.at(name).protocol.cast) {
      const auto [found, is_new] = place.emplace(node, place.size());
      key.push_back(found->second);
      if (is_new) {
        const GridNode info = node_info_(node);
        key.push_back(std::uint64_t{3} * number(info.pool) + static_cast<std::uint64_t>(info.duty));
      }
    }
  return key;
}

// Graphs are known by where they are: the state keeps them there.
const OnMemo::Known& OnMemo::known(const std::vector<GraphId>& graphs, bool whole) {
  Known& found = courses_[key_of(graphs, whole)];
  if (found.course)
    return found;
  found.state = std::make_shared<const MicroState>(state_of(graphs, whole));
  found.course = memo_.course(platform(), *found.state);
  if (settings_.empty())
    settings_ = found.course->settings;
  return found;
}

void OnMemo::open(const std::vector<GraphId>& bodies) {
  const auto name = static_cast<SceneId>(next_scene_++);
  Scene& scene = scenes_[name];
  scene.begin = clock_;
  scene.graphs = bodies;
  std::sort(scene.graphs.begin(), scene.graphs.end());
  scene.known = known(scene.graphs, false);
  for (std::uint32_t place = 0; place < scene.graphs.size(); ++place) {
    Running& running = running_.at(scene.graphs[place]);
    running.scene = name;
    running.place = place;
    if (!running.repeats())
      continue;
    const bool alone = scene.graphs.size() == 1 && running.rest == running.protocol.graph;
    scene.quiet = alone ? scene.known.course : known({scene.graphs[place]}, true).course;
    running.ends.emplace_back(scene.known.course, scene.quiet, clock_, running.done,
                              running.contention);
    plan_pause(running, scene.graphs[place]);
  }
  push_next(name);
  if (!storage_up_)
    for (const GraphId graph : std::vector<GraphId>(scene.graphs))
      break_at_storage(graph);
}

// All that the course tells next at one instant.
void OnMemo::push_next(SceneId name) {
  Scene& scene = scenes_.at(name);
  const auto& told = scene.known.course->told;
  if (scene.pushed == told.size())
    return;
  scene.next_date = scene.begin + Seconds{told[scene.pushed].offset};
  scene.next = std::max(Instant::at(scene.next_date), world_.now());
  while (scene.pushed < told.size() &&
         Instant::at(scene.begin + Seconds{told[scene.pushed].offset}) <= scene.next)
    push(name, scene.next);
}

// What has happened by now is told now. Returns the offset up to which all has happened.
double OnMemo::push_until_now(SceneId name) {
  Scene& scene = scenes_.at(name);
  const auto& told = scene.known.course->told;
  double offset = (clock_ - scene.begin).count() + at_once;
  for (std::size_t i = 0; i < scene.pushed; ++i)
    if (Instant::at(scene.begin + Seconds{told[i].offset}) <= world_.now())
      offset = std::max(offset, told[i].offset);
  while (scene.pushed < told.size() && told[scene.pushed].offset <= offset)
    push(name, world_.now());
  return offset;
}

// What was pushed and lies ahead will come from another course.
void OnMemo::forget_coming(Running& running) {
  for (const EventQueue::Key& key : running.keys)
    if (running.repeats() || key.at > world_.now())
      world_.queue.cancel(key);
  std::erase_if(running.keys, [&](const EventQueue::Key& key) {
    return running.repeats() || key.at > world_.now();
  });
}

void OnMemo::push(SceneId name, Instant at) {
  Scene& scene = scenes_.at(name);
  const Course::Told told = scene.known.course->told[scene.pushed++];
  const GraphId graph = scene.graphs[told.graph];
  const auto found = running_.find(graph);
  if (found == running_.end() || found->second.scene != name)
    return;
  ++scene.pending;
  scene.next_date = scene.begin + Seconds{told.offset};
  found->second.keys.push_back(
      world_.queue.push(at, found->second.kind, found->second.id,
                        [this, graph, name, told] { tell(graph, name, told); }));
}

// Bytes moved since the scene began.
void OnMemo::account(const Scene& scene) {
  const double offset = (clock_ - scene.begin).count();
  const Course& course = *scene.known.course;
  for (const MovedCurve& curve : course.moved)
    on_moved({curve.from, curve.to, curve.transfer, Bytes::of(curve.moved.at(offset))});
  const double beyond = offset - course.length;
  if (beyond <= 0 || !scene.quiet)
    return;
  const double length = scene.quiet->length;
  const double whole = std::floor(beyond / length);
  for (const MovedCurve& curve : scene.quiet->moved)
    on_moved(
        {curve.from, curve.to, curve.transfer,
         Bytes::of(whole * curve.moved.bytes.back() + curve.moved.at(beyond - whole * length))});
}

}  // namespace spotgrid::engine
