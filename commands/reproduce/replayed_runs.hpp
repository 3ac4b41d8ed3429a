// The jobs of spotDNN in recorded markets: each policy from the same instants.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "commands/reproduce/spotdnn_clusters.hpp"
#include "sim/domain/result.hpp"

namespace spotgrid::commands::reproduction {

// spotDNN first: the others are compared with it.
inline constexpr std::array<std::string_view, 7> replayed_policies = {
    "spotdnn",          "srifty_plus",      "cm_dare_plus", "on_demand_plan",
    "homogeneous_fast", "homogeneous_slow", "optimus"};

// A market, by the file of its scenario, and an objective of the paper.
struct ReplayedCase {
  std::string_view market, scenario;
  double loss = 0;
  double objective_s = 0;
};
std::span<const ReplayedCase> replayed_cases();

struct ReplayedRun {
  double start_s = 0;   // in the traces
  double finish_s = 0;  // of a job that ended at its loss
  double cost_usd = 0;  // with the server and the start-up
  Outcome outcome = Outcome::not_finished;
  std::int64_t lost = 0, loss_events = 0;  // nodes, and instants at which some were lost
  std::int64_t asked_again = 0;  // instants after the first at which workers are asked for

  bool finished() const {
    return outcome == Outcome::finished || outcome == Outcome::finished_late;
  }
};

struct PolicyRuns {
  std::string_view policy;
  std::vector<ReplayedRun> runs;  // by start
};

struct Replayed {
  ReplayedCase which;
  double start_up_s = 0;  // which the paper's times leave out
  double span_h = 0, horizon_h = 0;
  std::vector<std::string> traced;      // instance types with counts over time
  std::vector<std::int64_t> to_be_had;  // of them all, at how many starts
  std::vector<PolicyRuns> policies;

  // Start-up aside, as the paper counts.
  bool in_time(const ReplayedRun& run) const {
    return run.finished() && run.finish_s <= which.objective_s + start_up_s;
  }
};

// Random numbers of the market are shared by the policies of a start.
Replayed replay(const ReplayedCase& which, const std::string& folder, std::size_t starts,
                const Switches& switches);

}  // namespace spotgrid::commands::reproduction
