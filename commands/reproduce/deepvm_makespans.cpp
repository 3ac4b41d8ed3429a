// The runs of DeepVM's Fig. 8, simulated.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <fmt/format.h>

#include "commands/reproduce/deepvm_items.hpp"
#include "commands/reproduce/deepvm_runs.hpp"
#include "commands/simulations.hpp"
#include "models/catalogues.hpp"
#include "sim/base/error.hpp"

namespace spotgrid::commands::reproduction {
namespace {

using formulas::deepvm::Architecture;
using formulas::deepvm::Catalogue;
using formulas::deepvm::Plan;
using formulas::deepvm::TrainerType;
using scenarios::deepvm::MeasuredRuns;

constexpr std::int64_t epochs = 30;

std::string price_text(Price price) {
  return fmt::format("\"{:.10g} $/h\"", price / dollars_per_hour(1));
}

Setup setup_of(const Catalogue& all, const Plan& plan, const EpochPace& pace) {
  const TrainerType& type = all.trainers[plan.trainer];
  const std::optional<InstanceType> instance = instances::find(type.name);
  require(instance && instance->gpu, "the trainers of a plan are in the catalogue of instances");
  std::vector<scenarios::Override> changes = {
      {"job.workload.throughput.0.gpu", instance->gpu->model},
      {"market.pools.0.instance", type.name},
      {"market.pools.0.on_demand", price_text(type.on_demand)},
      {"market.pools.0.price", price_text(type.spot)}};
  const bool tiering = plan.architecture == Architecture::tiering;
  if (tiering) {
    changes.push_back({"market.pools.1.instance", all.remotes[plan.remote].name});
    changes.push_back({"market.pools.1.on_demand", price_text(all.remotes[plan.remote].on_demand)});
    changes.push_back({"checkpointing.scheme.remotes", std::to_string(plan.remotes)});
  }
  return paced_setup(tiering ? "tiering" : "single_anchor", plan.trainers, epochs, pace, changes);
}

std::string family_of(const std::string& type) {
  return type.substr(0, type.find('.'));
}
// "17 g4dn, c5", "16 g4dn, anchor"
std::string short_text(const Catalogue& all, const Plan& plan) {
  return fmt::format("{} {}, {}", plan.trainers, family_of(all.trainers[plan.trainer].name),
                     plan.architecture == Architecture::tiering
                         ? family_of(all.remotes[plan.remote].name)
                         : "anchor");
}

analysis::Simulated exactly(double value) {
  return {value, value, value, "", ""};
}

// The three ways to plan, from the shortest makespan to the longest.
template <class Makespan>
std::string order_of(const MeasuredRuns& runs, Makespan makespan) {
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < runs.runs.size(); ++i)
    if (runs.runs[i].rank == 1)
      order.push_back(i);
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return makespan(a) < makespan(b); });
  std::string text;
  for (const std::size_t i : order)
    text += (text.empty() ? "" : " < ") + runs.runs[i].series;
  return text;
}

analysis::ComparedPanel orders_of(const MeasuredRuns& runs, const std::vector<RunResult>& results) {
  analysis::ComparedPanel panel{"order of the makespans", "", "order", "", runs.source};
  analysis::Compared row;
  row.series = "all";
  row.label = "first of each planner";
  row.published.words = order_of(runs, [&](std::size_t i) { return runs.runs[i].makespan; });
  analysis::Simulated order;
  order.words = order_of(runs, [&](std::size_t i) { return results[i].makespan_s; });
  row.simulated = {order};
  row.by_simulation = true;
  row.tolerance = analysis::Tolerance{0, false};
  panel.rows.push_back(std::move(row));
  return panel;
}

}  // namespace

std::vector<analysis::ComparedPanel> simulated_runs(const MeasuredRuns& runs, const Catalogue& all,
                                                    const std::vector<Plan>& plans,
                                                    const Switches& switches) {
  const scenarios::deepvm::ScalingCurves curves = scenarios::deepvm::scaling_curves();
  std::vector<Setup> setups;
  std::vector<double> training;  // s, without saves
  for (const Plan& plan : plans) {
    const EpochPace pace = pace_of(curves, all.trainers[plan.trainer].name, plan.trainers);
    setups.push_back(setup_of(all, plan, pace));
    training.push_back(static_cast<double>(epochs) * pace.epoch.count());
  }
  const std::vector<RunResult> results = results_of("fig8", setups, switches.how);
  analysis::ComparedPanel ratios{
      "makespan over the first, simulated", "", "makespan over the first", "", runs.source, 5e-5};
  analysis::ComparedPanel seconds{"makespan, simulated", "", "makespan", "s", runs.source, 5e-5};
  analysis::ComparedPanel costs{"cost, simulated", "", "cost", "$", runs.source, 5e-8};
  for (std::size_t i = 0; i < plans.size(); ++i) {
    const RunResult& run = results[i];
    require(run.outcome == Outcome::finished, "nothing keeps such a run from its end");
    analysis::Compared row;
    row.series = runs.runs[i].series;
    row.label = short_text(all, plans[i]);
    row.by_simulation = true;
    if (i > 0)
      row.tolerance = analysis::Tolerance{runs.simulated_within, true};
    row.published.number = runs.runs[i].ratio;
    row.predicted.number = training[i] / training.front();
    row.simulated = {exactly(run.makespan_s / results.front().makespan_s)};
    ratios.rows.push_back(row);
    row.tolerance = analysis::Tolerance{runs.simulated_within, true};
    row.published.number = runs.runs[i].total;
    row.predicted = {};
    row.simulated = {exactly(run.cost_usd)};
    costs.rows.push_back(row);
    row.tolerance.reset();
    row.published.number = runs.runs[i].makespan.count();
    row.predicted.number = training[i];
    row.simulated = {exactly(run.makespan_s)};
    seconds.rows.push_back(row);
  }
  return {std::move(ratios), std::move(seconds), std::move(costs), orders_of(runs, results)};
}

}  // namespace spotgrid::commands::reproduction
