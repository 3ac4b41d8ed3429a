// Tables with a header: columns by name, and settings in the comments above.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "traces/csv.hpp"
#include "traces/source_text.hpp"
#include "traces/trace.hpp"

namespace spotgrid::traces {

using Names = std::span<const std::string_view>;

inline constexpr auto time_names =
    std::to_array<std::string_view>({"timestamp", "time", "date", "Timestamp", "Time"});
inline constexpr auto zone_names = std::to_array<std::string_view>(
    {"zone", "availability_zone", "AvailabilityZone", "AZ", "region"});
inline constexpr auto instance_names =
    std::to_array<std::string_view>({"instance_type", "InstanceType", "machine_type"});

// Rows of one file behind its header; without one they are a time and a value.
class Table {
 public:
  // Throws InputError(data) where a header is expected and there is no row at all, or where a name
  // stands twice in it.
  Table(const SourceText& source, bool has_header);

  // The next row, false at the end. Throws InputError(data) at one with more cells than columns:
  // a decimal comma would be read as another value.
  bool next(CsvRow& row);
  Place place(const CsvRow& row) const { return {source_.path, row.line}; }

  // The column under one of the names; `headerless` without a header. Throws InputError(data).
  std::size_t required(Names names, std::size_t headerless) const;
  std::optional<std::size_t> optional(Names names) const;

  // Throws InputError(data) where the row is too short for a required column.
  std::string_view cell(const CsvRow& row, std::size_t column) const;
  std::string_view cell(const CsvRow& row, std::optional<std::size_t> column) const;
  // The value of "# key=value" above the header; empty where it is not there.
  std::string_view setting(std::string_view key) const;

 private:
  const SourceText& source_;
  CsvReader reader_;
  std::optional<CsvRow> header_;
  std::size_t columns_ = 2;
  std::vector<CsvSetting> settings_;
};

// The columns that name a pool; what a table has no column for stays empty.
class PoolColumns {
 public:
  explicit PoolColumns(const Table& table)
      : table_(table), zone_(table.optional(zone_names)), type_(table.optional(instance_names)) {}
  PoolName of(const CsvRow& row) const {
    return {std::string(table_.cell(row, zone_)), std::string(table_.cell(row, type_))};
  }

 private:
  const Table& table_;
  std::optional<std::size_t> zone_, type_;
};

// True where the first row has a column under one name of each group.
bool has_columns(const SourceText& source, std::initializer_list<Names> groups);
// All rows have two cells: a time (text or number) and a number.
bool two_numbers(std::span<const CsvRow> rows);
// No second cell has a fraction.
bool whole_numbers(std::span<const CsvRow> rows);

// The options with what the comments above the tables set and the user did not: time_unit, nodes
// (or N), polarity, gap (seconds), start. Throws InputError(data) at a setting that cannot be read
// and at one that is given twice with different values, unless the user's option wins.
ReadingOptions with_settings(const ReadingOptions& options, std::span<const SourceText> sources);

}  // namespace spotgrid::traces
