// Nodes of a fleet that come and go, `60000,remove,node1` a line without a header.
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "sim/base/unit_text.hpp"
#include "traces/flags.hpp"
#include "traces/node_events.hpp"
#include "traces/table.hpp"
#include "traces/time_column.hpp"
#include "traces/timestamp.hpp"

namespace spotgrid::traces::formats {
namespace {

class EventCsv final : public TraceFormat {
 public:
  using Options = NoOptions;
  explicit EventCsv(const Options&) {}

  bool recognises(const SourceText& source) const override {
    const std::vector<CsvRow> rows = first_rows(source, 1);
    if (rows.empty() || rows.front().cells.size() != 3)
      return false;
    const std::vector<std::string>& cells = rows.front().cells;
    return (cells[1] == "add" || cells[1] == "remove") &&
           (parse_number(cells[0]) || parse_timestamp(cells[0]));
  }

  Trace read(std::span<const SourceText> sources, const ReadingOptions& options) const override {
    const ReadingOptions all = with_settings(options, sources);
    TraceBuilder trace("event_csv", sources.front().path, all);
    TimeColumn times(all, TimeUnit::ms, trace);
    NodeEvents events;
    const PoolName pool = pool_of_file(sources.front().path, trace);
    for (const SourceText& source : sources) {
      CsvReader reader(source);
      for (CsvRow row; reader.next(row);) {
        trace.count_records(1);
        const Place place{source.path, row.line};
        if (row.cells.size() != 3) {
          refuse(place, fmt::format("expected time,event,node; found {} cells", row.cells.size()),
                 "the file may be cut off");
        }
        events.add(pool, times.read(row.cells[0], place), row.cells[1], row.cells[2], place);
      }
    }
    events.settle(trace);
    return trace.finish();
  }
  bool order_free() const override { return true; }
};

}  // namespace

Entry<TraceFormat> event_csv() {
  return entry<TraceFormat, EventCsv>("nodes that come and go: rows of time,add|remove,node",
                                      "Bamboo artifact");
}

}  // namespace spotgrid::traces::formats
