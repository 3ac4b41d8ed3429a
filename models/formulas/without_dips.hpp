// Fills the short falls of a step series.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <vector>

#include "sim/base/step_series.hpp"

namespace spotgrid {

// The morphological closing with a window of length `shortest`: every level that the series leaves
// for less than `shortest` is held through. A fall of exactly `shortest` stays. (Serra, Image
// Analysis and Mathematical Morphology, 1982; for a step series it is the repeated raising of
// short local minima to the lower of their neighbours.)
template <class T>
StepSeries<T> without_dips(const StepSeries<T>& series, Seconds shortest) {
  std::vector<typename StepSeries<T>::Step> kept;
  for (const auto& step : series.steps()) {
    // A value that ends here by a rise is a local minimum if the one before it is higher, too.
    while (kept.size() >= 2 && kept.back().value < step.value &&
           kept.back().value < kept[kept.size() - 2].value && step.at - kept.back().at < shortest) {
      if (kept[kept.size() - 2].value <= step.value) {
        kept.pop_back();
      } else {
        kept.back().value = step.value;
      }
    }
    if (kept.empty() || !(kept.back().value == step.value))
      kept.push_back(step);
  }
  return series.empty() ? series : StepSeries<T>(std::move(kept));
}

}  // namespace spotgrid
