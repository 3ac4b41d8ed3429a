// The steps of assembling, and what every run leaves out.
// SPDX-License-Identifier: Apache-2.0
#include "scenarios/assemble.hpp"

#include <fmt/format.h>

#include "scenarios/assembly.hpp"
#include "scenarios/moving_choices.hpp"
#include "sim/base/unit_text.hpp"

namespace spotgrid::scenarios {
namespace {

void list_what_is_left_out(Assembly& assembly) {
  std::vector<std::string>& left_out = assembly.out.not_modelled;
  left_out = {"incast and loss recovery",
              "oversubscription of switches",
              "protocol switching of collectives",
              "data loading",
              "other tenants of network and storage",
              "memory limits of GPUs, and of hosts beside copies of the state"};
  const auto& quota = assembly.scenario().market.quota;
  if (!quota || quota->empty())
    left_out.emplace_back("quotas");
  if (!assembly.scenario().traffic.priced())
    left_out.emplace_back("cost of traffic between zones");
  const auto& store = assembly.scheme.storage ? assembly.scheme.storage : assembly.scheme.objects;
  if (store && !store->dollars_per_gb_month)
    left_out.emplace_back("cost of kept checkpoints");
}

// All are off by default.
void assume_what_ticks_change(Assembly& assembly) {
  const Setup& setup = assembly.setup();
  if (!setup.ticks)
    return;
  assembly.assume(fmt::format(
      "decisions at ticks of {}, the first at {}: what happens between two acts at the second",
      to_text(setup.ticks->length), to_text(setup.ticks->offset)));
  if (setup.whole_ticks)
    assembly.assume("charge whole_tick: a node pays for every whole tick in which it is held");
  if (setup.guard == Guard::packaged) {
    assembly.assume(
        "guard packaged: deadlines are guarded as by the packaged simulator of Can't Be Late, "
        "which lets some be missed");
  }
}

// Choices that no single option shows.
void assume_what_is_silent(Assembly& assembly) {
  for (const PoolSection& pool : assembly.scenario().market.pools) {
    if (!pool.on_demand_capacity)
      assembly.assume(fmt::format("{}: on-demand requests always succeed", pool_title(pool)));
  }
  const MarketSection& market = assembly.scenario().market;
  if (market.pairing == Pairing::unrelated)
    assembly.assume("inputs of unrelated dates stand together, each from its own beginning");
  if (market.censored == Censored::as_equal)
    assembly.assume("counts at the size of the trial or fleet are taken as the capacity itself");
  assume_what_ticks_change(assembly);
}

}  // namespace

std::string pool_pointer(std::size_t pool) {
  return fmt::format("/market/pools/{}", pool);
}
std::string_view instance_name(const PoolSection& pool) {
  return pool.instance.form == 1 ? pool.instance.custom.name : pool.instance.name;
}
std::string pool_title(const PoolSection& pool) {
  return fmt::format("{}/{}", pool.zone, instance_name(pool));
}

Assembled assemble(const Scenario& scenario) {
  Assembly assembly(scenario);
  Setup& setup = assembly.setup();
  setup.seed = static_cast<std::uint64_t>(scenario.seed);
  setup.horizon = Instant::at(scenario.horizon);
  setup.network = scenario.network;
  setup.traffic = scenario.traffic.prices;
  setup.traffic_priced = scenario.traffic.priced();
  assemble_plans(assembly);
  assemble_market(assembly);
  assemble_job(assembly);
  assemble_quotas(assembly);
  check_losses(assembly);
  check_nodes(assembly);
  assembly.problems.throw_if_any();
  std::vector<std::string> written = moving_choices(assembly.scenario());
  std::vector<std::string>& all = assembly.out.assumptions;
  all.insert(all.begin(), written.begin(), written.end());
  assume_what_is_silent(assembly);
  list_what_is_left_out(assembly);
  return std::move(assembly.out);
}

}  // namespace spotgrid::scenarios
