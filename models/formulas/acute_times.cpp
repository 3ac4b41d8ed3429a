// The closed forms of saves through a remote node's memory.
// SPDX-License-Identifier: Apache-2.0
#include "models/formulas/acute_times.hpp"

#include <algorithm>

#include "sim/base/error.hpp"

namespace spotgrid::formulas {
namespace {

Seconds copy_time(Bytes size, std::optional<Bandwidth> rate) {
  return rate ? size / *rate : Seconds{0};
}

// Training reaches the update of the weights after forward and backward, slowed down while t_ser
// runs, and goes on once the snapshot is done too: with a rate g meanwhile, t_ser - (forward +
// backward) later where t_ser outlasts them, else (1 - g) t_ser later.
Seconds snapshot_stall(Seconds serialise, const TrainingBeside& training) {
  return std::max(serialise - training.forward_backward, serialise * (1 - training.gil_slowdown));
}

}  // namespace

Seconds serialise_time(Bytes state, const RemoteSavePath& path) {
  return state / path.serialise;
}

Bandwidth remote_path(std::int64_t senders, const RemoteSavePath& path) {
  require(senders >= 1, "someone sends");
  Bandwidth flow = std::min(path.sender_nic, path.receiver_nic);
  if (path.flow_cap)
    flow = std::min(flow, *path.flow_cap);
  return std::min(static_cast<double>(senders) * flow, path.receiver_nic);
}

SaveClocks remote_save(Bytes state, const RemoteSavePath& path, const TrainingBeside& training,
                       const RemoteSaveSwitches& switches) {
  require(training.gil_slowdown > 0 && training.gil_slowdown <= 1,
          "training goes on beside a snapshot, no faster");
  const Seconds serialise = serialise_time(state, path);
  const Seconds sent =
      serialise + state / remote_path(switches.check_trans ? training.trainers : 1, path);
  SaveClocks clocks;
  clocks.stall = switches.check_mem ? snapshot_stall(serialise, training) : sent;
  clocks.usable = sent + copy_time(state, path.remote_copy);
  clocks.durable = clocks.usable + copy_time(state, path.join) + state / path.store + path.fsync;
  if (!switches.check_pack)
    clocks.durable += copy_time(state, path.unpack) + copy_time(state, path.repack);
  return clocks;
}

SaveClocks direct_save(Bytes state, const RemoteSavePath& path) {
  const Seconds written = serialise_time(state, path) + state / path.store + path.fsync;
  return {written, written, written};
}

double check_trans_gain(std::int64_t trainers, const RemoteSavePath& path) {
  const Bytes any = Bytes::of(1);
  const auto usable = [&](std::int64_t senders) {
    return serialise_time(any, path) + any / remote_path(senders, path) +
           copy_time(any, path.remote_copy);
  };
  return 1 - usable(trainers) / usable(1);
}

}  // namespace spotgrid::formulas
