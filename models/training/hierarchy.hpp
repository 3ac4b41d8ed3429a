// Hierarchical all-reduce: within groups, then across them, then within them again.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "models/training/exchange.hpp"

// Reduce-scatter in each group, all-reduce between the ranks of equal place, all-gather in each
// group, all by ring: Cho, Finkler, Serrano, Kung, Hunter, BlueConnect (IBM Journal of Research and
// Development 63(6), 2019), with two levels.
namespace spotgrid::training {

// `size` ranks each in rank order, the last group what is left; without a size one group a zone,
// zones in the order of their first ranks.
inline std::vector<Ranks> groups_of(const TrainingCluster& cluster,
                                    std::optional<std::int64_t> size) {
  std::vector<Ranks> groups;
  std::map<std::uint32_t, std::size_t> of_zone;
  for (std::size_t rank = 0; rank < cluster.workers.size(); ++rank) {
    const std::size_t group =
        size ? rank / static_cast<std::size_t>(*size)
             : of_zone.try_emplace(cluster.workers[rank].zone, groups.size()).first->second;
    if (group == groups.size())
      groups.emplace_back();
    groups[group].push_back(rank);
  }
  return groups;
}

// What one group sends to the next when both hold `bytes` in equal parts by place. Where they are
// not of one size, a rank sends each part of what it holds to the rank that holds the same part
// there.
inline void add_sends(const Ranks& group, const Ranks& next, Bytes bytes,
                      std::vector<Send>& sends) {
  const std::size_t all = group.size() * next.size();  // parts that no rank holds in common
  for (std::size_t begin = 0, end = 0; begin < all; begin = end) {
    const std::size_t from = begin / next.size(), to = begin / group.size();
    end = std::min((from + 1) * next.size(), (to + 1) * group.size());
    const double share = static_cast<double>(end - begin) / static_cast<double>(all);
    sends.push_back({group[from], next[to], bytes * share});
  }
}

inline Exchange across(const std::vector<Ranks>& groups, Bytes size) {
  const auto count = static_cast<std::int64_t>(groups.size());
  const formulas::Collective ring = formulas::ring_all_reduce(count, size);
  Exchange exchange{{}, ring.steps};
  for (std::size_t i = 0; i < groups.size(); ++i)
    add_sends(groups[i], groups[(i + 1) % groups.size()], ring.bytes, exchange.sends);
  return exchange;
}

// Without a second group the two halves of a ring follow one another on the same edges: they are
// one ring. A group of one has nothing to exchange inside.
inline std::vector<Phase> hierarchical_all_reduce(const std::vector<Ranks>& groups, Bytes size) {
  const auto ranks = [](const Ranks& group) { return static_cast<std::int64_t>(group.size()); };
  if (groups.size() == 1) {
    const Ranks& all = groups.front();
    return {{around(all, formulas::ring_all_reduce(ranks(all), size))}};
  }
  Phase inside;  // reduce-scatter; all-gather is the same backwards
  for (const Ranks& group : groups) {
    if (group.size() > 1)
      inside.push_back(around(group, formulas::ring_reduce_scatter(ranks(group), size)));
  }
  const Phase between{across(groups, size)};
  if (inside.empty())
    return {between};
  return {inside, between, inside};
}

}  // namespace spotgrid::training
