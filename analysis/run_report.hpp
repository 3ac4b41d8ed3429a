// One run for a person: what was asked, what it came to, where time and money went.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sim/base/quantities.hpp"
#include "sim/domain/result.hpp"

namespace spotgrid::analysis {

// The same job on demand, with what its price stands on.
struct OnDemandRun {
  RunResult result;
  std::string offer;       // "8 nodes of p3.2xlarge in us-west-2a (us-west-2)"
  Price price;             // of one node
  std::string price_from;  // "list price of 2023-01-30, no discount"
};

// A run and what must stand beside its figures.
struct RunReport {
  std::string subject;  // "bert-large, all_reduce on 8 nodes, cheapest_spot"
  std::string unit;     // of progress: "sequences"; empty: seconds of work
  RunResult result;     // with the warnings and assumptions of the scenario
  std::optional<OnDemandRun> on_demand;
  std::string no_on_demand;  // why there is none
  std::string market;        // start, reach of the data, who is reclaimed
  bool one_zone = false;     // placement keeps the nodes in one zone
  std::vector<std::string> not_modelled;
  std::int64_t seed = 1;
  std::string repeat;  // the command that gives the same again
};

// The whole report, at most 100 columns wide, ends with a newline.
std::string run_text(const RunReport& report);

// The tables in its middle: phases of the job beside states of the nodes, then the lines of the
// bill.
std::string breakdown_text(const RunReport& report);

// True for the outcomes in which the job reached its target.
bool reached_target(Outcome outcome);

}  // namespace spotgrid::analysis
