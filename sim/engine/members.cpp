// Clusters, rates and bounds.
// SPDX-License-Identifier: Apache-2.0
#include "sim/engine/members.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace spotgrid::engine {

Members::Members(const World& world, const Fleet& fleet, const TrainingMode& mode,
                 const CheckpointScheme& scheme)
    : world_(world), fleet_(fleet), mode_(mode), traits_(mode.traits()), zones_(world.setup) {
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
    rates_.push_back(batch / lengths_.back().count());
  }
  for (std::uint32_t p = 0; p < pools.size() && scheme.traits().saves; ++p) {
    if (rates_[p] <= 0)
      continue;
    const TrainingCluster gang = full_gang(static_cast<PoolId>(p));
    quiet_save_ = std::max(quiet_save_, scheme.quiet_save(context(gang)));
    quiet_restore_ = std::max(quiet_restore_, scheme.quiet_restore(context(gang)));
  }
  bound_the_change();
}

double Members::rate_of(Offer offer, const NextSave& next) const {
  const double alone = rates_[number(offer.pool)];
  Seconds between = next.trained.value_or(Seconds{std::numeric_limits<double>::infinity()});
  if (next.samples && alone > 0)
    between = std::min(between, Seconds{next.samples->value() / alone});
  if (next.steps)
    between = std::min(between, static_cast<double>(*next.steps) * lengths_[number(offer.pool)]);
  return between > 0s && std::isfinite(between.count())
             ? alone * (between / (between + quiet_save_))
             : alone;
}

SaveContext Members::context(const TrainingCluster& cluster) const {
  SaveContext context{&cluster, traits_.state, state_size(),
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

Member Members::member(PoolId pool, NodeId id, bool server) const {
  const InstanceType& type = world_.pool(pool).instance;
  Member one{id, &type, nic_of(type, world_.setup.network.nic),
             static_cast<std::uint32_t>(zones_.of(pool))};
  const auto& job = world_.setup.job;
  if (server || !job.workload)
    return one;
  if (const auto speed = job.workload->speed_on(type, job.batch_per_gpu)) {
    one.compute = speed->compute;
    one.batch = speed->batch;
  }
  return one;
}

TrainingCluster Members::cluster(const std::vector<NodeId>& workers,
                                 const std::vector<NodeId>& servers) const {
  TrainingCluster cluster = network();
  for (const NodeId id : workers)
    cluster.workers.push_back(member(fleet_.node(id).offer.pool, id, false));
  for (const NodeId id : servers)
    cluster.servers.push_back(member(fleet_.node(id).offer.pool, id, true));
  return cluster;
}

TrainingCluster Members::full_gang(PoolId pool) const {
  TrainingCluster cluster = network();
  for (std::int64_t i = 0; i < traits_.nodes; ++i)
    cluster.workers.push_back(member(pool, static_cast<NodeId>(i), false));
  for (std::int64_t i = 0; i < traits_.servers; ++i)
    cluster.servers.push_back(
        member(world_.setup.job.servers_from.pool, static_cast<NodeId>(traits_.nodes + i), true));
  return cluster;
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
