// Synchronous data parallel training: gradients are summed by ring or tree, bucket by bucket.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <optional>
#include <vector>

#include "models/formulas/collectives.hpp"
#include "models/formulas/normal_maximum.hpp"
#include "sim/base/error.hpp"
#include "sim/domain/training.hpp"

namespace spotgrid {
namespace {

enum class Algorithm : std::uint8_t { ring, tree };
std::span<const std::string_view> words(Algorithm) {
  static constexpr std::array<std::string_view, 2> all = {"ring", "tree"};
  return all;
}
enum class WorkerState : std::uint8_t { replicated, sharded };
std::span<const std::string_view> words(WorkerState) {
  static constexpr std::array<std::string_view, 2> all = {"replicated", "sharded"};
  return all;
}

struct AllReduceOptions {
  std::int64_t nodes = 1;
  Algorithm algorithm = Algorithm::ring;
  std::int64_t buckets = 4;
  OnChange on_change = OnChange::restart;
  WorkerState state = WorkerState::replicated;
  OnNotice on_notice = OnNotice::go_on;
  double compute_cv = 0;

  void describe(Fields& fields) {
    fields("nodes", nodes, "workers, all of which are needed", required, between(1.0, 4096.0));
    fields("algorithm", algorithm, "how gradients are summed");
    fields("buckets", buckets, "equal parts of the gradients, each summed as soon as it is there",
           between(1.0, 1024.0));
    fields("on_change", on_change,
           "after a loss: restart all from the newest checkpoint, or replica: survivors send the "
           "last iteration's state to joiners; where no survivor has every part, as with sharded "
           "state, replica means restart",
           moves_results);
    fields("state", state, "each worker holds the whole state, or a shard of it");
    fields("on_notice", on_notice,
           "train until the loss, or drain: leave at the last iteration end before it");
    fields("compute_cv", compute_cv,
           "coefficient of variation of compute times; an iteration waits for the slowest worker",
           at_least(0.0), moves_results);
  }
};

// What each rank sends to the next in one all-reduce: neighbours form a ring in rank order. The
// edges of a tree differ, but every NIC carries the same bytes each way, so its times hold.
struct Neighbours {
  const TrainingCluster& cluster;

  const Member& rank(std::size_t i) const { return cluster.workers[i % cluster.workers.size()]; }
  Seconds latency(std::size_t i) const { return cluster.latency_between(rank(i), rank(i + 1)); }
  Bandwidth rate(std::size_t i) const {
    const Bandwidth nics = std::min(rank(i).nic, rank(i + 1).nic);
    return cluster.cap_per_flow ? std::min(nics, *cluster.cap_per_flow) : nics;
  }
  Seconds largest_latency() const {
    Seconds largest{0};
    for (std::size_t i = 0; i < cluster.workers.size(); ++i)
      largest = std::max(largest, latency(i));
    return largest;
  }
};

class AllReduce final : public TrainingMode {
 public:
  using Options = AllReduceOptions;
  explicit AllReduce(const Options& options) : options_(options) {}

  TrainingTraits traits() const override {
    TrainingTraits traits;
    traits.nodes = options_.nodes;
    traits.min_nodes = options_.nodes;
    const bool sharded = options_.state == WorkerState::sharded;
    traits.state = sharded ? StateLayout::sharded : StateLayout::replicated;
    // No survivor has every part of a sharded state, so that a planned change saves first, too.
    traits.on_change = sharded ? OnChange::restart : options_.on_change;
    traits.drains = options_.on_notice == OnNotice::drain;
    return traits;
  }

  ActivityGraph iteration(const TrainingCluster& cluster, std::size_t rank) const override;
  Seconds quiet_iteration(const TrainingCluster& cluster) const override;

