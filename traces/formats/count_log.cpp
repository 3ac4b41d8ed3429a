// Log of a fleet's size, `2024-03-02, 00:01:00, 78` a line, in the order it was written.
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "traces/count_rows.hpp"
#include "traces/csv.hpp"
#include "traces/flags.hpp"
#include "traces/sampling.hpp"
#include "traces/time_column.hpp"
#include "traces/timestamp.hpp"

namespace spotgrid::traces::formats {
namespace {

std::string stamp_text(const CsvRow& row) {
  return row.cells[0] + " " + row.cells[1];
}

class CountLog final : public TraceFormat {
 public:
  using Options = NoOptions;
  explicit CountLog(const Options&) {}

  bool recognises(const SourceText& source) const override {
    const std::vector<CsvRow> rows = first_rows(source, 1);
    return !rows.empty() && rows.front().cells.size() == 3 &&
           parse_timestamp(stamp_text(rows.front())) && integer(rows.front().cells[2]);
  }

  Trace read(std::span<const SourceText> sources, const ReadingOptions& options) const override {
    TraceBuilder trace("count_log", sources.front().path, options);
    TimeColumn times(options, TimeUnit::s, trace);
    LoggedCounts counts;
    for (const SourceText& source : sources) {
      CsvReader reader(source);
      for (CsvRow row; reader.next(row);) {
        trace.count_records(1);
        const Place place{source.path, row.line};
        if (row.cells.size() != 3) {
          refuse(place, fmt::format("expected date, time, count; found {} cells", row.cells.size()),
                 "the file may be cut off");
        }
        const TraceTime at = times.read(stamp_text(row), place);
        counts.add({at, read_count(row.cells[2], place)});
      }
    }
    std::vector<Point<std::int64_t>> rows = counts.settle(trace);
    const std::optional<Seconds> step = options.gap ? options.gap : regular_step(rows);
    const std::string& path = sources.front().path;
    trace.add_counts({pool_of_file(path, trace), std::move(rows), false, step, path});
    return trace.finish();
  }
  // A row that goes back in time cancels what was logged after its time.
  bool order_free() const override { return false; }
};

}  // namespace

Entry<TraceFormat> count_log() {
  return entry<TraceFormat, CountLog>("log of a fleet's size: date, time, count; never sorted",
                                      "Bamboo artifact");
}

}  // namespace spotgrid::traces::formats
