// Setups put together, run and read.
// SPDX-License-Identifier: Apache-2.0
#include "commands/reproduce/replayed_runs.hpp"

#include <set>

#include <fmt/format.h>

#include "commands/reproduce/recorded_market.hpp"
#include "commands/simulations.hpp"

namespace spotgrid::commands::reproduction {
namespace {

// Instants after the first at which workers were asked for. Every line of a journal begins with its
// time: {"t": 120, "event": ...
std::int64_t asked_again(const std::vector<std::string>& journal) {
  std::set<std::string> instants;
  for (const std::string& line : journal) {
    if (line.find(R"("event": "requested")") != std::string::npos &&
        line.find(R"("server": false)") != std::string::npos)
      instants.insert(line.substr(0, line.find(',')));
  }
  return instants.empty() ? 0 : static_cast<std::int64_t>(instants.size()) - 1;
}

ReplayedRun read_run(Seconds start, const RunResult& result) {
  ReplayedRun run;
  run.start_s = start.count();
  run.outcome = result.outcome;
  run.finish_s = result.makespan_s;
  run.cost_usd = result.cost_usd;
  run.lost = result.counters.preemptions;
  run.loss_events = result.counters.loss_events;
  run.asked_again = asked_again(result.journal);
  return run;
}

// The first of all setups lies at the first start, and so on; a market is read once a start.
std::vector<Setup> setups_of(const RecordedMarket& market, const ReplayedCase& which,
                             const std::vector<Seconds>& starts) {
  const JobSetup job = market
                           .setup({{"job.loss", fmt::format("{}", which.loss)},
                                   {"job.deadline", fmt::format("{} s", which.objective_s)}})
                           .job;
  std::vector<Setup> at;
  at.reserve(starts.size());
  for (const Seconds start : starts)
    at.push_back(market.setup({{"start", fmt::format("{:.0f} s", start.count())}}));
  std::vector<Setup> all;
  for (const std::string_view policy : replayed_policies) {
    const auto provisioning =
        market.setup({{"provisioning.policy", std::string(policy)}}).provisioning;
    for (std::size_t i = 0; i < at.size(); ++i) {
      Setup& one = all.emplace_back(at[i]);
      one.job = job;
      one.provisioning = provisioning;
      one.replication = i;
      one.keep_journal = true;
    }
  }
  return all;
}

void tell_market(const std::vector<Setup>& setups, std::size_t starts, Replayed& replayed) {
  for (std::size_t p = 0; p < setups.front().market.pools.size(); ++p) {
    if (setups.front().market.pools[p].capacity.kind == CapacityKind::unlimited)
      continue;
    replayed.traced.push_back(setups.front().market.pools[p].instance.name);
    std::int64_t there = 0;
    for (std::size_t i = 0; i < starts; ++i)
      there += setups[i].market.pools[p].capacity.count.at(Instant{}) > 0 ? 1 : 0;
    replayed.to_be_had.push_back(there);
  }
}

}  // namespace

std::span<const ReplayedCase> replayed_cases() {
  // Table I, then Fig. 7(a).
  static constexpr std::array<ReplayedCase, 7> all = {
      {{"us-west-2a", "replayed.json", 0.8, 2600},
       {"us-west-2a", "replayed.json", 0.9, 1900},
       {"us-west-2a", "replayed.json", 0.8, 2400},
       {"us-west-2a", "replayed.json", 0.7, 3700},
       {"us-east-1f", "replayed_us_east_1f.json", 0.8, 2600},
       {"p3.2xlarge alone", "replayed_p3.json", 0.8, 2600},
       {"stand-ins", "replayed_stand_ins.json", 0.8, 2600}}};
  return all;
}

Replayed replay(const ReplayedCase& which, const std::string& folder, std::size_t starts,
                const Switches& switches) {
  const RecordedMarket market(which.scenario, folder);
  const std::vector<Seconds> instants = market.starts(starts);
  const std::vector<Setup> setups = setups_of(market, which, instants);
  Replayed all;
  all.which = which;
  all.start_up_s = market.start_up().count();
  all.span_h = market.span().count() / 3600;
  all.horizon_h = (setups.front().horizon - Instant{}).count() / 3600;
  tell_market(setups, starts, all);
  const std::vector<RunResult> results =
      results_of(fmt::format("{}, loss {}", which.market, which.loss), setups, switches.how);
  auto next = results.begin();
  for (const std::string_view policy : replayed_policies) {
    PolicyRuns& runs = all.policies.emplace_back(PolicyRuns{policy, {}});
    for (const Seconds start : instants)
      runs.runs.push_back(read_run(start, *next++));
  }
  return all;
}

}  // namespace spotgrid::commands::reproduction
