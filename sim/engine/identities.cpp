// The identities of the books, checked at the end of every run.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "sim/engine/ledger.hpp"

namespace spotgrid::engine {
namespace {

void equal(std::string_view what, double left, double right, double slack) {
  const double bound = slack + 1e-9 * std::max(std::abs(left), std::abs(right));
  if (std::abs(left - right) <= bound)
    return;
  throw std::logic_error(
      fmt::format("identity violated: {}: {} on one side, {} on the other", what, left, right));
}

double sum_of(const std::map<std::string, double>& parts) {
  double sum = 0;
  for (const auto& part : parts)
    sum += part.second;
  return sum;
}

}  // namespace

void check_identities(const RunResult& result, Seconds life_of_nodes, const Progress& progress) {
  constexpr double microsecond = 1e-6;
  equal("makespan = sum of phases", result.makespan_s, sum_of(result.time), microsecond);
  equal("node seconds held = sum by state", life_of_nodes.count(), sum_of(result.node_seconds),
        microsecond);
  const CostSplit& cost = result.cost;
  equal("cost = sum by line", result.cost_usd, sum_of(cost.by_line), 1e-9);
  equal("cost = sum by state + minimum + rounding - refund + storage + traffic", result.cost_usd,
        sum_of(cost.by_state) + cost.minimum + cost.rounding - cost.refund + cost.storage +
            cost.traffic,
        1e-9);
  equal("work of ended iterations above the high-water mark = the mark", result.gained,
        (progress.high_water() - progress.start()).value(), 1e-6);
  equal("work of ended iterations = new + repeated", progress.ended().value(),
        result.gained + result.repeated, 1e-6);
  const bool finished =
      result.outcome == Outcome::finished || result.outcome == Outcome::finished_late;
  if (finished && result.progress < result.target * (1 - 1e-12))
    throw std::logic_error(fmt::format("identity violated: finished with progress {} of {}",
                                       result.progress, result.target));
  if (finished && progress.iterations() > 0 && progress.before_last().value() >= result.target)
    throw std::logic_error(
        fmt::format("identity violated: the target {} was reached before the last iteration: {}",
                    result.target, progress.before_last().value()));
}

}  // namespace spotgrid::engine
