// Spot prices that wander around a level and return to it.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/base/options.hpp"
#include "sim/base/quantities.hpp"
#include "sim/base/random.hpp"
#include "sim/base/step_series.hpp"

namespace spotgrid::traces {

// An Ornstein-Uhlenbeck process on the logarithm of the price, read every `step`, clipped to
// [floor, 1] of on-demand. Defaults are of the order of AWS prices of 2019 to 2023: 85 pools moved
// every 6.1 h (median), had a coefficient of variation of .048 and none went below .30 or above
// 1.00 of on-demand; us-west-2 stood at .30 to .32 for V100. Measured steps keep their direction
// (autocorrelation of log steps +.51), those of this process do not.
struct PricePath {
  double level_least = .30;  // the level of a zone is drawn evenly from [least, most]
  double level_most = .36;   // as a share of on-demand
  double floor = .30;
  double deviation = .05;  // stationary standard deviation of the log price
  Seconds half_life = hours(72);
  Seconds step = hours(6);

  void describe(Fields& fields);
};

double draw_level(const PricePath& path, RandomStream stream);

// Since the start of the trace. Prices are whole numbers of 0.0001 $/h.
StepSeries<Price> draw_prices(const PricePath& path, double level, Price on_demand, Seconds span,
                              RandomStream stream);

}  // namespace spotgrid::traces
