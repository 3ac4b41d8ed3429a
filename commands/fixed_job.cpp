// Workers and parameters of the model become pools and a workload.
// SPDX-License-Identifier: Apache-2.0
#include "commands/fixed_job.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include <fmt/format.h>

#include "sim/base/option_reader.hpp"
#include "sim/base/random.hpp"

namespace spotgrid::commands {
namespace {

using namespace formulas::spotdnn;

template <class Interface>
std::shared_ptr<Configured<Interface>> configured(std::span<const NamedEntry<Interface>> catalogue,
                                                  std::string_view name,
                                                  std::string_view options = "{}") {
  const Entry<Interface>* found = find_entry(catalogue, name);
  if (found == nullptr)
    throw std::logic_error("a fixed job names what is in the catalogue");
  std::shared_ptr<Configured<Interface>> made = found->options();
  const Document document = Document::parse(options, std::string(name), InputKind::scenario);
  OptionReader reader(document);
  made->describe(reader);
  reader.finish();
  return made;
}

struct BootLaw {
  Law boot;
  void describe(Fields& fields) { boot.describe_at(fields, "boot", "boot"); }
};

Law within(Seconds longest) {
  const std::string text = fmt::format(
      R"({{"boot": {{"law": "uniform", "least": "0 s", "most": "{:.6f} s"}}}})", longest.count());
  return read_strictly<BootLaw>(Document::parse(text, "boot", InputKind::scenario)).boot;
}

struct Worker {
  std::string name;
  WorkerType type;
};

// With a seed compute times differ. Equal workers without noise keep the pattern in which they
// began, and a link looks better or worse than it is.
std::vector<Worker> workers_of(const FixedJob& job, std::optional<std::uint64_t> seed) {
  constexpr double spread = 0.02;
  std::vector<Worker> all;
  for (std::size_t i = 0; i < job.plan.size(); ++i) {
    for (std::int64_t k = 0; k < job.plan[i]; ++k) {
      Worker one{worker_name(all.size()), job.types[i]};
      one.type.compute = std::max(one.type.compute, shortest_compute);
      if (seed)
        one.type.compute *=
            1 + spread * (2 * RandomSource(*seed, 0).draw("compute", all.size()) - 1);
      all.push_back(std::move(one));
    }
  }
  return all;
}

Workload workload_of(const FixedJob& job, const std::vector<Worker>& workers) {
  Workload all;
  all.name = "of the paper";
  all.parameters.size = all.gradients.size = all.checkpoint.size = job.model.parameters;
  all.per_flow = SourcedRate{job.model.worker, ""};
  all.loss = job.model.loss;
  all.server_contention = job.model.contention;
  for (const Worker& worker : workers) {
    Throughput row;
    row.instance = worker.name;
    row.batch_per_gpu = std::llround(worker.type.batch / static_cast<double>(worker.type.gpus));
    row.samples_per_second = worker.type.batch / worker.type.compute.count();
    all.throughput.push_back(row);
  }
  return all;
}

Pool pool_of(std::string name, Bandwidth nic) {
  Pool pool;
  pool.zone = "z";
  pool.region = "z";
  pool.instance.name = std::move(name);
  pool.instance.network.baseline = nic;
  pool.on_demand = dollars_per_hour(1);  // costs are time at the prices of the item
  pool.reclaim = {{"none", configured(reclaim::catalogue(), "none")}};
  return pool;
}

void add_pools(const std::vector<Worker>& workers, const LinkLaw& law, Setup& setup) {
  const Bandwidth wide = Bandwidth::of(1e12);  // only B_req limits a worker
  for (const Worker& worker : workers) {
    Pool pool = pool_of(worker.name, wide);
    pool.instance.gpu = Gpu{};
    pool.instance.gpu->model = worker.name;
    pool.instance.gpu->count = worker.type.gpus;
    pool.spot_price = StepSeries<Price>::constant(dollars_per_hour(1));
    pool.capacity = {CapacityKind::limit, StepSeries<std::int64_t>({{Instant::at(Seconds{-1}), 1}}),
                     0};
    setup.market.pools.push_back(pool);
  }
  setup.job.servers_from = {PoolId{static_cast<std::uint32_t>(workers.size())},
                            MarketSide::on_demand};
  setup.market.pools.push_back(pool_of("server", law.servers));
}

std::string mode_text(const FixedJob& job, const LinkLaw& law, std::size_t workers, bool stagger) {
  // The loss begins where the first iteration's workers put it: all of them, then.
  std::string text = fmt::format(R"({{"nodes": {}, "min": {}, "stagger": {})", workers,
                                 job.loss ? workers : 1, stagger);
  if (std::isfinite(job.model.pcie.value()))
    text += fmt::format(R"(, "pcie": "{:.0f} B/s")", job.model.pcie.value());
  return text + fmt::format(", {}}}", law.options);
}

// Long jobs with some iterations of a worker as one: a thousand of these end them closely enough.
Fidelity fidelity_of(const FixedJob& job, const Cluster& cluster) {
  if (!job.loss)
    return {};
  const double iterations = iterations_to(job.model, cluster, *job.loss, {});
  const double each = iterations / static_cast<double>(cluster.workers) / 1000;
  return {Fidelity::Kind::macro, std::max<std::int64_t>(1, std::llround(std::floor(each)))};
}

void set_market_still(spotgrid::Market& market) {
  market.detection = {std::nullopt, Seconds{0}};
  market.failure_detection = market.launch_failure_latency = market.cooldown = Seconds{0};
  market.provision = market.boot = market.setup = Law{Seconds{0}};
}

}  // namespace

std::string worker_name(std::size_t place) {
  return fmt::format("worker{}", place);
}

Setup fixed_setup(const FixedJob& job, const LinkLaw& law, std::optional<std::uint64_t> seed) {
  const Cluster cluster = cluster_of(job.model, job.types, job.plan);
  const std::vector<Worker> workers = workers_of(job, seed);
  const bool at_random = seed && !job.loss;
  Setup setup;
  setup.seed = seed.value_or(1);
  setup.horizon = Instant::at(hours(10000));
  set_market_still(setup.market);
  if (at_random)
    setup.market.boot = within(cluster.iteration);
  add_pools(workers, law, setup);
  setup.network.latency = {Seconds{0}, Seconds{0}, Seconds{0}};
  setup.job.workload = workload_of(job, workers);
  setup.job.loss = job.loss;
  setup.job.target = Work::of(job.loss ? job.model.loss.state_at(*job.loss) : job.samples.value());
  setup.job.final_save = false;
  setup.job.membership.rendezvous = setup.job.membership.init = Law{Seconds{0}};
  setup.job.placement = Placement::any;
  setup.job.gang = Gang::accumulate;
  setup.job.training = configured(training::catalogue(), "parameter_server",
                                  mode_text(job, law, workers.size(), !at_random));
  setup.fidelity = fidelity_of(job, cluster);
  setup.provisioning = configured(provisioning::catalogue(), "cheapest_spot");
  setup.checkpointing.scheme = configured(schemes::catalogue(), "none");
  setup.checkpointing.schedules = {configured(schedules::catalogue(), "never")};
  setup.billing = configured(billing::catalogue(), "per_second");
  return setup;
}

}  // namespace spotgrid::commands
