// Alternating renewal processes with two-phase hyperexponential spells.
// SPDX-License-Identifier: Apache-2.0
#include "traces/generators/spells.hpp"

#include <algorithm>
#include <cstddef>

namespace spotgrid::traces {
namespace {

bool is_letter(char c) {
  return c >= 'a' && c <= 'z';
}
bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

}  // namespace

void HyperExponential::describe(Fields& fields) {
  fields("first_share", first_share, "share of spells that belong to the first phase",
         between(0.0, 1.0));
  fields("first_mean", first_mean, "mean length of spells of the first phase",
         between(1min, hours(1e6)));
  fields("second_mean", second_mean, "mean length of spells of the second phase",
         between(1min, hours(1e6)));
}

Seconds HyperExponential::draw(RandomStream& stream) const {
  return stream.exponential(stream.chance(first_share) ? first_mean : second_mean);
}

HyperExponential HyperExponential::residual() const {
  return {first_share * (first_mean / mean()), first_mean, second_mean};
}

void Spells::describe(Fields& fields) {
  fields("up", up, "time up between two spells down (default: fit to nine AWS zones, V100, 2023)");
  fields("down", down, "time down between two spells up (default: the same fit)");
}

void RegionalShocks::describe(Fields& fields) {
  fields("per_hour", per_hour, "shocks per hour that take down a region, while there is none",
         between(0.0, 60.0));
  fields("length", length, "mean length of a shock", between(1min, hours(1e6)));
}

std::vector<UpSpan> draw_up_spans(const Spells& spells, Seconds span, RandomStream stream) {
  std::vector<UpSpan> spans;
  bool up = stream.chance(spells.availability());
  Seconds from{0};
  Seconds to = (up ? spells.up : spells.down).residual().draw(stream);
  while (from < span) {
    if (up)
      spans.push_back({from, std::min(to, span)});
    up = !up;
    from = to;
    to += (up ? spells.up : spells.down).draw(stream);
  }
  return spans;
}

std::vector<UpSpan> draw_quiet_spans(const RegionalShocks& shocks, Seconds span,
                                     RandomStream stream) {
  if (shocks.per_hour == 0)
    return {{Seconds{0}, span}};
  const Seconds gap = hours(1) / shocks.per_hour;
  const Spells quiet{.up = {1, gap, gap}, .down = {1, shocks.length, shocks.length}};
  return draw_up_spans(quiet, span, std::move(stream));
}

std::vector<UpSpan> common_spans(const std::vector<UpSpan>& a, const std::vector<UpSpan>& b) {
  std::vector<UpSpan> common;
  std::size_t i = 0;
  std::size_t j = 0;
  while (i < a.size() && j < b.size()) {
    const UpSpan both{std::max(a[i].from, b[j].from), std::min(a[i].to, b[j].to)};
    if (both.from < both.to)
      common.push_back(both);
    if (a[i].to < b[j].to) {
      ++i;
    } else {
      ++j;
    }
  }
  return common;
}

std::string_view region_of(std::string_view zone) {
  if (zone.size() < 2 || !is_letter(zone.back()))
    return zone;
  std::string_view region = zone.substr(0, zone.size() - 1);
  if (region.size() > 1 && region.back() == '-')
    region.remove_suffix(1);
  return is_digit(region.back()) ? region : zone;
}

}  // namespace spotgrid::traces
