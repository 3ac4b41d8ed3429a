// Parameter servers: workers push gradients and pull parameters, at their own pace, bounded or not,
// or in step.
// SPDX-License-Identifier: Apache-2.0
#include "models/formulas/parameter_server.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>
#include <vector>

#include "models/formulas/normal_maximum.hpp"
#include "models/formulas/spotdnn.hpp"
#include "sim/base/error.hpp"
#include "sim/domain/training.hpp"

namespace spotgrid {
namespace {

enum class Sync : std::uint8_t { asp, bsp, ssp };
std::span<const std::string_view> words(Sync) {
  static constexpr std::array<std::string_view, 3> all = {"asp", "bsp", "ssp"};
  return all;
}
enum class ServerSnapshot : std::uint8_t { fuzzy, pause };
std::span<const std::string_view> words(ServerSnapshot) {
  static constexpr std::array<std::string_view, 2> all = {"fuzzy", "pause"};
  return all;
}
enum class ServerLink : std::uint8_t { duplex, half };
std::span<const std::string_view> words(ServerLink) {
  static constexpr std::array<std::string_view, 2> all = {"duplex", "half"};
  return all;
}

// Of workers for the servers: flows through links, or the mean of spotDNN's eq. 8.
enum class Contention : std::uint8_t { emergent, analytic };
std::span<const std::string_view> words(Contention) {
  static constexpr std::array<std::string_view, 2> all = {"emergent", "analytic"};
  return all;
}

struct ParameterServerOptions {
  std::int64_t nodes = 1;
  Sync sync = Sync::asp;
  std::optional<std::int64_t> staleness;
  std::int64_t shards = 1;
  std::int64_t min = 1;
  OnNotice on_notice = OnNotice::go_on;
  ServerSnapshot ps_snapshot = ServerSnapshot::fuzzy;
  double compute_cv = 0;
  std::optional<Bandwidth> per_worker;
  ServerLink ps_link = ServerLink::duplex;
  bool stagger = true;
  Contention contention = Contention::emergent;
  std::optional<Bandwidth> pcie;
  std::vector<TrainingTraits::Goodput> goodput;

  void describe(Fields& fields);
  void check(Fields& fields) const;
  // Also with a bound of 0: nobody begins before all have ended.
  bool in_step() const { return sync == Sync::bsp || staleness == 0; }
};

void ParameterServerOptions::describe(Fields& fields) {
  fields("nodes", nodes, "workers", required, between(1.0, 4096.0));
  fields("sync", sync,
         "asp: each worker at its own pace; bsp: all in step; ssp: at its own pace within a bound",
         moves_results);
  fields(
      "staleness", staleness,
      "ssp: iterations that a worker may be ahead of the slowest; with 0 all begin together, and "
      "a loss stops all, as in bsp",
      between(0.0, 1e6), moves_results);
  fields("shards", shards, "parameter servers; each holds an equal part of the state",
         between(1.0, 256.0));
  fields("min", min,
         "asp, ssp: workers with which training goes on; bsp and a staleness of 0 need all",
         at_least(1.0));
  fields("on_notice", on_notice,
         "train until the loss, or drain (bsp): leave at the last iteration end before it");
  fields("ps_snapshot", ps_snapshot,
         "asp: each shard is saved as it is when its copy starts, or pushes pause meanwhile");
  fields("compute_cv", compute_cv,
         "bsp: coefficient of variation of compute times; an iteration waits for the slowest",
         at_least(0.0), moves_results);
  fields("per_worker", per_worker,
         "bandwidth that one worker can use, over all shards (B_req); default: the workload's",
         above(0.0));
  fields("ps_link", ps_link, "the servers' NICs carry each direction apart, or both together",
         moves_results);
  fields(
      "stagger", stagger,
      "asp: workers that start together begin spread over one iteration; false: at once, so that "
      "equal ones push at the same time ever after",
      moves_results);
  fields("contention", contention,
         "emergent: what flows through links come to; analytic: each worker exchanges at the mean "
         "bandwidth that spotDNN's eq. 8 gives for so many workers, and nothing moves",
         moves_results);
  fields("pcie", pcie,
         "bandwidth at which the gradients of all GPUs of a worker are gathered, and parameters "
         "spread (B_pcie, 10 GB/s in spotDNN); without it this takes no time",
         above(0.0), moves_results);
  fields("goodput", goodput,
         "share of a server's bandwidth that flows get, by registered workers: what incast and a "
         "busy processor cost; in a straight line between two points. Without it all of it",
         moves_results);
  if (fields.reading())
    check(fields);
}

void ParameterServerOptions::check(Fields& fields) const {
  if (min > nodes)
    fields.problem("min", "more than the workers in \"nodes\"", "use at most \"nodes\"");
  if (sync == Sync::ssp && !staleness)
    fields.problem("staleness", "ssp has a bound, found none", "give one, such as 3, or use asp");
  if (sync != Sync::ssp && staleness)
    fields.problem("staleness", "only ssp has a bound", "leave it out, or use ssp");
  if (in_step() && min != 1 && min != nodes)
    fields.problem("min", "bsp trains with all workers only", "leave it out, or use asp");
  if (!in_step() && on_notice == OnNotice::drain)
    fields.problem("on_notice", "asp has no common iteration end to leave at", "use bsp");
  if (contention == Contention::analytic && !goodput.empty())
    fields.problem("goodput", "eq. 8 knows no links, found both", "use contention emergent");
  for (std::size_t i = 1; i < goodput.size(); ++i)
    if (goodput[i].workers <= goodput[i - 1].workers)
      fields.problem("goodput", "the points are not in the order of workers",
                     "sort them, each number once");
  if (in_step() && contention == Contention::analytic)
    fields.problem("contention", "eq. 8 is of workers that go at their own pace", "use asp");
  if (in_step() && ps_snapshot == ServerSnapshot::pause)
    fields.problem("ps_snapshot", "bsp is cut at iteration ends, nothing need pause", "use asp");
}

class ParameterServer final : public TrainingMode {
 public:
  using Options = ParameterServerOptions;
  explicit ParameterServer(Options options) : options_(std::move(options)) {}

