// Prices as comma-separated rows: the native table, and exports under other column names.
// SPDX-License-Identifier: Apache-2.0
#include <array>

#include <fmt/format.h>

#include "traces/price_records.hpp"
#include "traces/table.hpp"
#include "traces/time_column.hpp"

namespace spotgrid::traces::formats {
namespace {

constexpr auto price_names = std::to_array<std::string_view>(
    {"price", "spot_price", "SpotPrice", "hour_spot", "price_usd_per_hour"});
constexpr auto on_demand_names = std::to_array<std::string_view>(
    {"on_demand", "OndemandPrice", "hour", "on_demand_usd_per_hour"});
constexpr auto product_names =
    std::to_array<std::string_view>({"product", "product_description", "ProductDescription"});
constexpr auto currency_names = std::to_array<std::string_view>({"currency", "Currency"});

// "2024-03-02 05:00:00,0.4099": two columns without a header. Counts look the same but for the
// decimal point.
bool headerless(const SourceText& source) {
  const std::vector<CsvRow> rows = first_rows(source, 20);
  return two_numbers(rows) && !whole_numbers(rows);
}

// One file on its way into the records.
class PriceTable {
 public:
  PriceTable(const Table& table, PriceRecords& prices, TimeColumn& times, TraceBuilder& trace)
      : table_(table), prices_(prices), times_(times), trace_(trace) {}

  void add(const CsvRow& row) {
    trace_.count_records(1);
    const Place place = table_.place(row);
    const TraceTime at = times_.read(table_.cell(row, time_), place);
    const std::string currency(table_.cell(row, currency_));
    if (!currency.empty() && currency != "USD") {
      refuse(place, fmt::format("a price in another currency than USD, found {}", currency),
             "convert it to USD");
    }
    const std::string_view product = table_.cell(row, product_);
    const PoolName pool = pools_.of(row);
    if ((!product.empty() && !prices_.wants_product(product)) || !prices_.wants_pool(pool))
      return;
    const std::string_view price = table_.cell(row, price_);
    if (missing(price)) {
      prices_.add_unknown(at);
      return;
    }
    prices_.add(named_pool(pool.zone, pool.instance, trace_.options()),
                {at, read_price(price, place), on_demand(row, place)});
  }

 private:
  std::optional<Price> on_demand(const CsvRow& row, const Place& place) const {
    std::string_view cell = table_.cell(row, on_demand_);
    if (missing(cell))
      cell = table_.setting("on_demand");
    if (missing(cell))
      return std::nullopt;
    return read_price(cell, place);
  }

  const Table& table_;
  PriceRecords& prices_;
  TimeColumn& times_;
  TraceBuilder& trace_;
  std::size_t time_ = table_.required(time_names, 0);
  std::size_t price_ = table_.required(price_names, 1);
  PoolColumns pools_{table_};
  std::optional<std::size_t> product_ = table_.optional(product_names);
  std::optional<std::size_t> on_demand_ = table_.optional(on_demand_names);
  std::optional<std::size_t> currency_ = table_.optional(currency_names);
};

class PriceCsv final : public TraceFormat {
 public:
  using Options = NoOptions;
  explicit PriceCsv(const Options&) {}

  bool recognises(const SourceText& source) const override {
    return has_columns(source, {time_names, price_names}) || headerless(source);
  }
  Trace read(std::span<const SourceText> sources, const ReadingOptions& options) const override {
    const ReadingOptions all = with_settings(options, sources);
    TraceBuilder trace("price_csv", sources.front().path, all);
    PriceRecords prices(trace);
    TimeColumn times(all, TimeUnit::s, trace);
    for (const SourceText& source : sources) {
      Table table(source, !headerless(source));
      PriceTable rows(table, prices, times, trace);
      for (CsvRow row; table.next(row);)
        rows.add(row);
    }
    prices.settle(sources.front().path);
    return trace.finish();
  }
  bool order_free() const override { return true; }
};

}  // namespace

Entry<TraceFormat> price_csv() {
  return entry<TraceFormat, PriceCsv>(
      "prices in a table: time, zone, instance_type, price and optionally on_demand, product",
      "spotgrid");
}

}  // namespace spotgrid::traces::formats
