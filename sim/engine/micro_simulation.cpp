// Recording of courses in a room made for them.
// SPDX-License-Identifier: Apache-2.0
#include "sim/engine/micro_simulation.hpp"

#include <algorithm>
#include <map>
#include <tuple>

#include "sim/base/packed.hpp"
#include "sim/engine/room_graphs.hpp"

namespace spotgrid::engine {
namespace {

using Class = std::tuple<std::uint32_t, std::uint32_t, TransferKind>;  // from, to, purpose

class Recorder final : private GraphHost {
 public:
  Recorder(const Platform& platform, const MicroState& state)
      : platform_(platform),
        state_(state),
        room_(room_for(platform, state)),
        graphs_(room_, *this) {
    settle_in();
    course_.settings = room_.settings();
    for (std::uint32_t g = 0; g < state.graphs.size(); ++g) {
      const MicroState::Graph& graph = state.graphs[g];
      repeated_ = graph.repeats ? std::optional<std::uint32_t>(g) : repeated_;
      once_ += graph.repeats ? 0 : 1;
      const std::size_t roles = graph.repeats ? 0 : graph.cast.size();
      course_.needed_until.emplace_back(roles, 0.0);
      course_.at_storage.emplace_back();
      course_.steps.emplace_back(graph.repeats ? 0 : graph.graph->activities().size());
      storage_flows_.push_back(0);
      graphs_.add(name_of(g), graph.graph);
    }
  }

  Course record() {
    room_.on_step([this] { sample(); });
    room_.after(Seconds{0}, [this] { begin(); });
    room_.run();
    sample();
    course_.length = room_.clock().count();
    for (auto& [key, curve] : curves_)
      course_.moved.push_back(std::move(curve));
    return std::move(course_);
  }

  std::vector<ActivityGraph> left_after(Seconds offset) {
    stops_ = false;
    room_.after(Seconds{0}, [this] { begin(); });
    room_.at(offset, [this] { room_.stop(); });
    room_.run();
    std::vector<ActivityGraph> left;
    for (std::uint32_t g = 0; g < state_.graphs.size(); ++g)
      left.push_back(graphs_.left(name_of(g)));
    return left;
  }

 private:
  static GraphId name_of(std::uint32_t graph) { return static_cast<GraphId>(graph); }
  static std::uint32_t place_of(GraphId name) { return static_cast<std::uint32_t>(name); }

  static grid::RoomSpec room_for(const Platform& platform, const MicroState& state) {
    std::vector<Platform::Slots> slots(platform.zones());
    for (const GridNode& node : state.nodes)
      ++(node.duty == Duty::server ? slots[platform.zone(node)].servers
                                   : slots[platform.zone(node)].workers);
    return platform.room_for(slots);
  }

  void settle_in() {
    std::vector<Platform::Slots> first(platform_.zones()), next(platform_.zones());
    for (const GridNode& node : state_.nodes)
      first[platform_.zone(node)].servers +=
          node.duty == Duty::server ? 0 : 1;  // behind the workers
    for (const GridNode& node : state_.nodes) {
      const std::size_t zone = platform_.zone(node);
      const std::size_t index = node.duty == Duty::server
                                    ? first[zone].servers + next[zone].servers++
                                    : next[zone].workers++;
      slots_.push_back(room_.slot(zone, index));
      room_.turn_on(slots_.back(), platform_.furnishing(node));
    }
  }

  void begin() {
    if (repeated_) {
      disturbed_ = state_.graphs[*repeated_].disturbed;
      began_ = -state_.graphs[*repeated_].gone;
    }
    for (std::uint32_t g = 0; g < state_.graphs.size(); ++g)
      graphs_.begin(name_of(g));
    if (repeated_ && began_ == Seconds{0})
      disturbed_ = graphs_.moving(TransferKind::checkpoint);
  }

  std::size_t zone_of(GraphId name, const Place& place) const {
    return place.kind == Place::Kind::member ? platform_.zone(node(name, place.role))
                                             : platform_.storage_zone();
  }
  std::uint32_t index_of(GraphId name, Role role) const {
    return state_.graphs[place_of(name)].cast[number(role)];
  }
  const GridNode& node(GraphId name, Role role) const { return state_.nodes[index_of(name, role)]; }
  Class class_of(GraphId name, const Activity& flow) const {
    return {static_cast<std::uint32_t>(zone_of(name, flow.from)),
            static_cast<std::uint32_t>(zone_of(name, flow.to)), flow.transfer};
  }

