// The rule of nodes bound to places of the trace: a node lives as long as its place stays up.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <utility>
#include <vector>

#include "models/reclaim/places.hpp"
#include "sim/domain/reclaim.hpp"

namespace spotgrid::reclaim {

// A launched node takes the first place, in the given order, that is up and free, and dies when it
// goes down; the end of a node frees its place again. The order must not depend on the job.
class Binding final : public ReclaimSource {
 public:
  Binding(std::vector<Place> places, FallList falls)
      : places_(std::move(places)), falls_(std::move(falls)) {}

  void attach(const PoolTruth&) override {}

  std::optional<Fall> next_fall(Instant after) const override { return falls_.first_after(after); }

  std::vector<NodeId> victims(const Fall& fall, std::span<const HeldNode> held) override {
    std::vector<NodeId> dead;
    for (const HeldNode& node : held) {
      if (ends_at(node.id) == fall.at)
        dead.push_back(node.id);
    }
    return dead;
  }
  bool dies_with(const Fall& fall, const HeldNode& node, std::span<const HeldNode>) override {
    return ends_at(node.id) == fall.at;
  }
  std::vector<NodeId> late_victims(const Fall& fall, std::span<const HeldNode> held) override {
    return victims(fall, held);
  }

  std::optional<std::int64_t> launchable(Instant now) const override {
    std::int64_t count = 0;
    for (std::size_t place = 0; place < places_.size(); ++place)
      count += free_stay(place, now) ? 1 : 0;
    return count;
  }
  void launched(const HeldNode& node) override {
    for (std::size_t place = 0; place < places_.size(); ++place) {
      if (const auto stay = free_stay(place, node.requested)) {
        bound_[node.id] = *stay;
        taken_.insert(*stay);
        return;
      }
    }
    require(false, "a node is launched only while a place of the trace is free");
  }
  void ended(NodeId node) override {
    const auto found = bound_.find(node);
    if (found == bound_.end())
      return;
    taken_.erase(found->second);
    bound_.erase(found);
  }

 private:
  using StayKey = std::pair<std::size_t, std::size_t>;  // place, number of its stay

  std::optional<StayKey> free_stay(std::size_t place, Instant now) const {
    const Place& stays = places_[place];
    const auto after = std::upper_bound(stays.begin(), stays.end(), now,
                                        [](Instant t, const Stay& stay) { return t < stay.from; });
    if (after == stays.begin() || std::prev(after)->to <= now)
      return std::nullopt;
    const StayKey key{place, static_cast<std::size_t>(after - stays.begin()) - 1};
    return taken_.contains(key) ? std::nullopt : std::optional(key);
  }
  std::optional<Instant> ends_at(NodeId node) const {
    const auto found = bound_.find(node);
    if (found == bound_.end())
      return std::nullopt;
    return places_[found->second.first][found->second.second].to;
  }

  std::vector<Place> places_;
  FallList falls_;
  std::map<NodeId, StayKey> bound_;
  std::set<StayKey> taken_;
};

}  // namespace spotgrid::reclaim
