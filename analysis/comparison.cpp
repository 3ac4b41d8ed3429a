// Verdicts, the printed table and the tidy one.
// SPDX-License-Identifier: Apache-2.0
#include "analysis/comparison.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "analysis/table.hpp"

namespace spotgrid::analysis {
namespace {

// Of a longer panel only what is outside is printed; the CSV has all.
constexpr std::size_t most_rows = 30;

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

std::string simulated_text(const std::optional<Simulated>& simulated) {
  return simulated ? fmt::format("{:.6g} [{:.6g}, {:.6g}]", simulated->mean, simulated->low,
                                 simulated->high)
                   : "";
}

bool any_simulated(const ComparedPanel& panel) {
  return std::any_of(panel.rows.begin(), panel.rows.end(),
                     [](const Compared& row) { return row.simulated.has_value(); });
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
  const bool simulated = any_simulated(panel);
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
  const bool whole = panel.rows.size() <= most_rows;
  for (const Compared& row : panel.rows) {
    if (!whole && row.verdict() != Verdict::outside)
      continue;
    std::vector<std::string> cells = {row.label, row.series, shown(row.published),
                                      shown(row.predicted)};
    if (simulated)
      cells.push_back(simulated_text(row.simulated));
    const auto difference = row.difference(), residual = row.residual();
    cells.push_back(difference ? fmt::format("{:+.3g}", *difference) : "");
    cells.push_back(residual ? fmt::format("{:+.4f}", *residual) : "");
    cells.insert(cells.end(), {tolerance_text(row), verdict_text(row), row.note});
    table.add(std::move(cells));
  }
  const std::string accuracy =
      panel.accuracy ? fmt::format(", to {:.6g} {}", *panel.accuracy, panel.unit) : "";
  return fmt::format("{}\n{}{}{}", panel.title, labelled("source", panel.source + accuracy, 8),
                     table.empty() ? "" : table.text(), residuals_text(panel));
}

}  // namespace

std::optional<double> Compared::difference() const {
  if (!published.number || !predicted.number)
    return std::nullopt;
  const double by = *predicted.number - *published.number;
  // What is left of equal numbers is of no meaning, and may differ between machines.
  return std::abs(by) < 1e-12 * std::abs(*published.number) ? 0 : by;
}

std::optional<double> Compared::residual() const {
  const std::optional<double> by = difference();
  if (!by || *published.number == 0)
    return std::nullopt;
  return 100 * *by / *published.number;
}

Verdict Compared::verdict() const {
  if (misprint)
    return Verdict::misprint;
  if (!tolerance)
    return Verdict::listed;
  const std::optional<double> by = difference();
  const double most =
      by && tolerance->relative ? tolerance->value * std::abs(*published.number) : tolerance->value;
  constexpr double rounding = 1e-12;  // of a difference that is the tolerance
  const bool fine =
      by ? std::abs(*by) <= most + rounding * std::abs(*published.number)
         : !published.number && !predicted.number && published.words == predicted.words;
  return fine ? Verdict::within : Verdict::outside;
}

std::string ComparedPanel::axis() const {
  return unit.empty() ? quantity : fmt::format("{} ({})", quantity, unit);
}

Tally& Tally::operator+=(const Tally& other) {
  within += other.within;
  judged += other.judged;
  return *this;
}

std::string Tally::text() const {
  return fmt::format("{} of {} points within tolerance", within, judged);
}

Tally Comparison::tally() const {
  Tally all;
  for (const ComparedPanel& panel : panels) {
    for (const Compared& row : panel.rows) {
      const Verdict verdict = row.verdict();
      all.within += verdict == Verdict::within ? 1 : 0;
      all.judged += verdict == Verdict::within || verdict == Verdict::outside ? 1 : 0;
    }
  }
  return all;
}

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
               {"simulated_mean (unit)"},
               {"simulated_low (unit)"},
               {"simulated_high (unit)"},
               {"difference (unit)"},
               {"residual (%)"},
               {"tolerance (% or unit)"},
               {"within"},
               {"note"},
               {"source"}});
  for (const ComparedPanel& panel : panels) {
    for (const Compared& row : panel.rows) {
      const auto simulated = [&](double Simulated::*part) {
        return row.simulated ? exact((*row.simulated).*part) : std::string();
      };
      table.add({name, panel.title, row.series, row.label, exact(row.x), panel.axis(),
                 exact(row.published), exact(row.spread), exact(panel.accuracy),
                 exact(row.predicted), simulated(&Simulated::mean), simulated(&Simulated::low),
                 simulated(&Simulated::high), exact(row.difference()), exact(row.residual()),
                 tolerance_text(row), verdict_text(row), row.note, panel.source});
    }
  }
  return table.csv();
}

}  // namespace spotgrid::analysis
