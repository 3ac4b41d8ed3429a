// reproduce spotdnn replayed: whether the ranking of the paper survives a market as it was.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "commands/reproduce/papers.hpp"
#include "commands/reproduce/replayed_runs.hpp"

namespace spotgrid::commands::reproduction {

// All cases from so many starts; all files are there before any run.
OnTraces replay_spotdnn(const std::string& folder, std::size_t starts, const Switches& switches);

std::string replayed_text(const std::vector<Replayed>& all);      // for people
std::string replayed_csv(const std::vector<Replayed>& all);       // a policy in a market a line
std::string replayed_runs_csv(const std::vector<Replayed>& all);  // a run a line

}  // namespace spotgrid::commands::reproduction
