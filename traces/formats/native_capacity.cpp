// The native table of capacity: time, zone, instance_type, count.
// SPDX-License-Identifier: Apache-2.0
#include <array>

#include "traces/count_rows.hpp"
#include "traces/flags.hpp"
#include "traces/pool_filter.hpp"
#include "traces/sampling.hpp"
#include "traces/table.hpp"
#include "traces/time_column.hpp"

namespace spotgrid::traces::formats {
namespace {

constexpr auto count_names = std::to_array<std::string_view>({"count", "capacity"});

class NativeCapacity final : public TraceFormat {
 public:
  using Options = NoOptions;
  explicit NativeCapacity(const Options&) {}

  bool recognises(const SourceText& source) const override {
    return has_columns(source, {time_names, count_names});
  }

  Trace read(std::span<const SourceText> sources, const ReadingOptions& options) const override {
    const ReadingOptions all = with_settings(options, sources);
    TraceBuilder trace("native_capacity", sources.front().path, all);
    TimeColumn times(all, TimeUnit::s, trace);
    SampledCounts counts;
    PoolFilter filter(all);
    for (const SourceText& source : sources)
      read_rows(source, times, counts, filter, trace);
    filter.report(sources.front().path, trace);
    for (auto& [pool, rows] : counts.settle(trace)) {
      const std::optional<Seconds> step = all.gap ? all.gap : regular_step(rows);
      trace.add_counts({pool, std::move(rows), false, step, sources.front().path});
    }
    return trace.finish();
  }
  bool order_free() const override { return true; }

 private:
  static void read_rows(const SourceText& source, TimeColumn& times, SampledCounts& counts,
                        PoolFilter& filter, TraceBuilder& trace) {
    Table table(source, true);
    const std::size_t time = table.required(time_names, 0);
    const std::size_t count = table.required(count_names, 1);
    const PoolColumns pools(table);
    for (CsvRow row; table.next(row);) {
      trace.count_records(1);
      const Place place = table.place(row);
      const TraceTime at = times.read(table.cell(row, time), place);
      const std::int64_t value = read_count(table.cell(row, count), place);
      const PoolName pool = pools.of(row);
      if (filter.wants(pool))
        counts.add(named_pool(pool.zone, pool.instance, trace.options()), {at, value});
    }
  }
};

}  // namespace

Entry<TraceFormat> native_capacity() {
  return entry<TraceFormat, NativeCapacity>("capacity in a table: time, zone, instance_type, count",
                                            "spotgrid");
}

}  // namespace spotgrid::traces::formats
