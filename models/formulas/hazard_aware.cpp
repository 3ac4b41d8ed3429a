// Solves for the saves of a life from its end backwards.
// SPDX-License-Identifier: Apache-2.0
#include "models/formulas/hazard_aware.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include <boost/math/tools/minima.hpp>

#include "sim/base/error.hpp"

namespace spotgrid::formulas {

HazardPlan::HazardPlan(Survival survival, Seconds save, Seconds end)
    : survival_(std::move(survival)), save_(save.count()) {
  require(save > Seconds{0}, "a save takes time");
  require(end > Seconds{0}, "a life has a length");
  lay_grid(end);
  solve();
}

// Steps of at most a fourth of the interval that the hazard of the age asks for, so that the next
// save ends behind the next point; 500 to 20,000 of them.
void HazardPlan::lay_grid(Seconds end) {
  const double longest = end.count() / 500, shortest = end.count() / 20000;
  for (double age = 0; age < end.count();) {
    const double alive = survival_(Seconds{age});
    grid_.push_back({age, alive});
    const double lost = alive > 0 ? 1 - survival_(Seconds{age + save_}) / alive : 1;
    const double interval = lost > 0 ? save_ * std::sqrt(2 / lost) : 4 * longest;
    age += std::max(shortest, std::min(longest, save_ + interval / 4));
  }
  grid_.push_back({end.count(), survival_(end)});
}

void HazardPlan::solve() {
  std::size_t latest = grid_.size() - 1;  // the best T of the point behind is before this one
  for (std::size_t i = grid_.size() - 1; i-- > 0;) {
    Point& point = grid_[i];
    if (point.age + save_ >= grid_.back().age)
      continue;
    const double earliest = std::max(point.age + save_, grid_[i + 1].age);
    const Choice choice = best(point.age, i + 1, latest, earliest);
    point.value = choice.value;
    point.slope = -survival_(Seconds{choice.end});
    latest = std::min(behind(choice.end), grid_.size() - 1);
  }
}

// The first point behind an age; the last point where there is none.
std::size_t HazardPlan::behind(double age) const {
  const auto at =
      std::upper_bound(grid_.begin(), grid_.end(), age,
                       [](double value, const Point& point) { return value < point.age; });
  return std::min<std::size_t>(static_cast<std::size_t>(at - grid_.begin()), grid_.size() - 1);
}

// U between two points, by their values and slopes (Hermite).
double HazardPlan::value_at(double age, std::size_t behind) const {
  const Point& left = grid_[behind - 1];
  const Point& right = grid_[behind];
  const double span = right.age - left.age, t = (age - left.age) / span;
  const double turned = t * t * (3 - 2 * t);
  return left.value * (1 - turned) + right.value * turned +
         span * t * (1 - t) * (left.slope * (1 - t) - right.slope * t);
}

// The best end of the next save among the points [from, to], then between the neighbours of that
// one, no earlier than `earliest`.
HazardPlan::Choice HazardPlan::best(double age, std::size_t from, std::size_t to,
                                    double earliest) const {
  std::size_t at = from;
  double most = -1;
  for (std::size_t j = from; j <= to; ++j) {
    const Point& point = grid_[j];
    const double value = point.survival * (point.age - age - save_) + point.value;
    if (point.age >= earliest && value > most) {
      at = j;
      most = value;
    }
  }
  const double low = std::max(earliest, grid_[at - 1].age);
  const double high = grid_[std::min(at + 1, grid_.size() - 1)].age;
  if (low >= high)
    return {grid_[at].age, most};
  const auto loss = [&](double end) {
    const std::size_t right = std::max<std::size_t>(1, behind(end));
    return -(survival_(Seconds{end}) * (end - age - save_) + value_at(end, right));
  };
  constexpr int bits = 26;
  const auto refined = boost::math::tools::brent_find_minima(loss, low, high, bits);
  if (-refined.second > most)
    return {refined.first, -refined.second};
  return {grid_[at].age, most};
}

std::optional<Seconds> HazardPlan::next(Seconds age) const {
  require(age >= Seconds{0}, "an age is not negative");
  const double now = age.count();
  if (now + save_ >= grid_.back().age || survival_(age) <= 0)
    return std::nullopt;
  const Choice choice = best(now, behind(now), grid_.size() - 1, now + save_);
  return Seconds{choice.end - now - save_};
}

Seconds HazardPlan::committed(Seconds age) const {
  const double now = age.count(), alive = survival_(age);
  if (now + save_ >= grid_.back().age || alive <= 0)
    return Seconds{0};
  return Seconds{best(now, behind(now), grid_.size() - 1, now + save_).value / alive};
}

}  // namespace spotgrid::formulas
