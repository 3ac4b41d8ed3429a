// Courses a second that a memo simulates for the first time, each in a process of its own: of a
// quiet iteration of a ring, and from the iteration end at which a save begins.
// SPDX-License-Identifier: Apache-2.0
#include <benchmark/benchmark.h>

#include "sim/engine/memo.hpp"
#include "tests/bench/cpu_time.hpp"
#include "tests/support/a_run.hpp"

namespace spotgrid {
namespace {

void micro_simulations(benchmark::State& state, bool save) {
  bench::become_small();
  const auto nodes = static_cast<std::uint32_t>(state.range(0));
  ARun run;
  run.samples(1e9, Seconds{0.2}, 8, Bytes::of(1e8), Bytes::of(4e10));
  run.mode("all_reduce", "{\"nodes\": " + std::to_string(nodes) + ", \"buckets\": 1}");
  run.scheme("direct_storage", R"({"storage": {"write": "10 GB/s"}})");
  const engine::Platform platform(run.setup);

  TrainingCluster cluster;
  engine::MicroState start;
  std::vector<std::uint32_t> cast;
  for (std::uint32_t i = 0; i < nodes; ++i) {
    cluster.workers.push_back(
        {.role = Role{i}, .nic = Bandwidth::of(1e9), .compute = Seconds{0.2}});
    start.nodes.push_back({PoolId{0}, false});
    cast.push_back(i);
  }
  cluster.gradients = cluster.parameters = Bytes::of(1e8);
  cluster.latency = {{Seconds{0}}};
  const auto iteration =
      std::make_shared<const ActivityGraph>(run.setup.job.training->make()->iteration(cluster, 0));
  if (save) {
    auto upload = std::make_shared<ActivityGraph>();
    upload->flow(Place::at(Role{0}), Place::storage(), Bytes::of(4e10), TransferKind::checkpoint);
    start.graphs.push_back({.graph = upload, .cast = {0}});
  }
  start.graphs.push_back({.graph = iteration, .cast = cast, .repeats = true, .whole = iteration});

  std::size_t ends = 0;
  bench::time(state, [&] {
    engine::Memo cold;
    ends = cold.course(platform, start)->ends.size();
  });
  bench::count(state, "courses/s", 1);
  state.counters["iterations_of_one"] = static_cast<double>(ends);
}

BENCHMARK_CAPTURE(micro_simulations, quiet, false)
    ->Arg(16)
    ->Arg(64)
    ->UseManualTime()
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(micro_simulations, save, true)
    ->Arg(16)
    ->Arg(64)
    ->UseManualTime()
    ->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace spotgrid
