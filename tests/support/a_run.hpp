// Builds small runs for tests: one pool unless told otherwise, made-up prices, no randomness in
// the laws, nothing waits unless the test says so.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sim/domain/setup.hpp"
#include "sim/own_process.hpp"
#include "tests/support/plug_in.hpp"

namespace spotgrid {

class ARun {
 public:
  ARun() {
    Pool pool;
    pool.zone = "za";
    pool.region = "z";
    pool.instance.name = "gpu.x1";
    pool.instance.network.baseline = Bandwidth::of(1e9);
    pool.on_demand = dollars_per_hour(3);
    pool.spot_price = StepSeries<Price>::constant(dollars_per_hour(1));
    setup.market.pools.push_back(pool);
    Market& market = setup.market;
    market.detection = {std::nullopt, Seconds{0}};
    market.failure_detection = market.launch_failure_latency = market.cooldown = Seconds{0};
    market.provision = market.boot = market.setup = Law{Seconds{0}};
    setup.job.membership.rendezvous = setup.job.membership.init = Law{Seconds{0}};
    setup.job.placement = Placement::any;
    setup.network.latency = {Seconds{0}, Seconds{0}, Seconds{0}};
    setup.horizon = Instant::at(hours(10000));
    setup.keep_journal = true;
    reclaim("none", "{}");
    billing("per_second", "{}");
    policy("cheapest_spot", "{}");
    scheme("none", "{}");
    schedule("never", "{}");
  }

  // Seconds of work on `nodes` nodes at rate 1.
  ARun& work(Seconds amount, int nodes = 1) {
    setup.job.target = Work::of(amount.count());
    return mode("work_units", "{\"nodes\": " + std::to_string(nodes) + "}");
  }
  // Iterations of `batch` samples a worker, each computing for `compute`.
  ARun& samples(double target, Seconds compute, double batch, Bytes gradients, Bytes state) {
    Workload workload;
    workload.name = "test";
    workload.gradients.size = workload.parameters.size = gradients;
    workload.checkpoint.size = state;
    Throughput row;
    row.instance = "gpu.x1";
    row.batch_per_gpu = static_cast<std::int64_t>(batch);
    row.samples_per_second = batch / compute.count();
    workload.throughput.push_back(row);
    setup.job.workload = workload;
    setup.job.target = Work::of(target);
    return *this;
  }
  ARun& state(Bytes size) {
    if (!setup.job.workload)
      setup.job.workload.emplace();
    setup.job.workload->checkpoint.size = size;
    return *this;
  }
  // Capacity of the first pool as (time, count) steps.
  ARun& capacity(CapacityKind kind, std::vector<std::pair<Seconds, std::int64_t>> steps,
                 std::int64_t target = 0) {
    std::vector<StepSeries<std::int64_t>::Step> all;
    for (const auto& step : steps)
      all.push_back({Instant::at(step.first), step.second});
    setup.market.pools[0].capacity = {kind, StepSeries<std::int64_t>(std::move(all)), target};
    return *this;
  }
  ARun& price(std::vector<std::pair<Seconds, double>> per_hour) {
    std::vector<StepSeries<Price>::Step> all;
    for (const auto& step : per_hour)
      all.push_back({Instant::at(step.first), dollars_per_hour(step.second)});
    setup.market.pools[0].spot_price = StepSeries<Price>(std::move(all));
    return *this;
  }
  ARun& reclaim(const std::string& kind, std::string_view options) {
    for (Pool& pool : setup.market.pools)
      pool.reclaim = {{kind, configured(spotgrid::reclaim::catalogue(), kind, options)}};
    return *this;
  }
  ARun& policy(std::string_view name, std::string_view options) {
    setup.provisioning = configured(provisioning::catalogue(), name, options);
    return *this;
  }
  ARun& mode(std::string_view name, std::string_view options) {
    setup.job.training = configured(training::catalogue(), name, options);
    const TrainingTraits traits = setup.job.training->make()->traits();
    setup.job.gang = traits.in_step && !traits.elastic() ? Gang::all_or_none : Gang::accumulate;
    return *this;
  }
  ARun& scheme(std::string_view name, std::string_view options) {
    setup.checkpointing.scheme = configured(schemes::catalogue(), name, options);
    return *this;
  }
  ARun& schedule(std::string_view name, std::string_view options) {
    setup.checkpointing.schedules = {configured(schedules::catalogue(), name, options)};
    return *this;
  }
  ARun& also_schedule(std::string_view name, std::string_view options) {
    setup.checkpointing.schedules.push_back(configured(schedules::catalogue(), name, options));
    return *this;
  }
  ARun& billing(std::string_view name, std::string_view options) {
    setup.billing = configured(spotgrid::billing::catalogue(), name, options);
    return *this;
  }

  // Decisions at ticks. The market that was given by now acts at their edges.
  ARun& ticks(Seconds length, Seconds offset = Seconds{0}) {
    setup.ticks = Ticks{length, offset};
    act_at_edges(*setup.ticks, setup.market);
    return *this;
  }

  RunResult run() const { return simulate_apart(setup); }

  Setup setup;
};

// The journal's lines that hold all of `words`, in order.
inline std::vector<std::string> lines_with(const RunResult& result,
                                           std::vector<std::string> words) {
  std::vector<std::string> found;
  for (const std::string& line : result.journal) {
    bool all = true;
    for (const std::string& word : words)
      all = all && line.find(word) != std::string::npos;
    if (all)
      found.push_back(line);
  }
  return found;
}

}  // namespace spotgrid
