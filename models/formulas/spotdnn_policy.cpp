// Views to searches, and what they find to plans.
// SPDX-License-Identifier: Apache-2.0
#include "models/formulas/spotdnn_policy.hpp"

#include <fmt/format.h>

namespace spotgrid {

void PlannedFleetOptions::describe(Fields& fields) {
  fields("quota", quota, "instances of one pool at most", between(1.0, 4096.0));
  fields("takeover", takeover, "time without the lost workers that a new plan reckons with (T_ohd)",
         at_least(0s));
  fields("pcie", pcie,
         "bandwidth between the GPUs and the memory of a worker (B_pcie); without it, that of the "
         "training mode, or 10 GB/s",
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

std::vector<const OfferView*> PlannedFleet::offers(const FleetView& view) const {
  std::vector<const OfferView*> all;
  for (const OfferView& one : view.offers)
    if (one.offer.side == side_)
      all.push_back(&one);
  return all;
}

namespace {

std::vector<std::int64_t> held_in(const std::vector<const OfferView*>& offers) {
  std::vector<std::int64_t> held;
  held.reserve(offers.size());
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
  const auto all = offers(view);
  for (std::size_t i = 0; i < all.size(); ++i) {
    const bool refused = all[i]->cooling || all[i]->free == 0;
    if (all[i]->held < held_[i] || (refused && all[i]->held < wanted_[i].count))
      return true;
  }
  return false;
}

formulas::spotdnn::Market PlannedFleet::market_of(const FleetView& view) const {
  formulas::spotdnn::Market market;
  for (const OfferView* one : offers(view)) {
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

formulas::spotdnn::Search PlannedFleet::search_in(const FleetView& view,
                                                  const formulas::spotdnn::Market& market,
                                                  Seconds time) const {
  const LossView& job = *view.job.loss;
  formulas::spotdnn::Model model = formulas::spotdnn::model_of(job, options_.pcie);
  model.form = options_.form;
  model.rounding = options_.rounding;
  formulas::spotdnn::Objective objective{job.objective, time, job.now};
  objective.takeover = job.now ? options_.takeover : Seconds{0};
  objective.optimism = optimism_;
  objective.counting = options_.counting;
  return search_(model, market, objective);
}

formulas::spotdnn::Search PlannedFleet::search(const FleetView& view) const {
  return search_in(view, market_of(view), *view.job.deadline - view.now);
}

// Why it cannot plan at all; empty: it can.
std::string PlannedFleet::hopeless(const FleetView& view) const {
  const std::string_view missing = formulas::spotdnn::missing_in(*view.job.loss->workload);
  if (!missing.empty())
    return fmt::format("the workload has no {}, which this policy plans with", missing);
  if (view.now != Instant{} || search(view).outlook)
    return "";
  formulas::spotdnn::Market all = market_of(view);  // were all instances there
  all.quota.assign(all.types.size(), options_.quota);
  const formulas::spotdnn::Search ever = search_in(view, all, *view.job.deadline - view.now);
  return ever.outlook ? "" : "no plan meets the loss in time: " + ever.reason;
}

void PlannedFleet::plan_again(const FleetView& view) {
  const formulas::spotdnn::Market market = market_of(view);
  formulas::spotdnn::Search found = search_in(view, market, *view.job.deadline - view.now);
  late_ = !found.outlook;
  if (late_)  // but not never, and as cheap as can be
    found = search_in(view, market, Seconds{std::numeric_limits<double>::infinity()});
  const auto all = offers(view);
  wanted_.assign(all.size(), {});
  for (std::size_t i = 0; i < all.size(); ++i) {
    const std::int64_t added = found.outlook ? found.added[i] : 0;
    const std::int64_t had = std::min(added, all[i]->free.value_or(added));
    late_ = late_ || had < added;  // a search that ignores quotas asks for what there is
    wanted_[i] = {all[i]->offer, market.existing[i] + had};
  }
  idle_ = !found.outlook && std::all_of(market.existing.begin(), market.existing.end(),
                                        [](std::int64_t count) { return count == 0; });
}

FleetPlan PlannedFleet::plan(const FleetView& view) {
  FleetPlan plan;
  if (const std::string reason = hopeless(view); !reason.empty()) {
    plan.give_up = reason;
    return plan;
  }
  if (must_plan(view))
    plan_again(view);
  held_ = held_in(offers(view));
  plan.wanted = wanted_;
  if (idle_)
    plan.unplaced = view.job.nodes;
  return plan;
}

}  // namespace spotgrid
