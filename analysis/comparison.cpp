// Verdicts.
// SPDX-License-Identifier: Apache-2.0
#include "analysis/comparison.hpp"

#include <cmath>

#include <fmt/format.h>

namespace spotgrid::analysis {

Amount Compared::ours() const {
  if (!by_simulation && !by_formula)
    return predicted;
  if (simulated.empty())
    return {};
  const Simulated& first = simulated.front();
  return first.words.empty() ? Amount{first.mean, ""} : Amount{{}, first.words};
}

const Amount& Compared::reference() const {
  return by_formula ? predicted : published;
}

std::optional<double> Compared::difference() const {
  const std::optional<double> number = ours().number, from = reference().number;
  if (!from || !number)
    return std::nullopt;
  const double by = *number - *from;
  // What is left of equal numbers is of no meaning, and may differ between machines.
  return std::abs(by) < 1e-12 * std::abs(*from) ? 0 : by;
}

std::optional<double> Compared::residual() const {
  const std::optional<double> by = difference();
  if (!by || *reference().number == 0)
    return std::nullopt;
  return 100 * *by / *reference().number;
}

Verdict Compared::verdict() const {
  if (misprint)
    return Verdict::misprint;
  if (!tolerance)
    return Verdict::listed;
  const std::optional<double> by = difference();
  const Amount& from = reference();
  const double most =
      by && tolerance->relative ? tolerance->value * std::abs(*from.number) : tolerance->value;
  constexpr double rounding = 1e-12;  // of a difference that is the tolerance
  const Amount own = ours();
  const bool fine = by ? std::abs(*by) <= most + rounding * std::abs(*from.number)
                       : !from.number && !own.number && from.words == own.words;
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

}  // namespace spotgrid::analysis
