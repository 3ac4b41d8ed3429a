// The members of a group as training modes and checkpoint schemes see them, and what changes cost.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "sim/engine/fleet.hpp"
#include "sim/engine/platform.hpp"

namespace spotgrid::engine {

class Members {
 public:
  Members(const World& world, const Fleet& fleet, const TrainingMode& mode,
          const CheckpointScheme& scheme);

  TrainingCluster cluster(const std::vector<NodeId>& workers,
                          const std::vector<NodeId>& servers) const;
  // A full gang of one offer, for policies; Work per second, 0 where the type cannot train. The
  // saves that are planned slow it: a deadline policy that left them out would miss.
  double rate_of(Offer offer, const NextSave& next) const;
  // What a scheme sees; `cluster` must outlive it.
  SaveContext context(const TrainingCluster& cluster) const;
  Bytes state_size() const;
  // Closed-form lengths on a full gang of the first pool that can train.
  Seconds quiet_save() const { return quiet_save_; }
  Seconds quiet_restore() const { return quiet_restore_; }
  // Upper bound of one whole change to a new gang: detection to restore. Laws without a bound
  // count with their 99.9 % quantile, and the change is not bounded.
  Seconds change_bound() const { return change_bound_; }
  bool change_is_bounded() const { return bounded_; }

 private:
  Member member(PoolId pool, NodeId id, bool server) const;
  TrainingCluster full_gang(PoolId pool) const;
  TrainingCluster network() const;
  void bound_the_change();

  const World& world_;
  const Fleet& fleet_;
  const TrainingMode& mode_;
  TrainingTraits traits_;
  Zones zones_;
  std::vector<double> rates_;     // by pool, Work per second without saves
  std::vector<Seconds> lengths_;  // by pool, of an iteration; 0 in continuous modes
  Seconds quiet_save_{0}, quiet_restore_{0}, change_bound_{0};
  bool bounded_ = true;
};

}  // namespace spotgrid::engine
