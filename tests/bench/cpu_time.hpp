// The time that benchmarks are charged: of the processor, whatever else the machine does.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <charconv>
#include <stdexcept>

#include <benchmark/benchmark.h>
#include <fmt/core.h>
#include <malloc.h>
#include <sys/resource.h>

#include "sim/base/child_process.hpp"
#include "sim/base/quantities.hpp"

namespace spotgrid::bench {

// By this process and the children it has waited for.
inline Seconds cpu_time() {
  double seconds = 0;
  for (const int who : {RUSAGE_SELF, RUSAGE_CHILDREN}) {
    rusage usage{};
    ::getrusage(who, &usage);
    for (const timeval& time : {usage.ru_utime, usage.ru_stime})
      seconds += static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
  }
  return Seconds{seconds};
}

// Gives back what earlier benchmarks freed: a fork copies the page table of its parent, and a child
// begins with its pages.
inline void become_small() {
  ::malloc_trim(0);
}

// Times `work` once per iteration of the benchmark.
template <class Work>
void time(benchmark::State& state, Work work) {
  for (auto _ : state) {
    const Seconds begin = cpu_time();
    work();
    state.SetIterationTime((cpu_time() - begin).count());
  }
}

// So many of something in each iteration, as a rate.
inline void count(benchmark::State& state, const char* name, double each) {
  state.counters[name] = benchmark::Counter(each, benchmark::Counter::kIsIterationInvariantRate);
}

// In a process of its own, as a run is; the number that `work` comes to.
template <class Work>
double apart(Work work) {
  const ChildAnswer answer = in_child_process([&] { return fmt::format("{}", work()); });
  if (answer.how != ChildAnswer::How::answered)
    throw std::runtime_error("a benchmark's child ended badly: " + answer.text);
  double number = 0;
  std::from_chars(answer.text.data(), answer.text.data() + answer.text.size(), number);
  return number;
}

}  // namespace spotgrid::bench
