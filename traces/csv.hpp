// Rows of comma- or tab-separated text, with their line numbers.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "traces/format.hpp"

namespace spotgrid::traces {

struct CsvRow {
  std::size_t line = 0;  // where the row begins, from 1
  std::vector<std::string> cells;
};

// Reads row by row. Blank lines and lines that begin with # are skipped; CRLF and a missing last
// newline are fine; cells are trimmed; a quoted cell may hold separators, newlines and "" for a
// quote.
class CsvReader {
 public:
  explicit CsvReader(const SourceText& source, char separator = ',');
  CsvReader(std::string_view text, const std::string& path, char separator);

  // The next row, false at the end. Throws InputError(data) at a quote that is not closed.
  bool next(CsvRow& row);

 private:
  void read_cell(std::string& cell);

  std::string_view text_;
  const std::string& path_;
  char separator_;
  std::size_t line_ = 1;
};

// "# key=value" in the comments above the first row.
struct CsvSetting {
  std::size_t line;
  std::string key;
  std::string value;
};
std::vector<CsvSetting> csv_settings(std::string_view text);

// The first rows of a text, for telling formats apart; never throws. Looks at whole lines of the
// first kilobytes behind the comments, so that a file of one long line costs no more than others;
// rows are counted from there.
std::vector<CsvRow> first_rows(const SourceText& source, std::size_t count, char separator = ',');

// The index of the first of `names` that is a cell of `header`.
std::optional<std::size_t> column(const CsvRow& header, std::span<const std::string_view> names);

// True for a cell that stands for "no value": empty, N/A (also N/A* and the like), NULL.
bool missing(std::string_view cell);
// The whole cell as an integer; "3.0" is one, too.
std::optional<std::int64_t> integer(std::string_view cell);

}  // namespace spotgrid::traces
