// Synchronous data parallel training: gradients are summed by ring, tree or hierarchy, bucket by
// bucket.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <numeric>
#include <optional>
#include <vector>

#include "models/formulas/collectives.hpp"
#include "models/formulas/normal_maximum.hpp"
#include "models/training/elastic.hpp"
#include "models/training/exchange.hpp"
#include "models/training/hierarchy.hpp"
#include "sim/base/error.hpp"
#include "sim/domain/training.hpp"

namespace spotgrid {
namespace {

enum class Algorithm : std::uint8_t { ring, tree, hierarchical };
std::span<const std::string_view> words(Algorithm) {
  static constexpr std::array<std::string_view, 3> all = {"ring", "tree", "hierarchical"};
  return all;
}
enum class WorkerState : std::uint8_t { replicated, sharded };
std::span<const std::string_view> words(WorkerState) {
  static constexpr std::array<std::string_view, 2> all = {"replicated", "sharded"};
  return all;
}

struct AllReduceOptions {
  std::int64_t nodes = 1;
  training::ElasticOptions elastic;
  Algorithm algorithm = Algorithm::ring;
  std::optional<std::int64_t> group;
  std::int64_t buckets = 4;
  OnChange on_change = OnChange::restart;
  WorkerState state = WorkerState::replicated;
  OnNotice on_notice = OnNotice::go_on;
  double compute_cv = 0;

  void describe(Fields& fields);
  void check(Fields& fields) const;
};

void AllReduceOptions::describe(Fields& fields) {
  fields("nodes", nodes, "workers; all of them are needed, but for an elastic gang", required,
         between(1.0, 4096.0));
  elastic.describe(fields, nodes);
  fields("algorithm", algorithm, "how gradients are summed");
  fields("group", group,
         "hierarchical: workers of a group, in rank order; default: those of a zone are a group",
         between(1.0, 4096.0));
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
  if (fields.reading())
    check(fields);
}

void AllReduceOptions::check(Fields& fields) const {
  if (!group)
    return;
  if (algorithm != Algorithm::hierarchical) {
    fields.problem("group", "only the hierarchical algorithm has groups",
                   R"(leave it out, or use "algorithm": "hierarchical")");
  }
  if (*group > nodes)
    fields.problem("group", "more than the workers in \"nodes\"", "use at most \"nodes\"");
}

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
    options_.elastic.add_to(traits);
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
  std::vector<training::Phase> one_bucket(const TrainingCluster& cluster) const;

  Options options_;
};

// The phases of one bucket's all-reduce.
std::vector<training::Phase> AllReduce::one_bucket(const TrainingCluster& cluster) const {
  const Bytes bytes = cluster.gradients / static_cast<double>(buckets(cluster));
  if (options_.algorithm == Algorithm::hierarchical)
    return training::hierarchical_all_reduce(training::groups_of(cluster, options_.group), bytes);
  training::Ranks all(cluster.workers.size());
  std::iota(all.begin(), all.end(), std::size_t{0});
  return {{training::around(all, options_.algorithm == Algorithm::ring
                                     ? formulas::ring_all_reduce(size(cluster), bytes)
                                     : formulas::tree_all_reduce(size(cluster), bytes))}};
}

ActivityGraph AllReduce::iteration(const TrainingCluster& cluster, std::size_t) const {
  require(!cluster.workers.empty(), "an iteration has workers");
  const std::int64_t parts = buckets(cluster);
  const double slower = straggling(cluster);
  const double backward_part = (1 - cluster.forward_share) / static_cast<double>(parts);
  ActivityGraph graph;
  std::vector<ActivityIndex> computed(cluster.workers.size());
  std::vector<ActivityIndex> summed;
  const std::vector<training::Phase> phases = one_bucket(cluster);
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
    after.insert(after.end(), summed.begin(), summed.end());
    for (const training::Phase& phase : phases)
      after = training::add_phase(graph, cluster, phase, std::move(after));
    summed = std::move(after);
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
  Seconds all_reduce{0};
  for (const training::Phase& phase : one_bucket(cluster))
    all_reduce += training::quiet_time(phase, cluster);
  return formulas::overlapped(cluster.forward_share * compute,
                              (1 - cluster.forward_share) * compute, buckets(cluster), all_reduce);
}

}  // namespace

namespace training {
Entry<TrainingMode> all_reduce() {
  return entry<TrainingMode, AllReduce>(
      "synchronous data parallel training, gradients summed by ring, tree or hierarchy",
      "Thakur et al., IJHPCA 2005; Cho et al., BlueConnect, IBM J. R&D 2019; Sergeev, Del Balso, "
      "arXiv 1802.05799");
}
}  // namespace training

}  // namespace spotgrid
