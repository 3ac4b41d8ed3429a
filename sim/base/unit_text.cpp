// Units of files.
// SPDX-License-Identifier: Apache-2.0
#include "sim/base/unit_text.hpp"

#include <charconv>
#include <cmath>
#include <span>

#include <fmt/format.h>

namespace spotgrid {
namespace {

struct Unit {
  std::string_view name;
  double factor;  // to the base unit
};

constexpr Unit time_units[] = {{"s", 1},        {"ms", 1e-3},    {"us", 1e-6},   {"min", 60},
                               {"h", 3600},     {"d", 86400},    {"w", 604800},  {"sec", 1},
                               {"hours", 3600}, {"days", 86400}, {"hour", 3600}, {"day", 86400}};
constexpr double kib = 1024;
constexpr Unit byte_units[] = {{"B", 1},          {"kB", 1e3},
                               {"MB", 1e6},       {"GB", 1e9},
                               {"TB", 1e12},      {"KiB", kib},
                               {"MiB", kib* kib}, {"GiB", kib* kib* kib},
                               {"PB", 1e15},      {"TiB", kib* kib* kib* kib}};
constexpr Unit bandwidth_units[] = {
    {"B/s", 1},         {"kB/s", 1e3},       {"MB/s", 1e6},       {"GB/s", 1e9},
    {"TB/s", 1e12},     {"KiB/s", kib},      {"MiB/s", kib* kib}, {"GiB/s", kib* kib* kib},
    {"bps", 1. / 8},    {"kbps", 1e3 / 8},   {"Mbps", 1e6 / 8},   {"Gbps", 1e9 / 8},
    {"Tbps", 1e12 / 8}, {"Mbit/s", 1e6 / 8}, {"Gbit/s", 1e9 / 8}};
constexpr Unit dollar_units[] = {{"$", 1}, {"USD", 1}};
constexpr Unit speed_units[] = {{"FLOPS", 1}, {"GFLOPS", 1e9}, {"TFLOPS", 1e12}, {"PFLOPS", 1e15}};

std::string_view trimmed(std::string_view text) {
  const auto first = text.find_first_not_of(" \t");
  if (first == std::string_view::npos)
    return {};
  return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

// The number and its unit, apart.
std::optional<std::pair<double, std::string_view>> split(std::string_view text) {
  text = trimmed(text);
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || !std::isfinite(value))
    return std::nullopt;
  return std::pair{value, trimmed(text.substr(static_cast<std::size_t>(end - text.data())))};
}

std::optional<double> parse_unit(std::string_view text, std::span<const Unit> units) {
  const auto parts = split(text);
  if (!parts)
    return std::nullopt;
  for (const Unit& unit : units)
    if (unit.name == parts->second)
      return parts->first * unit.factor;
  return std::nullopt;
}

template <class T>
bool parse_quantity(std::string_view text, std::span<const Unit> units, T& value) {
  const std::optional<double> number = parse_unit(text, units);
  if (number)
    value = T::of(*number);
  return number.has_value();
}

}  // namespace

bool parse_quantity(std::string_view text, Seconds& value) {
  const std::optional<double> number = parse_unit(text, time_units);
  if (number)
    value = Seconds{*number};
  return number.has_value();
}
bool parse_quantity(std::string_view text, Bytes& value) {
  return parse_quantity(text, byte_units, value);
}
bool parse_quantity(std::string_view text, Bandwidth& value) {
  return parse_quantity(text, bandwidth_units, value);
}
bool parse_quantity(std::string_view text, Dollars& value) {
  return parse_quantity(text, dollar_units, value);
}
bool parse_quantity(std::string_view text, Speed& value) {
  return parse_quantity(text, speed_units, value);
}
bool parse_quantity(std::string_view text, Price& value) {
  const auto parts = split(text);
  if (!parts || (parts->second != "$/h" && parts->second != "USD/h"))
    return false;
  value = dollars_per_hour(parts->first);
  return true;
}

UnitKind unit_kind(Seconds) {
  return {"a duration", "10 min"};
}
UnitKind unit_kind(Bytes) {
  return {"a size", "80 GiB"};
}
UnitKind unit_kind(Bandwidth) {
  return {"a bandwidth", "25 Gbps"};
}
UnitKind unit_kind(Dollars) {
  return {"an amount of money", "12.5 $"};
}
UnitKind unit_kind(Price) {
  return {"a price", "0.918 $/h"};
}
UnitKind unit_kind(Speed) {
  return {"a speed", "125 TFLOPS"};
}

std::string number_text(double value) {
  if (value == std::trunc(value) && std::abs(value) < 1e15)
    return fmt::format("{}", static_cast<long long>(value));
  return fmt::format("{}", value);
}

std::optional<double> parse_number(std::string_view text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size() || !std::isfinite(value))
    return std::nullopt;
  return value;
}

std::string to_text(Seconds value) {
  return number_text(value.count()) + " s";
}
std::string to_text(Bytes value) {
  return number_text(value.value()) + " B";
}
std::string to_text(Bandwidth value) {
  return number_text(value.value()) + " B/s";
}
std::string to_text(Dollars value) {
  return number_text(value.value()) + " $";
}
std::string to_text(Speed value) {
  return number_text(value.value()) + " FLOPS";
}
std::string to_text(Price value) {
  const double hourly = value.value() * 3600.0;
  // The product may be one bit off what was written; take the shortest that reads back.
  for (int digits = 6; digits < 17; ++digits) {
    const std::string text = fmt::format("{:.{}g}", hourly, digits);
    const std::optional<double> back = parse_number(text);
    if (back && dollars_per_hour(*back) == value)
      return number_text(*back) + " $/h";
  }
  return number_text(hourly) + " $/h";
}

}  // namespace spotgrid
