// A duration that is a constant or follows a law.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include "sim/base/options.hpp"

namespace spotgrid {

// Written "90 s", or {"law": "lognormal", "median": "60 s", "sigma": 0.5}. Sampling inverts the
// distribution function at one uniform number, so that a law costs one draw whatever it is.
class Law {
 public:
  enum class Kind : std::uint8_t {
    constant,
    uniform,
    exponential,
    weibull,
    lognormal,
    hyperexponential2,
    bathtub,    // constrained lifetimes (Kadupitiya et al., HPDC 2020), capped
    empirical,  // drawn from given values with equal weight
  };

  Law() = default;
  explicit Law(Seconds constant) : value_(constant) {}

  // For a struct's describe(): the key takes text or an object.
  void describe_at(Fields& fields, std::string_view key, std::string_view help);
  // The options of the law alone ("law" and its parameters), beside other keys of an object.
  void describe(Fields& fields);

  Kind kind() const { return kind_; }
  // The value below which the share `u` in [0, 1) lies.
  Seconds quantile(double u) const;
  Seconds mean() const;
  // The longest possible value; nothing for laws without one.
  std::optional<Seconds> upper_bound() const;

 private:
  Kind kind_ = Kind::constant;
  Seconds value_{0};             // constant; mean of the exponential
  Seconds least_{0}, most_{0};   // uniform
  Seconds scale_{0};             // Weibull
  Seconds median_{0};            // lognormal
  double shape_ = 1;             // Weibull
  double sigma_ = 0;             // lognormal
  double share_ = 1;             // hyperexponential2: weight of the first phase
  Seconds mean1_{0}, mean2_{0};  // hyperexponential2
  double a_ = 0;                 // bathtub: F(t) = a (1 - e^(-t/tau1) + e^((t-b)/tau2))
  Seconds tau1_{0}, tau2_{0}, b_{0}, cap_{0};
  std::vector<Seconds> values_;  // empirical, ascending
};

inline std::span<const std::string_view> words(Law::Kind) {
  static constexpr std::string_view all[] = {"constant", "uniform",   "exponential",
                                             "weibull",  "lognormal", "hyperexponential2",
                                             "bathtub",  "empirical"};
  return all;
}

}  // namespace spotgrid
