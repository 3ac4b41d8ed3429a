// Setups of fixed plans, and what their results tell.
// SPDX-License-Identifier: Apache-2.0
#include "commands/profile_runs.hpp"

#include <algorithm>
#include <array>
#include <limits>

#include "commands/fixed_job.hpp"
#include "sim/base/error.hpp"

namespace spotgrid::commands {
namespace {

using formulas::spotdnn::Cluster;
using formulas::spotdnn::cluster_of;
using formulas::spotdnn::Counts;

// Iterations of each worker of a cluster for one of a lone worker: flows find a pattern first.
constexpr double longer = 10;
// Runs of a cluster whose workers differ.
constexpr std::uint64_t seeds = 3;
// Normalised iterations after which losses are seen. The three epochs of the paper are some 150 to
// 1200 iterations: too near to the beginning to tell gamma5 from the slope.
constexpr std::array<double, 5> cuts = {100, 300, 1000, 3000, 10000};

LinkLaw law_of(const Profiling& what) {
  return {what.link == ProfiledLink::half ? R"("contention": "emergent", "ps_link": "half")"
                                          : R"("contention": "emergent", "ps_link": "duplex")",
          what.model.servers};
}

Counts one_of(std::size_t type, std::size_t types) {
  Counts plan(types, 0);
  plan[type] = 1;
  return plan;
}

// Each worker so many iterations, in the mean.
FixedJob stretch(const Profiling& what, const Counts& plan, double iterations) {
  const Cluster cluster = cluster_of(what.model, what.types, plan);
  return {what.model,
          what.types,
          plan,
          {},
          iterations * static_cast<double>(cluster.workers) * cluster.batch};
}

// Of a worker of the plan, in a run: its time of computing alone.
Seconds compute_of(const Setup& setup, std::size_t place) {
  const InstanceType& type = setup.market.pools.at(place).instance;
  return setup.job.workload->speed_on(type, setup.job.batch_per_gpu).value().compute;
}

// What a worker computes for longer than its type is no news of the network: it is taken off.
SeenTraining seen_in(const Profiling& what, const Counts& plan, std::span<const Setup> setups,
                     std::span<const RunResult> runs) {
  SeenTraining seen{plan, std::vector<Seconds>(plan.size()), 0, Seconds{0}};
  std::size_t place = 0;
  for (std::size_t type = 0; type < plan.size(); ++type) {
    WorkerIterations all;
    for (std::int64_t k = 0; k < plan[type]; ++k, ++place) {
      for (std::size_t i = 0; i < runs.size(); ++i) {
        const auto found = runs[i].worker_iterations.find(worker_name(place));
        if (found == runs[i].worker_iterations.end())
          continue;  // slower than all others together
        const WorkerIterations& one = found->second;
        const Seconds longer_by = compute_of(setups[i], place) - what.types[type].compute;
        all.count += one.count;
        all.total_s += one.total_s - static_cast<double>(one.count) * longer_by.count();
      }
    }
    if (all.count > 0)
      seen.iteration[type] = Seconds{all.total_s / static_cast<double>(all.count)};
    seen.iterations += all.count;
  }
  for (const RunResult& run : runs)
    seen.simulated += Seconds{run.makespan_s};
  return seen;
}

}  // namespace

std::vector<Counts> profiled_plans(std::size_t types, const std::vector<std::int64_t>& sizes) {
  require(types > 0, "clusters have types");
  const auto next = [types](std::size_t type) { return type + 1 < types ? type + 1 : 0; };
  std::vector<Counts> plans;
  std::size_t turn = 0;
  for (const std::int64_t size : sizes) {
    Counts plan(types, 0);
    std::int64_t left = size;
    std::size_t one = turn;
    for (std::size_t i = 0; i < types && left > 0; ++i, --left, one = next(one))
      plan[one] = 1;
    plan[turn] += left;
    plans.push_back(std::move(plan));
    turn = next(turn);
  }
  return plans;
}

SeenAlone train_alone(const Profiling& what) {
  const auto iterations = static_cast<double>(what.iterations);
  const std::size_t types = what.types.size();
  std::vector<Setup> setups;
  for (std::size_t i = 0; i < types; ++i)
    setups.push_back(fixed_setup(stretch(what, one_of(i, types), iterations), law_of(what)));
  Profiling bare = what;  // nothing but push and pull
  bare.types.front().compute = Seconds{0};
  bare.model.pcie = Bandwidth::of(std::numeric_limits<double>::infinity());
  setups.push_back(fixed_setup(stretch(bare, one_of(0, types), iterations), law_of(bare)));
  const std::vector<RunResult> runs = results_of("lone workers", setups, what.how);
  SeenAlone all;
  for (std::size_t i = 0; i < types; ++i)
    all.workers.push_back(seen_in(what, one_of(i, types), std::span(setups).subspan(i, 1),
                                  std::span(runs).subspan(i, 1)));
  const RunResult& last = runs.back();
  const WorkerIterations& seen = last.worker_iterations.at(worker_name(0));
  // Each iteration moves them twice, and the worker pulled them once before.
  all.pushed = Bytes::of(last.counters.traffic_bytes_by.at("training") /
                         (2 * static_cast<double>(seen.count) + 1));
  const auto count = static_cast<double>(seen.count);
  all.drawn = 2.0 * count * all.pushed / (Seconds{seen.total_s} - count * shortest_compute);
  return all;
}

std::vector<SeenTraining> train_clusters(const Profiling& what) {
  const std::vector<Counts> plans = profiled_plans(what.types.size(), what.sizes);
  std::vector<Setup> setups;
  for (const Counts& plan : plans) {
    const FixedJob job = stretch(what, plan, longer * static_cast<double>(what.iterations));
    if (!what.noise)
      setups.push_back(fixed_setup(job, law_of(what)));
    for (std::uint64_t seed = 1; what.noise && seed <= seeds; ++seed)
      setups.push_back(fixed_setup(job, law_of(what), seed));
  }
  const std::vector<RunResult> runs = results_of("clusters", setups, what.how);
  const std::size_t each = runs.size() / std::max<std::size_t>(plans.size(), 1);
  std::vector<SeenTraining> all;
  for (std::size_t i = 0; i < plans.size(); ++i)
    all.push_back(seen_in(what, plans[i], std::span(setups).subspan(i * each, each),
                          std::span(runs).subspan(i * each, each)));
  return all;
}

std::vector<SeenLoss> train_to_losses(const Profiling& what) {
  std::vector<SeenLoss> all;
  std::vector<Setup> setups;
  for (const Counts& plan : profiled_plans(what.types.size(), what.sizes)) {
    const Cluster cluster = cluster_of(what.model, what.types, plan);
    for (const double cut : cuts) {
      const double loss = cluster.decay / (cut + what.model.loss.gamma1) + what.model.loss.gamma5;
      setups.push_back(fixed_setup({what.model, what.types, plan, loss, {}}, law_of(what)));
      all.push_back({plan, 0, 0, 0, Seconds{0}});
    }
  }
  const std::vector<RunResult> runs = results_of("losses", setups, what.how);
  for (std::size_t i = 0; i < runs.size(); ++i) {
    all[i].samples = runs[i].loss.value().samples;
    all[i].loss = runs[i].loss->reached.value();
    all[i].iterations = runs[i].counters.iterations;
    all[i].simulated = Seconds{runs[i].makespan_s};
  }
  return all;
}

}  // namespace spotgrid::commands
