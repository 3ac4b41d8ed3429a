// The two steps by which spotDNN profiles a workload (IWQoS 2023, section 3), as runs of the
// simulator: lone workers, then clusters.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "commands/simulations.hpp"
#include "models/formulas/spotdnn_search.hpp"

namespace spotgrid::commands {

enum class ProfiledLink : std::uint8_t { half, duplex };
inline std::span<const std::string_view> words(ProfiledLink) {
  static constexpr std::string_view all[] = {"half", "duplex"};
  return all;
}

// What is trained, and on what. The contention of the model tells only how workers' losses add up:
// flows through links decide how long iterations take.
struct Profiling {
  formulas::spotdnn::Model model;
  std::vector<formulas::spotdnn::WorkerType> types;
  std::vector<std::int64_t> sizes;  // workers of the clusters
  ProfiledLink link = ProfiledLink::half;
  std::int64_t iterations = 30;  // of a lone worker
  bool noise = false;            // compute times of a cluster differ; several runs of each
  Simulating how;
};

// A plan that trained for so long.
struct SeenTraining {
  formulas::spotdnn::Counts plan;
  std::vector<Seconds> iteration;  // by type: mean of its workers; 0 of types of which none ended
  std::int64_t iterations = 0;     // of all workers
  Seconds simulated{0};
};
struct SeenLoss {
  formulas::spotdnn::Counts plan;
  double samples = 0, loss = 0;
  std::int64_t iterations = 0;
  Seconds simulated{0};
};
struct SeenAlone {
  std::vector<SeenTraining> workers;  // by type
  Bytes pushed;                       // by one worker in one iteration
  Bandwidth drawn;                    // by one that does nothing else
};

// One worker of each type there is room for, the rest of the type whose turn it is: so that b_w and
// R differ as far as types do.
std::vector<formulas::spotdnn::Counts> profiled_plans(std::size_t types,
                                                      const std::vector<std::int64_t>& sizes);

SeenAlone train_alone(const Profiling& what);
std::vector<SeenTraining> train_clusters(const Profiling& what);
// Each cluster to several losses. Its K is above 0.
std::vector<SeenLoss> train_to_losses(const Profiling& what);

}  // namespace spotgrid::commands
