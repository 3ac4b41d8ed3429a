// What a scheme and a schedule do unless they say otherwise.
// SPDX-License-Identifier: Apache-2.0
#include "sim/domain/checkpointing.hpp"

#include <algorithm>
#include <utility>

#include "sim/domain/quiet_graph.hpp"

namespace spotgrid {

SavePlan to_storage(ActivityGraph graph, Carrier carrier) {
  SavePlan plan;
  plan.stages.push_back({std::move(graph), {}, carrier});
  return plan;
}

QuietSave CheckpointScheme::quiet_save(const SaveContext& context) const {
  const SchemeTraits all = traits();
  SaveContext full = context;
  full.depth = all.tiers;
  full.deltas = 0;
  const SavePlan plan = save(full);
  QuietSave quiet;
  Seconds begin{0};
  for (const SaveStage& stage : plan.stages) {
    const std::vector<Seconds> ends = quiet_ends(stage.graph, context, all);
    const Seconds committed =
        begin + quiet_milestone(stage.graph, ends, Milestone::committed).value_or(Seconds{0});
    const auto goes_on = quiet_milestone(stage.graph, ends, Milestone::training_goes_on);
    if (goes_on && all.stall != Stall::never)  // may stand still for several stages
      quiet.stall = begin + *goes_on;
    if (&stage == plan.stages.data())
      quiet.latency = committed;
    quiet.durable = committed;
    if (!ends.empty())
      begin += *std::max_element(ends.begin(), ends.end());
  }
  return quiet;
}

namespace {
// All holders of the last tier live, as members of the cluster.
HeldCopy whole_copy(const SavePlan& plan) {
  const TierCopy& last = plan.stages.back().copy;
  return {last.tier, last.groups, 0};
}
}  // namespace

Seconds CheckpointScheme::quiet_restore(const SaveContext& context) const {
  const SchemeTraits all = traits();
  SaveContext full = context;
  full.depth = all.tiers;
  const SavePlan plan = save(full);
  if (plan.stages.empty())
    return Seconds{0};
  const ActivityGraph graph = restore(context, whole_copy(plan));
  const std::vector<Seconds> ends = quiet_ends(graph, context, all);
  return quiet_milestone(graph, ends, Milestone::restored).value_or(Seconds{0});
}

bool CheckpointSchedule::on_notice(const ScheduleView&, Seconds) {
  return false;
}

}  // namespace spotgrid
