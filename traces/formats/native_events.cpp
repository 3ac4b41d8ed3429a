// The native table of nodes that come and go: time, event, node, zone.
// SPDX-License-Identifier: Apache-2.0
#include <array>

#include "traces/node_events.hpp"
#include "traces/pool_filter.hpp"
#include "traces/table.hpp"
#include "traces/time_column.hpp"

namespace spotgrid::traces::formats {
namespace {

constexpr auto event_names = std::to_array<std::string_view>({"event"});
constexpr auto node_names = std::to_array<std::string_view>({"node"});

class NativeEvents final : public TraceFormat {
 public:
  using Options = NoOptions;
  explicit NativeEvents(const Options&) {}

  bool recognises(const SourceText& source) const override {
    return has_columns(source, {time_names, event_names, node_names});
  }

  Trace read(std::span<const SourceText> sources, const ReadingOptions& options) const override {
    const ReadingOptions all = with_settings(options, sources);
    TraceBuilder trace("native_events", sources.front().path, all);
    TimeColumn times(all, TimeUnit::s, trace);
    NodeEvents events;
    PoolFilter filter(all);
    for (const SourceText& source : sources)
      read_rows(source, times, events, filter, trace);
    filter.report(sources.front().path, trace);
    events.settle(trace);
    return trace.finish();
  }
  bool order_free() const override { return true; }

 private:
  static void read_rows(const SourceText& source, TimeColumn& times, NodeEvents& events,
                        PoolFilter& filter, TraceBuilder& trace) {
    Table table(source, true);
    const std::size_t time = table.required(time_names, 0);
    const std::size_t event = table.required(event_names, 1);
    const std::size_t node = table.required(node_names, 2);
    const PoolColumns pools(table);
    for (CsvRow row; table.next(row);) {
      trace.count_records(1);
      const Place place = table.place(row);
      const PoolName pool = pools.of(row);
      const TraceTime at = times.read(table.cell(row, time), place);
      if (filter.wants(pool)) {
        events.add(named_pool(pool.zone, pool.instance, trace.options()), at,
                   table.cell(row, event), table.cell(row, node), place);
      }
    }
  }
};

}  // namespace

Entry<TraceFormat> native_events() {
  return entry<TraceFormat, NativeEvents>("nodes that come and go in a table: time, event, node",
                                          "spotgrid");
}

}  // namespace spotgrid::traces::formats
