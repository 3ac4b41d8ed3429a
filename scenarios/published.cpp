// Descriptions of published data.
// SPDX-License-Identifier: Apache-2.0
#include "scenarios/published.hpp"

#include <array>

#include "scenarios/published_files.hpp"

namespace spotgrid::scenarios {
namespace {

template <class T>
T published(std::string_view name) {
  return read_from<T>(spotdnn_published::files(), "paper/spotdnn/published", name);
}

}  // namespace

std::span<const std::string_view> words(PriceProfile) {
  static constexpr std::array<std::string_view, 3> all = {"table3", "repository", "floor30"};
  return all;
}

std::span<const std::string_view> words(Measure) {
  static constexpr std::array<std::string_view, 6> all = {"plan",       "time",  "cost",
                                                          "iterations", "speed", "convergence"};
  return all;
}

std::span<const std::string_view> words(Strategy) {
  static constexpr std::array<std::string_view, 6> all = {
      "printed", "list_price", "spotdnn", "on_demand", "srifty_plus", "cm_dare_plus"};
  return all;
}

std::optional<Price> PriceRow::spot(PriceProfile profile) const {
  if (profile == PriceProfile::floor30)
    return 0.3 * on_demand;
  return profile == PriceProfile::table3 ? table3 : repository;
}

void SetType::describe(Fields& fields) {
  fields("name", name, "instance type, or what the paper compares", required);
  fields("gpus", gpus, "GPUs of a worker", required, at_least(1.0));
  fields("batch_per_gpu", batch_per_gpu, "samples of one GPU in one iteration", required);
  fields("speed", speed, "samples a second of a lone worker, with communication");
  fields("compute", compute, "compute time of an iteration");
}

void ParameterSet::describe(Fields& fields) {
  fields("source", source, "where the parameters come from", required);
  fields("gradients", gradients, "S_parm, one way", required);
  fields("per_flow", per_flow, "B_req, of a lone worker", required);
  fields("pcie", pcie, "B_pcie; without it that of the paper");
  fields("gpu_exchange", gpu_exchange, "whether the GPUs of a worker exchange over PCIe");
  fields("contention", contention, "alpha1 and beta1; without them there is no contention");
  fields("loss", loss, "gamma1 to gamma5");
  fields("types", types, "workers", required);
}

void PriceRow::describe(Fields& fields) {
  fields("table3", table3, "spot price that Table III prints");
  fields("repository", repository, "spot price in the released program");
  fields("on_demand", on_demand, "list price", required);
  fields("source", source, "where the list price comes from", required);
}

void PriceTable::describe(Fields& fields) {
  fields("source", source, "where the spot prices come from", required);
  fields("types", types, "prices by instance type", required);
}

void PublishedPanel::describe(Fields& fields) {
  fields("title", title, "what is shown", required);
  fields("group", group, "of the cases that are shown");
  fields("measure", measure, "what of them is shown", required);
  fields("x_label", x_label, "label of the x axis");
  fields("source", source, "table or figure", required);
  fields("accuracy", accuracy, "accuracy of reading, or half of the last printed digit");
  fields("relative", relative, "tolerance, relative to the published value");
  fields("absolute", absolute, "tolerance in the unit of the quantity; 0: identical");
  fields("log_x", log_x, "logarithmic x axis");
  fields("log_y", log_y, "logarithmic y axis");
}

void PublishedCase::describe(Fields& fields) {
  fields("group", group, "to which panels it belongs");
  fields("series", series, "whose values these are", required);
  fields("label", label, "of what", required);
  fields("set", set, "parameters: one of sets/, or a workload of the catalogue");
  fields("x", x, "place on the x axis; without it the label is a category");
  fields("plan", plan, "workers by type, as printed", required);
  fields("strategy", strategy, "how the plan is found");
  fields("loss", loss, "loss to train to");
  fields("objective", objective, "time in which");
  fields("samples", samples, "samples to train");
  fields("rounded", rounded, "whether its time follows the rounding of the released program");
  fields("published", published, "published values by measure; the plan stands beside them");
  fields("spread", spread, "standard deviations published with them");
  fields("listed", listed, "measures that are not judged: why");
  fields("misprint", misprint, "measures that are misprinted: why we think so");
  fields("note", note, "remarks by measure");
}

void PublishedItem::describe(Fields& fields) {
  fields("title", title, "table or figure, and what it shows", required);
  fields("remarks", remarks, "what one must know to read it");
  fields("types", types, "instance types, in the order of the plans", required);
  fields("quota", quota, "instances of each type that can be had");
  fields("set", set, "parameters of cases that name none");
  fields("prices", prices, "prices that its costs follow");
  fields("rounded", rounded, "the same of all cases that do not say");
  fields("simulated", simulated, "series whose plans are simulated as well");
  fields("panels", panels, "what is shown together", required);
  fields("cases", cases, "what was published", required);
}

void LossCurve::describe(Fields& fields) {
  fields("panel", panel, "part of the figure", required);
  fields("label", label, "cluster", required);
  fields("numerator", numerator, "A of A / (j + g1), fitted to this curve", required);
  fields("shift", shift, "g1", required);
  fields("losses", losses, "losses at the iterations", required);
}

void LossCurves::describe(Fields& fields) {
  fields("title", title, "figure, and what it shows", required);
  fields("source", source, "where the points come from", required);
  fields("accuracy", accuracy, "accuracy of reading", required);
  fields("iterations", iterations, "x of all curves", required);
  fields("curves", curves, "curves", required);
}

void Claim::describe(Fields& fields) {
  fields("key", key, "how it is computed", required);
  fields("label", label, "what is claimed", required);
  fields("value", value, "the number");
  fields("words", words, "or the words");
  fields("unit", unit, "its unit");
  fields("within", within, "tolerance in that unit; without it the claim is listed");
  fields("note", note, "how it comes about");
  fields("source", source, "where it stands", required);
}

void Claims::describe(Fields& fields) {
  fields("title", title, "what these are", required);
  fields("source", source, "where they stand", required);
  fields("claims", claims, "claims", required);
}

void TakeoverPhase::describe(Fields& fields) {
  fields("label", label, "workers, as people read them", required);
  fields("from", from, "first minute", required);
  fields("to", to, "last minute", required);
  fields("ours", ours, "first and last minute in which ours is measured", required);
  fields("speed", speed, "mean of the points of the phase, samples/s", required);
  fields("spread", spread, "their standard deviation", required);
  fields("workers", workers, "workers by type", required);
}

void TakeoverSpeed::describe(Fields& fields) {
  fields("at", at, "minute", required);
  fields("speed", speed, "samples/s", required);
}

void TakeoverInstant::describe(Fields& fields) {
  fields("key", key, "how ours is found", required);
  fields("label", label, "what happens", required);
  fields("at", at, "minute", required);
  fields("note", note, "how it comes about");
}

void DerivedFinish::describe(Fields& fields) {
  fields("at", at, "minute", required);
  fields("within", within, "tolerance in minutes", required);
  fields("source", source, "how it was derived", required);
}

void DerivedCost::describe(Fields& fields) {
  fields("cost", cost, "dollars for workers that train", required);
  fields("source", source, "how it was derived", required);
}

void Takeover::describe(Fields& fields) {
  fields("title", title, "figure, and what it shows", required);
  fields("source", source, "where the points come from", required);
  fields("remarks", remarks, "what one must know to read it");
  fields("plan", plan, "what takes over", required);
  fields("accuracy", accuracy, "accuracy of reading a speed", required);
  fields("within", within, "tolerance of the speeds, relative", required);
  fields("phases", phases, "between the changes", required);
  fields("between", between, "points at the changes", required);
  fields("instants", instants, "events in order", required);
  fields("finish_by_state", finish_by_state, "finish by the loss state", required);
  fields("cost_by_state", cost_by_state, "cost by the loss state", required);
}

namespace spotdnn {

std::optional<ParameterSet> find_set(std::string_view name) {
  return find_in<ParameterSet>(spotdnn_sets::files(), "paper/spotdnn/sets", name);
}
PublishedItem item(std::string_view name) {
  return published<PublishedItem>(name);
}
PriceTable prices() {
  return published<PriceTable>("prices");
}
LossCurves loss_curves() {
  return published<LossCurves>("fig3");
}
Takeover takeover() {
  return published<Takeover>("fig9");
}
Claims claims() {
  return published<Claims>("headline");
}

}  // namespace spotdnn

}  // namespace spotgrid::scenarios
