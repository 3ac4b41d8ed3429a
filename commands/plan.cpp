// spotgrid plan: what each policy that plans by the model of spotDNN would rent at the start.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "commands/command.hpp"
#include "commands/flag_document.hpp"
#include "commands/plan_report.hpp"
#include "commands/start_of_job.hpp"
#include "models/formulas/spotdnn_policy.hpp"
#include "sim/base/option_reader.hpp"

namespace spotgrid::commands {
namespace {

constexpr std::string_view place = "plan";

struct PlanOptions {
  std::optional<double> loss;
  std::optional<Seconds> deadline;

  void describe(Fields& fields) {
    fields("loss", loss, "loss to train to");
    fields("deadline", deadline, "time to train in", above(0s));
  }
};

PlanOptions options_of(const Arguments& arguments) {
  constexpr std::array<FlagKey, 2> keys = {FlagKey{"--loss", "loss", FlagKey::As::json},
                                           FlagKey{"--deadline", "deadline"}};
  return read_strictly<PlanOptions>(flag_document(arguments, keys, std::string(place)));
}

Seconds deadline_of(const StartOfJob& job, const PlanOptions& options) {
  if (options.deadline)
    return *options.deadline;
  if (!job.setup().job.deadline) {
    wrong_usage(place, "no deadline to plan for, found a job without one",
                "give --deadline '2600 s', or job.deadline in the scenario");
  }
  return job.setup().job.deadline->since_start();
}

// The scenario's own policy with the options it has there, others with their defaults.
std::unique_ptr<ProvisioningPolicy> policy_of(const StartOfJob& job, const Arguments& arguments,
                                              const NamedEntry<ProvisioningPolicy>& named) {
  constexpr std::array<FlagKey, 1> keys = {FlagKey{"--quota", "quota", FlagKey::As::json}};
  const bool own = job.scenario().provisioning.choice.name == named.name;
  const std::shared_ptr<Configured<ProvisioningPolicy>> options =
      own ? job.setup().provisioning : named.entry.options();
  std::unique_ptr<ProvisioningPolicy> policy = options->make();
  if (!arguments.has("--quota") || dynamic_cast<const PlannedFleet*>(policy.get()) == nullptr)
    return policy;
  const Document document = flag_document(arguments, keys, std::string(place));
  OptionReader reader(document);
  options->describe(reader);
  reader.finish();
  return options->make();
}

// Zones are named where a type stands in several pools.
std::string name_of(const OfferView& one, const std::vector<const OfferView*>& all) {
  const auto same = std::count_if(all.begin(), all.end(), [&](const OfferView* other) {
    return other->instance == one.instance;
  });
  return same > 1 ? fmt::format("{} ({})", one.instance, one.zone) : std::string(one.instance);
}

PolicyPlan planned(std::string_view name, const PlannedFleet& policy, const FleetView& view) {
  const formulas::spotdnn::Search found = policy.search(view);
  PolicyPlan row;
  row.policy = name;
  row.examined = found.examined;
  row.reason = found.reason;
  if (!found.outlook)
    return row;
  const std::vector<const OfferView*> offers = policy.offers(view);
  for (std::size_t i = 0; i < offers.size(); ++i) {
    if (found.added[i] > 0)
      row.plan.push_back({name_of(*offers[i], offers), found.added[i]});
  }
  if (found.outlook->iterations <= 0) {  // of a set that no search chose
    row.reason = "training begins at a lower loss with these workers";
    return row;
  }
  row.time_s = found.outlook->time.count();
  row.cost_usd = found.outlook->cost.value();
  const double late = (found.outlook->time - (*view.job.deadline - view.now)).count();
  row.feasible = late <= 0;
  if (!row.feasible)
    row.reason = fmt::format("{:.6g} s later than the deadline", late);
  return row;
}

int print_plans(const Arguments& arguments) {
  const std::string format = format_of(arguments, place);
  const PlanOptions options = options_of(arguments);
  const StartOfJob job(place, arguments.one("SCENARIO", ""), options.loss);
  const Seconds deadline = deadline_of(job, options);
  const FleetView view = job.view(deadline);
  PolicyPlans all{job.workload().name, job.loss().objective, deadline.count(), {}};
  for (const NamedEntry<ProvisioningPolicy>& named : provisioning::catalogue()) {
    const auto policy = policy_of(job, arguments, named);
    if (const auto* planner = dynamic_cast<const PlannedFleet*>(policy.get()))
      all.plans.push_back(planned(named.name, *planner, view));
  }
  print(format == "json" ? plans_json(all) : format == "csv" ? plans_csv(all) : plans_table(all));
  const bool any = std::any_of(all.plans.begin(), all.plans.end(),
                               [](const PolicyPlan& one) { return one.feasible; });
  return any ? success : not_reached;
}

}  // namespace

Command plan() {
  return {
      .name = "plan",
      .summary = "plans of all policies that plan by the model of spotDNN, side by side",
      .arguments =
          {{.name = "SCENARIO",
            .value = "",
            .help = "scenario file; prices and capacity are those at its start, and its own policy "
                    "keeps its options",
            .required = true},
           {.name = "--loss", .value = "L", .help = "loss to train to; else job.loss"},
           {.name = "--deadline", .value = "TIME", .help = "'2600 s'; else job.deadline"},
           {.name = "--quota",
            .value = "N",
            .help = "instances of one pool at most; else the policy's own, 10 by default"},
           {.name = "--format", .value = "FORM", .help = "what is printed: table, json or csv"}},
      .examples = {"spotgrid plan scenarios/paper/spotdnn/fig9.json",
                   "spotgrid plan scenarios/paper/spotdnn/fig9.json --loss 0.7 --deadline '2 h' "
                   "--quota 4 --format csv"},
      .run = print_plans};
}

}  // namespace spotgrid::commands
