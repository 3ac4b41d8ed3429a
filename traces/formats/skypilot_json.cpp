// One value per tick of a regular grid: 0/1 flags of either polarity or counts, with or without
// prices, as SkyPilot records and the simulators built on its records write it.
// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <set>

#include <fmt/format.h>

#include "sim/base/unit_text.hpp"
#include "traces/csv.hpp"
#include "traces/flags.hpp"
#include "traces/json_reader.hpp"
#include "traces/price_records.hpp"
#include "traces/sampling.hpp"
#include "traces/timestamp.hpp"

namespace spotgrid::traces::formats {
namespace {

struct Ticks {
  bool has_data = false;
  std::vector<std::int64_t> data;
  bool has_prices = false;
  std::vector<Price> prices;
  std::optional<Seconds> gap;
  std::optional<Timestamp> start;
  std::optional<Price> on_demand;
  std::string zone;
};

class TickVisitor final : public JsonVisitor {
 public:
  TickVisitor(const std::string& path, Ticks& ticks) : path_(path), ticks_(ticks) {}

  void begin(bool) override {
    pointer_lengths_.push_back(pointer_.size());
    if (pointer_lengths_.size() > 1)
      pointer_ += "/" + key_;
    ticks_.has_data = ticks_.has_data || pointer_ == "/data";
    ticks_.has_prices = ticks_.has_prices || pointer_ == "/prices";
    key_.clear();
  }
  void end() override {
    pointer_.resize(pointer_lengths_.back());
    pointer_lengths_.pop_back();
  }
  void key(std::string_view name) override { key_ = name; }
  void scalar(const JsonScalar& value) override {
    if (pointer_ == "/data") {
      ticks_.data.push_back(read_count(value.text, {path_, ticks_.data.size(), "/data"}));
    } else if (pointer_ == "/prices") {
      ticks_.prices.push_back(read_price(value.text, {path_, ticks_.prices.size(), "/prices"}));
    } else if (pointer_ == "/metadata") {
      metadata(value);
    } else if (pointer_ == "/metadata/price_info" && key_ == "on_demand_price" &&
               value.kind == JsonScalar::Kind::number) {
      ticks_.on_demand = read_price(value.text, {path_, 0, pointer_ + "/" + key_});
    }
  }

 private:
  void metadata(const JsonScalar& value) {
    const std::string place = path_ + ": /metadata/" + key_;
    if (key_ == "gap_seconds") {
      const std::optional<double> gap = parse_number(value.text);
      if (!gap || *gap <= 0)
        refuse(place, fmt::format("expected seconds above 0, found \"{}\"", value.text), "");
      ticks_.gap = Seconds{*gap};
    } else if (key_ == "start_time" && value.kind == JsonScalar::Kind::text) {
      ticks_.start = parse_timestamp(value.text);
      if (!ticks_.start)
        refuse(place, fmt::format("not a time, found \"{}\"", value.text), "");
    } else if (key_ == "zone" && value.kind == JsonScalar::Kind::text) {
      ticks_.zone = value.text;
    }
  }

  const std::string& path_;
  Ticks& ticks_;
  std::string pointer_;
  std::vector<std::size_t> pointer_lengths_;
  std::string key_;
};

Ticks read_ticks(const SourceText& source) {
  const std::vector<JsonPart> parts = json_parts(source);
  if (parts.size() != 1) {
    refuse(source.path, fmt::format("expected one JSON object, found {}", parts.size()),
           "split the file");
  }
  Ticks ticks;
  TickVisitor visitor(source.path, ticks);
  visit_json(parts.front(), source.path, visitor);
  if (!ticks.has_data)
    refuse(source.path + ": /", "\"data\" is missing", "");
  if (ticks.has_prices && ticks.prices.size() != ticks.data.size()) {
    refuse(source.path,
           fmt::format("prices and data differ in length, found {} and {}", ticks.prices.size(),
                       ticks.data.size()),
           "");
  }
  return ticks;
}

// The instants of the ticks.
class Grid {
 public:
  Grid(const Ticks& ticks, const SourceText& source, TraceBuilder& trace) {
    const ReadingOptions& options = trace.options();
    if (!ticks.gap && !options.gap)
      refuse(source.path + ": /metadata", "\"gap_seconds\" is missing", "say it with gap");
    gap_ = options.gap ? *options.gap : *ticks.gap;
    if (ticks.gap && options.gap && *ticks.gap != gap_) {
      trace.note(
          fmt::format("gap of {} instead of the file's {}", to_text(gap_), to_text(*ticks.gap)));
    }
    check_gap(gap_, ticks.data.size(), source.path);
    if (ticks.start && !options.start) {
      start_ = ticks.start->at;
      if (!ticks.start->had_zone)
        trace.assume("times without a zone are UTC");
    }
  }
  Seconds gap() const { return gap_; }
  bool calendar() const { return start_.has_value(); }
  TraceTime at(std::size_t tick) const {
    return start_.value_or(0) + std::llround(gap_.count() * 1e6 * static_cast<double>(tick));
  }

