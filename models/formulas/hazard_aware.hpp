// When to save next where the hazard depends on the age of what may be lost.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <vector>

#include "sim/base/quantities.hpp"

// Saves end at ages T_1 < T_2 < ...; each takes C, and commits the W_i = T_i - T_(i-1) - C of work
// before it. How long a life lasts, and what follows its end, does not depend on them. So a long
// job wastes least where a life commits most on average, sum W_i S(T_i), with S(t) the share of
// lives beyond t. With U(s) for the most that can be had after age s, just after a save, times
// S(s),
//
//   U(s) = max over T of S(T) (T - s - C) + U(T),   U'(s) = -S(T*),
//
// solved backwards from the end of the lives. The best T never falls with s, since the cross
// derivative is the density. Exponential lives give the exact interval (Bougeret et al., SC 2011),
// whatever downtime and restore are; where C is small and the hazard h changes little meanwhile,
// W is sqrt(2 C / h(s)), the density of saves of Ling, Mi and Lin, IEEE Transactions on Computers
// 50(7), 2001. The problem is that of sequential checkpoint placement (Ozaki, Dohi, Kaio,
// Performance Evaluation 66, 2009); Kadupitiya et al., HPDC 2020, solve one for bathtub lives.
//
// The interval that would be best if the hazard of this age came again and again is another one: it
// ignores that early losses end soon, and the end of a bounded life.
namespace spotgrid::formulas {

// The share of lives that last beyond an age: never rising. For a gang of nodes it is the product
// of their shares, over the age of one of them.
using Survival = std::function<double(Seconds age)>;

class HazardPlan {
 public:
  // Lives end at `end`, or so few last longer (1e-9) that what comes after does not matter. What is
  // committed is known to about 1e-5, the interval, at a flat optimum, to about 1 %, while it is
  // above 1 / 5000 of the end.
  HazardPlan(Survival survival, Seconds save, Seconds end);

  // The work before the next save for what has reached `age`, just after a save; nothing where no
  // save can be done in time.
  std::optional<Seconds> next(Seconds age) const;
  // The mean work that saves commit from this age on, until the life ends. Divided by mean life,
  // downtime and restore at age 0, it is the useful share of the time.
  Seconds committed(Seconds age) const;

 private:
  // A point of the grid of ages, which is finer than the intervals.
  struct Point {
    double age = 0, survival = 0;
    double value = 0, slope = 0;  // U and U'
  };
  struct Choice {
    double end, value;  // T and what it gives
  };

  void lay_grid(Seconds end);
  void solve();
  double value_at(double age, std::size_t behind) const;
  std::size_t behind(double age) const;
  Choice best(double age, std::size_t from, std::size_t to, double earliest) const;

  Survival survival_;
  double save_;
  std::vector<Point> grid_;
};

}  // namespace spotgrid::formulas
