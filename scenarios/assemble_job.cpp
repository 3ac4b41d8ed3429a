// Workload, target, deadline and servers.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "scenarios/assembly.hpp"

namespace spotgrid::scenarios {
namespace {

std::string throughput_names(const Workload& workload) {
  std::vector<std::string> known;
  for (const Throughput& row : workload.throughput)
    known.push_back(row.instance.empty() ? "any with " + row.gpu : row.instance);
  return fmt::format("{}", fmt::join(known, ", "));
}

// Where an estimate comes from: a row that says so, or no row at all.
std::string estimate_of(const Workload& workload, const InstanceType& type) {
  for (const Throughput& row : workload.throughput) {
    if (row.instance == type.name || (type.gpu && row.gpu == type.gpu->model))
      return "is estimated: " + row.source;
  }
  return "is estimated by the FLOP rule";
}

// Each line once, however many pools share it.
void assume(Assembly& assembly, std::string line) {
  std::vector<std::string>& all = assembly.out.assumptions;
  if (std::find(all.begin(), all.end(), line) == all.end())
    all.push_back(std::move(line));
}

// Why nothing is known of how the workload runs on the type, with the remedy.
void refuse_speed(Assembly& assembly, std::size_t pool, const Workload& workload,
                  const InstanceType& type) {
  const std::string place = pool_pointer(pool) + "/instance";
  if (workload.speed_on(type, 1)) {  // all but a batch is known
    assembly.problems.add(
        place,
        fmt::format("by batch_by_memory of {} no sample fits a GPU of {}, or its memory is not "
                    "known",
                    workload.name, type.name),
        "give job.batch_per_gpu, or the instance's gpu.memory");
    return;
  }
  assembly.problems.add(place,
                        fmt::format("the speed of {} on {} is not known", workload.name, type.name),
                        fmt::format("known are {}; or write the workload out with its throughput",
                                    throughput_names(workload)));
}

// A pool that is there for parameter servers or for remotes alone trains nothing; also where the
// scheme has none, since schemes are exchanged for each other.
bool serves_only(Assembly& assembly, std::size_t pool) {
  const Setup& setup = assembly.setup();
  const bool servers = assembly.mode.servers > 0 && number(setup.job.servers_from.pool) == pool;
  const auto& section = assembly.scenario().checkpointing.remotes;
  const bool remotes = (assembly.scheme.remotes > 0 || section) &&
                       (section ? section->pool : 0) == static_cast<std::int64_t>(pool);
  return (servers || remotes) && !assembly.scenario().market.pools[pool].spot;
}

void check_rates(Assembly& assembly) {
  const std::unique_ptr<TrainingMode> mode = assembly.setup().job.training->make();
  const std::vector<Pool>& pools = assembly.setup().market.pools;
  for (std::size_t i = 0; i < pools.size(); ++i) {
    if (mode->rate_on(pools[i].instance) <= 0) {
      assembly.problems.add(pool_pointer(i) + "/instance",
                            fmt::format("the mode has no rate on {}", pools[i].instance.name),
                            "add it to job.training.rates");
    }
  }
}

// Checks the speed on each pool; gives the batch of one worker, where any is known.
std::optional<double> common_batch(Assembly& assembly, const Workload& workload) {
  std::optional<double> batch;
  bool same = true;
  const std::vector<Pool>& pools = assembly.setup().market.pools;
  for (std::size_t i = 0; i < pools.size(); ++i) {
    const InstanceType& type = pools[i].instance;
    const auto speed = workload.speed_on(type, assembly.scenario().job.batch_per_gpu);
    if (!speed) {
      if (!serves_only(assembly, i))
        refuse_speed(assembly, i, workload, type);
      continue;
    }
    if (speed->estimated)
      assume(assembly, fmt::format("compute time of {} on {} {}", workload.name, type.name,
                                   estimate_of(workload, type)));
    if (speed->by_memory)
      assume(assembly, fmt::format("batch of {} on {} is {} a worker, by the memory of its GPUs",
                                   workload.name, type.name, speed->batch));
    same = same && (!batch || *batch == speed->batch);
    batch = speed->batch;
  }
  if (!same && assembly.scenario().job.iterations) {
    assembly.problems.add("/job/iterations",
                          "the instance types of the pools differ in their batch",
                          "give samples instead");
  }
  return batch;
}

// The loss state at which the job ends; its law and its mode must know one.
Work loss_target(Assembly& assembly, const Workload& workload) {
  const double loss = *assembly.scenario().job.loss;
  if (!workload.loss) {
    assembly.problems.add("/job/loss", fmt::format("{} has no loss law", workload.name),
                          "give samples instead, or write the workload out with \"loss\"");
    return {};
  }
  if (assembly.mode.in_step || assembly.mode.servers == 0) {
    assembly.problems.add("/job/loss",
                          fmt::format("the loss law is that of asynchronous parameter servers, "
                                      "the mode is {}",
                                      assembly.scenario().job.training.choice.name),
                          R"(use "parameter_server" with "sync": "asp", or give samples)");
    return {};
  }
  if (loss <= workload.loss->gamma5) {
    assembly.problems.add("/job/loss",
                          fmt::format("{} never falls below {}, found {}", workload.name,
                                      workload.loss->gamma5, loss),
                          "train to a higher loss");
    return {};
  }
  const std::vector<Pool>& pools = assembly.setup().market.pools;
  const bool gets_there = std::any_of(pools.begin(), pools.end(), [&](const Pool& pool) {
    const auto speed = workload.speed_on(pool.instance, assembly.scenario().job.batch_per_gpu);
    return speed && workload.loss->decay(speed->batch, 1, {}) > 0;
  });
  if (!gets_there) {
    assembly.problems.add("/job/loss",
                          fmt::format("the batches of all pools are beyond what the loss law of {} "
                                      "describes",
                                      workload.name),
                          "use smaller ones by job.batch_per_gpu, or other instance types");
    return {};
  }
  assembly.setup().job.loss = loss;
  return Work::of(workload.loss->state_at(loss));
}

// In samples, or in the loss state.
Work target_of(Assembly& assembly, const Workload& workload, std::optional<double> batch) {
  const JobSection& job = assembly.scenario().job;
  if (job.loss)
    return loss_target(assembly, workload);
  if (job.samples)
    return Work::of(*job.samples);
  if (job.epochs) {
    if (workload.dataset && workload.dataset->samples > 0)
      return Work::of(*job.epochs * workload.dataset->samples);
    assembly.problems.add("/job/epochs",
                          fmt::format("the workload {} names no data set", workload.name),
                          "give samples or iterations instead");
  } else if (job.iterations) {
    return Work::of(static_cast<double>(*job.iterations) * batch.value_or(0) *
                    static_cast<double>(assembly.mode.nodes));
  } else if (job.work) {
    assembly.problems.add("/job/work",
                          fmt::format("time of work fits the mode work_units only, found {}",
                                      job.training.choice.name),
                          "give samples, epochs or iterations");
  }
  return {};
}

void assemble_work(Assembly& assembly) {
  const JobSection& job = assembly.scenario().job;
  check_rates(assembly);
  if (!job.work) {
    assembly.problems.add("/job", "the mode work_units needs an amount of work, found none",
                          R"(give "work", such as "48 h", instead of samples or iterations)");
    return;
  }
  assembly.setup().job.target = Work::of(job.work->count());
  if (job.workload.given())
    assembly.warn("the mode work_units takes no figure of the workload");
}

void assemble_samples(Assembly& assembly) {
  std::optional<Workload> workload = assembly.scenario().job.workload.find();
  if (!workload) {
    assembly.problems.add("/job", "\"workload\" is missing",
                          "name one of the catalogue, or write it out as an object");
    return;
  }
  const std::optional<double> batch = common_batch(assembly, *workload);
  assembly.setup().job.target = target_of(assembly, *workload, batch);
  assembly.setup().job.workload = std::move(workload);
}

void assemble_servers(Assembly& assembly) {
  TrainingSection& section = assembly.scenario().job.training;
  if (assembly.mode.servers == 0) {
    if (section.servers) {
      assembly.problems.add("/job/training/servers",
                            fmt::format("the mode {} has no servers", section.choice.name),
                            "leave it out");
    }
    return;
  }
  if (!section.servers)
    section.servers.emplace();
  assembly.setup().job.servers_from = offer_of(assembly, *section.servers, "/job/training/servers");
}

}  // namespace

Offer offer_of(Assembly& assembly, const RentedFrom& from, const std::string& pointer) {
  const std::vector<PoolSection>& pools = assembly.scenario().market.pools;
  const auto pool = static_cast<std::size_t>(from.pool);
  if (pool >= pools.size()) {
    assembly.problems.add(pointer + "/pool",
                          fmt::format("there are {} pools, found {}", pools.size(), pool),
                          "count from 0");
    return {};
  }
  if (from.market == MarketSide::spot && !pools[pool].spot) {
    assembly.problems.add(pointer + "/market",
                          fmt::format("{} is not rented on spot", pool_title(pools[pool])),
                          "choose on_demand or another pool");
  }
  return {PoolId{static_cast<std::uint32_t>(pool)}, from.market};
}

bool can_train(const Setup& setup, const Pool& pool) {
  if (!beside_servers(setup, pool))
    return false;
  const auto mode = setup.job.training->make();
  if (mode->traits().continuous)
    return mode->rate_on(pool.instance) > 0;
  return setup.job.workload->speed_on(pool.instance, setup.job.batch_per_gpu).has_value();
}

void assemble_job(Assembly& assembly) {
  JobSection& job = assembly.scenario().job;
  JobSetup& setup = assembly.setup().job;
  assemble_servers(assembly);
  if (assembly.mode.continuous) {
    assemble_work(assembly);
  } else {
    assemble_samples(assembly);
  }
  if (!job.final_save)
    job.final_save = assembly.scheme.saves;
  if (*job.final_save && !assembly.scheme.saves) {
    assembly.problems.add("/job/final_save", "the scheme does not save, found true",
                          "choose a scheme that saves, or leave it out");
  }
  setup.final_save = *job.final_save;
  setup.batch_per_gpu = job.batch_per_gpu;
  if (job.deadline)
    setup.deadline = Instant::at(*job.deadline);
  if (setup.deadline && *setup.deadline > assembly.setup().horizon)
    assembly.warn("the deadline lies after the horizon, so that no run can miss it");
  setup.no_progress = job.no_progress;
  setup.membership = {job.membership.rendezvous, job.membership.init, job.membership.debounce,
                      job.membership.release_after};
}

}  // namespace spotgrid::scenarios
