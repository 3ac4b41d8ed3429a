// Four workers that keep copies themselves, for tests of the schemes that do so.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include <gtest/gtest.h>

#include "sim/domain/checkpointing.hpp"
#include "sim/domain/quiet_graph.hpp"
#include "tests/support/plug_in.hpp"
#include "tests/support/small_cluster.hpp"

namespace spotgrid {

// NICs of 1.25 GB/s, paths of 10 GB/s inside, a state of 4 GB, no latency: a part is 1 GB and takes
// 0.1 s inside a node, 0.8 s over a NIC.
struct MemberCopiesCase {
  std::unique_ptr<CheckpointScheme> scheme;
  InstanceType type{.memory_copy = {Bandwidth::of(10e9), ""}};
  TrainingCluster cluster;
  SaveContext context;

  MemberCopiesCase(const char* name, const std::string& options, std::uint32_t workers = 4)
      : scheme(plug_in(schemes::catalogue(), name, options)),
        cluster(SmallCluster{.workers = workers, .latency = Seconds{0}}.cluster()) {
    for (Member& worker : cluster.workers)
      worker.type = &type;
    context.cluster = &cluster;
    context.state = StateLayout::sharded;
    context.state_size = megabytes(1000.0 * workers);
    context.depth = scheme->traits().tiers;
  }
  MemberCopiesCase(const MemberCopiesCase&) = delete;
  MemberCopiesCase& operator=(const MemberCopiesCase&) = delete;

  SavePlan plan(std::int64_t depth) const {
    SaveContext at = context;
    at.depth = depth;
    return scheme->save(at);
  }
  // When a stage reaches a milestone, from its own begin.
  double reaches(std::int64_t depth, std::size_t stage, Milestone milestone) const {
    const SavePlan all = plan(depth);
    const ActivityGraph& graph = all.stages.at(stage).graph;
    const auto ends = quiet_ends(graph, context, scheme->traits());
    return quiet_milestone(graph, ends, milestone).value().count();
  }
  // How long a restore takes once the node of the first rank is lost: the others play the first
  // roles, a new one the last.
  double restore_without_the_first(std::size_t stage) const {
    const TierCopy saved = plan(context.depth).stages.at(stage).copy;
    HeldCopy copy{saved.tier, saved.groups, 0};
    for (HolderGroup& group : copy.groups) {
      std::erase(group.holders, Role{0});
      for (Role& holder : group.holders)
        holder = Role{number(holder) - 1};
    }
    return length_of_restore(copy);
  }
  double restore_of_all(std::size_t stage) const {
    const TierCopy saved = plan(context.depth).stages.at(stage).copy;
    return length_of_restore({saved.tier, saved.groups, 0});
  }

 private:
  double length_of_restore(const HeldCopy& copy) const {
    const ActivityGraph graph = scheme->restore(context, copy);
    const auto ends = quiet_ends(graph, context, scheme->traits());
    return quiet_milestone(graph, ends, Milestone::restored).value().count();
  }
};

inline const std::string flushed_storage = R"("storage": {"write": "200 MB/s", "fsync": "2 s"})";

}  // namespace spotgrid
