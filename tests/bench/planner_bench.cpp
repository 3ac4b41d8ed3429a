// How long the two searches of spotDNN take on 70 instances of 7 types; published: 0.3 and 1503.7 s
// (IWQoS 2023, section 5).
// SPDX-License-Identifier: Apache-2.0
#include "models/catalogues.hpp"
#include "models/formulas/spotdnn_search.hpp"
#include "models/formulas/spotdnn_workload.hpp"
#include "tests/bench/cpu_time.hpp"

namespace spotgrid::formulas::spotdnn {
namespace {

// Table III, as scenarios/paper/spotdnn/seventy.json has it.
Market seventy_instances(const Workload& workload) {
  const std::vector<std::pair<const char*, double>> types = {
      {"p3.2xlarge", 1.25},  {"p2.8xlarge", 2.16}, {"g4dn.12xlarge", 1.22}, {"g4dn.4xlarge", 0.36},
      {"g3.16xlarge", 1.37}, {"g3.8xlarge", 0.69}, {"g3.4xlarge", 0.34}};
  Market market;
  for (const auto& [name, price] : types) {
    market.types.push_back(
        worker_of(workload, instances::find(name).value(), dollars_per_hour(price)).value());
    market.quota.push_back(10);
  }
  return market;
}

template <class Find>
void search(benchmark::State& state, Find find) {
  const Workload workload = workloads::find("resnet-110").value();
  const Model model = model_of(workload);
  const Market market = seventy_instances(workload);
  const Objective objective{0.8, Seconds{2400}};
  Search found;
  bench::time(state, [&] { found = find(model, market, objective); });
  state.counters["plans"] = static_cast<double>(found.examined);
  state.counters["s/search"] = benchmark::Counter(
      1, benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}

BENCHMARK_CAPTURE(search, sliding_window, sliding_window)
    ->UseManualTime()
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(search, exhaustive, exhaustive)->UseManualTime()->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace spotgrid::formulas::spotdnn
