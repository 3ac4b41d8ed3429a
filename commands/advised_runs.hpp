// One job under several checkpoint schemes and periods, from the same instants of its market.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "commands/run_means.hpp"
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

class AdvisedRuns {
 public:
  // A scenario, and the name of its file, in whose folder its paths begin. Runs begin at `count`
  // instants of the market where the scenario has traces, drawn one in each of so many equal
  // stretches of the time in which a run fits; else they differ by replication.
  AdvisedRuns(std::string text, std::string file, std::vector<scenarios::Override> overrides,
              std::size_t count, Simulating how);

  const scenarios::Assembled& scenario() const { return first_; }
  bool moves_start() const { return starts_.size() > 1; }
  // All schemes of the catalogue that save, the scenario's own first.
  std::vector<AdvisedScheme> schemes() const;
  // By run. `period`: work between two saves; nothing: the scenario's own schedules.
  std::vector<std::vector<JobRun>> runs(const AdvisedScheme& scheme,
                                        std::span<const std::optional<Seconds>> periods) const;

 private:
  Document document() const;
  scenarios::Assembled assembled(const std::vector<scenarios::Override>& changes) const;

  std::string text_, file_;
  std::vector<scenarios::Override> overrides_;
  std::size_t count_;
  Simulating how_;
  scenarios::Assembled first_;
  std::vector<Seconds> starts_;  // empty: the scenario's own
};

}  // namespace spotgrid::commands
