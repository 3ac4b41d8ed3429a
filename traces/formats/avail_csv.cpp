// Rows of `date,availability`: one probe of one zone each, optionally with a price list by index.
// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <map>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "traces/count_rows.hpp"
#include "traces/flags.hpp"
#include "traces/price_list.hpp"
#include "traces/sampling.hpp"
#include "traces/table.hpp"
#include "traces/time_column.hpp"

namespace spotgrid::traces::formats {
namespace {

constexpr auto value_names = std::to_array<std::string_view>({"availability", "available"});

// One price per row, in the order of the rows.
void add_prices(const PriceList& list, const PoolName& pool, const std::string& path,
                const std::vector<TraceTime>& times, PriceRecords& records) {
  const std::vector<Price>& prices = list.of(pool.zone);
  if (prices.size() != times.size()) {
    refuse(path,
           fmt::format("rows and prices of {} differ in number, found {} and {}", list.path(),
                       times.size(), prices.size()),
           "the list must belong to this file");
  }
  for (std::size_t i = 0; i < times.size(); ++i)
    records.add(pool, {times[i], prices[i], std::nullopt});
}

class AvailCsv final : public TraceFormat {
 public:
  using Options = NoOptions;
  explicit AvailCsv(const Options&) {}

  bool recognises(const SourceText& source) const override {
    return has_columns(source, {time_names, value_names});
  }

  Trace read(std::span<const SourceText> sources, const ReadingOptions& options) const override {
    const ReadingOptions all = with_settings(options, sources);
    TraceBuilder trace("avail_csv", sources.front().path, all);
    TimeColumn times(all, TimeUnit::s, trace);
    std::optional<PriceList> list;
    if (all.prices)
      list.emplace(*all.prices);
    SampledCounts counts;
    PriceRecords prices(trace);
    for (const SourceText& source : sources) {
      const PoolName pool = pool_of_file(source.path, trace);
      const std::vector<TraceTime> stamps = read_rows(source, pool, times, counts, trace);
      if (list)
        add_prices(*list, pool, source.path, stamps, prices);
    }
    for (auto& [pool, rows] : counts.settle(trace)) {
      const std::optional<Seconds> step = all.gap ? all.gap : median_step(rows);
      trace.add_counts({pool, std::move(rows), true, step, sources.front().path});
    }
    prices.settle(sources.front().path);
    return trace.finish();
  }
  bool order_free() const override { return true; }

 private:
  static std::vector<TraceTime> read_rows(const SourceText& source, const PoolName& pool,
                                          TimeColumn& times, SampledCounts& counts,
                                          TraceBuilder& trace) {
    Table table(source, true);
    const std::size_t time = table.required(time_names, 0);
    const std::size_t value = table.required(value_names, 1);
    std::vector<TraceTime> stamps;
    for (CsvRow row; table.next(row);) {
      const Place place = table.place(row);
      stamps.push_back(times.read(table.cell(row, time), place));
      counts.add(pool, {stamps.back(), read_count(table.cell(row, value), place)});
    }
    trace.count_records(stamps.size());
    return stamps;
  }
};

}  // namespace

Entry<TraceFormat> avail_csv() {
  return entry<TraceFormat, AvailCsv>(
      "rows of date,availability; prices by index from a list beside it", "SkyNomad artifact");
}

}  // namespace spotgrid::traces::formats
