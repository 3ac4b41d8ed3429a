// Clusters, rates and bounds.
// SPDX-License-Identifier: Apache-2.0
#include "sim/engine/members.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "sim/domain/quiet_graph.hpp"
#include "sim/engine/memory_fit.hpp"

namespace spotgrid::engine {

Makeup::Makeup(TrainingCluster cluster, SaveContext context, const TrainingMode& mode,
               const CheckpointScheme& scheme, bool to_loss)
    : cluster_(std::move(cluster)),
      context_(context),
      mode_(mode),
      scheme_(scheme),
      iterations_(cluster_.workers.size()),
      joins_(cluster_.workers.size()) {
  context_.cluster = &cluster_;
  if (mode.traits().in_step && !mode.traits().continuous)
    quiet_ = mode.quiet_iteration(cluster_);
  for (const Member& worker : cluster_.workers)
    batch_ += Work::of(worker.batch);
  if (to_loss)
    loss_pace_ = mode.loss_pace(cluster_);
}

namespace {
Makeup::Graph shared(ActivityGraph graph) {
  return std::make_shared<const ActivityGraph>(std::move(graph));
}
}  // namespace

const Makeup::Graph& Makeup::iteration(std::size_t rank) {
  Makeup::Graph& graph = iterations_.at(rank);
  if (!graph)
    graph = shared(mode_.iteration(cluster_, rank));
  return graph;
}

// The longest chain of latencies in an iteration: what count - 1 further ones would wait.
Makeup::Graph Makeup::together(std::size_t rank, std::int64_t count) {
  const Graph& one = iteration(rank);
  if (count == 1)
    return one;
  Graph& found = together_[{rank, count}];
  if (found)
    return found;
  const auto many = static_cast<double>(count);
  const auto zone = [this](const Place& place) {
    const auto role = number(place.role);
    const std::size_t workers = cluster_.workers.size();
    return place.kind != Place::Kind::member ? context_.storage_zone
           : role < workers                  ? cluster_.workers[role].zone
                                             : cluster_.servers[role - workers].zone;
  };
  std::vector<Seconds> waited;
  for (const Activity& a : one->activities()) {
    Seconds before{0};
    for (const ActivityIndex i : a.after)
      before = std::max(before, waited[i]);
    const bool flows = a.kind == Activity::Kind::flow;
    waited.push_back(before + (flows ? cluster_.latency[zone(a.from)][zone(a.to)] : Seconds{0}));
  }
  ActivityGraph graph;
  const ActivityIndex latencies =
      graph.delay((many - 1) * *std::max_element(waited.begin(), waited.end()));
  for (Activity a : one->activities()) {
    a.seconds *= many;
    a.bytes = many * a.bytes;
    std::vector<ActivityIndex> after{latencies};
    if (!a.after.empty())
      after.clear();
    for (const ActivityIndex i : a.after)
      after.push_back(i + 1);  // behind the delay
    graph.add(std::move(a), std::move(after));
  }
  found = shared(std::move(graph));
  return found;
}

const Makeup::Graph& Makeup::join(std::size_t rank) {
  Makeup::Graph& graph = joins_.at(rank);
  if (!graph)
    graph = shared(mode_.join(cluster_, rank));
  return graph;
}

std::shared_ptr<const StagedSave> Makeup::save(std::int64_t depth, std::int64_t deltas) {
  std::shared_ptr<const StagedSave>& found = saves_[{depth, deltas}];
  if (found)
    return found;
  SaveContext context = context_;
  context.depth = depth;
  context.deltas = deltas;
  StagedSave save;
  for (SaveStage& stage : scheme_.save(context).stages)
    save.stages.push_back({shared(std::move(stage.graph)), std::move(stage.copy), stage.carrier,
                           stage.one_at_a_time});
  found = std::make_shared<const StagedSave>(std::move(save));
  return found;
}

Makeup::Graph Makeup::restore(const HeldCopy& copy) {
  if (!copy.groups.empty())  // who holds it differs from time to time
    return shared(scheme_.restore(context_, copy));
  Graph& graph = restores_[{copy.tier, copy.deltas}];
  if (!graph)
    graph = shared(scheme_.restore(context_, copy));
  return graph;
}

Seconds Makeup::quiet_restore(const HeldCopy& copy) {
  const Graph graph = restore(copy);
  const std::vector<Seconds> ends = quiet_ends(*graph, context_, scheme_.traits());
  return quiet_milestone(*graph, ends, Milestone::restored).value_or(Seconds{0});
}

Members::Members(const World& world, const Fleet& fleet, const TrainingMode& mode)
    : world_(world),
      fleet_(fleet),
      mode_(mode),
      scheme_(world.setup.checkpointing.scheme->make()),
      traits_(mode.traits()),
      zones_(world.setup) {
  const auto& pools = world.setup.market.pools;
  for (std::uint32_t p = 0; p < pools.size(); ++p) {
    if (traits_.continuous) {
      rates_.push_back(mode.rate_on(pools[p].instance));
      lengths_.emplace_back(0);
      continue;
    }
    if (!world.setup.job.workload->speed_on(pools[p].instance, world.setup.job.batch_per_gpu)) {
      rates_.push_back(0);
      lengths_.emplace_back(0);
      continue;
    }
    const TrainingCluster gang = full_gang(static_cast<PoolId>(p));
    double batch = 0;
    for (const Member& worker : gang.workers)
      batch += worker.batch;
    lengths_.push_back(mode.quiet_iteration(gang));
    const double pace = world.setup.job.loss ? mode.loss_pace(gang)->per_sample : 1;
    rates_.push_back(std::max(pace, 0.0) * batch / lengths_.back().count());
  }
  for (std::uint32_t p = 0; p < pools.size() && scheme_->traits().saves; ++p) {
    if (rates_[p] <= 0)
      continue;
    bound_saves(static_cast<PoolId>(p), traits_.nodes);
    if (traits_.elastic())  // fewer writers have larger parts, more readers wait longer
      bound_saves(static_cast<PoolId>(p), traits_.min_nodes);
  }
  bound_the_change();
}

void Members::bound_saves(PoolId pool, std::int64_t workers) {
  const TrainingCluster seen_gang = gang(pool, workers);
  SaveContext seen = context();
  seen.cluster = &seen_gang;
  const QuietSave one = scheme_->quiet_save(seen);
  quiet_save_ = {std::max(quiet_save_.stall, one.stall), std::max(quiet_save_.latency, one.latency),
                 std::max(quiet_save_.durable, one.durable)};
  quiet_restore_ = std::max(quiet_restore_, scheme_->quiet_restore(seen));
}

double Members::rate_of(Offer offer, const NextSave& next) const {
  const double alone = rates_[number(offer.pool)];
  Seconds between = next.trained.value_or(Seconds{std::numeric_limits<double>::infinity()});
  if (next.samples && alone > 0)
    between = std::min(between, Seconds{next.samples->value() / alone});
  if (next.steps)
    between = std::min(between, static_cast<double>(*next.steps) * lengths_[number(offer.pool)]);
  return between > 0s && std::isfinite(between.count())
             ? alone * (between / (between + quiet_save_.stall))
             : alone;
}

SaveContext Members::context() const {
  SaveContext context{nullptr, traits_.state, state_size(),
                      static_cast<std::uint32_t>(zones_.of_storage())};
  const NetworkSetup& network = world_.setup.network;
  if (network.per_stream) {
    context.save_cap = *network.per_stream * static_cast<double>(network.streams.checkpoint);
    context.restore_cap = *network.per_stream * static_cast<double>(network.streams.restore);
  }
  return context;
}

Bytes Members::state_size() const {
  const auto& workload = world_.setup.job.workload;
  return workload ? workload->checkpoint.size : Bytes{};
}

TrainingCluster Members::network() const {
  TrainingCluster cluster;
  if (const auto& workload = world_.setup.job.workload) {
    cluster.gradients = workload->gradients.size;
    cluster.parameters = workload->parameters.size;
    cluster.forward_share = workload->forward_share.value;
    cluster.workload = &*workload;
  }
  cluster.cap_per_flow = training_cap(world_.setup, traits_);
  const NetworkSetup& network = world_.setup.network;
  if (network.per_stream) {
    const Bandwidth cap = *network.per_stream * static_cast<double>(network.streams.training);
    cluster.cap_per_flow = std::min(cluster.cap_per_flow.value_or(cap), cap);
  }
  cluster.latency.resize(zones_.count());
  for (std::size_t a = 0; a < zones_.count(); ++a)
    for (std::size_t b = 0; b < zones_.count(); ++b)
      cluster.latency[a].push_back(zones_.latency(a, b));
  return cluster;
}

Member Members::member(PoolId pool, Role role, Duty duty) const {
  const InstanceType& type = world_.pool(pool).instance;
  Member one{role, &type, nic_of(type, world_.setup.network.nic),
             static_cast<std::uint32_t>(zones_.of(pool))};
  const auto& job = world_.setup.job;
  if (duty != Duty::worker || !job.workload)
    return one;
  if (const auto speed = job.workload->speed_on(type, job.batch_per_gpu)) {
    one.compute = speed->compute;
    one.batch = speed->batch;
  }
  return one;
}

TrainingCluster Members::cluster(const std::vector<PoolId>& workers,
                                 const std::vector<PoolId>& servers,
                                 const std::vector<PoolId>& remotes) const {
  TrainingCluster cluster = network();
  std::uint32_t role = 0;
  for (const PoolId pool : workers)
    cluster.workers.push_back(member(pool, Role{role++}, Duty::worker));
  if (traits_.keeps_batch) {  // at the same time a sample
    const double share = static_cast<double>(traits_.nodes) / static_cast<double>(workers.size());
    for (Member& worker : cluster.workers) {
      worker.compute *= share;
      worker.batch *= share;
    }
  }
  for (const PoolId pool : servers)
    cluster.servers.push_back(member(pool, Role{role++}, Duty::server));
  for (const PoolId pool : remotes)
    cluster.remotes.push_back(member(pool, Role{role++}, Duty::remote));
  return cluster;
}

namespace {
std::vector<PoolId> pools_of(const Fleet& fleet, const std::vector<NodeId>& nodes) {
  std::vector<PoolId> pools;
  pools.reserve(nodes.size());
  for (const NodeId id : nodes)
    pools.push_back(fleet.node(id).offer.pool);
  return pools;
}
}  // namespace

Group Members::group(const std::vector<NodeId>& workers, const std::vector<NodeId>& servers,
                     const std::vector<NodeId>& remotes) {
  const std::array key = {pools_of(fleet_, workers), pools_of(fleet_, servers),
                          pools_of(fleet_, remotes)};
  std::shared_ptr<Makeup>& makeup = makeups_[key];
  if (!makeup)
    makeup = std::make_shared<Makeup>(cluster(key[0], key[1], key[2]), context(), mode_, *scheme_,
                                      world_.setup.job.loss.has_value());
  std::vector<NodeId> cast = workers;
  cast.insert(cast.end(), servers.begin(), servers.end());
  cast.insert(cast.end(), remotes.begin(), remotes.end());
  return {makeup, std::make_shared<const std::vector<NodeId>>(std::move(cast))};
}

const std::optional<std::string>& Members::misfit(const std::vector<NodeId>& workers,
                                                  const std::vector<NodeId>& servers) {
  const std::array key = {pools_of(fleet_, workers), pools_of(fleet_, servers)};
  const auto [found, is_new] = misfits_.try_emplace(key);
  const SchemeTraits scheme = scheme_->traits();
  if (!is_new || !scheme.saves)
    return found->second;
  const TrainingCluster all =
      cluster(key[0], key[1],
              std::vector<PoolId>(static_cast<std::size_t>(scheme.remotes),
                                  world_.setup.checkpointing.remotes_from.pool));
  SaveContext seen = context();
  seen.cluster = &all;
  seen.depth = scheme.tiers;
  found->second = lack_of_memory(all, scheme_->save(seen), scheme, world_.setup.checkpointing.keep);
  return found->second;
}

double Members::batch_of(NodeId worker) const {
  return member(fleet_.node(worker).offer.pool, Role{}, Duty::worker).batch;
}

double Members::missing_speed(const std::vector<NodeId>& workers) const {
  const auto speed = [this](const std::vector<PoolId>& pools) {
    const TrainingCluster gang = cluster(pools, {}, {});
    double batch = 0;
    for (const Member& worker : gang.workers)
      batch += worker.batch;
    return batch / mode_.quiet_iteration(gang).count();
  };
  std::vector<PoolId> pools = pools_of(fleet_, workers);
  const double present = speed(pools);
  pools.resize(static_cast<std::size_t>(traits_.nodes), pools.front());
  return std::max(0.0, 1 - present / speed(pools));
}

TrainingCluster Members::gang(PoolId pool, std::int64_t workers) const {
  return cluster(std::vector<PoolId>(static_cast<std::size_t>(workers), pool),
                 std::vector<PoolId>(static_cast<std::size_t>(traits_.servers),
                                     world_.setup.job.servers_from.pool),
                 std::vector<PoolId>(static_cast<std::size_t>(scheme_->traits().remotes),
                                     world_.setup.checkpointing.remotes_from.pool));
}

std::int64_t Members::together() const {
  Seconds longest{0}, job{std::numeric_limits<double>::infinity()};
  for (std::size_t p = 0; p < rates_.size(); ++p) {
    if (rates_[p] <= 0)
      continue;
    longest = std::max(longest, lengths_[p]);
    job = std::min(job, Seconds{world_.setup.job.target.value() / rates_[p]});
  }
  const Seconds window =
      quiet_save_.latency > 0s ? std::min(quiet_save_.latency / 20, job / 1000) : job / 1000;
  if (longest <= 0s || window <= longest)
    return 1;
  return static_cast<std::int64_t>(std::min(window / longest, 1000.0));
}

void Members::bound_the_change() {
  const Market& market = world_.setup.market;
  const MembershipSetup& membership = world_.setup.job.membership;
  change_bound_ = market.failure_detection + membership.debounce + quiet_restore_;
  for (const Law* law :
       {&market.provision, &market.boot, &market.setup, &membership.rendezvous, &membership.init}) {
    const auto bound = law->upper_bound();
    bounded_ = bounded_ && bound.has_value();
    change_bound_ += bound.value_or(law->quantile(0.999));
  }
}

}  // namespace spotgrid::engine
