// What the runs of recorded markets come to, and whether the ranking that spotDNN published holds.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "analysis/mean_interval.hpp"
#include "commands/reproduce/replayed_runs.hpp"

namespace spotgrid::commands::reproduction {

// What the paper has of a policy; of other jobs (Fig. 8) no numbers.
struct PrintedResult {
  bool in_time = true, dearer = false;  // than spotDNN
  std::optional<double> time_s, cost_usd;
};
std::optional<PrintedResult> printed_result(std::string_view policy, const ReplayedCase& which);

struct PolicyFigures {
  std::string_view policy;
  std::int64_t starts = 0, in_time = 0, from_request = 0, finished = 0;
  double finish_s = 0;                        // mean of those that finished; 0: none did
  analysis::MeanInterval cost_usd, more_usd;  // of all; than spotDNN from the same start
  double total_usd = 0;
  std::int64_t lost = 0, loss_events = 0, asked_again = 0;
  std::optional<PrintedResult> printed;

  // All runs paid for, divided among those in time; nothing: none was.
  std::optional<double> cost_of_one_in_time() const;
  // So nearly always that a user could rely on it.
  bool keeps_time() const { return 20 * in_time >= 19 * starts; }
};
std::vector<PolicyFigures> figures_of(const Replayed& replayed);

// Whether who was in time in print is and who was late is, and whether, of those in time in print,
// who was dearer than spotDNN is and who was not is not. Open where an interval cannot tell.
struct Ranking {
  enum class Survives : std::uint8_t { yes, no, open } survives = Survives::yes;
  std::string text;  // "yes, because ..."
};
Ranking ranking_of(const std::vector<PolicyFigures>& figures);

}  // namespace spotgrid::commands::reproduction
