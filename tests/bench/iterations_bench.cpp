// Iterations a second of `full`, beside the least that one can do on SimGrid for the same job:
// timers and flows in the room, each followed by the next, and nothing of the engine.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <vector>

#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include "sim/grid/room.hpp"
#include "tests/bench/cpu_time.hpp"
#include "tests/support/a_run.hpp"

namespace spotgrid {
namespace {

constexpr Seconds compute{0.2};
constexpr Bytes gradients = Bytes::of(1e8);
constexpr Bandwidth worker_nic = Bandwidth::of(1e9);  // of ARun
constexpr Seconds latency{0};                         // of ARun
constexpr double forward_share = 1.0 / 3;

// Enough iterations that the start of a process is no part of the result.
int iterations_of(std::int64_t nodes) {
  return static_cast<int>(std::max<std::int64_t>(102'400 / nodes, 100));
}

// Runs both by turns, so that what else the machine does meets both, and takes the best of each.
// The simulated times show that both do the same.
template <class Bare>
void compare(benchmark::State& state, const ARun& run, int iterations, Bare bare) {
  constexpr int rounds = 5;
  Seconds best_bare{1e9}, best_full{1e9};
  for (auto _ : state) {
    for (int round = 0; round < rounds; ++round) {
      const Seconds begin = bench::cpu_time();
      state.counters["bare_simulated_s"] = bench::apart(bare);
      const Seconds between = bench::cpu_time();
      state.counters["simulated_s"] = run.run().makespan_s;
      best_bare = std::min(best_bare, between - begin);
      best_full = std::min(best_full, bench::cpu_time() - between);
    }
    state.SetIterationTime(best_full.count());
  }
  state.counters["iterations/s"] = iterations / best_full.count();
  state.counters["bare_iterations/s"] = iterations / best_bare.count();
  state.counters["of_bare"] = best_bare / best_full;
}

ARun a_job(std::int64_t nodes, int iterations) {
  ARun run;
  run.samples(8.0 * iterations * static_cast<double>(nodes), compute, 8, gradients, Bytes::of(1e9));
  run.setup.keep_journal = false;
  return run;
}

// The room of `full` for one zone: as many slots, no caps.
class Bare {
 public:
  explicit Bare(std::size_t slots) : room_(spec_of(slots)) {}

  grid::Room& room() { return room_; }
  grid::SlotId furnished(std::size_t index, Bandwidth nic) {
    grid::SlotSpec spec;
    spec.up = spec.down = nic;
    spec.device_to_host = spec.host_to_device = spec.memory = nic;
    const grid::SlotId slot = room_.slot(0, index);
    room_.turn_on(slot, spec);
    return slot;
  }

 private:
  static grid::RoomSpec spec_of(std::size_t slots) {
    grid::RoomSpec spec;
    spec.zones = {{"zone", slots, 0}};
    spec.capped.fill(false);
    return spec;
  }
  grid::Room room_;
};

class BareRing {
 public:
  BareRing(std::size_t nodes, std::size_t buckets, int iterations)
      : bare_(2 * nodes + 2), nodes_(nodes), buckets_(buckets), left_(iterations) {
    for (std::size_t i = 0; i < nodes; ++i)
      slots_.push_back(bare_.furnished(i, worker_nic));
    const auto n = static_cast<double>(nodes);
    bytes_ = 2 * (n - 1) / n * gradients / static_cast<double>(buckets);
  }
  double run() {
    bare_.room().after(Seconds{0}, [this] { begin(); });
    bare_.room().run();
    return bare_.room().clock().count();
  }

 private:
  void begin() {
    computed_.assign(buckets_, 0);
    summing_ = false;
    next_ = 0;
    for (std::size_t i = 0; i < nodes_; ++i)
      compute_bucket(0);
  }
  void compute_bucket(std::size_t bucket) {
    const double backward = (1 - forward_share) / static_cast<double>(buckets_);
    bare_.room().after((backward + (bucket == 0 ? forward_share : 0)) * compute, [this, bucket] {
      ++computed_[bucket];
      if (bucket + 1 < buckets_)
        compute_bucket(bucket + 1);
      sum();
    });
  }
  void sum() {
    if (summing_ || next_ == buckets_ || computed_[next_] < nodes_)
      return;
    summing_ = true;
    flows_ = nodes_;
    for (std::size_t i = 0; i < nodes_; ++i) {
      bare_.room().flow(grid::end_of(slots_[i]), grid::end_of(slots_[(i + 1) % nodes_]),
                        grid::FlowKind::training, bytes_, latency, [this](grid::FlowEnd) {
                          if (--flows_ == 0)
                            summed();
                        });
    }
  }
  void summed() {
    summing_ = false;
    if (++next_ < buckets_)
      sum();
    else if (--left_ > 0)
      begin();
  }

  Bare bare_;
  std::size_t nodes_, buckets_;
  int left_;
  std::vector<grid::SlotId> slots_;
  std::vector<std::size_t> computed_;
  Bytes bytes_;
  std::size_t flows_ = 0, next_ = 0;
  bool summing_ = false;
};

// Workers begin spread over an iteration, as in `full`.
class BarePs {
 public:
  BarePs(std::size_t nodes, int iterations)
      : bare_(2 * nodes + 4), left_(static_cast<std::int64_t>(nodes) * iterations) {
    for (std::size_t i = 0; i < nodes; ++i)
      slots_.push_back(bare_.furnished(i, worker_nic));
    server_ = bare_.furnished(nodes, worker_nic);
  }
  double run() {
    const Seconds alone = compute + 2 * (gradients / worker_nic);
    const Seconds iteration =
        std::max(alone, static_cast<double>(slots_.size()) * (gradients / worker_nic));
    for (std::size_t i = 0; i < slots_.size(); ++i) {
      double share = 0, digit = 0.5;
      for (std::size_t place = i; place > 0; place /= 2, digit /= 2)
        share += static_cast<double>(place % 2) * digit;
      bare_.room().after(share * iteration, [this, i] { iterate(i); });
    }
    bare_.room().run();
    return bare_.room().clock().count();
  }

 private:
  void iterate(std::size_t worker) {
    bare_.room().after(compute, [this, worker] {
      move(slots_[worker], server_, [this, worker] {
        move(server_, slots_[worker], [this, worker] {
          if (--left_ > 0)
            iterate(worker);
          else
            bare_.room().stop();
        });
      });
    });
  }
  template <class Then>
  void move(grid::SlotId from, grid::SlotId to, Then then) {
    bare_.room().flow(grid::end_of(from), grid::end_of(to), grid::FlowKind::training, gradients,
                      latency, [then](grid::FlowEnd) { then(); });
  }

  Bare bare_;
  std::int64_t left_;
  std::vector<grid::SlotId> slots_;
  grid::SlotId server_{};
};

void ring(benchmark::State& state) {
  const auto nodes = static_cast<std::size_t>(state.range(0));
  const auto buckets = static_cast<std::size_t>(state.range(1));
  const int iterations = iterations_of(state.range(0));
  ARun run = a_job(state.range(0), iterations);
  run.mode("all_reduce", fmt::format(R"({{"nodes": {}, "buckets": {}}})", nodes, buckets));
  compare(state, run, iterations, [&] { return BareRing(nodes, buckets, iterations).run(); });
}

// Each worker's iteration counts.
void parameter_server_asp(benchmark::State& state) {
  const auto nodes = static_cast<std::size_t>(state.range(0));
  const int iterations = iterations_of(state.range(0));
  ARun run = a_job(state.range(0), iterations);
  run.mode("parameter_server", fmt::format(R"({{"nodes": {}}})", nodes));
  compare(state, run, iterations * static_cast<int>(nodes),
          [&] { return BarePs(nodes, iterations).run(); });
}

BENCHMARK(ring)
    ->ArgsProduct({{16, 64}, {1, 4}})
    ->UseManualTime()
    ->Unit(benchmark::kMillisecond)
    ->Iterations(1);
BENCHMARK(parameter_server_asp)
    ->Arg(4)
    ->Arg(16)
    ->Arg(64)
    ->Arg(256)
    ->UseManualTime()
    ->Unit(benchmark::kMillisecond)
    ->Iterations(1);

}  // namespace
}  // namespace spotgrid
