// Traces that begin again where they end.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <cstdint>
#include <vector>

#include "sim/base/step_series.hpp"

namespace spotgrid::scenarios {

// The longest whole number of weeks inside `span`, or of days where it has less than two weeks;
// zero where it has less than a day. So that the hour of the day goes on at the turn.
inline Seconds turning_period(Seconds span) {
  const double day = 86400;
  const double unit = span.count() >= 14 * day ? 7 * day : day;
  return Seconds{std::floor(span.count() / unit) * unit};
}

// The series to `until`, where from `end` on the value at t is the value at t - period.
template <class T>
StepSeries<T> turned(const StepSeries<T>& series, Instant end, Seconds period, Instant until) {
  using Step = typename StepSeries<T>::Step;
  std::vector<Step> steps;
  std::vector<Step> turn{{end - period, series.at(end - period)}};  // what is repeated
  for (const Step& step : series.steps()) {
    if (step.at >= end)
      break;
    steps.push_back(step);
    if (step.at > turn.front().at)
      turn.push_back(step);
  }
  const auto length = period.count();
  for (int k = 1; end + Seconds{length * (k - 1)} < until; ++k) {
    for (const Step& step : turn)
      steps.push_back({step.at + Seconds{length * k}, step.value});
  }
  return StepSeries<T>(std::move(steps));
}

}  // namespace spotgrid::scenarios
