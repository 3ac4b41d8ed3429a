// What a budget buys by DeepVM's planner: one type on spot, with an anchor or with remotes.
// SPDX-License-Identifier: Apache-2.0
#include "models/formulas/deepvm.hpp"

#include <map>

#include <fmt/format.h>

#include "models/formulas/pool_choice.hpp"
#include "sim/base/unit_text.hpp"

namespace spotgrid::provisioning {
namespace {

using namespace formulas::deepvm;

struct ScalingOptions {
  double flops = 0;
  Scaling law;

  void describe(Fields& fields) {
    fields("flops", flops, "speed of one node, in any unit that all types share", required,
           above(0.0));
    fields("a", law.a, "of S(n) = c / (1 + exp(-a (n - b))): steepness", required, above(0.0));
    fields("b", law.b, "nodes at the inflection of S(n); beyond it they lose against the tangent",
           required);
    fields("c", law.c, "speed-up that S(n) never reaches", required, above(0.0));
  }
};

struct RemoteOptions {
  RemoteType type;

  void describe(Fields& fields) {
    fields("name", type.name, "instance type of checkpoint nodes", required);
    fields("on_demand", type.on_demand, "price of one", required, between(Price{}, highest_price));
    fields("network", type.network, "bandwidth of one", required, above(0.0));
  }
};

struct SaturationOptions {
  Saturation entry;

  void describe(Fields& fields) {
    fields("bandwidth", entry.bandwidth, "of the narrower of trainer and remote", required,
           above(0.0));
    fields("trainers", entry.trainers, "a remote takes the saves of fewer than so many", required,
           at_least(1.0));
  }
};

struct DeepVmOptions {
  Price budget;
  Policy plan = Policy::deepvm;
  std::map<std::string, ScalingOptions> trainers;
  std::vector<RemoteOptions> remotes;
  std::vector<SaturationOptions> saturation;
  std::optional<Price> max_price;

  void describe(Fields& fields) {
    fields("budget", budget,
           "what all nodes may cost at the prices of the moment of planning, remotes with them",
           required, above(Price{}, highest_price));
    fields("plan", plan,
           "deepvm: the most work a dollar times nodes, of both architectures; no_scaling: the "
           "same as if nodes lost nothing; cost_first: the most nodes; performance_first: the "
           "fastest type");
    fields("trainers", trainers, "how instance types scale; others are not rented", required);
    fields(
        "remotes", remotes,
        "checkpoint nodes on demand that a plan may reckon with. They are not rented: their price "
        "is in the budget, not in the cost of the run. None: one node of the gang is on demand");
    fields("saturation", saturation,
           "trainers of one remote, by bandwidth; between two entries the lower one counts");
    describe_max_price(fields, max_price);
    if (fields.reading() && !remotes.empty() && saturation.empty())
      fields.problem("saturation", "says nothing of the trainers that a remote takes",
                     "list bandwidths with trainers, or leave remotes out");
  }
};

class DeepVm final : public ProvisioningPolicy {
 public:
  using Options = DeepVmOptions;
  explicit DeepVm(Options options) : options_(std::move(options)) {}

  FleetPlan plan(const FleetView& view) override {
    FleetPlan plan;
    plan.max_price = options_.max_price;
    if (view.now == Instant{})
      plan.give_up = hopeless(view);
    if (!plan.give_up && holds_nothing(view))
      plan_again(view);
    ask_for_wanted(view, plan);
    return plan;
  }

  // An anchor is on demand; with remotes all are on spot.
  NodesBySide needs(std::int64_t, std::int64_t least) const override {
    return {std::max<std::int64_t>(least - 1, 0), 0};
  }

 private:
  static bool holds_nothing(const FleetView& view) {
    return std::all_of(view.offers.begin(), view.offers.end(),
                       [](const OfferView& one) { return one.held == 0; });
  }

  // The types that could be rented, and their offers on spot.
  struct Choices {
    Catalogue all;
    std::vector<const OfferView*> spot;  // by trainer type
  };
  enum class Counting : std::uint8_t { what_is_there, all };

