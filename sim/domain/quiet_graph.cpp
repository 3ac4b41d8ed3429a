// Protocols as fluids: rates hold until the next activity begins to move or ends.
// SPDX-License-Identifier: Apache-2.0
#include "sim/domain/quiet_graph.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <map>
#include <utility>

#include "sim/base/error.hpp"

namespace spotgrid {
namespace {

constexpr double unlimited = std::numeric_limits<double>::infinity();

// Who has the capacity, and which of its capacities it is: both directions of an end, then paths.
using Resource = std::array<std::int64_t, 2>;
constexpr std::int64_t storage = -1, objects = -2;
constexpr std::int64_t outgoing = 0, incoming = 1, first_path = 2;

std::int64_t owner(const Place& place) {
  switch (place.kind) {
    case Place::Kind::storage:
      return storage;
    case Place::Kind::objects:
      return objects;
    case Place::Kind::member:
      break;
  }
  return number(place.role);
}

std::vector<Resource> passed(const Activity& activity) {
  if (activity.kind == Activity::Kind::copy)
    return {{number(activity.role), first_path + static_cast<std::int64_t>(activity.path)}};
  return {{owner(activity.from), outgoing}, {owner(activity.to), incoming}};
}

class QuietNetwork {
 public:
  QuietNetwork(const SaveContext& context, const SchemeTraits& traits)
      : context_(context), traits_(traits) {
    const TrainingCluster& cluster = *context.cluster;
    for (const auto* some : {&cluster.workers, &cluster.servers, &cluster.remotes})
      for (const Member& member : *some)
        members_[number(member.role)] = &member;
  }

  double capacity(const Resource& resource) const {
    const auto& [who, which] = resource;
    if (who == storage || who == objects) {
      const auto& store = who == storage ? traits_.storage : traits_.objects;
      require(store.has_value(), "a protocol uses the stores that its scheme has");
      return (which == outgoing ? store->read : store->write).value();
    }
    const Member* member = find(who);
    if (member == nullptr)
      return unlimited;
    if (which < first_path)
      return member->nic.value();
    return path_of(*member, static_cast<CopyPath>(which - first_path));
  }

  double cap(const Activity& activity) const {
    if (activity.kind != Activity::Kind::flow)
      return unlimited;
    const auto& by_kind =
        activity.transfer == TransferKind::restore ? context_.restore_cap : context_.save_cap;
    double least = by_kind ? by_kind->value() : unlimited;
    for (const Place& end : {activity.from, activity.to}) {
      const auto& store = end.kind == Place::Kind::objects ? traits_.objects : traits_.storage;
      if (end.kind != Place::Kind::member && store && store->per_client)
        least = std::min(least, store->per_client->value());
    }
    return least;
  }

  double wait(const Activity& activity) const {
    if (activity.kind == Activity::Kind::copy)
      return 0;
    if (activity.kind == Activity::Kind::flow)
      return activity.latency
          .value_or(context_.cluster->latency[zone(activity.from)][zone(activity.to)])
          .count();
    return activity.seconds.count();
  }

 private:
  const Member* find(std::int64_t role) const {
    const auto found = members_.find(role);
    return found == members_.end() ? nullptr : found->second;
  }
  std::uint32_t zone(const Place& place) const {
    const Member* member = place.kind == Place::Kind::member ? find(owner(place)) : nullptr;
    return member != nullptr ? member->zone : context_.storage_zone;
  }
  double path_of(const Member& member, CopyPath path) const {
    if (path == CopyPath::disk_write || path == CopyPath::disk_read) {
      require(traits_.disk.has_value(), "a protocol uses the disk that its scheme has");
      return (path == CopyPath::disk_write ? traits_.disk->write : traits_.disk->read).value();
    }
    if (member.type == nullptr)
      return unlimited;
    return (path == CopyPath::memory ? member.type->memory_copy.rate : pcie_of(*member.type))
        .value();
  }

