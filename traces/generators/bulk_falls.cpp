// Compound Poisson falls and the count they leave.
// SPDX-License-Identifier: Apache-2.0
#include "traces/generators/bulk_falls.hpp"

#include <algorithm>
#include <cmath>
#include <map>

namespace spotgrid::traces {
namespace {

using CountStep = StepSeries<std::int64_t>::Step;

// 1 + Geometric with mean `mean`: the number of trials up to the first success of chance 1 / mean,
// by inversion.
std::int64_t draw_size(double mean, RandomStream& stream) {
  const double u = stream.uniform();
  if (mean <= 1)
    return 1;
  return 1 + static_cast<std::int64_t>(std::log1p(-u) / std::log1p(-1 / mean));
}

// Walks through the spells up of one zone and notes each count with the second it begins in.
class CapacityWalk {
 public:
  CapacityWalk(std::int64_t nodes, Seconds span) : nodes_(nodes), span_(span) {
    note(Seconds{0}, 0);
  }

  void begin_spell(Seconds at) {
    away_.clear();
    count_ = nodes_;
    note(at, count_);
  }
  void fall(const BulkFall& fall) {
    refill_until(fall.at);
    const std::int64_t lost = std::min(fall.size, count_ - 1);
    count_ -= lost;
    away_.emplace(fall.back_at, lost);
    note(fall.at, count_);
  }
  void end_spell(Seconds at) {
    refill_until(at);
    if (at < span_)
      note(at, 0);
  }
  std::vector<CountStep> steps() && { return std::move(steps_); }

 private:
  void refill_until(Seconds now) {
    while (!away_.empty() && away_.begin()->first < now) {
      count_ += away_.begin()->second;
      note(away_.begin()->first, count_);
      away_.erase(away_.begin());
    }
  }
  // The last count of a second stands for it.
  void note(Seconds at, std::int64_t count) {
    const Instant second = Instant::at(Seconds{std::floor(at.count())});
    if (!steps_.empty() && steps_.back().at == second) {
      steps_.back().value = count;
    } else {
      steps_.push_back({second, count});
    }
  }

  std::int64_t nodes_;
  Seconds span_;
  std::int64_t count_ = 0;
  std::multimap<Seconds, std::int64_t> away_;  // nodes by the time they come back
  std::vector<CountStep> steps_;
};

}  // namespace

void BulkFalls::describe(Fields& fields) {
  fields("per_hour", per_hour,
         "bulk falls per hour of a zone that is up (default: 16-node probes, AWS 2023)",
         between(0.0, 3600.0));
  fields("mean_size", mean_size,
         "mean number of nodes of a bulk fall; at least one node is left (default: same probes)",
         between(1.0, 1e6));
  fields("refill", refill, "time until the nodes of a fall are back, all together");
}

std::vector<BulkFall> draw_bulk_falls(const BulkFalls& falls, Seconds span, RandomStream times,
                                      RandomStream sizes, RandomStream refills) {
  std::vector<BulkFall> drawn;
  if (falls.per_hour == 0)
    return drawn;
  const Seconds gap = hours(1) / falls.per_hour;
  for (Seconds at = times.exponential(gap); at < span; at += times.exponential(gap))
    drawn.push_back({at, draw_size(falls.mean_size, sizes), at + falls.refill.draw(refills)});
  return drawn;
}

StepSeries<std::int64_t> capacity_series(const std::vector<UpSpan>& up,
                                         const std::vector<BulkFall>& falls, std::int64_t nodes,
                                         Seconds span) {
  CapacityWalk walk(nodes, span);
  auto fall = falls.begin();
  for (const UpSpan& spell : up) {
    walk.begin_spell(spell.from);
    while (fall != falls.end() && fall->at < spell.from)
      ++fall;
    for (; fall != falls.end() && fall->at < spell.to; ++fall)
      walk.fall(*fall);
    walk.end_spell(spell.to);
  }
  return StepSeries<std::int64_t>(std::move(walk).steps());
}

}  // namespace spotgrid::traces
