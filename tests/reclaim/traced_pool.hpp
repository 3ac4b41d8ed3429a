// Made-up pools, and a job that replays a reclaim source without an engine.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "sim/base/option_reader.hpp"
#include "sim/domain/reclaim.hpp"

namespace spotgrid::reclaim_test {

using Counts = StepSeries<std::int64_t>;

inline Instant at_second(double t) {
  return Instant::at(Seconds{t});
}

inline Counts counts(const std::vector<std::pair<double, std::int64_t>>& steps) {
  std::vector<Counts::Step> all;
  for (const auto& [at, value] : steps)
    all.push_back({at_second(at), value});
  return Counts(std::move(all));
}

inline Pool pool_with(CapacityKind kind, Counts count, std::int64_t target = 0) {
  Pool pool;
  pool.zone = "here-1a";
  pool.instance.name = "p3.2xlarge";
  pool.capacity = {kind, std::move(count), target};
  return pool;
}

inline HeldNode held_node(std::uint32_t number, std::optional<double> booting = 0) {
  HeldNode node{NodeId{number}, number, Instant(), std::nullopt};
  if (booting)
    node.booting = at_second(*booting);
  return node;
}
inline std::vector<HeldNode> held_nodes(std::uint32_t count) {
  std::vector<HeldNode> held;
  for (std::uint32_t i = 0; i < count; ++i)
    held.push_back(held_node(i));
  return held;
}

// A source as a scenario names it, attached to a pool.
class Attached {
 public:
  Attached(std::string_view kind, const std::string& options, const Pool& pool,
           std::int64_t job_nodes = 8, std::uint64_t seed = 1, std::uint32_t pool_number = 0)
      : random_(seed, 0) {
    const Entry<ReclaimSource>* found = find_entry(reclaim::catalogue(), kind);
    require(found != nullptr, "the source exists");
    const auto configured = found->options();
    const Document document = Document::parse(options, "test.json", InputKind::scenario);
    OptionReader reader(document);
    configured->describe(reader);
    reader.finish();
    source_ = configured->make();
    source_->attach({&pool, pool_number, job_nodes, &random_});
  }
  ReclaimSource* operator->() const { return source_.get(); }
  ReclaimSource& operator*() const { return *source_; }

 private:
  RandomSource random_;
  std::unique_ptr<ReclaimSource> source_;
};

// What became of a job that launches whenever it can; its nodes boot at once.
struct Replayed {
  std::int64_t losses = 0;
  std::int64_t events = 0;  // falls that took at least one node
  double node_hours = 0;
  std::vector<NodeId> order;  // of deaths
};

class Replay {
 public:
  // `gate`: counts that requests must fit in, besides what the source lets be launched.
  Replay(ReclaimSource& source, std::int64_t wanted, const Counts* gate, Seconds notice)
      : source_(source), wanted_(wanted), gate_(gate), notice_(notice) {}

  // At each of `instants` and of the announcements between them: losses, announcements, launches.
  Replayed run(std::vector<Instant> instants) {
    for (auto fall = source_.next_fall(Instant()); fall; fall = source_.next_fall(fall->at)) {
      falls_.push_back({*fall, {}});
      instants.push_back(std::max(Instant(), fall->at - notice_));
    }
    std::sort(instants.begin(), instants.end());
    Instant before = instants.front();
    for (const Instant now : instants) {
      result_.node_hours += static_cast<double>(held_.size()) * ((now - before) / hours(1));
      before = now;
      lose(now);
      announce(now);
      launch(now);
    }
    return result_;
  }

 private:
  struct Announced {
    Fall fall;
    std::vector<NodeId> dead;
  };

  std::vector<HeldNode> undrawn() const {
    std::vector<HeldNode> nodes;
    for (const auto& one : held_)
      if (!drawn_.contains(one.first))
        nodes.push_back(one.second);
    return nodes;
  }
  void draw(Announced& announced, const std::vector<NodeId>& dead) {
    announced.dead.insert(announced.dead.end(), dead.begin(), dead.end());
    drawn_.insert(dead.begin(), dead.end());
    for (const NodeId node : dead)
      source_.drawn(node, announced.fall.at);
  }
  void lose(Instant now) {
    for (; lost_ < announced_ && falls_[lost_].fall.at <= now; ++lost_) {
      Announced& due = falls_[lost_];
      draw(due, source_.late_victims(due.fall, undrawn()));
      result_.events += due.dead.empty() ? 0 : 1;
      for (const NodeId node : due.dead) {
        ++result_.losses;
        held_.erase(node);
        source_.ended(node);
        result_.order.push_back(node);
      }
    }
  }
  void announce(Instant now) {
    for (; announced_ < falls_.size() && falls_[announced_].fall.at - notice_ <= now; ++announced_)
      draw(falls_[announced_], source_.victims(falls_[announced_].fall, undrawn()));
    lose(now);  // without notice the loss is now
  }
  void launch(Instant now) {
    const auto size = static_cast<std::int64_t>(held_.size());
    std::int64_t free = wanted_ - size;
    if (const auto launchable = source_.launchable(now))
      free = std::min(free, *launchable);
    if (gate_ != nullptr)
      free = std::min(free, gate_->at(now) - size);
    for (; free > 0; --free, ++launches_) {
      const HeldNode node{NodeId{launches_}, launches_, now, now};
      held_.emplace(node.id, node);
      source_.launched(node);
      for (std::size_t i = lost_; i < announced_ && !drawn_.contains(node.id); ++i)
        if (source_.dies_with(falls_[i].fall, node, undrawn()))
          draw(falls_[i], {node.id});
    }
  }

  ReclaimSource& source_;
  std::int64_t wanted_;
  const Counts* gate_;
  Seconds notice_;
  std::vector<Announced> falls_;
  std::size_t announced_ = 0, lost_ = 0;  // how many of the falls
  std::map<NodeId, HeldNode> held_;
  std::set<NodeId> drawn_;
  std::uint32_t launches_ = 0;
  Replayed result_;
};

inline Replayed replay(ReclaimSource& source, const std::vector<Instant>& instants,
                       std::int64_t wanted, const Counts* gate, Seconds notice = 0s) {
  return Replay(source, wanted, gate, notice).run(instants);
}

}  // namespace spotgrid::reclaim_test
