// Many runs at a time, with a line of progress.
// SPDX-License-Identifier: Apache-2.0
#include "commands/reproduce/simulations.hpp"

#include <stdexcept>

#include <fmt/format.h>

#include "sim/own_process.hpp"

namespace spotgrid::commands::reproduction {

std::vector<RunResult> results_of(std::string_view item, std::span<const Setup> setups,
                                  const Switches& switches) {
  ManyRuns how;
  how.jobs = switches.jobs;
  std::vector<Watch> lines;  // made once: they are called after every batch of events
  if (switches.progress) {
    for (std::size_t i = 0; i < setups.size(); ++i)
      lines.push_back(
          switches.progress(fmt::format("{}, run {} of {}", item, i + 1, setups.size())));
    how.watch = [&lines](std::size_t run, Seconds simulated, double done) {
      lines[run](simulated, done);
    };
  }
  std::vector<RunResult> results;
  for (RunOutcome& one : simulate_all(setups, how)) {
    if (one.how == RunOutcome::How::refused)
      throw InputError(InputKind::scenario, one.problems.front());
    if (one.how != RunOutcome::How::ended)
      throw std::runtime_error(
          fmt::format("a run of {} ended without a result: {}", item, one.text));
    results.push_back(std::move(one.result));
  }
  return results;
}

}  // namespace spotgrid::commands::reproduction
