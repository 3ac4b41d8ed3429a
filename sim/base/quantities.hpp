// Numbers that cannot be mistaken for another kind of number.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <compare>

namespace spotgrid {

using namespace std::chrono_literals;

// A span of simulated time.
using Seconds = std::chrono::duration<double>;

// A double with a kind. Quantities of one kind add, subtract and compare; a plain number scales
// them; the quotient of two is a plain number. Products of different kinds are listed below.
template <class Tag>
class Quantity {
 public:
  constexpr Quantity() = default;
  static constexpr Quantity of(double value) {
    Quantity q;
    q.value_ = value;
    return q;
  }
  // In the base unit of the kind.
  constexpr double value() const { return value_; }

  constexpr auto operator<=>(const Quantity&) const = default;
  constexpr Quantity& operator+=(Quantity other) {
    value_ += other.value_;
    return *this;
  }
  constexpr Quantity& operator-=(Quantity other) {
    value_ -= other.value_;
    return *this;
  }
  friend constexpr Quantity operator+(Quantity a, Quantity b) { return of(a.value_ + b.value_); }
  friend constexpr Quantity operator-(Quantity a, Quantity b) { return of(a.value_ - b.value_); }
  friend constexpr Quantity operator*(Quantity a, double factor) { return of(a.value_ * factor); }
  friend constexpr Quantity operator*(double factor, Quantity a) { return of(a.value_ * factor); }
  friend constexpr Quantity operator/(Quantity a, double divisor) { return of(a.value_ / divisor); }
  friend constexpr double operator/(Quantity a, Quantity b) { return a.value_ / b.value_; }

 private:
  double value_ = 0;
};

using Bytes = Quantity<struct ByteTag>;           // base unit: byte
using Bandwidth = Quantity<struct BandwidthTag>;  // base unit: byte per second
using Dollars = Quantity<struct DollarTag>;       // base unit: US dollar
using Price = Quantity<struct PriceTag>;          // base unit: US dollar per second
using Flops = Quantity<struct FlopsTag>;          // base unit: floating-point operation
using Speed = Quantity<struct SpeedTag>;          // base unit: operation per second

// Every product and quotient that means something. Anything else does not compile.
constexpr Seconds operator/(Bytes size, Bandwidth rate) {
  return Seconds{size.value() / rate.value()};
}
constexpr Bytes operator*(Bandwidth rate, Seconds time) {
  return Bytes::of(rate.value() * time.count());
}
constexpr Bytes operator*(Seconds time, Bandwidth rate) {
  return rate * time;
}
constexpr Bandwidth operator/(Bytes size, Seconds time) {
  return Bandwidth::of(size.value() / time.count());
}
constexpr Dollars operator*(Price price, Seconds time) {
  return Dollars::of(price.value() * time.count());
}
constexpr Dollars operator*(Seconds time, Price price) {
  return price * time;
}
constexpr Seconds operator/(Flops work, Speed speed) {
  return Seconds{work.value() / speed.value()};
}

constexpr Price dollars_per_hour(double value) {
  return Price::of(value / 3600.0);
}
constexpr Dollars dollars(double value) {
  return Dollars::of(value);
}
constexpr Bytes bytes(double value) {
  return Bytes::of(value);
}
constexpr Bytes megabytes(double value) {
  return Bytes::of(value * 1e6);
}
constexpr Bandwidth bytes_per_second(double value) {
  return Bandwidth::of(value);
}
constexpr Bandwidth gigabits_per_second(double value) {
  return Bandwidth::of(value * 1e9 / 8);
}
constexpr Seconds hours(double value) {
  return Seconds{value * 3600.0};
}

}  // namespace spotgrid
