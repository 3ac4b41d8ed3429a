// What the policies of spotDNN's evaluation have in common: they hold a plan until workers are
// lost, noticed or refused, and then plan again for what is left of the loss and of the time.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

#include "models/formulas/pool_choice.hpp"
#include "models/formulas/spotdnn_search.hpp"
#include "models/formulas/spotdnn_workload.hpp"

namespace spotgrid {

struct PlannedFleetOptions {
  std::int64_t quota = 10;
  Seconds takeover{30};
  std::optional<Bandwidth> pcie;
  formulas::spotdnn::Form form = formulas::spotdnn::Form::paper;
  formulas::spotdnn::Rounding rounding = formulas::spotdnn::Rounding::none;
  formulas::spotdnn::Counting counting = formulas::spotdnn::Counting::all;

  void describe(Fields& fields);
};

using PlanSearch = std::function<formulas::spotdnn::Search(const formulas::spotdnn::Model&,
                                                           const formulas::spotdnn::Market&,
                                                           const formulas::spotdnn::Objective&)>;

// The window of spotDNN, then all its workers of one type.
PlanSearch homogeneous_search(formulas::spotdnn::Extreme which);

// On nodes of one side of the market. Where nothing is fast enough at the start it gives up; later
// it goes on with the cheapest plan of those that are there.
class PlannedFleet : public ProvisioningPolicy {
 public:
  // `optimism` as in Objective.
  PlannedFleet(PlannedFleetOptions options, MarketSide side, PlanSearch search, double optimism = 0)
      : options_(options), side_(side), search_(std::move(search)), optimism_(optimism) {}

  FleetPlan plan(const FleetView& view) final;
  bool needs_deadline() const final { return true; }
  bool needs_loss() const final { return true; }

  // The offers that it plans with, in the order of the counts of a plan.
  std::vector<const OfferView*> offers(const FleetView& view) const;
  // What its search finds for the job of the view, whatever is held to. The job has a loss, a
  // workload that lacks nothing for the model, and a deadline.
  formulas::spotdnn::Search search(const FleetView& view) const;

 private:
  std::string hopeless(const FleetView& view) const;
  bool must_plan(const FleetView& view) const;
  void plan_again(const FleetView& view);
  formulas::spotdnn::Market market_of(const FleetView& view) const;
  formulas::spotdnn::Search search_in(const FleetView& view,
                                      const formulas::spotdnn::Market& market, Seconds time) const;

  PlannedFleetOptions options_;
  MarketSide side_;
  PlanSearch search_;
  double optimism_;
  std::vector<Want> wanted_;        // by offer of that side
  std::vector<std::int64_t> held_;  // of these, when last asked
  bool late_ = true;                // the plan does not meet the objective, or there is none yet
  bool idle_ = false;               // for want of any instance
};

}  // namespace spotgrid
