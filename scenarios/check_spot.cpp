// Spot nodes that can never be had: a run that waits for them lasts until its horizon.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "scenarios/assembly.hpp"
#include "sim/base/json_tree.hpp"
#include "sim/base/option_writer.hpp"
#include "sim/base/unit_text.hpp"

namespace spotgrid::scenarios {
namespace {

// All values in force between the start and the end of a run.
template <class T>
std::vector<T> during_run(const StepSeries<T>& series, const Setup& setup) {
  std::vector<T> values{series.at(Instant{})};
  for (const auto& step : series.steps()) {
    if (step.at > Instant{} && step.at < std::min(setup.horizon, setup.market.end))
      values.push_back(step.value);
  }
  return values;
}

// What pools have in common whose nodes may be added up to one gang.
std::string joined_by(const JobSetup& job, const Pool& pool) {
  const std::string alone = pool.zone + "/" + pool.instance.name;
  if (job.gang == Gang::all_or_none)
    return alone;  // what is missing comes from one pool
  switch (job.placement) {
    case Placement::one_pool:
      return alone;
    case Placement::one_zone:
      return pool.zone;
    case Placement::one_region:
      return pool.region;
    case Placement::any:
      break;
  }
  return "";
}

// Each pool counts with its highest count, since nodes may outlive a fall: what is not warned of
// may still be too small.
void warn_of_small_pools(Assembly& assembly) {
  const Setup& setup = assembly.setup();
  std::map<std::string, std::int64_t> shown;
  for (const Pool& pool : setup.market.pools) {
    if (!pool.spot_price)
      continue;
    if (pool.capacity.kind == CapacityKind::unlimited)
      return;
    std::int64_t& sum = shown[joined_by(setup.job, pool)];
    const std::vector<std::int64_t> counts = during_run(pool.capacity.count, setup);
    sum += *std::max_element(counts.begin(), counts.end());
    if (sum >= assembly.mode.min_nodes)
      return;
  }
  if (shown.empty())
    return;
  assembly.warn(fmt::format("{} the {} nodes that training needs on spot",
                            setup.job.gang == Gang::all_or_none
                                ? "no pool ever shows"
                                : "all pools of one placement together never show",
                            assembly.mode.min_nodes));
}

// Every policy has the option; only its own plan knows the value.
std::optional<Price> max_price_of(Configured<ProvisioningPolicy>& policy) {
  OptionWriter writer;
  policy.describe(writer);
  const Json written = Json::parse(writer.text(-1));
  const auto found = written.find("max_price");
  Price price;
  if (found == written.end() || !parse_quantity(found->get<std::string>(), price))
    return std::nullopt;
  return price;
}

void warn_of_prices(Assembly& assembly) {
  const Setup& setup = assembly.setup();
  const std::optional<Price> max_price = max_price_of(*setup.provisioning);
  bool any = false;
  for (const Pool& pool : setup.market.pools) {
    if (!pool.spot_price)
      continue;
    any = true;
    const std::vector<Price> prices = during_run(*pool.spot_price, setup);
    if (*std::min_element(prices.begin(), prices.end()) <= max_price.value_or(pool.on_demand))
      return;
  }
  if (!any)
    return;
  assembly.warn(fmt::format(
      "the spot price of every pool always lies above {}, so that no spot node is ever granted; "
      "raise max_price of the policy",
      max_price ? "the max price, " + to_text(*max_price)
                : "its on-demand price, which is the max price where none is given"));
}

}  // namespace

void check_spot(Assembly& assembly) {
  const bool wants_spot = assembly.scenario().provisioning.choice.name != "on_demand_only";
  if (!wants_spot || !assembly.problems.none())
    return;  // with problems, series may be missing
  warn_of_small_pools(assembly);
  warn_of_prices(assembly);
}

}  // namespace spotgrid::scenarios
