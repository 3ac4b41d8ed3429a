// Student's t of a sample.
// SPDX-License-Identifier: Apache-2.0
#include "analysis/mean_interval.hpp"

#include <cmath>
#include <numeric>

#include <boost/math/distributions/students_t.hpp>

#include "sim/base/error.hpp"

namespace spotgrid::analysis {

MeanInterval mean_interval(std::span<const double> values) {
  require(values.size() >= 2, "an interval is of at least two values");
  const auto count = static_cast<double>(values.size());
  const double mean = std::accumulate(values.begin(), values.end(), 0.0) / count;
  double squares = 0;
  for (const double value : values)
    squares += (value - mean) * (value - mean);
  const double quantile =
      boost::math::quantile(boost::math::students_t_distribution<double>(count - 1), 0.975);
  const double half = quantile * std::sqrt(squares / (count - 1) / count);
  return {mean, mean - half, mean + half};
}

}  // namespace spotgrid::analysis
