// The exact discretisation of the mean-reverting price.
// SPDX-License-Identifier: Apache-2.0
#include "traces/generators/price_path.hpp"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

namespace spotgrid::traces {

void PricePath::describe(Fields& fields) {
  fields("level_least", level_least, "lowest level of a zone's price, as a share of on-demand",
         between(.01, 1.0));
  fields("level_most", level_most, "highest level of a zone's price, as a share of on-demand",
         between(.01, 1.0));
  fields("floor", floor, "lowest price, as a share of on-demand (AWS 2019 to 2023: .30)",
         between(.01, 1.0));
  fields("deviation", deviation, "stationary standard deviation of the logarithm of the price",
         between(0.0, 2.0));
  fields("half_life", half_life, "time in which half of a deviation is gone",
         between(1min, hours(1e6)));
  fields("step", step, "time between two prices (AWS 2019 to 2023: about 6 h)",
         between(1min, hours(1e6)));
  if (fields.reading() && level_most < level_least) {
    fields.problem("level_most", "the highest level is below the lowest",
                   "give level_least and level_most in order");
  }
}

double draw_level(const PricePath& path, RandomStream stream) {
  return path.level_least + (path.level_most - path.level_least) * stream.uniform();
}

StepSeries<Price> draw_prices(const PricePath& path, double level, Price on_demand, Seconds span,
                              RandomStream stream) {
  // x(t + dt) = a x(t) + sd sqrt(1 - a^2) N(0, 1), a = 2^(-dt / half-life): exact for any dt.
  const double kept = std::exp2(-(path.step / path.half_life));
  const double noise = path.deviation * std::sqrt(1 - kept * kept);
  std::vector<StepSeries<Price>::Step> steps;
  double x = path.deviation * stream.normal();
  for (std::int64_t k = 0; static_cast<double>(k) * path.step < span; ++k) {
    const double share = std::clamp(level * std::exp(x), std::min(path.floor, 1.0), 1.0);
    const double hourly = std::round(share * (on_demand * hours(1)).value() * 1e4) / 1e4;
    const Seconds at{std::floor((static_cast<double>(k) * path.step).count())};
    steps.push_back({Instant::at(at), dollars_per_hour(hourly)});
    x = kept * x + noise * stream.normal();
  }
  return StepSeries<Price>(std::move(steps));
}

}  // namespace spotgrid::traces
