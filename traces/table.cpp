// Reads tables by column name.
// SPDX-License-Identifier: Apache-2.0
#include "traces/table.hpp"

#include <algorithm>
#include <utility>

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

// False where the comment sets no option.
bool apply(const CsvSetting& setting, const Place& place, ReadingOptions& options) {
  if (setting.key == "time_unit") {
    options.unit = worded<TimeUnit>(setting, place);
  } else if (setting.key == "polarity") {
    options.polarity = worded<Polarity>(setting, place);
  } else if (setting.key == "nodes") {
    options.nodes = nodes_of(setting, place);
  } else if (setting.key == "gap") {
    options.gap = gap_of(setting, place);
  } else if (setting.key == "start") {
    options.start = setting.value;
  } else {
    return false;
  }
  return true;
}

// Whether the user said what a setting says.
bool given(std::string_view key, const ReadingOptions& options) {
  return (key == "time_unit" && options.unit) || (key == "polarity" && options.polarity) ||
         (key == "nodes" && options.nodes) || (key == "gap" && options.gap) ||
         (key == "start" && options.start);
}

// Settings that were read, each with its place; no two of them contradict each other.
class Settings {
 public:
  void add(const CsvSetting& setting, const Place& place) {
    for (const auto& [other, at] : all_) {
      // prices on demand are those of one table, all else holds for whatever is read
      const bool same_reach = setting.key != "on_demand" || at.path == place.path;
      if (other.key != setting.key || !same_reach)
        continue;
      if (other.value == setting.value)
        return;
      refuse(place,
             fmt::format(R"({} is "{}", while {} says "{}")", setting.key, setting.value, at.text(),
                         other.value),
             "keep one of them");
    }
    all_.emplace_back(setting, place);
  }

 private:
  std::vector<std::pair<CsvSetting, Place>> all_;
};

}  // namespace

Table::Table(const SourceText& source, bool has_header)
    : source_(source), reader_(source), settings_(csv_settings(source.text)) {
  if (!has_header)
    return;
  header_.emplace();
  if (!reader_.next(*header_))
    refuse(source.path, "no rows", "");
  columns_ = header_->cells.size();
  for (auto cell = header_->cells.begin(); cell != header_->cells.end(); ++cell) {
    if (!cell->empty() && std::find(header_->cells.begin(), cell, *cell) != cell) {
      refuse(place(*header_), fmt::format("two columns of one name, found \"{}\" twice", *cell),
             "rename or remove one");
    }
  }
}

bool Table::next(CsvRow& row) {
  if (!reader_.next(row))
    return false;
  // a separator at the end of a row does no harm
  const bool closed = row.cells.size() == columns_ + 1 && row.cells.back().empty();
  if (row.cells.size() > columns_ && !closed) {
    refuse(place(row),
           fmt::format("row of {} cells, expected at most {}", row.cells.size(), columns_),
           "write decimals with a point and put quotes around a cell with a comma");
  }
  return true;
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

ReadingOptions with_settings(const ReadingOptions& options, std::span<const SourceText> sources) {
  ReadingOptions all = options;
  Settings settings;
  for (const SourceText& source : sources) {
    for (CsvSetting& setting : csv_settings(source.text)) {
      if (setting.key == "N")
        setting.key = "nodes";
      const Place place{source.path, setting.line};
      if (given(setting.key, options))
        continue;
      if (apply(setting, place, all) || setting.key == "on_demand")
        settings.add(setting, place);
    }
  }
  return all;
}

}  // namespace spotgrid::traces