 private:
  static std::int64_t size(const TrainingCluster& cluster) {
    return static_cast<std::int64_t>(cluster.workers.size());
  }
  double straggling(const TrainingCluster& cluster) const {
    return formulas::straggling(options_.compute_cv, size(cluster));
  }
  // Without others there is nothing to overlap with.
  std::int64_t buckets(const TrainingCluster& cluster) const {
    return cluster.workers.size() > 1 ? options_.buckets : 1;
  }
  formulas::Collective one_bucket(const TrainingCluster& cluster) const {
    const Bytes bytes = cluster.gradients / static_cast<double>(buckets(cluster));
    return options_.algorithm == Algorithm::ring ? formulas::ring_all_reduce(size(cluster), bytes)
                                                 : formulas::tree_all_reduce(size(cluster), bytes);
  }
  ActivityIndex add_all_reduce(ActivityGraph& graph, const TrainingCluster& cluster,
                               std::vector<ActivityIndex> after) const;

  Options options_;
};

// A flow waits one latency by itself; the delay behind the flows stands for the other steps.
ActivityIndex AllReduce::add_all_reduce(ActivityGraph& graph, const TrainingCluster& cluster,
                                        std::vector<ActivityIndex> after) const {
  const formulas::Collective collective = one_bucket(cluster);
  const Neighbours ring{cluster};
  const ActivityIndex ready = graph.barrier(std::move(after));
  std::vector<ActivityIndex> flows;
  for (std::size_t i = 0; i < cluster.workers.size(); ++i) {
    const Place here = Place::at(ring.rank(i).role), next = Place::at(ring.rank(i + 1).role);
    flows.push_back(graph.flow(here, next, collective.bytes, TransferKind::training, {ready}));
  }
  const auto other_steps = static_cast<double>(collective.steps - 1);
  return graph.delay(other_steps * ring.largest_latency(), std::move(flows));
}

ActivityGraph AllReduce::iteration(const TrainingCluster& cluster, std::size_t) const {
  require(!cluster.workers.empty(), "an iteration has workers");
  const std::int64_t parts = buckets(cluster);
  const double slower = straggling(cluster);
  const double backward_part = (1 - cluster.forward_share) / static_cast<double>(parts);
  ActivityGraph graph;
  std::vector<ActivityIndex> computed(cluster.workers.size());
  std::optional<ActivityIndex> summed;
  for (std::int64_t k = 0; k < parts; ++k) {
    const double share = backward_part + (k == 0 ? cluster.forward_share : 0);
    for (std::size_t i = 0; i < computed.size(); ++i) {
      const Member& worker = cluster.workers[i];
      std::vector<ActivityIndex> before;
      if (k > 0)
        before.push_back(computed[i]);
      computed[i] = graph.compute(worker.role, share * slower * worker.compute, std::move(before));
    }
    if (computed.size() < 2)
      continue;
    std::vector<ActivityIndex> after = computed;
    if (summed)
      after.push_back(*summed);
    summed = add_all_reduce(graph, cluster, std::move(after));
  }
  return graph;
}

Seconds AllReduce::quiet_iteration(const TrainingCluster& cluster) const {
  require(!cluster.workers.empty(), "an iteration has workers");
  Seconds compute{0};
  for (const Member& worker : cluster.workers)
    compute = std::max(compute, worker.compute);
  compute *= straggling(cluster);
  if (cluster.workers.size() < 2)
    return compute;
  const formulas::Collective collective = one_bucket(cluster);
  const Neighbours ring{cluster};
  // With one latency everywhere this is steps * alpha + bytes / (least rate).
  Seconds slowest_edge{0};
  for (std::size_t i = 0; i < cluster.workers.size(); ++i) {
    const formulas::Collective edge{.steps = 1, .bytes = collective.bytes};
    slowest_edge = std::max(slowest_edge, formulas::time(edge, ring.latency(i), ring.rate(i)));
  }
  const Seconds all_reduce =
      slowest_edge + static_cast<double>(collective.steps - 1) * ring.largest_latency();
  return formulas::overlapped(cluster.forward_share * compute,
                              (1 - cluster.forward_share) * compute, buckets(cluster), all_reduce);
}

}  // namespace

namespace training {
Entry<TrainingMode> all_reduce() {
  return entry<TrainingMode, AllReduce>(
      "synchronous data parallel training, gradients summed by ring or tree",
      "Thakur et al., IJHPCA 2005; Sergeev, Del Balso, arXiv 1802.05799");
}
}  // namespace training

}  // namespace spotgrid
