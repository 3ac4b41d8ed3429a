// Views to searches, and what they find to plans.
// SPDX-License-Identifier: Apache-2.0
#include "models/formulas/spotdnn_policy.hpp"

#include <fmt/format.h>

namespace spotgrid {

void PlannedFleetOptions::describe(Fields& fields) {
  fields("quota", quota, "instances of one pool at most", between(1.0, 4096.0));
  fields("takeover", takeover, "time without the lost workers that a new plan reckons with (T_ohd)",
         at_least(0s));
  fields("pcie", pcie, "bandwidth between the GPUs and the memory of a worker (B_pcie)",
         above(0.0));
  fields("form", form, "equations and search as the paper prints them, or as its program has them");
  fields("rounding", rounding, "released: as its program rounds batches and iterations");
  fields("counting", counting,
         "all: the bounds of the search are of all workers and the whole job; added: of the new "
         "workers and what is left. The paper leaves it open");
}

PlanSearch homogeneous_search(formulas::spotdnn::Extreme which) {
  return [which](const formulas::spotdnn::Model& model, const formulas::spotdnn::Market& market,
                 const formulas::spotdnn::Objective& objective) {
    formulas::spotdnn::Search found = sliding_window(model, market, objective);
    if (!found.outlook)
      return found;
    const formulas::spotdnn::Counts all =
        homogeneous(model, market, with_existing(market, found.added), which);
    for (std::size_t i = 0; i < all.size(); ++i)
      found.added[i] = std::max<std::int64_t>(0, all[i] - existing(market, i));
    found.outlook =
        outlook(model, cluster_of(model, market.types, all), objective.loss, objective.loss_now);
    return found;
  };
}

namespace {

std::vector<const OfferView*> offers_of(const FleetView& view, MarketSide side) {
  std::vector<const OfferView*> all;
  for (const OfferView& one : view.offers)
    if (one.offer.side == side)
      all.push_back(&one);
  return all;
}

std::vector<std::int64_t> held_in(const std::vector<const OfferView*>& offers) {
  std::vector<std::int64_t> held;
  for (const OfferView* one : offers)
    held.push_back(one->held);
  return held;
}

}  // namespace

// A worker less than before, or one that is wanted and cannot be had; and where the last plan was
// late, whenever it is asked.
bool PlannedFleet::must_plan(const FleetView& view) const {
  if (late_)
    return true;
  const auto offers = offers_of(view, side_);
  for (std::size_t i = 0; i < offers.size(); ++i) {
    const bool refused = offers[i]->cooling || offers[i]->free == 0;
    if (offers[i]->held < held_[i] || (refused && offers[i]->held < wanted_[i].count))
      return true;
  }
  return false;
}

formulas::spotdnn::Market PlannedFleet::market_of(const FleetView& view) const {
  formulas::spotdnn::Market market;
  for (const OfferView* one : offers_of(view, side_)) {
    const auto type = formulas::spotdnn::worker_of(*view.job.loss->workload, *one->type, one->price,
                                                   view.job.loss->batch_per_gpu);
    market.types.push_back(*type);  // it has a rate, so its speed is known
    const std::int64_t free =
        one->cooling || !affordable(view, *one, {}) ? 0 : one->free.value_or(options_.quota);
    market.quota.push_back(std::clamp<std::int64_t>(options_.quota - one->held, 0, free));
    market.existing.push_back(one->held);
  }
  return market;
}

formulas::spotdnn::Search PlannedFleet::search(const FleetView& view,
                                               const formulas::spotdnn::Market& market,
                                               Seconds time) const {
  const LossView& loss = *view.job.loss;
  formulas::spotdnn::Model model =
      formulas::spotdnn::model_of(*loss.workload, loss.servers, options_.pcie);
  model.form = options_.form;
  model.rounding = options_.rounding;
  formulas::spotdnn::Objective objective{loss.objective, time, loss.now};
  objective.takeover = loss.now ? options_.takeover : Seconds{0};
  objective.optimism = optimism_;
  objective.counting = options_.counting;
  return search_(model, market, objective);
}

FleetPlan PlannedFleet::plan(const FleetView& view) {
  const auto offers = offers_of(view, side_);
  FleetPlan plan;
  if (must_plan(view)) {
    const formulas::spotdnn::Market market = market_of(view);
    const Seconds left = *view.job.deadline - view.now;
    formulas::spotdnn::Search found = search(view, market, left);
    if (!found.outlook && view.now == Instant{}) {
      formulas::spotdnn::Market all = market;  // were all instances there
      all.quota.assign(all.types.size(), options_.quota);
      const formulas::spotdnn::Search ever = search(view, all, left);
      if (!ever.outlook) {
        plan.give_up = "no plan meets the loss in time: " + ever.reason;
        return plan;
      }
    }
    late_ = !found.outlook;
    if (late_)  // but not never, and as cheap as can be
      found = search(view, market, Seconds{std::numeric_limits<double>::infinity()});
    wanted_.assign(offers.size(), {});
    for (std::size_t i = 0; i < offers.size(); ++i) {
      const std::int64_t added = found.outlook ? found.added[i] : 0;
      const std::int64_t had = std::min(added, offers[i]->free.value_or(added));
      late_ = late_ || had < added;  // a search that ignores quotas asks for what there is
      wanted_[i] = {offers[i]->offer, market.existing[i] + had};
    }
    idle_ = !found.outlook && std::all_of(market.existing.begin(), market.existing.end(),
                                          [](std::int64_t count) { return count == 0; });
  }
  held_ = held_in(offers);
  plan.wanted = wanted_;
  if (idle_)
    plan.unplaced = view.job.nodes;
  return plan;
}

}  // namespace spotgrid
