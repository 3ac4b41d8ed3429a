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
  Bandwidth pcie = formulas::spotdnn::pcie_of_the_paper;
  formulas::spotdnn::Form form = formulas::spotdnn::Form::paper;
  formulas::spotdnn::Rounding rounding = formulas::spotdnn::Rounding::none;
  formulas::spotdnn::Counting counting = formulas::spotdnn::Counting::all;

  void describe(Fields& fields);
};

// The window of spotDNN, then all its workers of one type.
std::function<formulas::spotdnn::Search(const formulas::spotdnn::Model&,
                                        const formulas::spotdnn::Market&,
                                        const formulas::spotdnn::Objective&)>
homogeneous_search(formulas::spotdnn::Extreme which);

class PlannedFleet {
 public:
  using Search = std::function<formulas::spotdnn::Search(const formulas::spotdnn::Model&,
                                                         const formulas::spotdnn::Market&,
                                                         const formulas::spotdnn::Objective&)>;
  PlannedFleet(PlannedFleetOptions options, MarketSide side, Search search)
      : options_(options), side_(side), search_(std::move(search)) {}

  // `optimism` as in Objective.
  FleetPlan plan(const FleetView& view, double optimism = 0);

 private:
  bool must_plan(const FleetView& view) const;
  formulas::spotdnn::Market market_of(const FleetView& view) const;

  PlannedFleetOptions options_;
  MarketSide side_;
  Search search_;
  std::vector<Want> wanted_;        // by offer of that side
  std::vector<std::int64_t> held_;  // of these, when last asked
};

}  // namespace spotgrid
