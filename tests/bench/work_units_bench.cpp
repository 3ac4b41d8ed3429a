// Runs a second without SimGrid: a job of 48 h with the policy greedy, in a made-up market of two
// months that changes on a grid of 195 s; at events, and at ticks of 600 s.
// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <optional>

#include <benchmark/benchmark.h>

#include "tests/bench/cpu_time.hpp"
#include "tests/support/a_run.hpp"
#include "traces/generators/spells.hpp"

namespace spotgrid {
namespace {

constexpr Seconds two_months = hours(24.0 * 60);

// One node's spells, of laws fitted to AWS, with the edges moved to the grid.
std::vector<std::pair<Seconds, std::int64_t>> up_and_down() {
  const auto on_grid = [](Seconds time) { return 195.0 * std::round(time.count() / 195); };
  std::vector<std::pair<Seconds, std::int64_t>> steps{{Seconds{-1}, 0}};
  const RandomSource random(1, 0);
  for (const traces::UpSpan& span :
       traces::draw_up_spans({}, two_months, random.stream("availability"))) {
    const Seconds from{on_grid(span.from)}, to{on_grid(span.to)};
    if (from >= to)
      continue;
    if (from <= steps.back().first)
      steps.pop_back();
    else
      steps.push_back({from, 1});
    steps.push_back({to, 0});
  }
  return steps;
}

Setup a_job(const std::optional<Ticks>& ticks) {
  ARun run;
  run.work(hours(48)).capacity(CapacityKind::limit, up_and_down()).reclaim("capacity", "{}");
  run.policy("greedy", "{}").scheme("continuous", "{}");
  run.setup.job.deadline = Instant::at(hours(60));
  run.setup.market.boot = Law{Seconds{720}};
  run.setup.keep_journal = false;
  run.setup.ticks = ticks;
  if (ticks)
    act_at_edges(*ticks, run.setup.market);
  return run.setup;
}

void work_units_with_greedy(benchmark::State& state, const std::optional<Ticks>& ticks) {
  const Setup setup = a_job(ticks);
  RunResult result;
  bench::time(state, [&] { result = simulate(setup); });
  bench::count(state, "runs/s", 1);
  state.counters["makespan_h"] = result.makespan_s / 3600;
  state.counters["plans"] = static_cast<double>(result.counters.plans);
  state.counters["losses"] = static_cast<double>(result.counters.loss_events);
}
BENCHMARK_CAPTURE(work_units_with_greedy, events, std::nullopt)
    ->UseManualTime()
    ->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(work_units_with_greedy, ticks, Ticks{Seconds{600}, Seconds{0}})
    ->UseManualTime()
    ->Unit(benchmark::kMicrosecond);

}  // namespace
}  // namespace spotgrid
