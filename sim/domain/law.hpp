// A duration that is a constant or follows a law.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
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
  static Law exponential(Seconds mean);

  // For a struct's describe(): the key takes text or an object.
  void describe_at(Fields& fields, std::string_view key, std::string_view help);
  // The options of the law alone ("law" and its parameters), beside other keys of an object.
  void describe(Fields& fields);
  // For a description that offers more names than ours at "law": what we offer, and, once one of
  // them was chosen, its parameters.
  static std::span<const NamedSummary> kinds();
  void describe_as(std::string_view kind, Fields& fields);

  Kind kind() const { return kind_; }
  // The value below which the share `u` in [0, 1) lies.
  Seconds quantile(double u) const;
  Seconds mean() const;
  // The longest possible value; nothing for laws without one.
  std::optional<Seconds> upper_bound() const;

 private:
  void describe_parameters(Fields& fields);
  void describe_uniform(Fields& fields);
  void describe_bathtub(Fields& fields);

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
  Seconds tau1_{0}, tau2_{0}, b_{0};
  std::optional<Seconds> cap_;   // bathtub: what lives until then dies then; else where F is 1
  std::vector<Seconds> values_;  // empirical, ascending
};

inline std::span<const std::string_view> words(Law::Kind) {
  static constexpr std::array<std::string_view, 8> all = {
      "constant",  "uniform",           "exponential", "weibull",
      "lognormal", "hyperexponential2", "bathtub",     "empirical"};
  return all;
}

}  // namespace spotgrid
