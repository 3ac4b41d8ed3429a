// The printed table and the tidy one.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <cstddef>

#include <fmt/format.h>

#include "analysis/comparison.hpp"
#include "analysis/table.hpp"

namespace spotgrid::analysis {
namespace {

// Of a longer panel only what is outside is printed; the CSV has all.
constexpr std::size_t most_rows = 40;

// Ten digits: more than any source has, fewer than the last bits of a sum.
std::string exact(std::optional<double> value) {
  return value ? fmt::format("{:.10g}", *value) : "";
}
std::string exact(const Amount& amount) {
  return amount.number ? exact(amount.number) : amount.words;
}
std::string shown(const Amount& amount) {
  return amount.number ? fmt::format("{:.6g}", *amount.number) : amount.words;
}

std::string tolerance_text(const Compared& row) {
  if (!row.tolerance || row.misprint)
    return "";
  if (row.tolerance->value == 0)
    return "identical";
  return row.tolerance->relative ? fmt::format("{:.6g} %", 100 * row.tolerance->value)
                                 : fmt::format("{:.6g}", row.tolerance->value);
}

std::string verdict_text(const Compared& row) {
  switch (row.verdict()) {
    case Verdict::within:
      return "yes";
    case Verdict::outside:
      return "NO";
    case Verdict::misprint:
      return "misprint";
    case Verdict::listed:
      break;
  }
  return "listed";
}

std::string simulated_text(const Simulated& one) {
  if (!one.words.empty())
    return one.words;
  return one.low == one.high ? fmt::format("{:.6g}", one.mean)
                             : fmt::format("{:.6g} [{:.6g}, {:.6g}]", one.mean, one.low, one.high);
}

std::string simulated_residual(const Compared& row, const Simulated& one, const char* form) {
  const std::optional<double> from = row.reference().number;
  if (!one.words.empty() || !from || *from == 0)
    return "";
  return fmt::format(fmt::runtime(form), 100 * (one.mean / *from - 1));
}

// Of the only way in which all was simulated; named ways have a table of their own.
const Simulated* unnamed(const Compared& row) {
  return row.simulated.size() == 1 && row.simulated.front().way.empty() ? &row.simulated.front()
                                                                        : nullptr;
}

bool any_unnamed(const ComparedPanel& panel) {
  return std::any_of(panel.rows.begin(), panel.rows.end(),
                     [](const Compared& row) { return unnamed(row) != nullptr; });
}

std::vector<std::string> ways_of(const ComparedPanel& panel) {
  std::vector<std::string> ways;
  for (const Compared& row : panel.rows) {
    for (const Simulated& one : row.simulated) {
      if (!one.way.empty() && std::find(ways.begin(), ways.end(), one.way) == ways.end())
        ways.push_back(one.way);
    }
  }
  return ways;
}

// Beside what they are compared with, with residuals of the means in percent.
std::string ways_text(const ComparedPanel& panel) {
  const std::vector<std::string> ways = ways_of(panel);
  if (ways.empty())
    return "";
  const bool formulas = std::all_of(panel.rows.begin(), panel.rows.end(),
                                    [](const Compared& row) { return row.by_formula; });
  std::vector<Column> columns = {
      {"simulated"}, {""}, {formulas ? "predicted" : "published", Align::right}};
  for (const std::string& way : ways)
    columns.insert(columns.end(), {{way, Align::right}, {"%", Align::right}});
  Table table(columns);
  for (const Compared& row : panel.rows) {
    const bool agrees = row.by_formula && row.verdict() == Verdict::within;
    if (row.simulated.empty() || (agrees && panel.rows.size() > most_rows))
      continue;
    std::vector<std::string> cells = {row.label, row.series, shown(row.reference())};
    for (const std::string& way : ways) {
      const auto found = std::find_if(row.simulated.begin(), row.simulated.end(),
                                      [&](const Simulated& one) { return one.way == way; });
      const bool there = found != row.simulated.end();
      cells.push_back(there ? simulated_text(*found) : "");
      cells.push_back(there ? simulated_residual(row, *found, "{:+.2f}") : "");
    }
    table.add(std::move(cells));
  }
  return table.empty() ? "" : table.text();
}

// Root mean square and greatest residual, in percent; where there are at least two.
std::string residuals_text(const ComparedPanel& panel) {
  double squares = 0, most = 0;
  std::size_t count = 0;
  for (const Compared& row : panel.rows) {
    const std::optional<double> residual = row.residual();
    if (!residual || (row.verdict() != Verdict::within && row.verdict() != Verdict::outside))
      continue;
    squares += *residual * *residual;
    most = std::max(most, std::abs(*residual));
    ++count;
  }
  if (count < 2)
    return "";
  return fmt::format("residuals of {} judged points: rms {:.3g} %, largest {:.3g} %\n", count,
                     std::sqrt(squares / static_cast<double>(count)), most);
}

std::string panel_text(const ComparedPanel& panel) {
  const bool simulated = any_unnamed(panel);
  const auto with_unit = [&](const char* name) {
    return panel.unit.empty() ? std::string(name) : fmt::format("{} ({})", name, panel.unit);
  };
  std::vector<Column> columns = {{""}, {""}, {with_unit("published"), Align::right}};
  columns.push_back({with_unit("predicted"), Align::right});
  if (simulated)
    columns.push_back({with_unit("simulated"), Align::right});
  columns.insert(columns.end(), {{"difference", Align::right},
                                 {"residual %", Align::right},
                                 {"tolerance", Align::right},
                                 {"within"},
                                 {"note", Align::left, 60}});
  Table table(columns);
  const auto printed = std::count_if(panel.rows.begin(), panel.rows.end(),
                                     [](const Compared& row) { return !row.between; });
  const bool whole = printed <= static_cast<std::ptrdiff_t>(most_rows);
  for (const Compared& row : panel.rows) {
    if (row.between || (!whole && row.verdict() != Verdict::outside))
      continue;
    std::vector<std::string> cells = {row.label, row.series, shown(row.published),
                                      shown(row.predicted)};
    if (simulated)
      cells.push_back(unnamed(row) != nullptr ? simulated_text(*unnamed(row)) : "");
    const auto difference = row.difference(), residual = row.residual();
    cells.push_back(difference ? fmt::format("{:+.3g}", *difference) : "");
    cells.push_back(residual ? fmt::format("{:+.4f}", *residual) : "");
    cells.insert(cells.end(), {tolerance_text(row), verdict_text(row), row.note});
    table.add(std::move(cells));
  }
  const std::string accuracy =
      panel.accuracy ? fmt::format(", to {:.6g} {}", *panel.accuracy, panel.unit) : "";
  return fmt::format("{}\n{}{}{}{}", panel.title, labelled("source", panel.source + accuracy, 8),
                     table.empty() ? "" : table.text(), residuals_text(panel), ways_text(panel));
}

std::vector<std::string> csv_line(const Comparison& all, const ComparedPanel& panel,
                                  const Compared& row, const Simulated* one) {
  std::vector<std::string> cells = {all.name,
                                    panel.title,
                                    row.series,
                                    row.label,
                                    exact(row.x),
                                    panel.axis(),
                                    exact(row.published),
                                    exact(row.spread),
                                    exact(panel.accuracy),
                                    exact(row.predicted)};
  if (one == nullptr) {
    cells.resize(cells.size() + 5);
  } else if (!one->words.empty()) {
    cells.insert(cells.end(), {one->way, one->words, "", "", ""});
  } else {
    cells.insert(cells.end(), {one->way, exact(one->mean), exact(one->low), exact(one->high),
                               simulated_residual(row, *one, "{:.6g}")});
  }
  cells.insert(cells.end(), {exact(row.difference()), exact(row.residual()), tolerance_text(row),
                             verdict_text(row), row.note, panel.source});
  return cells;
}

}  // namespace

std::string Comparison::text() const {
  std::string all = title + "\n";
  for (const std::string& remark : remarks)
    all += labelled("", remark, 2);
  for (const ComparedPanel& panel : panels)
    all += "\n" + panel_text(panel);
  return all + fmt::format("\n{}: {}\n", name, tally().text());
}

std::string Comparison::csv() const {
  Table table({{"item"},
               {"panel"},
               {"series"},
               {"label"},
               {"x"},
               {"quantity (unit)"},
               {"published (unit)"},
               {"published_spread (unit)"},
               {"reading_accuracy (unit)"},
               {"predicted (unit)"},
               {"simulation"},
               {"simulated_mean (unit)"},
               {"simulated_low (unit)"},
               {"simulated_high (unit)"},
               {"simulated_residual (%)"},
               {"difference (unit)"},
               {"residual (%)"},
               {"tolerance (% or unit)"},
               {"within"},
               {"note"},
               {"source"}});
  for (const ComparedPanel& panel : panels) {
    for (const Compared& row : panel.rows) {
      if (row.simulated.empty())
        table.add(csv_line(*this, panel, row, nullptr));
      for (const Simulated& one : row.simulated)
        table.add(csv_line(*this, panel, row, &one));
    }
  }
  return table.csv();
}

}  // namespace spotgrid::analysis
