// Reclaim sources: whether each fits its pool, and whether two of them count a loss twice.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <fmt/format.h>

#include "scenarios/assembly.hpp"
#include "traces/timestamp.hpp"

namespace spotgrid::scenarios {
namespace {

bool has(const Pool& pool, std::string_view kind) {
  return std::any_of(pool.reclaim.begin(), pool.reclaim.end(),
                     [&](const auto& one) { return one.first == kind; });
}

// Each source is made and attached once, as the run will, to hear early what does not fit.
void try_sources(Assembly& assembly, std::size_t i) {
  const Pool& pool = assembly.setup().market.pools[i];
  const RandomSource random(assembly.setup().seed, 0);
  const ReclaimList& own = assembly.scenario().market.pools[i].reclaim;
  for (std::size_t k = 0; k < pool.reclaim.size(); ++k) {
    std::string pointer = own.given() ? pool_pointer(i) + "/reclaim" : "/market/reclaim";
    const ReclaimList& list = own.given() ? own : assembly.scenario().market.reclaim;
    if (list.form == 0)
      pointer += fmt::format("/{}", k);
    try {
      pool.reclaim[k].second->make()->attach(
          {&pool, static_cast<std::uint32_t>(i), assembly.mode.nodes, &random});
    } catch (const InputError& error) {
      assembly.problems.add_at(pointer, error);
    }
  }
}

void warn_of_double_counts(Assembly& assembly, const Pool& pool, const std::string& title) {
  const bool fleet = has(pool, "capacity") && pool.capacity.kind == CapacityKind::fleet;
  if (!fleet && !has(pool, "events"))
    return;
  for (const char* kind : {"lifetime", "shock"}) {
    if (!has(pool, kind))
      continue;
    assembly.warn(
        fmt::format("{}: {} stands next to {}; where both come from the same data "
                    "each loss is counted twice",
                    title, kind, fleet ? "capacity on fleet" : "events"));
  }
}

// AWS ended nodes by price until this day.
void warn_of_price(Assembly& assembly, std::size_t i, const std::string& title) {
  const auto last_day = traces::parse_timestamp("2017-11-28");
  const auto found = assembly.prices_to.find(i);
  if (!has(assembly.setup().market.pools[i], "price") || found == assembly.prices_to.end())
    return;  // a constant price ends no node
  const std::optional<traces::TraceTime> to = found->second;
  if (to && *to <= last_day->at)
    return;
  assembly.warn(
      fmt::format("{}: nodes are lost by price because reclaim says so{}; since 2017-11-28 prices "
                  "alone end no AWS node",
                  title, to ? "" : ", and the dates of its prices are not known"));
}

}  // namespace

void check_losses(Assembly& assembly) {
  if (!assembly.problems.none())
    return;  // series may be missing
  const Market& market = assembly.setup().market;
  for (std::size_t i = 0; i < market.pools.size(); ++i) {
    const std::string title = pool_title(assembly.scenario().market.pools[i]);
    try_sources(assembly, i);
    warn_of_double_counts(assembly, market.pools[i], title);
    warn_of_price(assembly, i, title);
  }
}

}  // namespace spotgrid::scenarios
