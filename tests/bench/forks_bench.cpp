// Small runs a second, each in a process of its own: forked before there is an engine, or from a
// zygote, in which engine and platform stand. As simulate_all() does, without its results.
// SPDX-License-Identifier: Apache-2.0
#include <benchmark/benchmark.h>

#include "sim/grid/room.hpp"
#include "tests/bench/cpu_time.hpp"

namespace spotgrid {
namespace {

// This file's name is the first of all, so that its benchmarks run first: a fork costs more the
// more its parent holds.
constexpr int runs = 100;
constexpr std::size_t workers = 8;

grid::RoomSpec platform(std::int64_t hosts) {
  grid::RoomSpec spec;
  spec.zones = {{"zone", static_cast<std::size_t>(hosts), 0}};
  spec.capped.fill(false);
  return spec;
}

// Ten iterations of eight workers in a ring: 240 activities.
class SmallRun {
 public:
  explicit SmallRun(grid::Room& room) : room_(room) {}
  double go() {
    grid::SlotSpec spec;
    spec.up = spec.down = Bandwidth::of(1e9);
    spec.device_to_host = spec.host_to_device = spec.memory = Bandwidth::of(1e9);
    for (std::size_t i = 0; i < workers; ++i)
      room_.turn_on(room_.slot(0, i), spec);
    room_.after(Seconds{0}, [this] { iterate(); });
    room_.run();
    return room_.clock().count();
  }

 private:
  void iterate() {
    under_way_ = workers;
    for (std::size_t i = 0; i < workers; ++i) {
      room_.after(Seconds{0.2}, [this, i] {
        room_.flow(grid::end_of(room_.slot(0, i)), grid::end_of(room_.slot(0, (i + 1) % workers)),
                   grid::FlowKind::training, Bytes::of(1e8), Seconds{1e-5}, [this](grid::FlowEnd) {
                     if (--under_way_ == 0 && --left_ > 0)
                       iterate();
                   });
      });
    }
  }
  grid::Room& room_;
  std::size_t under_way_ = 0;
  int left_ = 10;
};

void forked(benchmark::State& state) {
  bench::become_small();
  const grid::RoomSpec spec = platform(state.range(0));
  bench::time(state, [&] {
    for (int i = 0; i < runs; ++i)
      bench::apart([&] {
        grid::Room room(spec);
        return SmallRun(room).go();
      });
  });
  bench::count(state, "runs/s", runs);
}

void from_zygote(benchmark::State& state) {
  bench::become_small();
  const grid::RoomSpec spec = platform(state.range(0));
  bench::time(state, [&] {
    bench::apart([&] {
      grid::Room room(spec);
      for (int i = 0; i < runs; ++i)
        bench::apart([&] { return SmallRun(room).go(); });
      return room.clock().count();
    });
  });
  bench::count(state, "runs/s", runs);
}

void sizes(benchmark::internal::Benchmark* bench) {
  for (const int hosts : {8, 64, 512, 4096})
    bench->Arg(hosts);
  bench->UseManualTime()->Unit(benchmark::kMillisecond);
}
BENCHMARK(forked)->Apply(sizes);
BENCHMARK(from_zygote)->Apply(sizes);

}  // namespace
}  // namespace spotgrid
