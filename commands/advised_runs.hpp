// One job under several checkpoint schemes and periods, from the same instants of its market.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "commands/simulations.hpp"
#include "scenarios/assemble.hpp"
#include "scenarios/load.hpp"
#include "sim/quiet_times.hpp"

namespace spotgrid::commands {

// A scheme with those of the scenario's options that it has, too, or why it cannot be had so.
struct AdvisedScheme {
  std::string name;
  std::string options;  // JSON, as `checkpointing.scheme` has it
  bool own = false;     // the scenario's
  std::string why_not;  // empty: it can be had
  QuietTimes quiet;     // of those that can be had
};

// What one run came to. Times in seconds.
struct AdvisedRun {
  bool finished = false;
  double finish_s = 0, cost_usd = 0;
  double stall_s = 0, contention_s = 0, redo_s = 0, restore_s = 0;
  double exposed_to_losses_s = 0;       // time in which a loss would have stopped the job
  double latency_s = 0, durable_s = 0;  // means of its saves
  std::int64_t saves = 0, stops = 0;
};

class AdvisedRuns {
 public:
  // Runs begin at `count` instants of the market where the scenario has traces, drawn one in each
  // of so many equal stretches of the time in which a run fits; else they differ by replication.
  AdvisedRuns(std::string file, std::vector<scenarios::Override> overrides, std::size_t count,
              Simulating how);

  const scenarios::Assembled& scenario() const { return first_; }
  bool moves_start() const { return starts_.size() > 1; }
  std::size_t count() const { return count_; }
  // All schemes of the catalogue that save, the scenario's own first.
  std::vector<AdvisedScheme> schemes() const;
  // By run. `period`: work between two saves; nothing: the scenario's own schedules.
  std::vector<std::vector<AdvisedRun>> runs(const AdvisedScheme& scheme,
                                            std::span<const std::optional<Seconds>> periods) const;

 private:
  scenarios::Assembled assembled(std::vector<scenarios::Override> changes) const;

  std::string file_;
  std::vector<scenarios::Override> overrides_;
  std::size_t count_;
  Simulating how_;
  scenarios::Assembled first_;
  std::vector<Seconds> starts_;  // empty: the scenario's own
};

}  // namespace spotgrid::commands
