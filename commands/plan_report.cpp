// Rows of policies.
// SPDX-License-Identifier: Apache-2.0
#include "commands/plan_report.hpp"

#include <fmt/format.h>

#include "analysis/amounts.hpp"
#include "analysis/table.hpp"
#include "sim/base/option_writer.hpp"
#include "sim/base/unit_text.hpp"

namespace spotgrid::commands {
namespace {

std::string text_of(const std::vector<PlannedCount>& plan) {
  std::string text;
  for (const PlannedCount& one : plan)
    text += fmt::format("{}{} {}", text.empty() ? "" : " + ", one.count, one.instance);
  return text;
}

}  // namespace

void PlannedCount::describe(Fields& fields) {
  fields("instance", instance, "instance type");
  fields("count", count, "workers");
}

void PolicyPlan::describe(Fields& fields) {
  fields("policy", policy, "who plans");
  fields("plan", plan, "workers to rent");
  fields("time_s", time_s, "predicted time");
  fields("cost_usd", cost_usd, "predicted cost");
  fields("examined", examined, "plans that the search looked at");
  fields("feasible", feasible, "whether the plan meets loss and deadline by the model");
  fields("reason", reason, "why not");
}

void PolicyPlans::describe(Fields& fields) {
  fields("workload", workload, "workload");
  fields("loss", loss, "trained to");
  fields("deadline_s", deadline_s, "time there is");
  fields("plans", plans, "one for each policy");
}

std::string plans_table(const PolicyPlans& all) {
  using analysis::Align;
  analysis::Table table({{"policy"},
                         {"plan"},
                         {"time s", Align::right},
                         {"cost $", Align::right},
                         {"examined", Align::right},
                         {"feasible"}});
  for (const PolicyPlan& one : all.plans) {
    table.add({one.policy, one.plan.empty() ? "none" : text_of(one.plan),
               one.time_s ? fmt::format("{:.2f}", *one.time_s) : "",
               one.cost_usd ? fmt::format("{:.4f}", *one.cost_usd) : "",
               analysis::count_text(one.examined),
               one.feasible ? "yes" : fmt::format("no: {}", one.reason)});
  }
  return fmt::format("{} to a loss of {} in {} s, as planned at the start\n\n{}", all.workload,
                     all.loss, all.deadline_s, table.text());
}

std::string plans_json(const PolicyPlans& all) {
  return to_json(all, 2) + "\n";
}

std::string plans_csv(const PolicyPlans& all) {
  analysis::Table table(
      {{"policy"}, {"plan"}, {"time_s"}, {"cost_usd"}, {"examined"}, {"feasible"}, {"reason"}});
  for (const PolicyPlan& one : all.plans) {
    table.add({one.policy, text_of(one.plan), one.time_s ? number_text(*one.time_s) : "",
               one.cost_usd ? number_text(*one.cost_usd) : "", fmt::format("{}", one.examined),
               one.feasible ? "true" : "false", one.reason});
  }
  return table.csv();
}

}  // namespace spotgrid::commands
