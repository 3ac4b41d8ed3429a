// Many runs at a time, with a line of progress.
// SPDX-License-Identifier: Apache-2.0
#include "commands/simulations.hpp"

#include <stdexcept>

#include <fmt/format.h>

#include "sim/own_process.hpp"

namespace spotgrid::commands {

std::vector<RunResult> results_of(std::string_view item, std::span<const Setup> setups,
                                  const Simulating& how) {
  ManyRuns many;
  many.jobs = how.jobs;
  std::vector<Watch> lines;  // made once: they are called after every batch of events
  if (how.progress) {
    for (std::size_t i = 0; i < setups.size(); ++i)
      lines.push_back(how.progress(fmt::format("{}, run {} of {}", item, i + 1, setups.size())));
    many.watch = [&lines](std::size_t run, Seconds simulated, double done) {
      lines[run](simulated, done);
    };
  }
  std::vector<RunResult> results;
  for (RunOutcome& one : simulate_all(setups, many)) {
    if (one.how == RunOutcome::How::refused)
      throw InputError(InputKind::scenario, one.problems.front());
    if (one.how != RunOutcome::How::ended)
      throw std::runtime_error(
          fmt::format("a run of {} ended without a result: {}", item, one.text));
    results.push_back(std::move(one.result));
  }
  return results;
}

}  // namespace spotgrid::commands
