// Rounding and units of printed amounts.
// SPDX-License-Identifier: Apache-2.0
#include "analysis/amounts.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace spotgrid::analysis {
namespace {

constexpr int digits = 3;

// Decimals that show `value` with three significant digits; 0 for large values.
int decimals_for(double value) {
  const double size = std::abs(value);
  if (!(size > 0))
    return 0;
  // What is printed decides: 9.996 prints as 10.0.
  const int magnitude = static_cast<int>(std::floor(std::log10(size)));
  const double unit = std::pow(10.0, magnitude - digits + 1);
  const bool carries = std::round(size / unit) * unit >= std::pow(10.0, magnitude + 1);
  return std::clamp(digits - 1 - magnitude - (carries ? 1 : 0), 0, 9);
}

// 1234567.8 -> "1,234,567.8", whatever the locale.
std::string with_separators(std::string text) {
  const auto point = std::min(text.find('.'), text.size());
  const std::size_t first = text.starts_with('-') ? 1 : 0;
  for (std::size_t at = point; at > first + 3; at -= 3)
    text.insert(at - 3, 1, ',');
  return text;
}

// Rounded to three significant digits where it has more before the point.
double to_digits(double value) {
  if (!(std::abs(value) >= 1000))
    return value;
  const double unit = std::pow(10.0, std::floor(std::log10(std::abs(value))) - digits + 1);
  return std::round(value / unit) * unit;
}

}  // namespace

std::string figure_text(double value) {
  if (!std::isfinite(value))
    return "unbounded";
  return with_separators(fmt::format("{:.{}f}", to_digits(value), decimals_for(value)));
}

std::string count_text(std::int64_t count) {
  return with_separators(fmt::format("{}", count));
}

std::string money_text(double usd) {
  return figure_text(usd) + " USD";
}

std::string span_text(Seconds span) {
  const double s = span.count();
  if (s < 100)
    return figure_text(s) + " s";
  if (s < 100 * 60)
    return figure_text(s / 60) + " min";
  if (s < 100 * 3600)
    return figure_text(s / 3600) + " h";
  return figure_text(s / 86400) + " d";
}

std::string bytes_text(double amount) {
  if (amount < 1e6)
    return figure_text(amount / 1e3) + " kB";
  if (amount < 1e9)
    return figure_text(amount / 1e6) + " MB";
  return amount < 1e12 ? figure_text(amount / 1e9) + " GB" : figure_text(amount / 1e12) + " TB";
}

std::string share_text(double part, double whole) {
  if (!(whole > 0))
    return "";
  const double percent = 100 * part / whole;
  return percent > 0 && percent < 0.5 ? "<1 %" : fmt::format("{:.0f} %", percent);
}

PartsColumn::PartsColumn(double whole) : decimals_(decimals_for(whole)) {}

std::string PartsColumn::text(double part) const {
  const double unit = std::pow(10.0, -decimals_);
  if (part != 0 && std::abs(part) < unit / 2)
    return fmt::format("<{:.{}f}", unit, decimals_);
  return with_separators(fmt::format("{:.{}f}", part, decimals_));
}

SpanUnit span_unit(Seconds whole) {
  if (whole < 100s)
    return {"s", Seconds{1}};
  if (whole < 100min)
    return {"min", Seconds{60}};
  return whole < hours(1000) ? SpanUnit{"h", hours(1)} : SpanUnit{"d", hours(24)};
}

}  // namespace spotgrid::analysis
