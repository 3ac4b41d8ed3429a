// Strong identifiers of one run.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "sim/base/quantities.hpp"

namespace spotgrid {

// A node in launch order over the whole run, from 0.
enum class NodeId : std::uint32_t {};
// A part in a protocol: workers by rank, then servers by shard, then remotes. Who plays it is said
// where it runs.
enum class Role : std::uint32_t {};
// A pool by its place in the scenario.
enum class PoolId : std::uint32_t {};
// A checkpoint in the order of its request, from 0.
enum class CheckpointId : std::uint32_t {};

// What a node is rented for: by the policy to work, or by the engine as a parameter server or as a
// remote, which takes checkpoints into its memory.
enum class Duty : std::uint8_t { worker, server, remote };

template <class Id>
constexpr std::uint32_t number(Id id) {
  return static_cast<std::uint32_t>(id);
}

// Progress: samples, seconds of work on the reference cluster (`work_units`), or the loss state of
// a job that trains to a loss.
using Work = Quantity<struct WorkTag>;

}  // namespace spotgrid
