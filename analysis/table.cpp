// Layout of tables.
// SPDX-License-Identifier: Apache-2.0
#include "analysis/table.hpp"

#include <algorithm>

#include "sim/base/error.hpp"

namespace spotgrid::analysis {
namespace {

using Lines = std::vector<std::string>;

std::string padded(const std::string& text, std::size_t wanted, Align align) {
  const std::size_t has = width(text);
  const std::string space(wanted > has ? wanted - has : 0, ' ');
  return align == Align::left ? text + space : space + text;
}

Lines split_lines(std::string_view text) {
  Lines lines;
  while (!text.empty()) {
    const auto end = text.find('\n');
    lines.emplace_back(text.substr(0, end));
    text = end == std::string_view::npos ? "" : text.substr(end + 1);
  }
  return lines;
}

std::string without_trailing_space(std::string line) {
  line.erase(line.find_last_not_of(' ') + 1);
  return line;
}

std::string csv_cell(const std::string& text) {
  if (text.find_first_of(",\"\n\r") == std::string::npos)
    return text;
  std::string quoted = "\"";
  for (const char c : text)
    quoted += c == '"' ? "\"\"" : std::string(1, c);
  return quoted + "\"";
}

std::string csv_line(const std::vector<std::string>& cells) {
  std::string line;
  for (std::size_t i = 0; i < cells.size(); ++i)
    line += (i == 0 ? "" : ",") + csv_cell(cells[i]);
  return line + "\n";
}

// A row whose cells are lines; `widths` are at least as many.
std::string row_text(const std::vector<Lines>& cells, const std::vector<Column>& columns,
                     const std::vector<std::size_t>& widths, std::size_t indent) {
  std::size_t height = 0;
  for (const Lines& cell : cells)
    height = std::max(height, cell.size());
  std::string all;
  for (std::size_t line = 0; line < height; ++line) {
    std::string one(indent, ' ');
    for (std::size_t i = 0; i < cells.size(); ++i) {
      const std::string part = line < cells[i].size() ? cells[i][line] : "";
      one += (i == 0 ? "" : "  ") + padded(part, widths[i], columns[i].align);
    }
    all += without_trailing_space(std::move(one)) + "\n";
  }
  return all;
}

}  // namespace

std::size_t width(std::string_view text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U;  // not a continuation byte
  }));
}

std::vector<std::string> wrapped(std::string_view text, std::size_t widest) {
  Lines lines;
  std::string line;
  while (!text.empty()) {
    const auto end = text.find(' ');
    const std::string_view word = text.substr(0, end);
    text = end == std::string_view::npos ? "" : text.substr(end + 1);
    if (!line.empty() && width(line) + 1 + width(word) > widest) {
      lines.push_back(std::move(line));
      line.clear();
    }
    line += (line.empty() ? "" : " ") + std::string(word);
  }
  lines.push_back(std::move(line));
  return lines;
}

void Table::add(std::vector<std::string> row) {
  require(row.size() <= columns_.size(), "a row has no more cells than the table has columns");
  rows_.push_back(std::move(row));
}

std::string Table::text(std::size_t indent) const {
  std::vector<std::vector<Lines>> laid_out(1);
  bool named = false;
  for (const Column& column : columns_) {
    laid_out.front().push_back({column.name});
    named = named || !column.name.empty();
  }
  for (const std::vector<std::string>& row : rows_) {
    std::vector<Lines> cells;
    for (std::size_t i = 0; i < row.size(); ++i)
      cells.push_back(columns_[i].widest > 0 ? wrapped(row[i], columns_[i].widest) : Lines{row[i]});
    laid_out.push_back(std::move(cells));
  }
  std::vector<std::size_t> widths(columns_.size(), 0);
  for (const std::vector<Lines>& cells : laid_out) {
    for (std::size_t i = 0; i < cells.size(); ++i) {
      for (const std::string& line : cells[i])
        widths[i] = std::max(widths[i], width(line));
    }
  }
  std::string all;
  for (std::size_t i = named ? 0 : 1; i < laid_out.size(); ++i)
    all += row_text(laid_out[i], columns_, widths, indent);
  return all;
}

std::string Table::csv() const {
  std::vector<std::string> header;
  for (const Column& column : columns_)
    header.push_back(column.name);
  std::string all = csv_line(header);
  for (const std::vector<std::string>& row : rows_)
    all += csv_line(row);
  return all;
}

std::string labelled(std::string_view label, std::string_view text, std::size_t column,
                     std::size_t page) {
  std::string all;
  std::string before(label);
  for (const std::string& line : wrapped(text, page - column)) {
    all += without_trailing_space(padded(before, column - 1, Align::left) + " " + line) + "\n";
    before.clear();
  }
  return all;
}

std::string beside(std::string_view left, std::string_view right, std::size_t gap) {
  const Lines a = split_lines(left);
  const Lines b = split_lines(right);
  std::size_t widest = 0;
  for (const std::string& line : a)
    widest = std::max(widest, width(line));
  std::string all;
  for (std::size_t i = 0; i < std::max(a.size(), b.size()); ++i) {
    const std::string first = i < a.size() ? a[i] : "";
    const std::string second = i < b.size() ? b[i] : "";
    all += without_trailing_space(padded(first, widest + gap, Align::left) + second) + "\n";
  }
  return all;
}

}  // namespace spotgrid::analysis
