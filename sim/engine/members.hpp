// Groups as training modes and checkpoint schemes see them, their protocols, and what changes cost.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "sim/engine/fleet.hpp"
#include "sim/engine/platform.hpp"

namespace spotgrid::engine {

// A save as the engine runs it: graphs are shared, since courses are known by them.
struct StagedSave {
  struct Stage {
    std::shared_ptr<const ActivityGraph> graph;
    TierCopy copy;
    Carrier carrier = Carrier::process;
    bool one_at_a_time = false;
  };
  std::vector<Stage> stages;
};

// What groups of one make-up share, which are nodes of the same pools in the same order.
class Makeup {
 public:
  // `to_loss`: the job trains to a loss.
  Makeup(TrainingCluster cluster, SaveContext context, const TrainingMode& mode,
         const CheckpointScheme& scheme, bool to_loss);

  const TrainingCluster& cluster() const { return cluster_; }
  Seconds quiet() const { return quiet_; }  // an iteration, in step
  Work batch() const { return batch_; }     // of one iteration of all workers
  // Of a job that trains to a loss; nothing: progress counts samples.
  const std::optional<LossPace>& loss_pace() const { return loss_pace_; }
  Work work_of(double samples) const {
    return Work::of(loss_pace_ ? loss_pace_->per_sample * samples : samples);
  }
  using Graph = std::shared_ptr<const ActivityGraph>;
  const Graph& iteration(std::size_t rank);
  // `count` iterations of a worker as one, a flow in it being that many flows one after the other:
  // with all their latencies, of which the graph itself waits only one each.
  Graph together(std::size_t rank, std::int64_t count);
  const Graph& join(std::size_t rank);  // empty graphs join at once
  // One that goes to so many tiers, so many saves after the last full one.
  std::shared_ptr<const StagedSave> save(std::int64_t depth, std::int64_t deltas);
  Graph restore(const HeldCopy& copy);
  // How long it takes with the network to itself; holders that are no members any more count as
  // fast ones.
  Seconds quiet_restore(const HeldCopy& copy);

 private:
  TrainingCluster cluster_;
  SaveContext context_;
  const TrainingMode& mode_;
  const CheckpointScheme& scheme_;
  Seconds quiet_{0};
  Work batch_;
  std::optional<LossPace> loss_pace_;
  std::vector<Graph> iterations_, joins_;  // by rank, made when they are asked for
  std::map<std::pair<std::size_t, std::int64_t>, Graph> together_;  // by rank and count
  std::map<std::pair<std::int64_t, std::int64_t>, std::shared_ptr<const StagedSave>> saves_;
  std::map<std::pair<Tier, std::int64_t>, Graph> restores_;  // of copies outside of the nodes
};

// Workers by rank, servers by shard and remotes, who play the roles of protocols in this order.
struct Group {
  std::shared_ptr<Makeup> makeup;
  std::shared_ptr<const std::vector<NodeId>> cast;
  Protocol protocol(const Makeup::Graph& graph) const { return {graph, cast, makeup.get()}; }
};

class Members {
 public:
  Members(const World& world, const Fleet& fleet, const TrainingMode& mode);

  // `remotes`: the ready ones of those that take checkpoints.
  Group group(const std::vector<NodeId>& workers, const std::vector<NodeId>& servers,
              const std::vector<NodeId>& remotes);
  // Why the copies of these do not fit their memory and that of their remotes; nothing: they do, as
  // far as is known.
  const std::optional<std::string>& misfit(const std::vector<NodeId>& workers,
                                           const std::vector<NodeId>& servers);
  double batch_of(NodeId worker) const;  // samples
  // Elastic: the share of the speed that these workers lack beside a full gang, in which nodes like
  // the first of them stand for those that are missing; by closed forms, and never less than 0.
  double missing_speed(const std::vector<NodeId>& workers) const;
  // A full gang of one offer, for policies; Work per second, 0 where the type cannot train. The
  // saves that are planned slow it: a deadline policy that left them out would miss.
  double rate_of(Offer offer, const NextSave& next) const;
  Bytes state_size() const;
  // Closed-form lengths on a full gang, or the smallest that trains: the largest over the pools.
  // How many iterations of a worker go as one where the scenario does not say: twenty such still
  // fit the shortest stretch in which a save contends, and a thousand the job.
  std::int64_t together() const;
  const QuietSave& quiet_save() const { return quiet_save_; }
  Seconds quiet_restore() const { return quiet_restore_; }
  // Upper bound of one whole change to a new gang: detection to restore. Laws without a bound
  // count with their 99.9 % quantile, and the change is not bounded.
  Seconds change_bound() const { return change_bound_; }
  bool change_is_bounded() const { return bounded_; }

 private:
  SaveContext context() const;
  Member member(PoolId pool, Role role, Duty duty) const;
  TrainingCluster cluster(const std::vector<PoolId>& workers, const std::vector<PoolId>& servers,
                          const std::vector<PoolId>& remotes) const;
  TrainingCluster gang(PoolId pool, std::int64_t workers) const;
  TrainingCluster full_gang(PoolId pool) const { return gang(pool, traits_.nodes); }
  void bound_saves(PoolId pool, std::int64_t workers);
  TrainingCluster network() const;
  void bound_the_change();

  const World& world_;
  const Fleet& fleet_;
  const TrainingMode& mode_;
  std::unique_ptr<CheckpointScheme> scheme_;
  TrainingTraits traits_;
  Zones zones_;
  // By the pools of workers, servers and remotes.
  std::map<std::array<std::vector<PoolId>, 3>, std::shared_ptr<Makeup>> makeups_;
  std::map<std::array<std::vector<PoolId>, 2>, std::optional<std::string>> misfits_;
  std::vector<double> rates_;     // by pool, Work per second without saves
  std::vector<Seconds> lengths_;  // by pool, of an iteration; 0 in continuous modes
  QuietSave quiet_save_;
  Seconds quiet_restore_{0}, change_bound_{0};
  bool bounded_ = true;
};

}  // namespace spotgrid::engine
