// Blocks, t-tests, and their correction.
// SPDX-License-Identifier: Apache-2.0
#include "analysis/block_intervals.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include <boost/math/distributions/students_t.hpp>

namespace spotgrid::analysis {
namespace {

std::vector<double> means_of_blocks(std::span<const TimedValue> values, double least_s) {
  double first = 0, last = 0;
  bool any = false;
  for (const TimedValue& one : values) {
    if (!one.at_s)
      continue;
    first = any ? std::min(first, *one.at_s) : *one.at_s;
    last = any ? std::max(last, *one.at_s) : *one.at_s;
    any = true;
  }
  std::vector<double> means;
  if (!any || least_s <= 0) {
    for (const TimedValue& one : values)
      means.push_back(one.value);
    return means;
  }
  const double span = last - first + least_s;
  const auto count = static_cast<std::size_t>(std::max(1.0, std::floor(span / least_s)));
  std::vector<double> sums(count), counts(count);
  for (const TimedValue& one : values) {
    const double place = (one.at_s.value_or(first) - first) / span * static_cast<double>(count);
    const std::size_t block = std::min(static_cast<std::size_t>(place), count - 1);
    sums[block] += one.value;
    counts[block] += 1;
  }
  for (std::size_t i = 0; i < count; ++i)
    if (counts[i] > 0)
      means.push_back(sums[i] / counts[i]);
  return means;
}

double two_sided_p(std::span<const double> values, double mean) {
  const auto count = static_cast<double>(values.size());
  double squares = 0;
  for (const double value : values)
    squares += (value - mean) * (value - mean);
  const double error = std::sqrt(squares / (count - 1) / count);
  if (error <= 0)
    return mean == 0 ? 1 : 0;
  const boost::math::students_t_distribution<double> law(count - 1);
  return 2 * boost::math::cdf(boost::math::complement(law, std::abs(mean) / error));
}

}  // namespace

BlockMean block_mean(std::span<const TimedValue> values, double least_s) {
  BlockMean all;
  all.values = values.size();
  if (values.empty())
    return all;
  const std::vector<double> means = means_of_blocks(values, least_s);
  all.blocks = means.size();
  all.mean = std::accumulate(means.begin(), means.end(), 0.0) / static_cast<double>(means.size());
  if (means.size() >= fewest_blocks) {
    all.interval = mean_interval(means);
    all.p = two_sided_p(means, all.mean);
  }
  return all;
}

std::vector<double> holm(std::span<const double> p) {
  std::vector<std::size_t> order(p.size());
  std::iota(order.begin(), order.end(), 0U);
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return p[a] < p[b]; });
  std::vector<double> adjusted(p.size());
  double largest = 0;
  for (std::size_t i = 0; i < order.size(); ++i) {
    largest = std::max(largest, static_cast<double>(p.size() - i) * p[order[i]]);
    adjusted[order[i]] = std::min(1.0, largest);
  }
  return adjusted;
}

}  // namespace spotgrid::analysis