 private:
  Seconds gap_{};
  std::optional<TraceTime> start_;
};

void add_ticks(const Ticks& ticks, const Grid& grid, const PoolName& pool, const std::string& path,
               TraceBuilder& trace) {
  RawCounts counts{pool, {}, true, grid.gap(), path};
  for (std::size_t i = 0; i < ticks.data.size(); ++i)
    counts.rows.push_back({grid.at(i), ticks.data[i]});
  trace.count_records(ticks.data.size());
  trace.add_counts(std::move(counts));
  PriceSeries prices{pool, {}, ticks.on_demand, static_cast<std::int64_t>(ticks.prices.size())};
  for (std::size_t i = 0; i < ticks.prices.size(); ++i)
    prices.points.push_back({grid.at(i), ticks.prices[i]});
  trace.add_prices(std::move(prices));
}

class SkypilotJson final : public TraceFormat {
 public:
  using Options = NoOptions;
  explicit SkypilotJson(const Options&) {}

  bool recognises(const SourceText& source) const override {
    const std::string_view head = json_head(source);
    return head.starts_with('{') && head.find("\"SpotPriceHistory\"") == std::string_view::npos &&
           (has_list(head, "\"data\"") || head.find("\"gap_seconds\"") != std::string_view::npos);
  }

  Trace read(std::span<const SourceText> sources, const ReadingOptions& options) const override {
    TraceBuilder trace("skypilot_json", sources.front().path, options);
    std::set<PoolName> pools;
    std::optional<bool> calendar;
    for (const SourceText& source : sources) {
      const Ticks ticks = read_ticks(source);
      const Grid grid(ticks, source, trace);
      PoolName pool{ticks.zone, options.instance.value_or("")};
      if (pool.zone.empty())
        pool = pool_of_file(source.path, trace);
      if (!wanted_pool(pool, options))
        refuse(source.path, fmt::format("no zone {}, found {}", *options.zone, pool.zone), "");
      if (!pools.insert(pool).second) {
        refuse(source.path, fmt::format("a second file for {}", pool_text(pool)),
               "read one of them, or give one file per pool; zones are told apart by file names "
               "<zone>_... where <zone> looks like a cloud's, such as us-east-1a_...");
      }
      if (calendar && *calendar != grid.calendar()) {
        refuse(source.path, "files with and without a start time cannot be combined",
               "say it with start");
      }
      calendar = grid.calendar();
      trace.set_calendar(*calendar);
      add_ticks(ticks, grid, pool, source.path, trace);
    }
    if (sources.size() > 1 && !*calendar)
      trace.warn("zones without start times are combined by index: they may not begin together");
    return trace.finish();
  }
  // The place in the list is the time.
  bool order_free() const override { return false; }

 private:
  static bool has_list(std::string_view head, std::string_view key) {
    const std::size_t found = head.find(key);
    if (found == std::string_view::npos)
      return false;
    const std::size_t colon = head.find_first_not_of(" \t\r\n", found + key.size());
    if (colon == std::string_view::npos || head[colon] != ':')
      return false;
    const std::size_t value = head.find_first_not_of(" \t\r\n", colon + 1);
    return value != std::string_view::npos && head[value] == '[';
  }
};

}  // namespace

Entry<TraceFormat> skypilot_json() {
  return entry<TraceFormat, SkypilotJson>(
      "one value per tick: 0/1 of either polarity or counts, optionally prices",
      "SkyPilot spot traces");
}

}  // namespace spotgrid::traces::formats
