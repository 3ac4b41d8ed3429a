// Inverse distribution functions and means of the laws of durations.
// SPDX-License-Identifier: Apache-2.0
#include "sim/domain/law.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include <boost/math/distributions/normal.hpp>
#include <boost/math/tools/roots.hpp>

#include "sim/base/error.hpp"

namespace spotgrid {
namespace {

// Where the ascending `f` crosses zero in [low, high], at whose ends its signs differ.
template <class Function>
Seconds root(Function f, Seconds low, Seconds high) {
  std::uintmax_t steps = 200;
  const auto at = boost::math::tools::toms748_solve(
      f, low.count(), high.count(), boost::math::tools::eps_tolerance<double>(50), steps);
  return Seconds{at.first + (at.second - at.first) / 2};
}

Seconds exponential_quantile(Seconds mean, double u) {
  return -mean * std::log1p(-u);
}

double normal_quantile(double u) {
  return boost::math::quantile(boost::math::normal_distribution<double>(0, 1), u);
}

// F(t) = share (1 - e^(-t/mean1)) + (1 - share) (1 - e^(-t/mean2)); the quantile lies between
// those of the two phases.
Seconds hyperexponential_quantile(double share, Seconds mean1, Seconds mean2, double u) {
  const Seconds low = exponential_quantile(std::min(mean1, mean2), u);
  const Seconds high = exponential_quantile(std::max(mean1, mean2), u);
  const auto below = [&](double t) {
    return (1 - u) - share * std::exp(-t / mean1.count()) -
           (1 - share) * std::exp(-t / mean2.count());
  };
  if (below(low.count()) >= 0)
    return low;
  if (below(high.count()) <= 0)
    return high;
  return root(below, low, high);
}

// The distribution function of constrained lifetimes, before its cap (Kadupitiya, Jadhao, Sharma:
// Modeling the temporally constrained preemptions of transient cloud VMs, HPDC 2020).
struct Bathtub {
  double a;
  Seconds tau1, tau2, b;

  double share_dead(double t) const {
    return a * (1 - std::exp(-t / tau1.count()) + std::exp((t - b.count()) / tau2.count()));
  }
  // Where F is 1. At b + tau2 ln(1/a) the last term alone gives 1.
  Seconds end() const {
    const Seconds high = b + tau2 * std::log(1 / a);
    if (share_dead(0) >= 1)
      return Seconds{0};
    if (share_dead(high.count()) <= 1)
      return high;
    return root([this](double t) { return share_dead(t) - 1; }, Seconds{0}, high);
  }
  Seconds end(std::optional<Seconds> cap) const { return cap ? std::min(*cap, end()) : end(); }

  Seconds quantile(double u, Seconds end) const {
    if (u <= share_dead(0))
      return Seconds{0};
    if (u >= share_dead(end.count()))
      return end;
    return root([this, u](double t) { return share_dead(t) - u; }, Seconds{0}, end);
  }
  // The integral of 1 - F from 0 to `end`.
  Seconds mean(Seconds end) const {
    const Seconds early = tau1 * (1 - std::exp(-end / tau1));
    const Seconds late = tau2 * (std::exp((end - b) / tau2) - std::exp(-b / tau2));
    return end - a * (end - early + late);
  }
};

}  // namespace

Law Law::exponential(Seconds mean) {
  Law law(mean);
  law.kind_ = Kind::exponential;
  return law;
}

Seconds Law::quantile(double u) const {
  require(u >= 0 && u < 1, "a quantile is asked for a share in [0, 1)");
  switch (kind_) {
    case Kind::constant:
      return value_;
    case Kind::uniform:
      return least_ + (most_ - least_) * u;
    case Kind::exponential:
      return exponential_quantile(value_, u);
    case Kind::weibull:
      return scale_ * std::pow(-std::log1p(-u), 1 / shape_);
    case Kind::lognormal:
      return u == 0 ? Seconds{0} : median_ * std::exp(sigma_ * normal_quantile(u));
    case Kind::hyperexponential2:
      return hyperexponential_quantile(share_, mean1_, mean2_, u);
    case Kind::bathtub: {
      const Bathtub law{a_, tau1_, tau2_, b_};
      return law.quantile(u, law.end(cap_));
    }
    case Kind::empirical:
      return values_[static_cast<std::size_t>(u * static_cast<double>(values_.size()))];
  }
  return value_;
}

Seconds Law::mean() const {
  switch (kind_) {
    case Kind::constant:
    case Kind::exponential:
      return value_;
    case Kind::uniform:
      return (least_ + most_) / 2;
    case Kind::weibull:
      return scale_ * std::tgamma(1 + 1 / shape_);
    case Kind::lognormal:
      return median_ * std::exp(sigma_ * sigma_ / 2);
    case Kind::hyperexponential2:
      return mean1_ * share_ + mean2_ * (1 - share_);
    case Kind::bathtub: {
      const Bathtub law{a_, tau1_, tau2_, b_};
      return law.mean(law.end(cap_));
    }
    case Kind::empirical:
      return std::accumulate(values_.begin(), values_.end(), Seconds{0}) /
             static_cast<double>(values_.size());
  }
  return value_;
}

std::optional<Seconds> Law::upper_bound() const {
  switch (kind_) {
    case Kind::constant:
      return value_;
    case Kind::uniform:
      return most_;
    case Kind::bathtub:
      return Bathtub{a_, tau1_, tau2_, b_}.end(cap_);
    case Kind::empirical:
      return values_.back();
    case Kind::exponential:
    case Kind::weibull:
    case Kind::lognormal:
    case Kind::hyperexponential2:
      break;
  }
  return std::nullopt;
}

}  // namespace spotgrid
