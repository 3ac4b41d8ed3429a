// Descriptions of what DeepVM published.
// SPDX-License-Identifier: Apache-2.0
#include "scenarios/published_deepvm.hpp"

#include <array>
#include <limits>

#include "scenarios/published_files.hpp"

namespace spotgrid::scenarios::deepvm {
namespace {

template <class T>
T published(std::string_view name) {
  return read_from<T>(deepvm_published::files(), "paper/deepvm/published", name);
}

}  // namespace

std::span<const std::string_view> words(Measure) {
  static constexpr std::array<std::string_view, 6> all = {"plan",     "price", "objective",
                                                          "released", "once",  "normalised"};
  return all;
}

void TrainerRow::describe(Fields& fields) {
  fields("name", type.name, "instance type", required);
  fields("on_demand", type.on_demand, "price of an anchor", required);
  fields("spot", type.spot, "price of the other nodes", required);
  fields("network", type.network, "bandwidth", required);
  fields("flops", type.flops, "relative speed of one node", required);
  fields("a", type.scaling.a, "steepness of S(n)", required);
  fields("b", type.scaling.b, "nodes at the inflection of S(n)", required);
  fields("c", type.scaling.c, "limit of S(n)", required);
}

void RemoteRow::describe(Fields& fields) {
  fields("name", type.name, "instance type", required);
  fields("on_demand", type.on_demand, "price", required);
  fields("network", type.network, "bandwidth", required);
  fields("memory", type.memory, "memory", required);
}

void SaturationRow::describe(Fields& fields) {
  fields("bandwidth", entry.bandwidth, "of the narrower end", required);
  fields("trainers", entry.trainers, "trainers that saturate one remote", required);
}

void NodeLimits::describe(Fields& fields) {
  fields("trainers", trainers, "of a plan that is searched for", required);
  fields("remotes", remotes, "of such a plan", required);
  fields("anchored", anchored, "nodes of cost-first and performance-first");
  fields("source", source, "where the limits come from", required);
}

void RentalSet::describe(Fields& fields) {
  fields("source", source, "where the figures come from", required);
  fields("trainers", trainers, "types that train", required);
  fields("remotes", remotes, "types that take checkpoints", required);
  fields("saturation", saturation, "trainers of one remote, by bandwidth", required);
  fields("checkpoint", checkpoint, "size of a checkpoint", required);
  fields("buffer", buffer, "checkpoints that a remote must hold", required);
  fields("limits", limits, "nodes at most", required);
}

formulas::deepvm::Catalogue RentalSet::catalogue() const {
  formulas::deepvm::Catalogue all;
  for (const TrainerRow& row : trainers)
    all.trainers.push_back(row.type);
  for (const RemoteRow& row : remotes)
    all.remotes.push_back(row.type);
  for (const SaturationRow& row : saturation)
    all.saturation.push_back(row.entry);
  all.held = buffer * checkpoint;
  all.most_trainers = limits.trainers;
  all.most_remotes = limits.remotes;
  all.most_anchored = limits.anchored.value_or(std::numeric_limits<std::int64_t>::max());
  return all;
}

void ScalingCurve::describe(Fields& fields) {
  fields("type", type, "instance type", required);
  fields("nodes", nodes, "n", required);
  fields("seconds", seconds, "measured times", required);
  fields("measured", measured, "the first time over each", required);
  fields("estimate", estimate, "published estimates of the same", required);
}

void ScalingCurves::describe(Fields& fields) {
  fields("title", title, "figure, and what it shows", required);
  fields("remarks", remarks, "what one must know to read it");
  fields("source", source, "where the points come from", required);
  fields("set", set, "instance types: one of sets/", required);
  fields("accuracy", accuracy, "half of the last digit", required);
  fields("within", within, "tolerance of the estimates, relative", required);
  fields("curves", curves, "curves", required);
}

void PlanPanel::describe(Fields& fields) {
  fields("title", title, "what is shown", required);
  fields("measure", measure, "what of the plans is shown", required);
  fields("published", published, "under which name cases have it; without it that of the measure");
  fields("source", source, "where the values come from", required);
  fields("accuracy", accuracy, "half of the last digit");
  fields("relative", relative, "tolerance, relative to the published value");
  fields("absolute", absolute, "tolerance in the unit of the quantity; 0: identical");
  fields("curve", curve, "over the budget, with ours between the published values");
  fields("drawn", drawn, "whether the figure shows it");
}

void PlanCase::describe(Fields& fields) {
  fields("budget", budget, "of all nodes", required);
  fields("policy", policy, "who plans", required);
  fields("rank", rank, "which of its plans, from the best on");
  fields("plan", plan, "nodes");
  fields("published", published, "published values by measure");
}

void PlanItem::describe(Fields& fields) {
  fields("title", title, "what it shows", required);
  fields("remarks", remarks, "what one must know to read it");
  fields("set", set, "what can be rented: one of sets/", required);
  fields("ties", ties, "which architecture comes first where Z is equal");
  fields("steps", steps, "steps of curves");
  fields("highest", highest, "budget at which curves end");
  fields("panels", panels, "what is shown together", required);
  fields("cases", cases, "what was published", required);
}

void SendingSetup::describe(Fields& fields) {
  fields("series", series, "its name", required);
  fields("trainers", trainers, "that send a part each", required);
  fields("state", state, "size of a save", required);
  fields("remote", remote, "instance type of the remotes", required);
  fields("network", network, "their bandwidth", required);
}

void Sending::describe(Fields& fields) {
  fields("title", title, "figure, and what it shows", required);
  fields("remarks", remarks, "what one must know to read it");
  fields("source", source, "where the points come from", required);
  fields("accuracy", accuracy, "half of the last digit", required);
  fields("within", within, "tolerance of the ratios, relative", required);
  fields("reference", reference, "remotes of the time that others are set in relation to",
         required);
  fields("seconds", seconds, "measured times, by remotes from 1 on", required);
  fields("setups", setups, "whom it is simulated with", required);
}

void MeasuredRun::describe(Fields& fields) {
  fields("series", series, "whose plan", required);
  fields("policy", policy, "who planned", required);
  fields("rank", rank, "which of its plans");
  fields("makespan", makespan, "measured", required);
  fields("price", price, "of all nodes", required);
  fields("total", total, "cost of the run", required);
  fields("ratio", ratio, "makespan over that of the first run", required);
}

void MeasuredRuns::describe(Fields& fields) {
  fields("title", title, "figure, and what it shows", required);
  fields("remarks", remarks, "what one must know to read it");
  fields("source", source, "where the values come from", required);
  fields("set", set, "what could be rented: one of sets/", required);
  fields("budget", budget, "of all nodes", required);
  fields("within", within, "tolerance of the cost, relative", required);
  fields("simulated_within", simulated_within, "tolerance of what runs come to, relative",
         required);
  fields("runs", runs, "runs", required);
}

RentalSet rental_set(std::string_view name) {
  return read_from<RentalSet>(deepvm_sets::files(), "paper/deepvm/sets", name);
}
PlanItem plans(std::string_view name) {
  return published<PlanItem>(name);
}
ScalingCurves scaling_curves() {
  return published<ScalingCurves>("fig5");
}
Sending sending() {
  return published<Sending>("fig6");
}
MeasuredRuns measured_runs() {
  return published<MeasuredRuns>("fig8");
}

}  // namespace spotgrid::scenarios::deepvm
