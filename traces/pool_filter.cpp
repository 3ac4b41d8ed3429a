// Filters rows by pool.
// SPDX-License-Identifier: Apache-2.0
#include "traces/pool_filter.hpp"

#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "traces/source_text.hpp"

namespace spotgrid::traces {

bool PoolFilter::wants(const PoolName& pool) {
  if (wanted_pool(pool, options_)) {
    ++wanted_;
    return true;
  }
  ++others_[pool];
  return false;
}

void PoolFilter::report(const std::string& path, TraceBuilder& trace) const {
  if (others_.empty())
    return;
  std::size_t rows = 0;
  std::vector<std::string> names;
  for (const auto& [pool, count] : others_) {
    rows += count;
    names.push_back(pool_text(pool));
  }
  const PoolName asked{options_.zone.value_or(""), options_.instance.value_or("")};
  if (wanted_ == 0) {
    refuse(path,
           fmt::format("no records of {}, found {}", pool_text(asked), fmt::join(names, ", ")),
           "choose with zone and instance");
  }
  trace.note(fmt::format("{} record{} of other pools left out", rows, rows == 1 ? "" : "s"));
}

}  // namespace spotgrid::traces
