// The same job in full and in memo: 64 workers sum gradients of 100 MB in a ring for a month, one
// is lost every 20 min, rank 0 uploads 40 GB every 10 min while training goes on.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <benchmark/benchmark.h>
#include <sys/resource.h>

#include "tests/bench/cpu_time.hpp"
#include "tests/support/a_run.hpp"
#include "tests/support/pipelined_upload.hpp"

namespace spotgrid {
namespace {

Setup a_job(Seconds simulated, Fidelity::Kind fidelity) {
  ARun run;
  run.samples(1e15, Seconds{0.2}, 8, Bytes::of(1e8), Bytes::of(4e10));
  run.mode("all_reduce", R"({"nodes": 64, "buckets": 1})");
  // 64 lives of 64 * 20 min.
  run.reclaim("lifetime", R"({"law": "exponential", "mean": "1280 min"})");
  run.schedule("fixed_interval", R"({"every": "10 min"})");
  run.setup.checkpointing.scheme = pipelined_upload(R"({"storage": "10 GB/s"})");
  run.setup.market.boot = Law{Seconds{25}};
  run.setup.job.membership.rendezvous = Law{Seconds{30}};
  run.setup.job.membership.init = Law{Seconds{5}};
  run.setup.fidelity.kind = fidelity;
  run.setup.horizon = Instant::at(simulated);
  run.setup.keep_journal = false;
  return run.setup;
}
constexpr Seconds month = hours(24.0 * 30);

void count_run(benchmark::State& state, Seconds simulated, const RunResult& result) {
  bench::count(state, "simulated_s/s", simulated.count());
  bench::count(state, "runs/s", 1);
  const auto counter = [&](const char* name, std::int64_t value) {
    state.counters[name] = static_cast<double>(value);
  };
  counter("iterations", result.counters.iterations);
  counter("losses", result.counters.loss_events);
  counter("saves", result.counters.saves);
  counter("micro_simulations", result.counters.micro_simulations);
}

void month_in_full(benchmark::State& state) {
  constexpr Seconds part = hours(6);
  const Setup setup = a_job(part, Fidelity::Kind::full);
  RunResult result;
  bench::time(state, [&] { result = simulate_apart(setup); });
  count_run(state, part, result);
}

void month_by_cold_memo(benchmark::State& state) {
  const Setup setup = a_job(month, Fidelity::Kind::memo);
  RunResult result;
  bench::time(state, [&] { result = simulate(setup); });
  count_run(state, month, result);
}

void month_by_warm_memo(benchmark::State& state) {
  const Setup setup = a_job(month, Fidelity::Kind::memo);
  SharedMemo memo;
  RunResult result = simulate(setup, {}, &memo);
  bench::time(state, [&] { result = simulate(setup, {}, &memo); });
  count_run(state, month, result);
}

// The most that a process of its own, which begins as small as this one is now, and its children
// ever held; Linux counts in KiB.
double peak_mebibytes(const Setup& setup) {
  return bench::apart([&] {
    simulate(setup);
    long most = 0;
    for (const int who : {RUSAGE_SELF, RUSAGE_CHILDREN}) {
      rusage usage{};
      ::getrusage(who, &usage);
      most = std::max(most, usage.ru_maxrss);
    }
    return static_cast<double>(most) / 1024;
  });
}

void peak_memory(benchmark::State& state, Seconds simulated, Fidelity::Kind fidelity) {
  bench::become_small();
  const Setup setup = a_job(simulated, fidelity);
  double most = 0;
  bench::time(state, [&] { most = peak_mebibytes(setup); });
  state.counters["MiB"] = most;
}

BENCHMARK(month_in_full)->UseManualTime()->Unit(benchmark::kMillisecond)->Iterations(1);
BENCHMARK(month_by_cold_memo)->UseManualTime()->Unit(benchmark::kMillisecond);
BENCHMARK(month_by_warm_memo)->UseManualTime()->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(peak_memory, month_by_cold_memo, month, Fidelity::Kind::memo)
    ->UseManualTime()
    ->Unit(benchmark::kMillisecond)
    ->Iterations(1);
BENCHMARK_CAPTURE(peak_memory, hour_in_full, hours(1), Fidelity::Kind::full)
    ->UseManualTime()
    ->Unit(benchmark::kMillisecond)
    ->Iterations(1);

}  // namespace
}  // namespace spotgrid