  // From the room.
  grid::SlotId slot(GraphId name, Role role) override { return slots_[index_of(name, role)]; }
  grid::Endpoint end_of(GraphId name, const Place& place) override {
    return place.kind == Place::Kind::member ? grid::end_of(slot(name, place.role))
                                             : grid::end_of(platform_.store(place));
  }
  Seconds latency(GraphId name, const Place& from, const Place& to) override {
    return platform_.latency(zone_of(name, from), zone_of(name, to));
  }
  void failed(GraphId) override { require(false, "nothing breaks in a micro-simulation"); }
  void moved(GraphId name, const Activity& flow, Bytes bytes) override {
    moved_[class_of(name, flow)] += bytes.value();
  }
  const Activity& activity(GraphId name, ActivityIndex index) const {
    const MicroState::Graph& graph = state_.graphs[place_of(name)];
    const bool whole = place_of(name) == repeated_ && !course_.ends.empty();
    return (whole ? graph.whole : graph.graph)->activities()[index];
  }
  static bool at_storage(const Activity& activity) {
    return activity.kind == Activity::Kind::flow &&
           (activity.from.kind == Place::Kind::storage || activity.to.kind == Place::Kind::storage);
  }
  void step_began(GraphId name, ActivityIndex index) override {
    if (place_of(name) == repeated_)
      return;
    const double now = room_.clock().count();
    const Activity& begun = activity(name, index);
    CourseStep& step = course_.steps[place_of(name)][index];
    step.began = now;
    if (begun.kind == Activity::Kind::flow)
      step.moves = now + begun.latency.value_or(latency(name, begun.from, begun.to)).count();
    if (begun.moves_bytes())
      step.left.add(now, begun.bytes.value());
    if (at_storage(begun) && storage_flows_[place_of(name)]++ == 0)
      course_.at_storage[place_of(name)].push_back({now, 0});
  }
  void step_ended(GraphId name, ActivityIndex index) override {
    if (place_of(name) == repeated_)
      return;
    const double now = room_.clock().count();
    const Activity& over = activity(name, index);
    CourseStep& step = course_.steps[place_of(name)][index];
    step.ended = now;
    if (over.moves_bytes() || !step.left.offsets.empty())
      step.left.add(now, 0);
    if (at_storage(over) && --storage_flows_[place_of(name)] == 0)
      course_.at_storage[place_of(name)].back().to = now;
    const auto ends = [&](Role role) { course_.needed_until[place_of(name)][number(role)] = now; };
    if (over.kind == Activity::Kind::compute || over.kind == Activity::Kind::copy)
      ends(over.role);
    for (const Place& place : {over.from, over.to})
      if (over.kind == Activity::Kind::flow && place.kind == Place::Kind::member)
        ends(place.role);
  }
  void pace_changed(GraphId name, ActivityIndex index, Seconds left) override {
    if (place_of(name) == repeated_)
      return;
    CourseStep& step = course_.steps[place_of(name)][index];
    if (step.left.offsets.empty())
      step.left.add(step.began, activity(name, index).seconds.count());
    step.left.add(room_.clock().count(), left.count());
  }
  void reached(GraphId name, Milestone milestone) override {
    if (place_of(name) != repeated_)
      course_.told.push_back({room_.clock().count(), place_of(name), milestone});
  }
  void ended(GraphId name) override {
    if (place_of(name) != repeated_)
      ended_once(place_of(name));
    else
      iteration_ended(name);
  }

  void ended_once(std::uint32_t graph) {
    const double now = room_.clock().count();
    course_.told.push_back({now, graph, Milestone::none});
    if (--once_ == 0 && !repeated_ && stops_)
      room_.stop();
  }

  void iteration_ended(GraphId name) {
    const Seconds now = room_.clock();
    double contention = course_.contention.empty() ? 0 : course_.contention.back();
    if (disturbed_ || graphs_.moving(TransferKind::checkpoint))
      contention += std::max((now - began_ - state_.graphs[*repeated_].quiet).count(), 0.0);
    course_.ends.push_back(now.count());
    course_.disturbed.push_back(disturbed_);
    course_.contention.push_back(contention);
    if (once_ == 0 && stops_) {
      room_.stop();
      return;
    }
    require(now > Seconds{0}, "an iteration takes time");
    if (course_.ends.size() == 1) {  // from here on whole ones
      graphs_.remove(name);
      graphs_.add(name, state_.graphs[*repeated_].whole);
    }
    began_ = now;
    disturbed_ = graphs_.moving(TransferKind::checkpoint);
    graphs_.begin(name);
  }

