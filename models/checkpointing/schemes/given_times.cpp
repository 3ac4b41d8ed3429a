// Saves and restores of given lengths at one or more levels, on no resource: measured systems, and
// the closed forms of the literature.
// SPDX-License-Identifier: Apache-2.0
#include <string>
#include <utility>
#include <vector>

#include "models/checkpointing/holders.hpp"
#include "sim/base/bounds.hpp"

namespace spotgrid::schemes {
namespace {

struct Level {
  Seconds stall{0};
  std::optional<Seconds> latency;
  Seconds restore{0};
  std::int64_t survives = 0;

  void describe(Fields& fields) {
    fields("stall", stall, "training stands still for so long", required, at_least(0s));
    fields("latency", latency, "from the begin of the level's part until it is committed",
           at_least(0s));
    fields("restore", restore, "until all members have it again", at_least(0s));
    fields("survives", survives,
           "losses of members at a time that its copies survive; without: any, as storage does",
           at_least(0.0));
    if (fields.reading() && latency && *latency < stall)
      fields.problem("latency", "a copy is committed before training goes on",
                     "make it as long as the stall, or leave it out");
  }
  Seconds committed() const { return latency.value_or(stall); }
};

class GivenTimes final : public CheckpointScheme {
 public:
  struct Options {
    std::vector<Level> levels;
    std::int64_t last_every = 1;

    void describe(Fields& fields) {
      fields("levels", levels, "one after the other, what survives most last", required);
      fields("last_every", last_every,
             "saves of which one goes to the last level, unless a schedule says otherwise",
             at_least(1.0));
      if (fields.reading() && levels.empty())
        fields.problem("levels", "a save has at least one level, found none",
                       R"(add one, such as {"stall": "10 s"})");
    }
  };
  explicit GivenTimes(Options options) : options_(std::move(options)) {}

  SchemeTraits traits() const override {
    SchemeTraits traits;
    traits.tiers = static_cast<std::int64_t>(options_.levels.size());
    traits.deepest_every = options_.last_every;
    return traits;
  }

  SavePlan save(const SaveContext& context) const override {
    SavePlan plan;
    const auto depth = static_cast<std::size_t>(context.depth);
    for (std::size_t i = 0; i < depth; ++i) {
      const Level& level = options_.levels[i];
      ActivityGraph graph;
      const ActivityIndex stalled = at_all(graph, context, level.stall, {});
      if (i + 1 == depth)  // training stands still for all levels
        graph.mark(stalled, Milestone::training_goes_on);
      const ActivityIndex written =
          at_all(graph, context, level.committed() - level.stall, {stalled});
      const ActivityIndex committed = graph.barrier({written});
      graph.mark(written, Milestone::written);
      graph.mark(committed, Milestone::committed);
      if (i + 1 == options_.levels.size())
        graph.mark(graph.barrier({committed}), Milestone::durable);
      plan.stages.push_back({std::move(graph), copy_at(level, context)});
    }
    return plan;
  }

  ActivityGraph restore(const SaveContext&, const HeldCopy& copy) const override {
    ActivityGraph graph;
    const Level* level = &options_.levels.back();
    for (const Level& one : options_.levels)
      if (tier_of(one) == copy.tier)
        level = &one;
    graph.mark(graph.delay(level->restore), Milestone::restored);
    return graph;
  }

 private:
  // All members take part, so that the loss of one breaks it.
  static ActivityIndex at_all(ActivityGraph& graph, const SaveContext& context, Seconds length,
                              const std::vector<ActivityIndex>& after) {
    std::vector<ActivityIndex> all;
    for (const Member& member : Holders(context).all())
      all.push_back(graph.compute_beside(member.role, length, 1, after));
    return graph.barrier(std::move(all));
  }
  static Tier tier_of(const Level& level) {
    return level.survives == 0 ? Tier::shared_storage : Tier::peer_memory;
  }
  // One set of all members, of which so many may be lost.
  static TierCopy copy_at(const Level& level, const SaveContext& context) {
    TierCopy copy{tier_of(level), {}, true};
    if (level.survives == 0)
      return copy;
    const Holders holders(context);
    HolderGroup all;
    for (const Member& member : holders.all())
      all.holders.push_back(member.role);
    const auto lost = std::min(static_cast<std::size_t>(level.survives), all.holders.size() - 1);
    all.needs = all.holders.size() - lost;
    copy.groups.push_back(std::move(all));
    return copy;
  }

  Options options_;
};

}  // namespace

Entry<CheckpointScheme> given_times() {
  return entry<CheckpointScheme, GivenTimes>(
      "saves and restores of given lengths, at one or more levels, that use no network",
      "Vaidya, IEEE TC 1997; Benoit et al., IEEE TC 2017, for the levels; spotgrid");
}

}  // namespace spotgrid::schemes
