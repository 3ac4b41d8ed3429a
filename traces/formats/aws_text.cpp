// Tab-separated AWS spot prices: `--output text` of the AWS CLI, and the EC2 API tools before it.
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "traces/aws_records.hpp"
#include "traces/csv.hpp"

namespace spotgrid::traces::formats {
namespace {

constexpr std::string_view cli_word = "SPOTPRICEHISTORY";
constexpr std::string_view tools_word = "SPOTINSTANCEPRICE";
constexpr std::string_view token_word = "NEXTTOKEN";

// SPOTPRICEHISTORY zone [zone-id] type product price time
AwsRecord cli_record(const CsvRow& row, const Place& place) {
  const std::vector<std::string>& cells = row.cells;
  if (cells.size() != 6 && cells.size() != 7)
    refuse(place, fmt::format("expected 6 or 7 tab-separated cells, found {}", cells.size()), "");
  const std::size_t n = cells.size();
  return {cells[1], cells[n - 4], cells[n - 3], cells[n - 2], cells[n - 1]};
}

// SPOTINSTANCEPRICE price time type product [zone]
AwsRecord tools_record(const CsvRow& row, const Place& place) {
  const std::vector<std::string>& cells = row.cells;
  if (cells.size() != 5 && cells.size() != 6)
    refuse(place, fmt::format("expected 5 or 6 tab-separated cells, found {}", cells.size()), "");
  return {cells.size() == 6 ? cells[5] : "", cells[3], cells[4], cells[1], cells[2]};
}

class AwsText final : public TraceFormat {
 public:
  using Options = NoOptions;
  explicit AwsText(const Options&) {}

  bool recognises(const SourceText& source) const override {
    const std::vector<CsvRow> rows = first_rows(source, 2, '\t');
    return !rows.empty() && (is_word(rows.front().cells[0]) || is_word(rows.back().cells[0]));
  }
  Trace read(std::span<const SourceText> sources, const ReadingOptions& options) const override {
    TraceBuilder trace("aws_text", sources.front().path, options);
    AwsRecords records(trace);
    for (const SourceText& source : sources)
      read_one(source, records, trace);
    records.settle(sources.front().path);
    return trace.finish();
  }
  bool order_free() const override { return true; }

 private:
  static bool is_word(std::string_view cell) { return cell == cli_word || cell == tools_word; }

  static void read_one(const SourceText& source, AwsRecords& records, TraceBuilder& trace) {
    const std::size_t before = records.records();
    std::size_t tokens = 0;
    CsvReader reader(source, '\t');
    for (CsvRow row; reader.next(row);) {
      const Place place{source.path, row.line};
      if (row.cells[0] == cli_word) {
        records.add(cli_record(row, place), place);
      } else if (row.cells[0] == tools_word) {
        records.add(tools_record(row, place), place);
      } else if (row.cells[0] == token_word) {
        ++tokens;
      } else {
        refuse(place,
               fmt::format("expected {} or {}, found \"{}\"", cli_word, tools_word, row.cells[0]),
               "");
      }
    }
    warn_if_truncated(source.path, 1, tokens, records.records() - before, trace);
  }
};

}  // namespace

Entry<TraceFormat> aws_text() {
  return entry<TraceFormat, AwsText>("AWS spot prices as tab-separated text",
                                     "AWS CLI --output text; EC2 API tools");
}

}  // namespace spotgrid::traces::formats
