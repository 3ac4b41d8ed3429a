// Plans of DeepVM's planner, and what they are said to be worth.
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "commands/reproduce/deepvm_items.hpp"
#include "scenarios/published_deepvm.hpp"

namespace spotgrid::commands::reproduction {
namespace {

using namespace formulas::deepvm;
using scenarios::deepvm::Measure;
using scenarios::deepvm::PlanCase;
using scenarios::deepvm::PlanItem;
using scenarios::deepvm::PlanPanel;

struct Shown {
  std::string_view quantity, unit;
};
Shown shown_as(Measure measure) {
  switch (measure) {
    case Measure::plan:
      return {"plan", ""};
    case Measure::price:
      return {"price", "$/h"};
    case Measure::objective:
      return {"Z", "relative flop/$"};
    case Measure::released:
    case Measure::once:
      return {"performance", "relative flops"};
    case Measure::normalised:
      break;
  }
  return {"normalised performance", ""};
}

std::string_view title_of(Policy policy) {
  switch (policy) {
    case Policy::deepvm:
      return "DeepVM";
    case Policy::no_scaling:
      return "no scaling";
    case Policy::cost_first:
      return "cost-first";
    case Policy::performance_first:
      break;
  }
  return "performance-first";
}

double in_dollars_per_hour(Price price) {
  return price / dollars_per_hour(1);
}

std::string series_of(const PlanCase& one) {
  const std::string_view title = title_of(one.policy);
  return one.rank == 1 ? std::string(title) : fmt::format("{}, no. {}", title, one.rank);
}

// The planner of an item, with what it may rent.
class Planner {
 public:
  explicit Planner(const PlanItem& item)
      : all_(scenarios::deepvm::rental_set(item.set).catalogue()), ties_(item.ties) {}

  std::optional<Plan> plan(Policy policy, Price budget, std::int64_t rank = 1) const {
    const auto place = static_cast<std::size_t>(rank);
    const std::vector<Plan> best = plans_within(all_, policy, budget, ties_, place);
    return best.size() < place ? std::nullopt : std::optional(best.back());
  }

  analysis::Amount amount(const Plan& plan, Price budget, Measure measure) const {
    switch (measure) {
      case Measure::plan:
        return {{}, text_of(all_, plan)};
      case Measure::price:
        return {in_dollars_per_hour(price_of(all_, plan)), ""};
      case Measure::objective:
        return {plan.objective, ""};
      case Measure::released:
        return {performance(all_, plan, Metric::released), ""};
      case Measure::once:
        return {performance(all_, plan, Metric::once), ""};
      case Measure::normalised:
        break;
    }
    const std::optional<Plan> best = this->plan(Policy::deepvm, budget);
    return {performance(all_, plan, Metric::released) /
                performance(all_, best.value(), Metric::released),
            ""};
  }

 private:
  Catalogue all_;
  Ties ties_;
};

std::string budget_text(Price budget) {
  return fmt::format("{:.6g} $/h", in_dollars_per_hour(budget));
}

// Ours alone, where nothing was published.
analysis::Compared between(const Planner& planner, const PlanPanel& panel, Policy policy,
                           Price budget) {
  analysis::Compared row;
  row.series = title_of(policy);
  row.label = budget_text(budget);
  row.x = in_dollars_per_hour(budget);
  row.between = true;
  if (const std::optional<Plan> plan = planner.plan(policy, budget))
    row.predicted = planner.amount(*plan, budget, panel.measure);
  return row;
}

std::optional<analysis::Compared> row_of(const Planner& planner, const PlanPanel& panel,
                                         const PlanCase& one) {
  analysis::Compared row;
  if (panel.measure == Measure::plan) {
    row.published.words = one.plan;
  } else {
    const std::string name =
        panel.published.empty() ? std::string(word_of(panel.measure)) : panel.published;
    const auto found = one.published.find(name);
    if (found != one.published.end())
      row.published.number = found->second;
  }
  if (!row.published.number && row.published.words.empty())
    return std::nullopt;
  row.series = series_of(one);
  row.label = budget_text(one.budget);
  if (panel.curve)
    row.x = in_dollars_per_hour(one.budget);
  const std::optional<Plan> plan = planner.plan(one.policy, one.budget, one.rank);
  row.predicted = plan ? planner.amount(*plan, one.budget, panel.measure)
                       : analysis::Amount{{}, "none: the budget buys no two nodes"};
  if (panel.relative)
    row.tolerance = analysis::Tolerance{*panel.relative, true};
  else if (panel.absolute)
    row.tolerance = analysis::Tolerance{*panel.absolute, false};
  return row;
}

// The published points in their order, and ours between them.
void fill(analysis::ComparedPanel& into, const Planner& planner, const PlanItem& item,
          const PlanPanel& panel) {
  for (const PlanCase& one : item.cases) {
    if (auto row = row_of(planner, panel, one))
      into.rows.push_back(std::move(*row));
  }
  if (!panel.curve)
    return;
  for (std::size_t policy = 0; policy < words(Policy{}).size(); ++policy) {
    for (std::int64_t step = 1; step <= item.steps; ++step) {
      const Price budget =
          item.highest * (static_cast<double>(step) / static_cast<double>(item.steps));
      into.rows.push_back(between(planner, panel, static_cast<Policy>(policy), budget));
    }
  }
}

analysis::Comparison compare_plans(std::string_view name) {
  const PlanItem item = scenarios::deepvm::plans(name);
  const Planner planner(item);
  analysis::Comparison all{std::string(name), item.title, item.remarks, {}};
  for (const PlanPanel& panel : item.panels) {
    const Shown shown = shown_as(panel.measure);
    analysis::ComparedPanel into{panel.title,
                                 panel.curve ? "budget ($/h)" : "",
                                 std::string(shown.quantity),
                                 std::string(shown.unit),
                                 panel.source,
                                 panel.accuracy,
                                 false,
                                 false,
                                 {},
                                 panel.drawn};
    fill(into, planner, item, panel);
    all.panels.push_back(std::move(into));
  }
  return all;
}

}  // namespace

std::span<const Item> deepvm_items() {
  static constexpr std::array<Item, 5> all = {{{"fig5", true, compare_scaling},
                                               {"fig6", true, compare_sending},
                                               {"solver", false, compare_solver},
                                               {"simulation", true, compare_simulation},
                                               {"fig8", true, compare_measured_runs}}};
  return all;
}

analysis::Comparison compare_solver(const Switches&) {
  return compare_plans("solver");
}
analysis::Comparison compare_simulation(const Switches&) {
  return compare_plans("simulation");
}

}  // namespace spotgrid::commands::reproduction