  // The best plan that the gang can train with.
  std::optional<Plan> best_of(const FleetView& view, const Catalogue& all) const {
    const std::vector<Plan> best = plans_within(all, options_.plan, options_.budget);
    if (best.empty() || (!view.job.partial && best.front().trainers != view.job.nodes))
      return std::nullopt;
    return best.front();
  }

  // Why not even a market without limits has a plan; nothing: it has.
  std::optional<std::string> hopeless(const FleetView& view) const {
    const Catalogue all = choices(view, Counting::all).all;
    if (all.trainers.empty())
      return "no pool has one of the trainers of deepvm on spot at the max price or below";
    if (best_of(view, all))
      return std::nullopt;
    const std::vector<Plan> best = plans_within(all, options_.plan, options_.budget);
    if (best.empty())
      return fmt::format("a budget of {} buys no gang at the prices of the start",
                         to_text(options_.budget));
    return fmt::format("the budget buys {}, and the gang is rigid with {} nodes",
                       text_of(all, best.front()), view.job.nodes);
  }

  // Nodes more than are held can be had of the offer, as far as is seen.
  static std::int64_t free_of(const FleetView& view, const OfferView& one, std::int64_t most) {
    return one.cooling ? 0 : nodes_within(view.quotas, one.offer, one.free.value_or(most));
  }

  // What cannot be had now is not asked for: it would be refused over and over.
  void ask_for_wanted(const FleetView& view, FleetPlan& plan) const {
    for (const Want& want : wanted_) {
      const OfferView& one = view.at(want.offer);
      const std::int64_t missing = std::max<std::int64_t>(want.count - one.held, 0);
      const std::int64_t can =
          affordable(view, one, options_.max_price) ? free_of(view, one, missing) : 0;
      const std::int64_t short_of = std::max<std::int64_t>(missing - can, 0);
      plan.wanted.push_back({want.offer, want.count - short_of});
      plan.unplaced += short_of;
    }
    if (wanted_.empty())
      plan.unplaced = view.job.nodes;
  }

  // With what can be had now; where that is no gang it waits.
  void plan_again(const FleetView& view) {
    wanted_.clear();
    const Choices now = choices(view, Counting::what_is_there);
    const std::optional<Plan> chosen = best_of(view, now.all);
    if (!chosen)
      return;
    const PoolId pool = now.spot[chosen->trainer]->offer.pool;
    wanted_.push_back({{pool, MarketSide::spot}, chosen->spot()});
    if (chosen->anchors() > 0)
      wanted_.push_back({{pool, MarketSide::on_demand}, chosen->anchors()});
  }

  Choices choices(const FleetView& view, Counting counting) const {
    Choices found;
    for (const OfferView& one : view.offers) {
      const auto scaling = options_.trainers.find(std::string(one.instance));
      if (one.offer.side != MarketSide::spot || scaling == options_.trainers.end() ||
          !affordable(view, one, options_.max_price))
        continue;
      found.spot.push_back(&one);
      found.all.trainers.push_back(trainer_of(view, one, scaling->second));
      if (counting == Counting::what_is_there)
        found.all.trainers.back().most_spot = free_of(view, one, view.job.nodes);
    }
    for (const RemoteOptions& remote : options_.remotes)
      found.all.remotes.push_back(remote.type);
    for (const SaturationOptions& row : options_.saturation)
      found.all.saturation.push_back(row.entry);
    found.all.most_trainers = found.all.most_remotes = found.all.most_anchored = view.job.nodes;
    return found;
  }

  static TrainerType trainer_of(const FleetView& view, const OfferView& one,
                                const ScalingOptions& scaling) {
    const Nic& nic = one.type->network;
    return {std::string(one.instance),
            view.at({one.offer.pool, MarketSide::on_demand}).price,
            one.price,
            nic.burst.value_or(nic.baseline),  // as the paper reckons
            scaling.flops,
            scaling.law};
  }

  Options options_;
  std::vector<Want> wanted_;
};

}  // namespace

Entry<ProvisioningPolicy> deepvm() {
  return entry<ProvisioningPolicy, DeepVm>(
      "what a budget per hour buys: one type on spot, with one node on demand or with checkpoint "
      "nodes beside it",
      "DeepVM, CCGrid 2024 (arXiv 2403.05861), and its released program");
}

}  // namespace spotgrid::provisioning