  // What all flows have moved by now.
  void sample() {
    std::map<Class, double> now = moved_;
    graphs_.for_running_bytes([&](GraphId name, ActivityIndex index, Bytes left) {
      const Activity& moving = activity(name, index);
      if (moving.kind == Activity::Kind::flow)
        now[class_of(name, moving)] += (moving.bytes - left).value();
      if (place_of(name) != repeated_)
        course_.steps[place_of(name)][index].left.add(room_.clock().count(), left.value());
    });
    for (const auto& [key, bytes] : now) {
      MovedCurve& curve = curves_[key];
      if (curve.moved.offsets.empty())
        curve = {std::get<0>(key), std::get<1>(key), std::get<2>(key), {{0}, {0}}};
      curve.moved.add(room_.clock().count(), bytes);
    }
  }

  const Platform& platform_;
  const MicroState& state_;
  grid::Room room_;
  RoomGraphs graphs_;
  std::vector<grid::SlotId> slots_;
  std::optional<std::uint32_t> repeated_;
  std::size_t once_ = 0;                     // that run once and have not ended
  std::vector<std::int64_t> storage_flows_;  // by graph
  Seconds began_{0};                         // the iteration under way
  bool disturbed_ = false;
  bool stops_ = true;  // when all is recorded
  std::map<Class, double> moved_;
  std::map<Class, MovedCurve> curves_;
  Course course_;
};

void pack_graph(Packer& pack, const ActivityGraph& graph) {
  pack(to_bytes(std::vector<ActivityGraph>{graph}));
}

void pack_rate(Packer& pack, const std::optional<Bandwidth>& rate) {
  pack(rate ? rate->value() : -1.0);
}

void pack_room(Packer& pack, const Platform& platform) {
  const grid::RoomSpec room = platform.room_for(std::vector<Platform::Slots>(platform.zones()));
  pack(std::uint64_t{platform.zones()})(std::uint64_t{platform.storage_zone()});
  for (std::size_t a = 0; a < platform.zones(); ++a)
    for (std::size_t b = 0; b < platform.zones(); ++b)
      pack(platform.latency(a, b).count());
  pack(std::uint64_t{room.zone_links.size()});
  for (const grid::ZoneLinkSpec& link : room.zone_links)
    pack(std::uint64_t{link.from})(std::uint64_t{link.to})(link.bandwidth.value());
  pack(std::uint64_t{room.stores.size()});
  for (const grid::StoreSpec& store : room.stores) {
    pack(std::uint64_t{store.zone})(store.read.value())(store.write.value());
    pack_rate(pack, store.per_client);
  }
  for (std::size_t kind = 0; kind < grid::flow_kinds; ++kind)
    pack(room.streams[kind])(room.capped[kind]);
  pack(room.simgrid_arguments);
}

void pack_node(Packer& pack, const Platform& platform, const GridNode& node) {
  const grid::SlotSpec spec = platform.furnishing(node);
  pack(std::uint64_t{platform.zone(node)})(spec.half_duplex)(spec.up.value())(spec.down.value());
  pack(spec.device_to_host.value())(spec.host_to_device.value())(spec.memory.value());
  pack(spec.disk_write.value())(spec.disk_read.value());
  for (const auto& cap : spec.per_stream)
    pack_rate(pack, cap);
}

}  // namespace

bool MicroState::moves_bytes() const {
  return std::any_of(graphs.begin(), graphs.end(), [](const Graph& one) {
    return !one.graph->only_delays() || (one.whole && !one.whole->only_delays());
  });
}

std::string record_of(const Platform& platform, const MicroState& state) {
  Packer pack;
  pack(std::string(SPOTGRID_COURSES))(grid::simgrid_version());
  pack_room(pack, platform);
  pack(std::uint64_t{state.nodes.size()});
  for (const GridNode& node : state.nodes)
    pack_node(pack, platform, node);
  for (const MicroState::Graph& one : state.graphs) {
    pack(one.cast)(one.repeats)(one.quiet.count())(one.gone.count())(one.disturbed);
    pack_graph(pack, *one.graph);
    if (one.whole)
      pack_graph(pack, *one.whole);
  }
  return pack.take();
}

Course simulate(const Platform& platform, const MicroState& state) {
  return Recorder(platform, state).record();
}

std::vector<ActivityGraph> simulate_until(const Platform& platform, const MicroState& state,
                                          Seconds offset) {
  return Recorder(platform, state).left_after(offset);
}

}  // namespace spotgrid::engine
