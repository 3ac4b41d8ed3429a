// Stall, latency and durable time of a save through the memory of a remote node, uncontended.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>

#include "sim/base/quantities.hpp"

// Cho et al.: ACUTE, IEEE Access 12, 2024. Its equations are not public; these follow the order of
// steps in the authors' program (lass-lab/ACUTE), as it is meant: training waits for the snapshot
// before the weights are updated.
//
//   t_ser   = B / serialise, which is the same on each sender: the state is replicated
//   path    = min(k flow, k nic_tx, nic_rx) for k senders, flow = min(cap, nic_tx, nic_rx)
//   L1      = t_ser + B / path + B / remote copy        usable in the remote's memory
//   L2      = L1 + B / join + B / store + fsync          on shared storage
//   stall   = max(0, t_ser - (forward + backward))      with Check-Mem
//           = t_ser + B / path                          without: the training thread sends
namespace spotgrid::formulas {

// Rates that are missing cost no time.
struct RemoteSavePath {
  Bandwidth serialise;                // from the GPU to a byte stream, all local copies included
  std::optional<Bandwidth> flow_cap;  // of one flow
  Bandwidth sender_nic, receiver_nic;
  std::optional<Bandwidth> remote_copy;  // out of the receive buffer
  std::optional<Bandwidth> join;         // of the shards, before the write
  Bandwidth store;                       // shared storage, one client
  Seconds fsync{0};
  std::optional<Bandwidth> unpack, repack;  // on the remote, without Check-Pack
};

struct RemoteSaveSwitches {
  bool check_mem = true;    // serialise beside training, up to the update of the weights
  bool check_trans = true;  // each trainer sends its part, not rank 0 everything
  bool check_pack = true;   // the remote writes the bytes as they came
};
// The multi-level baseline, whose released program sends raw bytes too.
inline constexpr RemoteSaveSwitches multi_level_baseline{false, false, true};

// What training does while a save is under way.
struct TrainingBeside {
  std::int64_t trainers = 1;
  Seconds forward_backward{0};
  double gil_slowdown = 1;  // rate of training while it serialises, in (0, 1]
};

struct SaveClocks {
  Seconds stall{0};    // training stands still, or is slowed down by so much
  Seconds usable{0};   // L1
  Seconds durable{0};  // L2
};

Seconds serialise_time(Bytes state, const RemoteSavePath& path);
// What `senders` flows together carry.
Bandwidth remote_path(std::int64_t senders, const RemoteSavePath& path);
SaveClocks remote_save(Bytes state, const RemoteSavePath& path, const TrainingBeside& training,
                       const RemoteSaveSwitches& switches);
// Rank 0 serialises and writes to shared storage while training stands: t_ser + B / store + fsync,
// all three clocks.
SaveClocks direct_save(Bytes state, const RemoteSavePath& path);

// By how much the trainers' flows together shorten L1, as a share; it does not depend on the size:
// 1 - (1/s + 1/path(n) + 1/copy) / (1/s + 1/path(1) + 1/copy).
double check_trans_gain(std::int64_t trainers, const RemoteSavePath& path);

}  // namespace spotgrid::formulas
