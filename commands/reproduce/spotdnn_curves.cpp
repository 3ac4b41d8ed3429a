// Fig. 3 of spotDNN: loss curves.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "commands/reproduce/spotdnn_items.hpp"
#include "sim/base/error.hpp"

namespace spotgrid::commands::reproduction {
namespace {

using scenarios::LossCurve;
using scenarios::LossCurves;

// The squares that K / (j + gamma1) + gamma5 leaves of a curve with the best K for it.
double squares_left(const LossCurves& all, const LossCurve& curve, double gamma1, double gamma5) {
  double across = 0, along = 0, whole = 0;
  for (std::size_t i = 0; i < curve.losses.size(); ++i) {
    const double shape = 1 / (all.iterations[i] + gamma1);
    const double loss = curve.losses[i] - gamma5;
    across += shape * loss;
    along += shape * shape;
    whole += loss * loss;
  }
  return whole - across * across / along;
}

double common_squares(const LossCurves& all, double gamma1, double gamma5) {
  double squares = 0;
  for (const LossCurve& curve : all.curves)
    squares += squares_left(all, curve, gamma1, gamma5);
  return squares;
}

struct CommonFit {
  double gamma1 = 0, gamma5 = 0, squares = std::numeric_limits<double>::infinity();
};

// One gamma1 and one gamma5 for all curves. K is free for each, which is more than eq. 3 allows: no
// set of gammas leaves less. A grid, then finer grids around the best point.
CommonFit best_common(const LossCurves& all) {
  CommonFit best{3000, 0};
  double wide1 = 2900, wide5 = 1.1;
  for (int round = 0; round < 12; ++round) {
    const CommonFit centre = best;
    for (int i = -10; i <= 10; ++i) {
      for (int k = -10; k <= 10; ++k) {
        const double gamma1 = centre.gamma1 + wide1 * i / 10,
                     gamma5 = centre.gamma5 + wide5 * k / 10;
        const double squares = common_squares(all, gamma1, gamma5);
        if (gamma1 > 0 && squares < best.squares)
          best = {gamma1, gamma5, squares};
      }
    }
    wide1 /= 3;
    wide5 /= 3;
  }
  return best;
}

std::size_t points_of(const LossCurves& all) {
  return all.curves.size() * all.iterations.size();
}

analysis::ComparedPanel& panel_of(analysis::Comparison& comparison, const LossCurves& all,
                                  const LossCurve& curve) {
  for (analysis::ComparedPanel& panel : comparison.panels) {
    if (panel.title == curve.panel)
      return panel;
  }
  comparison.panels.push_back(
      {curve.panel, "iterations", "loss", "", all.source, all.accuracy, false, false, {}});
  return comparison.panels.back();
}

}  // namespace

analysis::Comparison compare_loss_curves(const Switches&) {
  const LossCurves all = scenarios::spotdnn::loss_curves();
  analysis::Comparison comparison{"fig3", all.title, {}, {}};
  double most = 0;
  for (const LossCurve& curve : all.curves) {
    require(curve.losses.size() == all.iterations.size(), "a curve has a loss at each iteration");
    analysis::ComparedPanel& panel = panel_of(comparison, all, curve);
    for (std::size_t i = 0; i < curve.losses.size(); ++i) {
      analysis::Compared row;
      row.series = curve.label;
      row.label = fmt::format("{} iterations", all.iterations[i]);
      row.x = all.iterations[i];
      row.published.number = curve.losses[i];
      row.predicted.number = curve.numerator / (all.iterations[i] + curve.shift);
      row.tolerance = analysis::Tolerance{all.accuracy, false};
      most = std::max(most, std::abs(*row.difference()));
      panel.rows.push_back(row);
    }
  }
  const CommonFit common = best_common(all);
  const double rms = std::sqrt(common.squares / static_cast<double>(points_of(all)));
  comparison.remarks = {
      fmt::format(
          "Each curve is A / (j + g1) with an A and a g1 of its own; the largest difference "
          "is {:.2g}.",
          most),
      fmt::format(
          "No set of gammas gives all of them: with one gamma1 and one gamma5, and any K for "
          "each curve, the differences have an rms of at least {:.2g} (gamma1 {:.0f}, gamma5 "
          "{:.2f}).",
          rms, common.gamma1, common.gamma5)};
  return comparison;
}

}  // namespace spotgrid::commands::reproduction
