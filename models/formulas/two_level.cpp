// The recursion over the segments of a two-level pattern, and the search for its optimum.
// SPDX-License-Identifier: Apache-2.0
#include "models/formulas/two_level.hpp"

#include <algorithm>
#include <cmath>

#include <boost/math/tools/minima.hpp>

#include "sim/base/error.hpp"

namespace spotgrid::formulas {

Seconds mean_pattern(std::int64_t segments, Seconds work, const TwoLevels& levels) {
  const double rate1 = 1 / levels.first.mtbf.count(), rate2 = 1 / levels.second.mtbf.count();
  const double rate = rate1 + rate2;
  require(segments >= 1 && work > Seconds{0}, "a pattern has work in one segment or more");
  require(rate > 0 && std::isfinite(rate), "errors come at a finite rate above 0");
  const double q1 = rate1 / rate, q2 = rate2 / rate;
  const double each =
      1 / rate + q1 * levels.first.restore.count() + q2 * levels.second.restore.count();
  double a = 0, b = 0;  // E_(i+1) = a + b E_0
  for (std::int64_t i = segments - 1; i >= 0; --i) {
    const Seconds save = levels.first.save + (i == segments - 1 ? levels.second.save : Seconds{0});
    const double length = rate * (work + save).count();
    const double p = std::exp(-length), failed = -std::expm1(-length);
    const double share = p + failed * q2;  // 1 - failed q1
    a = (failed * each + p * a) / share;
    b = (failed * q2 + p * b) / share;
  }
  return Seconds{a / (1 - b)};
}

TwoLevelPattern best_two_level(const TwoLevels& levels, std::int64_t segments) {
  const auto n = static_cast<double>(segments);
  const auto ratio = [&](double log_work) {
    const Seconds work{std::exp(log_work)};
    return mean_pattern(segments, work, levels) / (n * work) - 1;
  };
  // About the first-order optimum for this n; two decades either way hold the exact one.
  const double saves = n * levels.first.save.count() + levels.second.save.count();
  const double redo = 1 / (n * levels.first.mtbf.count()) + 1 / levels.second.mtbf.count();
  require(saves > 0 && redo > 0, "a pattern has saves and errors");
  const double centre = std::log(std::sqrt(2 * saves / redo) / n);
  constexpr int bits = 26;  // half of a double's: a minimum is known no better
  const auto [at, least] =
      boost::math::tools::brent_find_minima(ratio, centre - 4.6, centre + 4.6, bits);
  return {segments, Seconds{std::exp(at)}, least};
}

TwoLevelPattern best_two_level(const TwoLevels& levels) {
  const SaveLevel both[] = {levels.first, levels.second};
  const double ideal = real_pattern(both).saves.front();
  require(std::isfinite(ideal), "both levels have errors");
  // The best overhead has one minimum over n, near the first-order one.
  auto best = best_two_level(levels, std::max<std::int64_t>(1, std::llround(ideal)));
  for (const std::int64_t step : {-1, 1}) {
    while (best.segments + step >= 1) {
      const TwoLevelPattern next = best_two_level(levels, best.segments + step);
      if (next.overhead_ratio >= best.overhead_ratio)
        break;
      best = next;
    }
  }
  return best;
}

TwoLevelPattern best_second_level_only(const TwoLevels& levels) {
  TwoLevels without = levels;
  without.first.save = Seconds{0};
  without.first.restore = levels.second.restore;
  return best_two_level(without, 1);
}

}  // namespace spotgrid::formulas
