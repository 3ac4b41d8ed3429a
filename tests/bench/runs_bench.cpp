// How fast a whole run without SimGrid is, with capacity that falls and recovers often.
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

}  // namespace
}  // namespace spotgrid
