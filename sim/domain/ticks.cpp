// Edges, series that change at edges, and bills from edge to edge.
// SPDX-License-Identifier: Apache-2.0
#include "sim/domain/ticks.hpp"

#include <algorithm>
#include <utility>

namespace spotgrid {
namespace {

// What is before the start is history: it is not moved.
Instant acts_at(const Ticks& ticks, Instant change) {
  return change <= Instant{} ? change : ticks.at_or_after(change);
}

template <class T>
StepSeries<T> changing_at_edges(const Ticks& ticks, const StepSeries<T>& series) {
  std::vector<typename StepSeries<T>::Step> steps;
  for (const auto& step : series.steps()) {
    const Instant at = acts_at(ticks, step.at);
    if (!steps.empty() && steps.back().at == at)
      steps.back().value = step.value;
    else
      steps.push_back({at, step.value});
  }
  return StepSeries<T>(std::move(steps));
}

}  // namespace

Instant Ticks::at_or_before(Instant t) const {
  if (t == Instant::never())
    return t;
  const std::int64_t tick = Instant::at(length).microseconds();
  const std::int64_t first = Instant::at(offset).microseconds();
  const std::int64_t since = t.microseconds() - first;
  const std::int64_t whole = since / tick - (since % tick < 0 ? 1 : 0);
  return Instant::from_microseconds(first + whole * tick);
}

Instant Ticks::at_or_after(Instant t) const {
  const Instant before = at_or_before(t);
  return before == t ? t : before + length;
}

void act_at_edges(const Ticks& ticks, Market& market) {
  for (Pool& pool : market.pools) {
    if (pool.spot_price)
      pool.spot_price = changing_at_edges(ticks, *pool.spot_price);
    if (!pool.capacity.count.empty())
      pool.capacity.count = changing_at_edges(ticks, pool.capacity.count);
    for (TraceNode& node : pool.trace_nodes)
      node = {acts_at(ticks, node.added), acts_at(ticks, node.removed)};
    // one that came and went between two edges is never seen
    std::erase_if(pool.trace_nodes,
                  [](const TraceNode& node) { return node.added == node.removed; });
  }
}

Usage in_whole_ticks(const Ticks& ticks, Usage usage) {
  usage.booting = ticks.at_or_before(usage.booting);
  usage.end = ticks.at_or_after(usage.end);
  return usage;
}

Bill cut_to_use(Bill bill, const Usage& used) {
  std::vector<ChargedStretch> inside;
  for (const ChargedStretch& stretch : bill.stretches) {
    const Instant from = std::max(stretch.from, used.booting);
    const Instant to = std::min(stretch.to, used.end);
    const Seconds kept = std::max(to - from, Seconds{0});
    bill.rounding += stretch.price * ((stretch.to - stretch.from) - kept);
    if (kept > 0s)
      inside.push_back({from, to, stretch.price});
  }
  bill.stretches = std::move(inside);
  return bill;
}

}  // namespace spotgrid
