// Counts of nodes over time: `t,n` without a header, or a table with a column of GPUs or nodes.
// SPDX-License-Identifier: Apache-2.0
#include <array>

#include <fmt/format.h>

#include "sim/base/unit_text.hpp"
#include "traces/count_rows.hpp"
#include "traces/flags.hpp"
#include "traces/sampling.hpp"
#include "traces/table.hpp"
#include "traces/time_column.hpp"
#include "traces/timestamp.hpp"

namespace spotgrid::traces::formats {
namespace {

constexpr auto count_names = std::to_array<std::string_view>({"GPUs", "gpus", "nodes", "Nodes"});

bool headerless(const SourceText& source) {
  const std::vector<CsvRow> rows = first_rows(source, 20);
  return two_numbers(rows) && whole_numbers(rows);
}

// The unit that fits: milliseconds where all times are whole seconds in it, else seconds.
TimeUnit likely_unit(const SourceText& source) {
  CsvReader reader(source);
  for (CsvRow row; reader.next(row);) {
    const std::optional<std::int64_t> time = integer(row.cells[0]);
    if (!time || *time % 1000 != 0)
      return TimeUnit::s;
  }
  return TimeUnit::ms;
}

bool bare_times(const SourceText& source) {
  const std::vector<CsvRow> rows = first_rows(source, 1);
  return !rows.empty() && !parse_timestamp(rows.front().cells[0]);
}

class CountCsv final : public TraceFormat {
 public:
  using Options = NoOptions;
  explicit CountCsv(const Options&) {}

  bool recognises(const SourceText& source) const override {
    return has_columns(source, {time_names, count_names}) || headerless(source);
  }

  Trace read(std::span<const SourceText> sources, const ReadingOptions& options) const override {
    const ReadingOptions all = with_settings(options, sources);
    TraceBuilder trace("count_csv", sources.front().path, all);
    if (sources.size() > 1) {
      refuse(sources[1].path, "counts of several files cannot be combined",
             "read one file at a time");
    }
    const SourceText& source = sources.front();
    const bool header = has_columns(source, {time_names, count_names});
    const bool unit_open = !header && !all.unit && bare_times(source);
    if (unit_open) {
      trace.undecided({source.path, "counts without a header do not say the unit of their times",
                       "say it with unit"});
    }
    Table table(source, header);
    TimeColumn times(all, unit_open ? likely_unit(source) : TimeUnit::s, trace);
    const std::size_t time = table.required(time_names, 0);
    const std::size_t count = table.required(count_names, 1);
    LoggedCounts counts;
    for (CsvRow row; table.next(row);) {
      trace.count_records(1);
      const Place place = table.place(row);
      const TraceTime at = times.read(table.cell(row, time), place);
      counts.add({at, read_count(table.cell(row, count), place)});
    }
    std::vector<Point<std::int64_t>> rows = counts.settle(trace);
    const std::optional<Seconds> step = all.gap ? all.gap : regular_step(rows);
    trace.add_counts({pool_of_file(source.path, trace), std::move(rows), false, step, source.path});
    return trace.finish();
  }
  // Of two rows at one time the later one holds.
  bool order_free() const override { return false; }
};

}  // namespace

Entry<TraceFormat> count_csv() {
  return entry<TraceFormat, CountCsv>(
      "counts of nodes: rows of time,count, or columns Time and GPUs",
      "Parcae, Bamboo and PCcheck artifacts");
}

}  // namespace spotgrid::traces::formats
