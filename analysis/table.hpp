// Tables of text: aligned for people, comma-separated for programs.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace spotgrid::analysis {

enum class Align : std::uint8_t { left, right };

struct Column {
  std::string name;  // may be empty
  Align align = Align::left;
  std::size_t widest = 0;  // longer cells are wrapped at spaces; 0: never
};

class Table {
 public:
  explicit Table(std::vector<Column> columns) : columns_(std::move(columns)) {}

  // A row may be shorter than the columns.
  void add(std::vector<std::string> row);
  bool empty() const { return rows_.empty(); }

  // Two spaces between columns, `indent` before the first, none at line ends; the names stand above
  // unless all are empty.
  std::string text(std::size_t indent = 0) const;
  // RFC 4180 with newlines of Unix.
  std::string csv() const;

 private:
  std::vector<Column> columns_;
  std::vector<std::vector<std::string>> rows_;
};

// Characters as a terminal counts them: code points of UTF-8.
std::size_t width(std::string_view text);
// Lines of at most `widest` characters, broken at spaces; a longer word has its own line.
std::vector<std::string> wrapped(std::string_view text, std::size_t widest);
// `label` in a column of its own, the text beside it, wrapped to a page of `page` characters.
std::string labelled(std::string_view label, std::string_view text, std::size_t column,
                     std::size_t page = 98);
// Two blocks of lines next to each other.
std::string beside(std::string_view left, std::string_view right, std::size_t gap = 4);

}  // namespace spotgrid::analysis
