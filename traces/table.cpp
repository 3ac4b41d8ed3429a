// Reads tables by column name.
// SPDX-License-Identifier: Apache-2.0
#include "traces/table.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "sim/base/unit_text.hpp"
#include "traces/timestamp.hpp"

namespace spotgrid::traces {
namespace {

template <class Enum>
Enum worded(const CsvSetting& setting, const Place& place) {
  const auto all = words(Enum{});
  const auto found = std::find(all.begin(), all.end(), setting.value);
  if (found == all.end()) {
    refuse(place, fmt::format("unknown {}, found \"{}\"", setting.key, setting.value),
           fmt::format("use one of {}", fmt::join(all, ", ")));
  }
  return static_cast<Enum>(found - all.begin());
}

Seconds gap_of(const CsvSetting& setting, const Place& place) {
  Seconds gap{};
  const std::optional<double> bare = parse_number(setting.value);
  if (bare) {
    gap = Seconds{*bare};
  } else if (!parse_quantity(setting.value, gap)) {
    refuse(place, fmt::format("expected seconds, found \"{}\"", setting.value), "");
  }
  if (!(gap > 0s))
    refuse(place, fmt::format("a gap must be above 0, found \"{}\"", setting.value), "");
  return gap;
}

std::int64_t nodes_of(const CsvSetting& setting, const Place& place) {
  const std::optional<std::int64_t> nodes = integer(setting.value);
  if (!nodes || *nodes < 1)
    refuse(place, fmt::format("expected a number of nodes, found \"{}\"", setting.value), "");
  return *nodes;
}

void apply(const CsvSetting& setting, const Place& place, ReadingOptions& options) {
  if (setting.key == "time_unit" && !options.unit) {
    options.unit = worded<TimeUnit>(setting, place);
  } else if (setting.key == "polarity" && !options.polarity) {
    options.polarity = worded<Polarity>(setting, place);
  } else if ((setting.key == "nodes" || setting.key == "N") && !options.nodes) {
    options.nodes = nodes_of(setting, place);
  } else if (setting.key == "gap" && !options.gap) {
    options.gap = gap_of(setting, place);
  } else if (setting.key == "start" && !options.start) {
    options.start = setting.value;
  }
}

}  // namespace

Table::Table(const SourceText& source, bool has_header)
    : source_(source), reader_(source), settings_(csv_settings(source.text)) {
  if (!has_header)
    return;
  header_.emplace();
  if (!reader_.next(*header_))
    refuse(source.path, "no rows", "");
}

std::size_t Table::required(Names names, std::size_t headerless) const {
  if (!header_)
    return headerless;
  const std::optional<std::size_t> found = column(*header_, names);
  if (!found) {
    refuse(place(*header_),
           fmt::format("no column {}, found {}", fmt::join(names, " or "),
                       fmt::join(header_->cells, ", ")),
           "rename one");
  }
  return *found;
}

std::optional<std::size_t> Table::optional(Names names) const {
  return header_ ? column(*header_, names) : std::nullopt;
}

std::string_view Table::cell(const CsvRow& row, std::size_t column) const {
  if (column >= row.cells.size()) {
    refuse(place(row),
           fmt::format("row of {} cells, expected at least {}", row.cells.size(), column + 1),
           "the file may be cut off");
  }
  return row.cells[column];
}

std::string_view Table::cell(const CsvRow& row, std::optional<std::size_t> column) const {
  return column && *column < row.cells.size() ? cell(row, *column) : std::string_view{};
}

std::string_view Table::setting(std::string_view key) const {
  for (const CsvSetting& one : settings_) {
    if (one.key == key)
      return one.value;
  }
  return {};
}

bool has_columns(const SourceText& source, std::initializer_list<Names> groups) {
  const std::vector<CsvRow> rows = first_rows(source, 1);
  return !rows.empty() && std::all_of(groups.begin(), groups.end(), [&](Names names) {
    return column(rows.front(), names).has_value();
  });
}

bool two_numbers(std::span<const CsvRow> rows) {
  const auto fits = [](const CsvRow& row) {
    return row.cells.size() == 2 && parse_number(row.cells[1]) &&
           (parse_number(row.cells[0]) || parse_timestamp(row.cells[0]));
  };
  return !rows.empty() && std::all_of(rows.begin(), rows.end(), fits);
}

bool whole_numbers(std::span<const CsvRow> rows) {
  return std::all_of(rows.begin(), rows.end(),
                     [](const CsvRow& row) { return integer(row.cells[1]).has_value(); });
}

ReadingOptions with_settings(ReadingOptions options, std::span<const SourceText> sources) {
  for (const SourceText& source : sources) {
    for (const CsvSetting& setting : csv_settings(source.text))
      apply(setting, Place{source.path, setting.line}, options);
  }
  return options;
}

}  // namespace spotgrid::traces