  TrainingTraits traits() const override;
  ActivityGraph iteration(const TrainingCluster& cluster, std::size_t rank) const override;
  // Of bsp: exact where workers are alike, an upper bound otherwise, since fast workers push before
  // the slowest has computed. Of asp: no mean iteration of alike workers is shorter; that of one
  // alone, or the time in which saturated servers serve all once.
  Seconds quiet_iteration(const TrainingCluster& cluster) const override;
  ActivityGraph join(const TrainingCluster& cluster, std::size_t rank) const override;
  Seconds start_offset(const TrainingCluster& cluster, std::size_t place) const override;
  std::optional<LossPace> loss_pace(const TrainingCluster& cluster) const override;

 private:
  bool in_step() const { return options_.in_step(); }
  std::optional<Bandwidth> cap_per_flow() const {
    if (!options_.per_worker)
      return std::nullopt;
    return *options_.per_worker / static_cast<double>(options_.shards);
  }
  Bandwidth least_worker_rate(const TrainingCluster& cluster) const;
  bool analytic() const { return options_.contention == Contention::analytic; }
  formulas::spotdnn::Model model_of(const TrainingCluster& cluster) const;
  Seconds through_pcie(const Member& worker, Bytes size) const;
  Bandwidth mean_rate(const TrainingCluster& cluster) const;
  Seconds mean_exchange(const TrainingCluster& cluster, const Member& worker) const;
  ActivityGraph at_the_mean(const TrainingCluster& cluster, const Member& worker) const;
  ActivityGraph one_worker(const TrainingCluster& cluster, const Member& worker) const;

