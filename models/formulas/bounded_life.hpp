// Lives with a bathtub hazard and an end: distribution, hazard, and jobs that start over.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>

#include "sim/base/error.hpp"
#include "sim/base/quantities.hpp"

namespace spotgrid::formulas {

// J. Kadupitiya, V. Jadhao, P. Sharma: Modeling the temporally constrained preemptions of transient
// cloud VMs, HPDC 2020: F(t) = a (1 - e^(-t/tau1) + e^((t-b)/tau2)) until F is 1. The law `bathtub`
// of scenarios is the same. F(0) = a e^(-b/tau2) is above 0 by what b leaves of the last term;
// those lives end at once.
struct BathtubLife {
  double a = 0.45;
  Seconds tau1 = hours(1), tau2 = hours(0.8), b = hours(24);

  double share_dead(Seconds age) const {
    return a * (1 - std::exp(-age / tau1) + std::exp((age - b) / tau2));
  }
  double survival(Seconds age) const { return age < Seconds{0} ? 1 : 1 - share_dead(age); }
  // 1/s.
  double density(Seconds age) const {
    return a * (std::exp(-age / tau1) / tau1.count() + std::exp((age - b) / tau2) / tau2.count());
  }
  // Losses a second among those alive at this age, which is before the end.
  double hazard(Seconds age) const { return density(age) / survival(age); }
  // The integral of t f(t) from 0 to `age`.
  Seconds partial_mean(Seconds age) const {
    return a * (tau1 - (age + tau1) * std::exp(-age / tau1) +
                (age - tau2) * std::exp((age - b) / tau2) + tau2 * std::exp(-b / tau2));
  }
  // The age at which F is 1, by halving: at b + tau2 ln(1/a) the last term alone gives 1.
  Seconds end() const {
    Seconds low{0}, high = b + tau2 * std::log(1 / a);
    for (int i = 0; i < 200; ++i) {
      const Seconds middle = (low + high) / 2;
      (share_dead(middle) < 1 ? low : high) = middle;
    }
    return high;
  }
  Seconds mean() const { return partial_mean(end()); }
};

// Mean time of a job without saves that starts over on a fresh node after each loss, by its work:
// W + E[losses] E[life | life < W] = W + I(W) / (1 - F(W)). Only for jobs shorter than the end.
inline Seconds time_with_restarts(Seconds work, const BathtubLife& life) {
  require(life.survival(work) > 0, "the work fits into a life");
  return work + life.partial_mean(work) / life.survival(work);
}

}  // namespace spotgrid::formulas
