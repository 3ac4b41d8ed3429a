// A fixed plan of workers as a job of the simulator.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "models/formulas/spotdnn_search.hpp"
#include "sim/domain/setup.hpp"

namespace spotgrid::commands {

struct FixedJob {
  formulas::spotdnn::Model model;
  std::vector<formulas::spotdnn::WorkerType> types;
  formulas::spotdnn::Counts plan;
  std::optional<double> loss, samples;  // one of them
};

// How workers and servers share links: options of the mode, and the bandwidth of the servers.
struct LinkLaw {
  std::string_view options;
  Bandwidth servers;
};

// Fitted workers that only communicate compute for no time, which is no speed: for so long, then.
inline constexpr Seconds shortest_compute{1e-6};

// Each worker of the plan is an instance type of its own, with this name.
std::string worker_name(std::size_t place);

// Nothing is lost, nothing waits, no latency. With a seed the workers are not alike: compute times
// differ by up to 2 % either way, and where no loss is trained to (which begins with the workers of
// the first iteration), each begins at a random instant of one iteration.
Setup fixed_setup(const FixedJob& job, const LinkLaw& law, std::optional<std::uint64_t> seed = {});

}  // namespace spotgrid::commands
