// A point in simulated time.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <compare>
#include <cstdint>
#include <limits>

#include "sim/base/quantities.hpp"

namespace spotgrid {

// Whole microseconds since the run began; negative before it. What enters the event queue is
// rounded to the nearest microsecond, so that "the same instant" is equality of integers.
class Instant {
 public:
  constexpr Instant() = default;
  static constexpr Instant from_microseconds(std::int64_t us) {
    Instant t;
    t.us_ = us;
    return t;
  }
  // The nearest instant; spans beyond 200,000 years give never().
  static Instant at(Seconds since_start) {
    const double us = since_start.count() * 1e6;
    if (!(us < 9e18))
      return never();
    return us < -9e18 ? from_microseconds(-9'000'000'000'000'000'000)
                      : from_microseconds(std::llround(us));
  }
  static constexpr Instant never() {
    return from_microseconds(std::numeric_limits<std::int64_t>::max());
  }

  constexpr std::int64_t microseconds() const { return us_; }
  constexpr Seconds since_start() const { return Seconds{static_cast<double>(us_) / 1e6}; }
  constexpr auto operator<=>(const Instant&) const = default;

 private:
  std::int64_t us_ = 0;
};

inline Instant operator+(Instant t, Seconds span) {
  const Instant step = Instant::at(span);
  if (t == Instant::never() || step == Instant::never())
    return Instant::never();
  return Instant::from_microseconds(t.microseconds() + step.microseconds());
}
inline Instant operator-(Instant t, Seconds span) {
  return t + -span;
}
constexpr Seconds operator-(Instant a, Instant b) {
  return Seconds{static_cast<double>(a.microseconds() - b.microseconds()) / 1e6};
}

}  // namespace spotgrid
