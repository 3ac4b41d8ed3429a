// Numbers and quantities between two ends.
// SPDX-License-Identifier: Apache-2.0
#include "scenarios/sweep_values.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>

#include <boost/random/sobol.hpp>
#include <fmt/format.h>

#include "sim/base/random.hpp"
#include "sim/base/unit_text.hpp"

namespace spotgrid::scenarios {
namespace {

// A number and what stands behind it: 5 and "", or 5 and "min".
struct Amount {
  double value = 0;
  std::string unit;
};

[[noreturn]] void refuse(const std::string& text, const std::string& remedy) {
  throw InputError(InputKind::scenario, {"sweep", text, remedy});
}

Amount amount_of(const JsonText& json) {
  std::string_view text = json.text;
  if (!text.starts_with('"')) {
    const auto number = parse_number(text);
    if (!number)
      refuse(fmt::format("an end of a range is a number or a quantity, found {}", text),
             "write it like 4 or \"5 min\"");
    return {*number, ""};
  }
  text = text.substr(1, text.size() - 2);
  const auto space = text.find(' ');
  const auto number = parse_number(text.substr(0, space));
  if (!number || space == std::string_view::npos)
    refuse(fmt::format("an end of a range is a number or a quantity, found \"{}\"", text),
           "write it like 4 or \"5 min\"");
  return {*number, std::string(text.substr(space + 1))};
}

struct Ends {
  double from, to;
  std::string unit;
};

Ends ends_of(const ValueRange& range, bool logarithmic) {
  const Amount from = amount_of(range.from), to = amount_of(range.to);
  if (from.unit != to.unit)
    refuse(fmt::format(R"(both ends of a range have one unit, found "{}" and "{}")", from.unit,
                       to.unit),
           "write both in the same unit");
  if (logarithmic && (from.value <= 0 || to.value <= 0))
    refuse(fmt::format("ratios are of values above 0, found {} to {}", from.value, to.value),
           "begin above 0, or take equal steps");
  return {from.value, to.value, from.unit};
}

double between(const Ends& ends, double share, bool logarithmic) {
  if (share <= 0)
    return ends.from;
  if (share >= 1)
    return ends.to;
  if (logarithmic)
    return ends.from * std::pow(ends.to / ends.from, share);
  return ends.from + share * (ends.to - ends.from);
}

// Twelve digits: the steps of 0.1 to 0.7 read 0.3, not 0.30000000000000004.
std::string json_of(double value, const std::string& unit) {
  const double short_value = std::stod(fmt::format("{:.12g}", value));
  return unit.empty() ? number_text(short_value)
                      : fmt::format("\"{} {}\"", number_text(short_value), unit);
}

// By axis, then by point, in [0, 1).
std::vector<std::vector<double>> hypercube(std::size_t axes, std::size_t points,
                                           std::uint64_t seed) {
  const RandomSource random(seed, 0);
  std::vector<std::vector<double>> all(axes);
  for (std::size_t a = 0; a < axes; ++a) {
    std::vector<std::size_t> parts(points);
    std::iota(parts.begin(), parts.end(), 0U);
    std::vector<double> keys;
    for (std::size_t i = 0; i < points; ++i)
      keys.push_back(random.draw("latin hypercube, order", a * points + i));
    std::sort(parts.begin(), parts.end(),
              [&](std::size_t i, std::size_t j) { return keys[i] < keys[j]; });
    for (std::size_t i = 0; i < points; ++i)
      all[a].push_back(
          (static_cast<double>(parts[i]) + random.draw("latin hypercube, place", a * points + i)) /
          static_cast<double>(points));
  }
  return all;
}

std::vector<std::vector<double>> sobol(std::size_t axes, std::size_t points) {
  boost::random::sobol engine(axes);
  const double whole = static_cast<double>(boost::random::sobol::max()) + 1;
  std::vector<std::vector<double>> all(axes);
  for (std::size_t i = 0; i < points; ++i)
    for (std::size_t a = 0; a < axes; ++a)
      all[a].push_back(static_cast<double>(engine()) / whole);
  return all;
}

}  // namespace

std::vector<std::string> spaced(const ValueRange& range, bool logarithmic) {
  const Ends ends = ends_of(range, logarithmic);
  std::vector<std::string> all;
  for (std::int64_t i = 0; i < range.steps; ++i) {
    const double share = static_cast<double>(i) / static_cast<double>(range.steps - 1);
    all.push_back(json_of(between(ends, share, logarithmic), ends.unit));
  }
  return all;
}

std::vector<std::vector<std::string>> sampled(const SampledAxes& axes, std::uint64_t seed) {
  const auto points = static_cast<std::size_t>(axes.points);
  const auto shares = axes.kind == SampleKind::sobol ? sobol(axes.axes.size(), points)
                                                     : hypercube(axes.axes.size(), points, seed);
  std::vector<std::vector<std::string>> all(points);
  for (std::size_t a = 0; a < axes.axes.size(); ++a) {
    const SampledAxis& axis = axes.axes[a];
    const Ends ends = ends_of(axis.between, axis.logarithmic);
    for (std::size_t i = 0; i < points; ++i) {
      const double value = between(ends, shares[a][i], axis.logarithmic);
      all[i].push_back(json_of(axis.whole ? std::round(value) : value, ends.unit));
    }
  }
  return all;
}

}  // namespace spotgrid::scenarios