  Options options_;
};

using Indices = std::vector<ActivityIndex>;

enum class Direction : std::uint8_t { push, pull };
// All shards of one worker at once, an equal part with each server.
Indices add_exchange(ActivityGraph& graph, const TrainingCluster& cluster, const Member& worker,
                     Direction direction, Bytes size, const Indices& after) {
  const Bytes shard = size / static_cast<double>(cluster.servers.size());
  Indices flows;
  for (const Member& server : cluster.servers) {
    Place from = Place::at(worker.role), to = Place::at(server.role);
    if (direction == Direction::pull)
      std::swap(from, to);
    flows.push_back(graph.flow(from, to, shard, TransferKind::training, after));
  }
  return flows;
}

// Bsp: all pull when all have pushed. A bound of 0: each pulls what is there when it has pushed.
ActivityGraph all_in_step(const TrainingCluster& cluster, double slower, bool barrier) {
  ActivityGraph graph;
  Indices pushed;
  for (const Member& worker : cluster.workers) {
    const ActivityIndex computed = graph.compute(worker.role, slower * worker.compute);
    const Indices flows =
        add_exchange(graph, cluster, worker, Direction::push, cluster.gradients, {computed});
    if (!barrier)
      add_exchange(graph, cluster, worker, Direction::pull, cluster.gradients, flows);
    pushed.insert(pushed.end(), flows.begin(), flows.end());
  }
  if (!barrier)
    return graph;
  const ActivityIndex summed = graph.barrier(std::move(pushed));
  for (const Member& worker : cluster.workers)
    add_exchange(graph, cluster, worker, Direction::pull, cluster.gradients, {summed});
  return graph;
}

// Without a law of contention nobody contends.
formulas::spotdnn::Model ParameterServer::model_of(const TrainingCluster& cluster) const {
  formulas::spotdnn::Model model;
  model.parameters = cluster.gradients;
  for (const Member& server : cluster.servers)
    model.servers += server.nic;
  model.worker = least_worker_rate(cluster);
  model.pcie = options_.pcie.value_or(Bandwidth::of(std::numeric_limits<double>::infinity()));
  if (cluster.workload != nullptr && cluster.workload->server_contention)
    model.contention = *cluster.workload->server_contention;
  if (cluster.workload != nullptr && cluster.workload->loss)
    model.loss = *cluster.workload->loss;
  return model;
}

std::int64_t gpus_of(const Member& worker) {
  return worker.type != nullptr && worker.type->gpu ? worker.type->gpu->count : 0;
}

// Of all GPUs of a worker, one after the other.
Seconds ParameterServer::through_pcie(const Member& worker, Bytes size) const {
  return options_.pcie ? static_cast<double>(gpus_of(worker)) * size / *options_.pcie : Seconds{0};
}

// Eq. 6 to 8: for ever at the mean of so many workers.
ActivityGraph ParameterServer::at_the_mean(const TrainingCluster& cluster,
                                           const Member& worker) const {
  ActivityGraph graph;
  const ActivityIndex computed = graph.compute(worker.role, worker.compute);
  graph.compute(worker.role, mean_exchange(cluster, worker), {computed});
  return graph;
}

Bandwidth ParameterServer::mean_rate(const TrainingCluster& cluster) const {
  return formulas::spotdnn::worker_bandwidth(model_of(cluster),
                                             static_cast<double>(cluster.workers.size()));
}

Seconds ParameterServer::mean_exchange(const TrainingCluster& cluster, const Member& worker) const {
  return formulas::spotdnn::communication(model_of(cluster), gpus_of(worker), mean_rate(cluster));
}

ActivityGraph ParameterServer::one_worker(const TrainingCluster& cluster,
                                          const Member& worker) const {
  if (analytic())
    return at_the_mean(cluster, worker);
  const Seconds gathering = through_pcie(worker, cluster.gradients);
  ActivityGraph graph;
  const ActivityIndex computed = graph.compute(worker.role, worker.compute + gathering);
  const Indices pushed =
      add_exchange(graph, cluster, worker, Direction::push, cluster.gradients, {computed});
  const Indices pulled =
      add_exchange(graph, cluster, worker, Direction::pull, cluster.gradients, pushed);
  if (gathering > 0s)
    graph.compute(worker.role, gathering, pulled);
  return graph;
}

// The model's own view of the cluster, in either kind of contention: eq. 3 to 8.
std::optional<LossPace> ParameterServer::loss_pace(const TrainingCluster& cluster) const {
  if (in_step())
    return std::nullopt;
  const formulas::spotdnn::Model model = model_of(cluster);
  std::vector<formulas::spotdnn::WorkerType> workers;
  for (const Member& worker : cluster.workers)
    workers.push_back({gpus_of(worker), worker.batch, worker.compute, Price{}});
  const auto all =
      formulas::spotdnn::cluster_of(model, workers, std::vector<std::int64_t>(workers.size(), 1));
  if (all.decay <= 0)
    return LossPace{};
  return LossPace{1 / (all.batch * all.decay), model.loss.gamma1 / all.decay};
}

TrainingTraits ParameterServer::traits() const {
  TrainingTraits traits;
  traits.nodes = options_.nodes;
  traits.min_nodes = in_step() ? options_.nodes : options_.min;
  traits.servers = options_.shards;
  traits.in_step = in_step();
  if (!in_step())
    traits.staleness = options_.staleness;
  // The servers hold the state, so the loss of a worker rolls nothing back.
  traits.on_change = OnChange::replica;
  traits.state = StateLayout::on_servers;
  traits.drains = options_.on_notice == OnNotice::drain;
  traits.pauses_for_snapshot = options_.ps_snapshot == ServerSnapshot::pause;
  traits.half_duplex_servers = options_.ps_link == ServerLink::half;
  traits.training_cap_per_flow = cap_per_flow();
  traits.server_goodput = options_.goodput;
  traits.pcie = options_.pcie;
  return traits;
}

ActivityGraph ParameterServer::iteration(const TrainingCluster& cluster, std::size_t rank) const {
  require(!cluster.servers.empty(), "parameter servers are there when workers train");
  if (!in_step())
    return one_worker(cluster, cluster.workers.at(rank));
  const auto workers = static_cast<std::int64_t>(cluster.workers.size());
  return all_in_step(cluster, formulas::straggling(options_.compute_cv, workers),
                     options_.sync == Sync::bsp);
}

// Its flows to all servers together.
Bandwidth ParameterServer::least_worker_rate(const TrainingCluster& cluster) const {
  Bandwidth least = cluster.workers.front().nic;
  for (const Member& worker : cluster.workers)
    least = std::min(least, worker.nic);
  const auto flows = static_cast<double>(cluster.servers.size());
  for (const std::optional<Bandwidth>& cap : {cluster.cap_per_flow, cap_per_flow()})
    least = cap ? std::min(least, flows * *cap) : least;
  return least;
}

Seconds ParameterServer::quiet_iteration(const TrainingCluster& cluster) const {
  require(!cluster.servers.empty() && !cluster.workers.empty(), "an iteration has both sides");
  const auto workers = static_cast<std::int64_t>(cluster.workers.size());
  const auto servers = static_cast<std::int64_t>(cluster.servers.size());
  Bandwidth server_nic = cluster.servers.front().nic;
  for (const Member& server : cluster.servers)
    server_nic = std::min(server_nic, server.nic);
  server_nic = traits().goodput(cluster.workers.size()) * server_nic;
  Seconds compute{0}, alpha{0};
  for (const Member& worker : cluster.workers) {
    compute = std::max(compute, worker.compute + 2.0 * through_pcie(worker, cluster.gradients));
    for (const Member& server : cluster.servers)
      alpha = std::max(alpha, cluster.latency_between(worker, server));
  }
  const Bandwidth rate = least_worker_rate(cluster);
  const auto one_way = [&](std::int64_t at_once) {
    return alpha +
           formulas::exchange_with_servers(cluster.gradients, at_once, rate, servers, server_nic);
  };
  if (in_step())
    return formulas::straggling(options_.compute_cv, workers) * compute + 2.0 * one_way(workers);
  if (analytic()) {
    Seconds longest{0};
    for (const Member& worker : cluster.workers)
      longest = std::max(longest, worker.compute + mean_exchange(cluster, worker));
    return longest;
  }
  const double directions = options_.ps_link == ServerLink::half ? 2 : 1;
  return std::max(
      compute + 2.0 * one_way(1),
      directions * formulas::saturated_cycle(cluster.gradients, workers, servers, server_nic));
}

ActivityGraph ParameterServer::join(const TrainingCluster& cluster, std::size_t rank) const {
  const Member& worker = cluster.workers.at(rank);
  const Seconds spreading = through_pcie(worker, cluster.parameters);
  ActivityGraph graph;
  if (analytic()) {
    graph.compute(worker.role, cluster.parameters / mean_rate(cluster) + spreading);
    return graph;
  }
  const Indices pulled =
      add_exchange(graph, cluster, worker, Direction::pull, cluster.parameters, {});
  if (spreading > 0s)
    graph.compute(worker.role, spreading, pulled);
  return graph;
}

// Equal workers that begin at once compute, push and pull at once: the servers idle while all
// compute, as in bsp. That is a balance on a needle: whoever pushes first by e ends first by
// (n - 1) e, so that the least noise, of which there is none here, drives real workers apart.
// Places are spread by van der Corput's sequence: 0, 1/2, 1/4, 3/4, 1/8, ... of an iteration.
Seconds ParameterServer::start_offset(const TrainingCluster& cluster, std::size_t place) const {
  if (in_step() || !options_.stagger)
    return Seconds{0};
  double share = 0;
  for (double digit = 0.5; place > 0; place /= 2, digit /= 2)
    share += static_cast<double>(place % 2) * digit;
  return share * quiet_iteration(cluster);
}

}  // namespace

namespace training {
Entry<TrainingMode> parameter_server() {
  return entry<TrainingMode, ParameterServer>(
      "parameter servers on nodes of their own: asynchronous (asp), bounded (ssp) or in step (bsp)",
      "Li et al., OSDI 2014; Ho et al., NIPS 2013 (ssp); Shang et al., spotDNN, IWQoS 2023");
}
}  // namespace training

}  // namespace spotgrid
