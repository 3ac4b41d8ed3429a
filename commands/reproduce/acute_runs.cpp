// Cells become changes of the scenario, results become clocks.
// SPDX-License-Identifier: Apache-2.0
#include "commands/reproduce/acute_runs.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include <fmt/format.h>

#include "commands/reproduce/shipped_scenario.hpp"
#include "commands/simulations.hpp"
#include "scenarios/paper_runs.hpp"
#include "sim/base/error.hpp"
#include "sim/quiet_times.hpp"

namespace spotgrid::commands::reproduction {
namespace {

constexpr double period = 300;  // s, as the scenario has it

// Of the scenario without its remote, which is refused where nothing is saved there.
constexpr std::string_view trainers_alone =
    R"([{"zone": "z", "on_demand": "1 $/h", "price": "0.3 $/h", "capacity": "unlimited",
         "instance": {"name": "trainer", "gpu": {"model": "any"},
                      "network": {"baseline": "25 Gbps"}}}])";
bool uses_remote(const SaveCase& one) {
  return one.scheme.find(R"("acute")") != std::string::npos ||
         one.scheme.find(R"("mlc_base")") != std::string::npos;
}

std::string size_text(Bytes size) {
  return fmt::format("\"{:.0f} B\"", size.value());
}
std::string rate_text(Bandwidth rate) {
  return fmt::format("\"{:.0f} B/s\"", rate.value());
}
std::string with(std::string_view name, const GridCell& cell, std::string_view more) {
  return fmt::format(
      R"({{"name": "{}", "serialise": {}, "storage": {{"write": "100 MiB/s", "fsync": "3 ms"}}{}}})",
      name, rate_text(cell.serialise), more);
}

double iteration_of(const SaveCase& one, const Setup& setup) {
  return static_cast<double>(one.cell.trainers) / quiet_times(setup).rate;
}
// Iterations from one cut to the next.
double steps_of(const SaveCase& one, const Setup& setup) {
  return std::ceil(period / iteration_of(one, setup) * (1 - 1e-9));
}

SaveTimes read_run(const RunResult& run, bool saves) {
  require(run.outcome == Outcome::finished, "nothing keeps a run of the grid from its end");
  SaveTimes times;
  times.makespan = run.makespan_s;
  if (!saves)
    return times;
  require(run.checkpoints.durable.count == 1 && run.counters.saves == 1,
          "a run of the grid makes one save, which is durable before its end");
  times.stall = run.checkpoints.stall.mean;
  times.latency = run.checkpoints.latency.mean;
  times.durable = run.checkpoints.durable.mean;
  const auto beside = run.time.find("contention");
  times.contention = beside == run.time.end() ? 0 : rounded(beside->second);
  return times;
}

}  // namespace

std::string acute_scheme(const GridCell& cell, const formulas::RemoteSaveSwitches& switches) {
  return with("acute", cell,
              fmt::format(R"(, "check_mem": {}, "check_trans": {}, "check_pack": {}, )"
                          R"("unpack": {}, "pack": {})",
                          switches.check_mem, switches.check_trans, switches.check_pack,
                          rate_text(unpacked_at), rate_text(packed_at)));
}

std::string plain_scheme(std::string_view name, const GridCell& cell) {
  return with(name, cell, "");
}

Setup setup_of(const SaveCase& one) {
  const GridCell& cell = one.cell;
  std::vector<scenarios::Override> changes = {
      {"job.training.nodes", std::to_string(cell.trainers)},
      {"job.workload.checkpoint.size", size_text(cell.model.state)},
      {"job.workload.parameters.size", size_text(cell.model.gradients)},
      {"job.workload.gradients.size",
       size_text(one.traffic.streams > 0 ? cell.model.gradients : Bytes{})},
      {"network.streams.training", std::to_string(std::max<std::int64_t>(1, one.traffic.streams))}};
  if (uses_remote(one)) {
    changes.push_back({"market.pools.0.instance.network.baseline", rate_text(cell.receiver)});
    changes.push_back(
        {"market.pools.1.instance.network.baseline", rate_text(one.traffic.trainers)});
  } else {
    changes.push_back({"market.pools", std::string(trainers_alone)});
  }
  if (!one.copied)
    changes.push_back({"market.pools.0.instance.memory_copy.rate", "\"1e9 GB/s\""});
  if (one.scheme == no_saves)
    changes.push_back({"checkpointing", fmt::format(R"({{"scheme": {}}})", one.scheme)});
  else
    changes.push_back({"checkpointing.scheme", one.scheme});
  Setup setup = shipped_setup(scenarios::acute_runs::files(), "grid", changes);
  if (one.scheme != no_saves) {  // what 5 min are alone: contention shall not bring a second save
    changes.push_back(
        {"checkpointing.schedules",
         fmt::format(R"([{{"name": "fixed_interval", "steps": {:.0f}}}])", steps_of(one, setup))});
    setup = shipped_setup(scenarios::acute_runs::files(), "grid", changes);
  }
  // Up to the last iteration before a second save: the first has a whole interval to be durable.
  setup.job.target = Work::of((2 * steps_of(one, setup) - 1) * static_cast<double>(cell.trainers));
  return setup;
}

std::vector<SaveTimes> save_times(std::string_view item, std::span<const SaveCase> cases,
                                  const Switches& switches) {
  std::vector<Setup> setups;
  for (const SaveCase& one : cases)
    setups.push_back(setup_of(one));
  const std::vector<RunResult> results = results_of(item, setups, switches.how);
  std::vector<SaveTimes> all;
  for (std::size_t i = 0; i < cases.size(); ++i) {
    all.push_back(read_run(results[i], cases[i].scheme != no_saves));
    all.back().interval = steps_of(cases[i], setups[i]) * iteration_of(cases[i], setups[i]);
  }
  return all;
}

double mean_of(std::span<const double> values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

std::vector<std::string> acute_remarks() {
  return {
      "A consistency check, not a replication: the body of the paper is not public. Its abstract "
      "has two figures: checkpointing 43.30 % faster on average than a multi-level baseline (of "
      "which time, it does not say) and a delay of the makespan close to zero. The protocol is "
      "that of the released program as it is meant, with the stall before the step.",
      "The grid is declared by us and was not tuned: 2, 4, 8 trainers; ResNet152, ViT-L/16, "
      "BERT-large, GPT-2 XL with Adam; a remote of 10 or 25 Gbps, trainers of 25 Gbps, 5 Gbps a "
      "stream; serialisation at 1 or 2 GB/s with all copies within a trainer, a copy at 10 GB/s at "
      "the remote; storage of 100 MiB/s with an fsync of 3 ms; forward and backward 0.4 s; a save "
      "every 5 min.",
      "Predicted: closed forms, which know no training traffic. Simulated: alone, without training "
      "traffic; and beside an all-reduce of the gradients, with 1 stream an edge, which then has "
      "at most 5 Gbps, or with 8, among which the one stream of an upload has a ninth of a full "
      "NIC."};
}

}  // namespace spotgrid::commands::reproduction
