// What DeepVM measured: Fig. 5, speed-up over nodes, and Fig. 8, cost and makespan of runs.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <fmt/format.h>

#include "commands/reproduce/deepvm_items.hpp"
#include "scenarios/published_deepvm.hpp"
#include "sim/base/error.hpp"

namespace spotgrid::commands::reproduction {
namespace {

using namespace formulas::deepvm;
using scenarios::deepvm::MeasuredRun;
using scenarios::deepvm::MeasuredRuns;
using scenarios::deepvm::ScalingCurve;
using scenarios::deepvm::ScalingCurves;

const Scaling& scaling_of(const Catalogue& all, std::string_view type) {
  const auto found = std::find_if(all.trainers.begin(), all.trainers.end(),
                                  [&](const TrainerType& one) { return one.name == type; });
  require(found != all.trainers.end(), "a curve is one of a type that can be rented");
  return found->scaling;
}

analysis::ComparedPanel panel_of_curves(const ScalingCurves& curves, const char* title) {
  return {title, "nodes", "speed-up", "", curves.source, curves.accuracy, false, false, {}};
}

analysis::Compared point_of(const ScalingCurve& curve, const Scaling& law, std::size_t i) {
  analysis::Compared row;
  row.series = curve.type;
  row.label = fmt::format("{} nodes", curve.nodes[i]);
  row.x = curve.nodes[i];
  row.predicted.number = speedup(law, curve.nodes[i]);
  return row;
}

// Seconds that the planner's model gives: once by what it maximises (flops n K(n)), once by the
// measured time of one node and the estimated speed-up. Both up to a factor that all plans share.
double reckoned_by_flops(const Catalogue& all, const Plan& plan) {
  return 1 / performance(all, plan);
}
double reckoned_by_speedup(const Catalogue& all, const ScalingCurves& curves, const Plan& plan) {
  const TrainerType& type = all.trainers[plan.trainer];
  const auto curve = std::find_if(curves.curves.begin(), curves.curves.end(),
                                  [&](const ScalingCurve& one) { return one.type == type.name; });
  require(curve != curves.curves.end(), "a plan is of types that were measured");
  return curve->seconds.front() / speedup(type.scaling, static_cast<double>(plan.trainers));
}

// The plans that the runs followed, as our planner finds them.
std::vector<Plan> plans_of(const MeasuredRuns& runs, const Catalogue& all) {
  std::vector<Plan> plans;
  for (const MeasuredRun& run : runs.runs) {
    const auto rank = static_cast<std::size_t>(run.rank);
    const std::vector<Plan> best = plans_within(all, run.policy, runs.budget, Ties::tiering, rank);
    require(best.size() == rank, "the budget of the runs buys their plans");
    plans.push_back(best.back());
  }
  return plans;
}

analysis::ComparedPanel costs_of(const MeasuredRuns& runs, const Catalogue& all,
                                 const std::vector<Plan>& plans) {
  analysis::ComparedPanel panel{"cost: makespan times our hourly price",
                                "",
                                "cost",
                                "$",
                                runs.source,
                                5e-8,
                                false,
                                false,
                                {}};
  for (std::size_t i = 0; i < plans.size(); ++i) {
    analysis::Compared row;
    row.series = runs.runs[i].series;
    row.label = text_of(all, plans[i]);
    row.published.number = runs.runs[i].total;
    row.predicted.number = cost_of(runs.runs[i].makespan, price_of(all, plans[i])).value();
    row.tolerance = analysis::Tolerance{runs.within, true};
    panel.rows.push_back(std::move(row));
  }
  return panel;
}

template <class Reckon>
analysis::ComparedPanel ratios_of(const MeasuredRuns& runs, const Catalogue& all,
                                  const std::vector<Plan>& plans, const char* title,
                                  Reckon reckon) {
  analysis::ComparedPanel panel{title, "", "makespan over the first", "", runs.source, 5e-5, false,
                                false, {}};
  for (std::size_t i = 0; i < plans.size(); ++i) {
    analysis::Compared row;
    row.series = runs.runs[i].series;
    row.label = text_of(all, plans[i]);
    row.published.number = runs.runs[i].ratio;
    row.predicted.number = reckon(plans[i]) / reckon(plans.front());
    panel.rows.push_back(std::move(row));
  }
  return panel;
}

}  // namespace

analysis::Comparison compare_scaling(const Switches&) {
  const ScalingCurves curves = scenarios::deepvm::scaling_curves();
  const Catalogue all = scenarios::deepvm::rental_set(curves.set).catalogue();
  analysis::Comparison comparison{"fig5", curves.title, curves.remarks, {}};
  analysis::ComparedPanel measured = panel_of_curves(curves, "speed-up: measured, and ours");
  analysis::ComparedPanel estimated = panel_of_curves(curves, "estimate: theirs, and ours");
  for (const ScalingCurve& curve : curves.curves) {
    const Scaling& law = scaling_of(all, curve.type);
    for (std::size_t i = 0; i < curve.nodes.size(); ++i) {
      analysis::Compared row = point_of(curve, law, i);
      row.published.number = curve.measured.at(i);
      measured.rows.push_back(row);
      row.published.number = curve.estimate.at(i);
      row.tolerance = analysis::Tolerance{curves.within, true};
      estimated.rows.push_back(row);
    }
  }
  comparison.panels = {std::move(measured), std::move(estimated)};
  return comparison;
}

analysis::Comparison compare_measured_runs(const Switches& switches) {
  const MeasuredRuns runs = scenarios::deepvm::measured_runs();
  const ScalingCurves curves = scenarios::deepvm::scaling_curves();
  const Catalogue all = scenarios::deepvm::rental_set(runs.set).catalogue();
  const std::vector<Plan> plans = plans_of(runs, all);
  analysis::Comparison comparison{"fig8", runs.title, runs.remarks, {}};
  comparison.panels = {
      costs_of(runs, all, plans),
      ratios_of(runs, all, plans, "makespan; ours: 1 / (flops n K(n))",
                [&](const Plan& plan) { return reckoned_by_flops(all, plan); }),
      ratios_of(runs, all, plans, "makespan; ours: time of one node in Fig. 5 / estimate",
                [&](const Plan& plan) { return reckoned_by_speedup(all, curves, plan); })};
  if (switches.simulate) {
    for (analysis::ComparedPanel& panel : comparison.panels)
      panel.drawn = false;
    for (analysis::ComparedPanel& panel : simulated_runs(runs, all, plans, switches))
      comparison.panels.push_back(std::move(panel));
  }
  return comparison;
}

}  // namespace spotgrid::commands::reproduction
