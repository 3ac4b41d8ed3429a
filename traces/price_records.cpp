// Turns records of prices into price series.
// SPDX-License-Identifier: Apache-2.0
#include "traces/price_records.hpp"

#include <algorithm>
#include <tuple>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "sim/base/bounds.hpp"
#include "sim/base/unit_text.hpp"
#include "traces/sampling.hpp"

namespace spotgrid::traces {
namespace {

// "12 records" or "1 record".
std::string counted(std::size_t count, std::string_view what) {
  return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
}

// The same product under its name from before and after 2013.
std::string_view modern(std::string_view product) {
  constexpr std::string_view vpc = " (Amazon VPC)";
  return product.ends_with(vpc) ? product.substr(0, product.size() - vpc.size()) : product;
}

// Absent sorts first.
std::tuple<TraceTime, Price, bool, Price> key(const PriceRecord& r) {
  return {r.at, r.price, r.on_demand.has_value(), r.on_demand.value_or(Price{})};
}

}  // namespace

PriceRecords::PriceRecords(TraceBuilder& trace) : trace_(trace), filter_(trace.options()) {}

bool PriceRecords::wants_product(std::string_view product) {
  if (modern(product) == modern(trace_.options().product)) {
    any_product_ = true;
    return true;
  }
  ++other_products_[std::string(product)];
  return false;
}

bool PriceRecords::wants_pool(const PoolName& pool) {
  return filter_.wants(pool);
}

void PriceRecords::add(const PoolName& pool, const PriceRecord& record) {
  std::vector<PriceRecord>& records = pools_[pool];
  if (!records.empty() && record.at < records.back().at)
    ++out_of_order_;
  records.push_back(record);
}

void PriceRecords::add_unknown(TraceTime at) {
  trace_.cover(at, at);
  ++unknown_;
}

void PriceRecords::resolve_conflicts(const PoolName& pool, std::vector<PriceRecord>& records) {
  std::size_t conflicts = 0;
  std::string example;
  auto kept = records.begin();
  for (auto next = std::next(kept); next != records.end(); ++next) {
    if (next->at != kept->at) {
      *++kept = *next;
      continue;
    }
    if (next->price != kept->price && conflicts++ == 0) {
      example = fmt::format("{} and {} at {}", to_text(kept->price), to_text(next->price),
                            time_text(next->at, trace_.calendar()));
    }
    const std::optional<Price> on_demand = next->on_demand ? next->on_demand : kept->on_demand;
    *kept = {next->at, next->price, on_demand};  // sorted: never lower
  }
  records.erase(std::next(kept), records.end());
  if (conflicts > 0) {
    trace_.warn(fmt::format("{} of {} with two prices at one time ({}): the higher is used",
                            counted(conflicts, "record"), pool_text(pool), example));
  }
}

void PriceRecords::settle(const PoolName& pool, std::vector<PriceRecord>& records) {
  std::sort(records.begin(), records.end(),
            [](const PriceRecord& a, const PriceRecord& b) { return key(a) < key(b); });
  const auto same = [](const PriceRecord& a, const PriceRecord& b) { return key(a) == key(b); };
  const std::size_t all = records.size();
  records.erase(std::unique(records.begin(), records.end(), same), records.end());
  duplicates_ += all - records.size();
  PriceSeries series{pool, {}, std::nullopt, static_cast<std::int64_t>(records.size())};
  resolve_conflicts(pool, records);
  for (const PriceRecord& record : records) {
    if (!series.points.empty() && series.points.back().value == record.price)
      ++unchanged_;
    series.points.push_back({record.at, record.price});
    if (record.on_demand && series.on_demand && record.on_demand != series.on_demand) {
      trace_.note(
          fmt::format("the on-demand price of {} changes: the newest is used", pool_text(pool)));
    }
    if (record.on_demand)
      series.on_demand = record.on_demand;
  }
  trace_.add_prices(std::move(series));
}

void PriceRecords::report_rows() {
  if (duplicates_ > 0)
    trace_.note(counted(duplicates_, "exact duplicate") + " dropped");
  if (out_of_order_ > 0)
    trace_.note(counted(out_of_order_, "record") + " out of order, sorted by time");
  if (unchanged_ > 0)
    trace_.note(counted(unchanged_, "record") + " without a change of price");
  if (unknown_ > 0)
    trace_.warn(counted(unknown_, "row") + " without a price: the last known price holds");
}

void PriceRecords::report_products(const std::string& path) {
  std::size_t count = 0;
  std::vector<std::string> names;
  for (const auto& [product, records] : other_products_) {
    count += records;
    names.push_back(fmt::format("{} ({})", product, records));
  }
  if (count == 0)
    return;
  if (!any_product_) {
    refuse(path,
           fmt::format("no records of the product {}, found {}", trace_.options().product,
                       fmt::join(names, ", ")),
           "choose one with product");
  }
  trace_.note(fmt::format("{} of other products left out: {}", counted(count, "record"),
                          fmt::join(names, ", ")));
}

void PriceRecords::settle(const std::string& path) {
  for (auto& [pool, records] : pools_)
    settle(pool, records);
  report_rows();
  report_products(path);
  filter_.report(path, trace_);
}

Price read_price(std::string_view text, const Place& place) {
  const std::string_view shown = text;
  if (text.starts_with('$'))
    text.remove_prefix(1);
  const std::optional<double> value = parse_number(text);
  if (!value || *value <= 0 || *value > most_dollars) {
    refuse(place,
           fmt::format("a price must be a number above 0 and at most 1e6, found \"{}\"", shown),
           "remove the record or correct it");
  }
  return dollars_per_hour(*value);
}

}  // namespace spotgrid::traces
