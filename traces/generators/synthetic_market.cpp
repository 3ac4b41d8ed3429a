// Options of made-up markets, and the draws of all zones.
// SPDX-License-Identifier: Apache-2.0
#include "traces/generators/synthetic_market.hpp"

#include <algorithm>
#include <cmath>
#include <set>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "sim/base/bounds.hpp"
#include "sim/base/random.hpp"
#include "traces/generators/native_files.hpp"
#include "traces/timestamp.hpp"

namespace spotgrid::traces {
namespace {

// Names stand in CSV cells without quotes and in command lines.
bool plain_name(std::string_view name) {
  return !name.empty() && std::all_of(name.begin(), name.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' ||
           c == '_' || c == '.';
  });
}

void check_names(Fields& fields, const SyntheticMarket& market) {
  const auto check = [&](std::string_view key, const std::string& name) {
    if (!plain_name(name)) {
      fields.problem(key, fmt::format("\"{}\" is not a plain name", name),
                     "use letters, digits, '-', '_' and '.'");
    }
  };
  check("instance", market.instance);
  std::set<std::string> seen;
  for (const std::string& zone : market.zones) {
    check("zones", zone);
    if (!seen.insert(zone).second)
      fields.problem("zones", fmt::format("zone \"{}\" is named twice", zone), "name it once");
  }
  if (market.zones.empty())
    fields.problem("zones", "there is no zone", "name at least one");
  for (const auto& entry : market.by_zone) {
    if (!seen.contains(entry.first)) {
      fields.problem("by_zone", fmt::format("\"{}\" is not one of the zones", entry.first),
                     "add it to zones");
    }
  }
}

class ZoneDraws {
 public:
  ZoneDraws(const SyntheticMarket& market, const std::string& zone, Seconds span)
      : market_(market),
        zone_(zone),
        span_(span),
        random_(static_cast<std::uint64_t>(market.seed), 0) {
    if (const auto own = market.by_zone.find(zone); own != market.by_zone.end())
      own_ = own->second;
  }

  StepSeries<std::int64_t> capacity() const {
    const std::vector<UpSpan> own =
        draw_up_spans(own_.spells.value_or(market_.spells), span_, stream("spells"));
    const std::vector<UpSpan> quiet =
        draw_quiet_spans(market_.shocks, span_, random_.stream(named("shocks", region_of(zone_))));
    const std::vector<BulkFall> falls = draw_bulk_falls(
        market_.falls, span_, stream("fall times"), stream("fall sizes"), stream("refill times"));
    return capacity_series(common_spans(own, quiet), falls, market_.nodes, span_);
  }
  StepSeries<Price> prices() const {
    const double level =
        own_.level ? *own_.level : draw_level(market_.price, stream("price level"));
    return draw_prices(market_.price, level, market_.on_demand, span_, stream("price"));
  }

 private:
  static std::string named(std::string_view purpose, std::string_view place) {
    return fmt::format("synthetic {} of {}", purpose, place);
  }
  RandomStream stream(std::string_view purpose) const {
    return random_.stream(named(purpose, zone_));
  }

  const SyntheticMarket& market_;
  const std::string& zone_;
  Seconds span_;
  RandomSource random_;
  ZoneOptions own_;
};

}  // namespace

void ZoneOptions::describe(Fields& fields) {
  fields("spells", spells, "spells of this zone");
  fields("level", level, "level of this zone's spot price, as a share of on-demand",
         between(.01, 1.0));
}

void SyntheticMarket::describe(Fields& fields) {
  fields("seed", seed, "seed of all draws", at_least(0.0));
  fields("start", start, "time of the first rows (ISO 8601)");
  fields("span", span, "length of the trace, rounded to seconds", between(1min, hours(3660 * 24)));
  fields("zones", zones, "names of the zones; each draws for itself");
  fields("instance", instance, "instance type of all pools");
  fields("on_demand", on_demand, "on-demand price", between(dollars_per_hour(.01), highest_price));
  fields("nodes", nodes, "nodes of a zone that is up", between(1.0, 1e6));
  fields("spells", spells, "how long zones stay up and down");
  fields("falls", falls, "bulk falls of zones that are up");
  fields("shocks", shocks, "shocks that take down all zones of a region");
  fields("price", price, "spot prices");
  fields("by_zone", by_zone, "what single zones have of their own, by name");
  if (!fields.reading())
    return;
  if (!parse_timestamp(start)) {
    fields.problem("start", fmt::format("expected a time, found \"{}\"", start),
                   "write it as 2026-01-01T00:00:00Z");
  }
  check_names(fields, *this);
}

SyntheticFiles generate(const SyntheticMarket& market) {
  const auto start = parse_timestamp(market.start);
  require(start.has_value(), "the start of a synthetic market was checked");
  require(!market.zones.empty(), "a synthetic market has zones");
  const std::string head = command_line(market);
  const Seconds span{std::round(market.span.count())};
  const Instant end = Instant::at(span);
  NativeFile prices(head, "time,zone,instance_type,price,on_demand", start->at, end);
  NativeFile capacity(head, "time,zone,instance_type,count", start->at, end);
  const double on_demand = (market.on_demand * hours(1)).value();
  for (const std::string& zone : market.zones) {
    const ZoneDraws draws(market, zone, span);
    prices.add(zone, market.instance, draws.prices(), [&](Price price) {
      return fmt::format("{:.4f},{:.4f}", (price * hours(1)).value(), on_demand);
    });
    capacity.add(zone, market.instance, draws.capacity(),
                 [](std::int64_t count) { return fmt::format("{}", count); });
  }
  return {std::move(prices).text(), std::move(capacity).text()};
}

}  // namespace spotgrid::traces
