// Mode, scheme, schedules and policy: from names to plug-ins, and whether they fit together.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <fmt/format.h>

#include "scenarios/assembly.hpp"

namespace spotgrid::scenarios {
namespace {

// A choice that the file left at its default name has no options yet.
template <class Interface>
std::shared_ptr<Configured<Interface>> configured(
    Choice<Interface>& choice, std::span<const NamedEntry<Interface>> catalogue) {
  if (!choice.options) {
    const Entry<Interface>* found = find_entry(catalogue, choice.name);
    require(found != nullptr, "a default choice is in its catalogue");
    choice.options = found->options();
  }
  return choice.options;
}

void assemble_schedules(Assembly& assembly) {
  CheckpointingSection& section = assembly.scenario().checkpointing;
  CheckpointSetup& setup = assembly.setup().checkpointing;
  for (std::size_t i = 0; i < section.schedules.size(); ++i) {
    Choice<CheckpointSchedule>& choice = section.schedules[i].choice;
    setup.schedules.push_back(configured(choice, schedules::catalogue()));
    if (!assembly.scheme.saves && choice.make()->saves()) {
      assembly.problems.add(
          fmt::format("/checkpointing/schedules/{}/name", i),
          fmt::format("the scheme {} does not save, found the schedule {}",
                      section.scheme.choice.name, choice.name),
          "choose a scheme that saves, such as direct_storage, or leave the schedule out");
    }
    if (assembly.mode.continuous && choice.make()->counts_iterations()) {
      assembly.problems.add(fmt::format("/checkpointing/schedules/{}/steps", i),
                            fmt::format("the mode {} has no iterations to count",
                                        assembly.scenario().job.training.choice.name),
                            R"(give "every", such as "10 min", or "samples")");
    }
    if (const std::int64_t tiers = choice.make()->tiers(); tiers > assembly.scheme.tiers) {
      assembly.problems.add(
          fmt::format("/checkpointing/schedules/{}", i),
          fmt::format("the schedule {} plans for {} tiers, found the scheme {} with {}",
                      choice.name, tiers, section.scheme.choice.name, assembly.scheme.tiers),
          "choose a scheme with as many tiers, such as given_times, or plan for fewer");
    }
  }
  if (assembly.scheme.saves && setup.schedules.empty() && !assembly.scheme.saves_after_loss)
    assembly.warn("checkpointing has a scheme but no schedule: nothing is saved before the end");
}

// What joins of an elastic gang need of saves.
void check_joins(Assembly& assembly) {
  const TrainingTraits& mode = assembly.mode;
  if (!mode.elastic() || assembly.scheme.saves)
    return;
  const std::string& scheme = assembly.scenario().checkpointing.scheme.choice.name;
  if (!mode.join_after) {
    assembly.problems.add(
        "/job/training/join",
        fmt::format("next_save waits for saves, but the scheme {} makes none", scheme),
        R"(choose a scheme that saves, such as direct_storage, or {"batch": "60 s"})");
  }
  if (mode.on_change == OnChange::restart) {
    assembly.warn(fmt::format(
        "each node that joins the elastic gang begins the job anew, since the scheme {} "
        "does not save; use on_change replica, or a scheme that saves",
        scheme));
  }
}

// Given beside a scheme without remotes they are nobody's mistake: schemes are exchanged for each
// other.
void assemble_remotes(Assembly& assembly) {
  CheckpointingSection& section = assembly.scenario().checkpointing;
  if (assembly.scheme.remotes == 0) {
    if (section.remotes)
      assembly.warn(fmt::format("checkpointing.remotes has no effect: the scheme {} uses none",
                                section.scheme.choice.name));
    return;
  }
  if (!section.remotes)
    section.remotes.emplace();
  assembly.setup().checkpointing.remotes_from =
      offer_of(assembly, *section.remotes, "/checkpointing/remotes");
}

void assemble_checkpointing(Assembly& assembly) {
  CheckpointingSection& section = assembly.scenario().checkpointing;
  CheckpointSetup& setup = assembly.setup().checkpointing;
  setup.scheme = configured(section.scheme.choice, schemes::catalogue());
  assembly.scheme = setup.scheme->make()->traits();
  if (assembly.scheme.continuous && !assembly.mode.continuous) {
    assembly.problems.add(
        "/checkpointing/scheme/name",
        fmt::format("{} fits the mode work_units only, found {}", section.scheme.choice.name,
                    assembly.scenario().job.training.choice.name),
        "choose another scheme, such as direct_storage");
  }
  const std::optional<SharedStorage>& storage =
      assembly.scheme.storage ? assembly.scheme.storage : assembly.scheme.objects;
  const std::vector<PoolSection>& pools = assembly.scenario().market.pools;
  if (storage && storage->zone &&
      std::none_of(pools.begin(), pools.end(),
                   [&](const PoolSection& pool) { return pool.zone == *storage->zone; })) {
    assembly.problems.add("/checkpointing/scheme/storage/zone",
                          fmt::format("no pool lies in this zone, found \"{}\"", *storage->zone),
                          "name the zone of a pool");
  }
  assemble_remotes(assembly);
  assemble_schedules(assembly);
  check_joins(assembly);
  setup.keep = section.keep;
  setup.restore_choice = section.restore_choice;
  for (const OutageSection& outage : section.outages)
    setup.outages.push_back({Instant::at(outage.from), Instant::at(outage.to)});
}

void refuse_without_ticks(Assembly& assembly, std::string_view pointer, std::string_view found) {
  if (!assembly.setup().ticks) {
    assembly.problems.add(std::string(pointer),
                          fmt::format("{} counts ticks, but decisions are at events", found),
                          R"(give provisioning.decisions, such as {"tick": "600 s"})");
  }
}

void assemble_decisions(Assembly& assembly) {
  const ProvisioningSection& section = assembly.scenario().provisioning;
  Setup& setup = assembly.setup();
  if (section.decisions.at_ticks())
    setup.ticks = section.decisions.ticks;
  setup.whole_ticks = assembly.scenario().market.billing.charge == Charge::whole_tick;
  if (setup.whole_ticks)
    refuse_without_ticks(assembly, "/market/billing/charge", "whole_tick");
  setup.guard = section.guard;
  if (section.guard != Guard::packaged)
    return;
  const std::string pointer = "/provisioning/guard";
  refuse_without_ticks(assembly, pointer, "packaged");
  if (assembly.mode.nodes != 1) {
    assembly.problems.add(
        pointer,
        fmt::format("the packaged simulator knows one node, found {}", assembly.mode.nodes),
        "choose safety_net, or a job of one node");
  }
  if (!setup.capacity_visible) {
    assembly.problems.add(pointer, "the packaged simulator sees capacity, found observation probe",
                          "choose safety_net, or observation mask");
  }
  if (!section.choice.make()->needs_deadline()) {
    assembly.warn(fmt::format("the policy {} asks no guard: provisioning.guard changes nothing",
                              section.choice.name));
  }
}

void assemble_provisioning(Assembly& assembly) {
  Scenario& scenario = assembly.scenario();
  Setup& setup = assembly.setup();
  ProvisioningSection& section = scenario.provisioning;
  setup.provisioning = configured(section.choice, provisioning::catalogue());
  setup.capacity_visible = section.observation == Observation::mask;
  if (!section.placement)
    section.placement = assembly.mode.traffic ? Placement::one_zone : Placement::any;
  if (!section.gang) {
    section.gang =
        assembly.mode.min_nodes < assembly.mode.nodes ? Gang::accumulate : Gang::all_or_none;
  }
  assemble_decisions(assembly);
  setup.job.placement = *section.placement;
  setup.job.gang = *section.gang;
  if (section.choice.make()->needs_deadline() && !scenario.job.deadline) {
    assembly.problems.add(
        "/job", fmt::format("the policy {} needs a deadline, found none", section.choice.name),
        R"(give "deadline", such as "72 h")");
  }
  if (section.choice.make()->needs_loss() && !scenario.job.loss) {
    assembly.problems.add(
        "/job", fmt::format("the policy {} plans for a loss, found none", section.choice.name),
        R"(give "loss", such as 0.8, instead of samples)");
  }
}

// Periodic modes are remembered exactly; workers at their own pace are not periodic.
void assemble_fidelity(Assembly& assembly) {
  FidelityOption& option = assembly.scenario().fidelity;
  const bool periodic = assembly.mode.in_step;
  if (!option.text) {
    option.text = periodic ? "memo" : "macro";
    option.value.kind = periodic ? Fidelity::Kind::memo : Fidelity::Kind::macro;
    option.counts_itself = !periodic;
  }
  const std::string& mode = assembly.scenario().job.training.choice.name;
  if (option.value.kind == Fidelity::Kind::memo && !periodic) {
    assembly.problems.add(
        "/fidelity", fmt::format("memo is for workers in step, found the mode {} without", mode),
        "use macro or full, or leave it out");
  }
  if (option.value.kind == Fidelity::Kind::macro && periodic) {
    assembly.problems.add("/fidelity",
                          fmt::format("macro is for workers at their own pace, found the mode {} "
                                      "in step",
                                      mode),
                          "use memo or full, or leave it out");
  }
  const std::optional<std::int64_t>& bound = assembly.mode.staleness;
  if (option.value.kind == Fidelity::Kind::macro && bound && *bound % option.value.together != 0) {
    assembly.problems.add("/fidelity",
                          fmt::format("macro steps divide the staleness {}, found macro:{}", *bound,
                                      option.value.together),
                          "use a divisor, or macro without a number");
  }
  if (option.value.kind == Fidelity::Kind::macro) {
    assembly.assume(
        "workers at their own pace: several iterations of one go as one where that is short beside "
        "saves and the job (fidelity macro; full simulates each)");
  }
  assembly.setup().fidelity = option.value;
  if (option.counts_itself)
    assembly.setup().fidelity.together = 0;
}

}  // namespace

void assemble_plans(Assembly& assembly) {
  Scenario& scenario = assembly.scenario();
  Setup& setup = assembly.setup();
  setup.job.training = configured(scenario.job.training.choice, training::catalogue());
  assembly.mode = setup.job.training->make()->traits();
  setup.billing = configured(scenario.market.billing.choice, billing::catalogue());
  assemble_fidelity(assembly);
  assemble_checkpointing(assembly);
  assemble_provisioning(assembly);
}

}  // namespace spotgrid::scenarios
