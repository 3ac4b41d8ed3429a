// How fast whole runs are: without SimGrid, and with every iteration on it.
// SPDX-License-Identifier: Apache-2.0
#include <benchmark/benchmark.h>

#include "tests/support/a_run.hpp"

namespace spotgrid {
namespace {

// A 30-day job in a pool that falls and recovers every three hours; no engine in the process.
void runs_without_simgrid(benchmark::State& state) {
  std::vector<std::pair<Seconds, std::int64_t>> steps{{Seconds{-1}, 8}};
  for (int i = 1; i < 240; ++i)
    steps.push_back({hours(3.0 * i), i % 2 == 0 ? 8 : 2});
  ARun run;
  run.work(hours(24 * 14), 8).capacity(CapacityKind::limit, steps).reclaim("capacity", "{}");
  run.scheme("continuous", "{}");
  run.setup.keep_journal = false;
  for (auto _ : state)
    benchmark::DoNotOptimize(simulate(run.setup).cost_usd);
}
BENCHMARK(runs_without_simgrid)->Unit(benchmark::kMillisecond);

// Iterations a second of a ring, one process a run; the argument is the number of workers.
void ring_iterations(benchmark::State& state) {
  const auto nodes = static_cast<double>(state.range(0));
  constexpr int iterations = 200;
  ARun run;
  run.samples(iterations * 8 * nodes, Seconds{0.2}, 8, Bytes::of(1e8), Bytes::of(1e9));
  run.mode("all_reduce", "{\"nodes\": " + std::to_string(state.range(0)) + "}");
  run.setup.keep_journal = false;
  for (auto _ : state)
    benchmark::DoNotOptimize(run.run().cost_usd);
  state.counters["iterations/s"] =
      benchmark::Counter(iterations, benchmark::Counter::kIsIterationInvariantRate);
}
BENCHMARK(ring_iterations)->Arg(4)->Arg(16)->Arg(64)->Unit(benchmark::kMillisecond)->UseRealTime();

}  // namespace
}  // namespace spotgrid
