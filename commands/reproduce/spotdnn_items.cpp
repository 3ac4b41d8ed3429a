// Which items there are, and how cases become rows.
// SPDX-License-Identifier: Apache-2.0
#include "commands/reproduce/spotdnn_items.hpp"

#include <array>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "commands/reproduce/simulated_plans.hpp"

namespace spotgrid::commands::reproduction {
namespace {

using namespace formulas::spotdnn;
using scenarios::Measure;
using scenarios::PublishedCase;
using scenarios::PublishedItem;
using scenarios::PublishedPanel;

struct Shown {
  std::string_view quantity, unit;
};
Shown shown_as(Measure measure) {
  switch (measure) {
    case Measure::plan:
      return {"plan", ""};
    case Measure::time:
      return {"time", "s"};
    case Measure::cost:
      return {"cost", "$"};
    case Measure::iterations:
      return {"iterations", ""};
    case Measure::speed:
      return {"speed", "samples/s"};
    case Measure::convergence:
      break;
  }
  return {"convergence coefficient R", ""};
}

double measured(const Outlook& outlook, Measure measure) {
  switch (measure) {
    case Measure::time:
      return outlook.time.count();
    case Measure::cost:
      return outlook.cost.value();
    case Measure::iterations:
      return outlook.iterations;
    case Measure::speed:
      return outlook.cluster.speed;
    case Measure::convergence:
    case Measure::plan:
      break;
  }
  return outlook.cluster.convergence;
}

std::string plan_text(const Counts& plan) {
  return fmt::format("[{}]", fmt::join(plan, ","));
}

template <class T>
std::optional<T> value_of(const std::map<std::string, T>& all, Measure measure) {
  const auto found = all.find(std::string(word_of(measure)));
  return found == all.end() ? std::nullopt : std::optional<T>(found->second);
}

analysis::Amount predicted(const Computed& computed, Measure measure) {
  if (!computed.outlook)
    return {{}, "none: " + computed.reason};
  if (measure == Measure::plan)
    return {{}, plan_text(computed.plan)};
  return {measured(*computed.outlook, measure), ""};
}

std::optional<analysis::Tolerance> tolerance_of(const PublishedPanel& panel) {
  if (panel.relative)
    return analysis::Tolerance{*panel.relative, true};
  if (panel.absolute)
    return analysis::Tolerance{*panel.absolute, false};
  return std::nullopt;
}

analysis::Compared row_of(const PublishedPanel& panel, const PublishedCase& one,
                          const Computed& computed, const SimulatedPlans& plans) {
  analysis::Compared row;
  row.series = one.series;
  row.label = one.label;
  row.x = one.x;
  if (panel.measure == Measure::plan)
    row.published.words = plan_text(one.plan);
  else
    row.published.number = value_of(one.published, panel.measure);
  row.spread = value_of(one.spread, panel.measure);
  row.predicted = predicted(computed, panel.measure);
  row.simulated = plans.of(one, computed, panel.measure);
  const auto listed = value_of(one.listed, panel.measure);
  const auto misprint = value_of(one.misprint, panel.measure);
  if (!listed)
    row.tolerance = tolerance_of(panel);
  row.misprint = misprint.has_value();
  row.note = misprint ? *misprint
             : listed ? *listed
                      : value_of(one.note, panel.measure).value_or("");
  return row;
}

bool shows(const PublishedPanel& panel, const PublishedCase& one) {
  return panel.group == one.group &&
         (panel.measure == Measure::plan || value_of(one.published, panel.measure));
}

// Where each set of parameters that the item uses comes from.
void tell_sets(const PublishedItem& item, const Clusters& clusters, analysis::Comparison& all) {
  std::set<std::string> told;
  for (const PublishedCase& one : item.cases) {
    const std::string& name = clusters.set_of(one);
    if (!told.insert(name).second)
      continue;
    const auto own = scenarios::spotdnn::find_set(name);
    all.remarks.push_back(fmt::format("Parameters {}: {}.", name,
                                      own ? own->source : "the workload of the catalogue"));
  }
}

// An entry of the table: the item of that name in scenarios/paper/spotdnn/published.
template <const char* name>
analysis::Comparison clusters_of(const Switches& switches) {
  return compare_clusters(name, switches);
}
constexpr char table1[] = "table1", table5[] = "table5", table6[] = "table6", fig2[] = "fig2",
               fig5[] = "fig5", fig6[] = "fig6", fig7[] = "fig7", fig8[] = "fig8";

}  // namespace

std::span<const Item> spotdnn_items() {
  static constexpr std::array<Item, 11> all = {{{table1, true, clusters_of<table1>},
                                                {table5, false, clusters_of<table5>},
                                                {table6, true, clusters_of<table6>},
                                                {fig2, true, clusters_of<fig2>},
                                                {"fig3", true, compare_loss_curves},
                                                {fig5, true, clusters_of<fig5>},
                                                {fig6, true, clusters_of<fig6>},
                                                {fig7, true, clusters_of<fig7>},
                                                {fig8, true, clusters_of<fig8>},
                                                {"fig9", true, compare_takeover},
                                                {"headline", false, compare_claims}}};
  return all;
}

analysis::Comparison compare_clusters(std::string_view name, const Switches& switches) {
  const PublishedItem item = scenarios::spotdnn::item(name);
  const Clusters clusters(item, switches);
  analysis::Comparison all;
  all.name = name;
  all.title = item.title;
  all.remarks = item.remarks;
  tell_sets(item, clusters, all);
  const SimulatedPlans plans(name, item, clusters, switches);
  for (std::string& remark : plans.remarks())
    all.remarks.push_back(std::move(remark));
  for (const PublishedPanel& panel : item.panels) {
    const Shown shown = shown_as(panel.measure);
    all.panels.push_back({panel.title,
                          panel.x_label,
                          std::string(shown.quantity),
                          std::string(shown.unit),
                          panel.source,
                          panel.accuracy,
                          panel.log_x,
                          panel.log_y,
                          {}});
  }
  for (const PublishedCase& one : item.cases) {
    const Computed computed = clusters.compute(one);
    for (std::size_t i = 0; i < item.panels.size(); ++i) {
      if (shows(item.panels[i], one))
        all.panels[i].rows.push_back(row_of(item.panels[i], one, computed, plans));
    }
  }
  return all;
}

}  // namespace spotgrid::commands::reproduction