  const SaveContext& context_;
  const SchemeTraits& traits_;
  std::map<std::int64_t, const Member*> members_;  // by role
};

class Fluid {
 public:
  Fluid(const ActivityGraph& graph, const QuietNetwork& network)
      : graph_(graph), network_(network), ends_(graph.activities().size(), Seconds{0}) {
    for (const Activity& activity : graph.activities())
      missing_.push_back(activity.after.size());
  }

  std::vector<Seconds> ends() {
    for (const ActivityIndex first : graph_.first())
      begin(first);
    while (!moving_.empty()) {
      share();
      advance();
    }
    return std::move(ends_);
  }

 private:
  struct Moving {
    ActivityIndex index;
    double wait, bytes;  // left: first the one, then the other
    double rate = 0;
    double time_left() const { return wait > 0 ? wait : bytes > 0 ? bytes / rate : 0; }
  };
  const Activity& activity(ActivityIndex index) const { return graph_.activities()[index]; }

  void begin(ActivityIndex index) {
    const Activity& one = activity(index);
    const double wait = one.kind == Activity::Kind::barrier ? 0 : network_.wait(one);
    const double bytes = one.moves_bytes() ? one.bytes.value() : 0;
    if (wait > 0 || bytes > 0)
      moving_.push_back({index, wait, bytes});
    else
      end(index);
  }

  void end(ActivityIndex index) {
    ends_[index] = Seconds{now_};
    for (const ActivityIndex after : graph_.next(index))
      if (--missing_[after] == 0)
        begin(after);
  }

  // Whoever is offered least gets it, then the others share what is left.
  void share() {
    std::map<Resource, std::pair<double, std::int64_t>> left;  // capacity, flows without a rate
    std::vector<Moving*> open;
    for (Moving& one : moving_) {
      if (one.wait > 0 || one.bytes <= 0)
        continue;
      open.push_back(&one);
      for (const Resource& resource : passed(activity(one.index))) {
        const auto found = left.try_emplace(resource, network_.capacity(resource), 0).first;
        ++found->second.second;
      }
    }
    while (!open.empty()) {
      const auto offered = [&](const Moving* one) {
        double rate = network_.cap(activity(one->index));
        for (const Resource& resource : passed(activity(one->index)))
          rate = std::min(rate,
                          left.at(resource).first / static_cast<double>(left.at(resource).second));
        return rate;
      };
      const auto least = std::min_element(
          open.begin(), open.end(),
          [&](const Moving* a, const Moving* b) { return offered(a) < offered(b); });
      (*least)->rate = offered(*least);
      for (const Resource& resource : passed(activity((*least)->index))) {
        left.at(resource).first -= (*least)->rate;
        --left.at(resource).second;
      }
      open.erase(least);
    }
  }

  void advance() {
    double step = unlimited;
    for (const Moving& one : moving_)
      step = std::min(step, one.time_left());
    now_ += step;
    std::vector<ActivityIndex> ended;
    for (Moving& one : moving_) {
      const bool due = one.time_left() <= step * (1 + 1e-12);
      if (one.wait > 0)
        one.wait = due ? 0 : one.wait - step;
      else
        one.bytes = due ? 0 : one.bytes - one.rate * step;
      if (one.wait <= 0 && one.bytes <= 0)
        ended.push_back(one.index);
    }
    std::erase_if(moving_, [](const Moving& one) { return one.wait <= 0 && one.bytes <= 0; });
    for (const ActivityIndex index : ended)
      end(index);
  }

  const ActivityGraph& graph_;
  const QuietNetwork& network_;
  std::vector<Seconds> ends_;
  std::vector<std::size_t> missing_;
  std::vector<Moving> moving_;
  double now_ = 0;
};

}  // namespace

std::vector<Seconds> quiet_ends(const ActivityGraph& graph, const SaveContext& context,
                                const SchemeTraits& traits) {
  const QuietNetwork network(context, traits);
  return Fluid(graph, network).ends();
}

std::optional<Seconds> quiet_milestone(const ActivityGraph& graph, const std::vector<Seconds>& ends,
                                       Milestone milestone) {
  for (std::size_t i = 0; i < ends.size(); ++i)
    if (graph.activities()[i].milestone == milestone)
      return ends[i];
  return std::nullopt;
}

}  // namespace spotgrid
