// Reads separated text.
// SPDX-License-Identifier: Apache-2.0
#include "traces/csv.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

#include <fmt/format.h>

#include "sim/base/unit_text.hpp"
#include "traces/source_text.hpp"

namespace spotgrid::traces {
namespace {

// No format has that many; a line of nothing but separators must not exhaust memory.
constexpr std::size_t most_cells = 1000;

constexpr std::string_view blanks = " \t\r";

std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(blanks);
  if (first == std::string_view::npos)
    return {};
  return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

std::string_view first_line(std::string_view text) {
  return text.substr(0, text.find('\n'));
}

std::string_view without_first_line(std::string_view text) {
  const std::size_t end = text.find('\n');
  return end == std::string_view::npos ? std::string_view{} : text.substr(end + 1);
}

// What follows blank lines and lines that begin with #, from the start of its line; `line` counts
// what was left out. Never looks for the end of a row, which may be that of the file.
std::string_view without_comments(std::string_view text, std::size_t& line) {
  while (true) {
    const std::size_t first = std::min(text.find_first_not_of(" \t\r\n"), text.size());
    const std::string_view blank = text.substr(0, first);
    line += static_cast<std::size_t>(std::count(blank.begin(), blank.end(), '\n'));
    if (first == text.size())
      return {};
    if (text[first] != '#') {
      text.remove_prefix(blank.rfind('\n') + 1);  // npos + 1 is 0
      return text;
    }
    text = without_first_line(text.substr(first));
    ++line;
  }
}

// As many whole lines from the start of a text as tell its format.
std::string_view first_lines(std::string_view text) {
  if (text.size() <= enough_to_recognise)
    return text;
  return text.substr(0, text.substr(0, enough_to_recognise).rfind('\n') + 1);  // npos + 1 is 0
}

std::size_t cell_end(std::string_view text, char separator) {
  const std::array stops{separator, '\n'};
  return std::min(text.find_first_of(std::string_view(stops.data(), stops.size())), text.size());
}

}  // namespace

CsvReader::CsvReader(const SourceText& source, char separator)
    : CsvReader(source.text, source.path, separator) {}

CsvReader::CsvReader(std::string_view text, const std::string& path, char separator)
    : text_(text), path_(path), separator_(separator) {}

// One cell; what follows it stays in `text_`.
void CsvReader::read_cell(std::string& cell) {
  const std::size_t first = text_.find_first_not_of(' ');
  if (first == std::string_view::npos || text_[first] != '"') {
    const std::size_t end = cell_end(text_, separator_);
    cell.assign(trimmed(text_.substr(0, end)));
    text_.remove_prefix(end);
    return;
  }
  cell.clear();
  const std::size_t opened = line_;
  for (text_.remove_prefix(first + 1);; text_.remove_prefix(1)) {
    if (text_.empty())
      refuse(Place{path_, opened}, "a quote is not closed", "the file may be cut off");
    if (text_.front() == '\n')
      ++line_;
    if (text_.front() != '"') {
      cell += text_.front();
    } else if (text_.substr(0, 2) == "\"\"") {
      cell += '"';
      text_.remove_prefix(1);
    } else {
      break;
    }
  }
  // what follows the quote belongs to the cell, so that JSON never looks like a header
  text_.remove_prefix(text_.empty() ? 0 : 1);
  const std::size_t end = cell_end(text_, separator_);
  cell += trimmed(text_.substr(0, end));
  text_.remove_prefix(end);
}

bool CsvReader::next(CsvRow& row) {
  text_ = without_comments(text_, line_);
  if (text_.empty())
    return false;
  row.line = line_;
  std::size_t used = 0;
  for (bool more = true; more; ++used) {
    if (used == most_cells)
      refuse(Place{path_, row.line}, fmt::format("more than {} cells in a row", most_cells), "");
    if (row.cells.size() <= used)
      row.cells.emplace_back();
    read_cell(row.cells[used]);
    more = !text_.empty() && text_.front() == separator_;
    if (!text_.empty())
      text_.remove_prefix(1);
  }
  row.cells.resize(used);
  ++line_;
  return true;
}

std::vector<CsvSetting> csv_settings(std::string_view text) {
  std::vector<CsvSetting> settings;
  for (std::size_t line = 1; !text.empty(); ++line, text = without_first_line(text)) {
    const std::string_view one = trimmed(first_line(text));
    if (one.empty())
      continue;
    if (one.front() != '#')
      break;
    const std::size_t equals = one.find('=');
    if (equals == std::string_view::npos)
      continue;
    settings.push_back({line, std::string(trimmed(one.substr(1, equals - 1))),
                        std::string(trimmed(one.substr(equals + 1)))});
  }
  return settings;
}

std::vector<CsvRow> first_rows(const SourceText& source, std::size_t count, char separator) {
  std::vector<CsvRow> rows;
  std::size_t line = 1;
  const std::string_view head = first_lines(without_comments(source.text, line));
  CsvReader reader(head, source.path, separator);
  CsvRow row;
  try {
    while (rows.size() < count && reader.next(row))
      rows.push_back(row);
  } catch (const InputError&) {
    // whoever reads the file says so
  }
  return rows;
}

std::optional<std::size_t> column(const CsvRow& header, std::span<const std::string_view> names) {
  for (const std::string_view name : names) {
    const auto found = std::find(header.cells.begin(), header.cells.end(), name);
    if (found != header.cells.end())
      return static_cast<std::size_t>(found - header.cells.begin());
  }
  return std::nullopt;
}

bool missing(std::string_view cell) {
  return cell.empty() || cell.starts_with("N/A") || cell == "NULL";
}

std::optional<std::int64_t> integer(std::string_view cell) {
  std::int64_t value = 0;
  const auto read = std::from_chars(cell.data(), cell.data() + cell.size(), value);
  if (read.ec == std::errc() && read.ptr == cell.data() + cell.size())
    return value;
  const std::optional<double> number = parse_number(cell);
  // beyond 2^53 a double has lost its last digits
  if (!number || std::floor(*number) != *number || std::abs(*number) > 9e15)
    return std::nullopt;
  return static_cast<std::int64_t>(*number);
}

}  // namespace spotgrid::traces
