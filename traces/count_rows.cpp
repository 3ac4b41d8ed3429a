// Puts rows of counts in order.
// SPDX-License-Identifier: Apache-2.0
#include "traces/count_rows.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "traces/sampling.hpp"

namespace spotgrid::traces {
namespace {

using Rows = std::vector<Point<std::int64_t>>;

void settle_pool(const PoolName& pool, Rows& rows, TraceBuilder& trace) {
  const auto earlier = [](const auto& a, const auto& b) {
    return std::pair(a.at, a.value) < std::pair(b.at, b.value);
  };
  if (!std::is_sorted(rows.begin(), rows.end(), earlier))
    std::sort(rows.begin(), rows.end(), earlier);
  const std::size_t all = rows.size();
  rows.erase(std::unique(rows.begin(), rows.end()), rows.end());
  if (rows.size() < all) {
    trace.note(
        fmt::format("{} exact duplicates dropped in {}", all - rows.size(), pool_text(pool)));
  }
  const std::size_t distinct = rows.size();
  const auto same_time = [](const auto& a, const auto& b) { return a.at == b.at; };
  const auto first = std::adjacent_find(rows.begin(), rows.end(), same_time);
  if (first == rows.end())
    return;
  const std::string example = fmt::format("{} and {} at {}", first->value, std::next(first)->value,
                                          time_text(first->at, trace.calendar()));
  rows.erase(std::unique(rows.begin(), rows.end(), same_time), rows.end());
  trace.warn(fmt::format("{} rows of {} with another value at one time ({}): the lower is used",
                         distinct - rows.size(), pool_text(pool), example));
}

}  // namespace

std::map<PoolName, Rows> SampledCounts::settle(TraceBuilder& trace) {
  for (auto& [pool, rows] : pools_)
    settle_pool(pool, rows, trace);
  return std::move(pools_);
}

void LoggedCounts::add(Point<std::int64_t> row) {
  if (!rows_.empty() && row.at < rows_.back().at)
    ++backward_steps_;
  while (!rows_.empty() && rows_.back().at >= row.at) {
    cancelled_ += rows_.back().at > row.at ? 1 : 0;
    rows_.pop_back();
  }
  rows_.push_back(row);
}

Rows LoggedCounts::settle(TraceBuilder& trace) {
  if (backward_steps_ > 0) {
    trace.note(fmt::format("{} rows go back in time and cancel {} rows after theirs",
                           backward_steps_, cancelled_));
  }
  return std::move(rows_);
}

}  // namespace spotgrid::traces
