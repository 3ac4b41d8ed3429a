// Saves into the memory of remote on-demand nodes, which write them to storage: what the schemes of
// the ACUTE family share (Cho et al., IEEE Access 2024; protocol after the released program).
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <optional>
#include <span>

#include "models/checkpointing/read_back.hpp"
#include "models/checkpointing/storage_options.hpp"

namespace spotgrid::schemes {

// When a place of the ring may be filled anew: once the flusher has joined the shards into a buffer
// of its own, or once it has written them.
enum class SlotFree : std::uint8_t { after_join, after_flush };
inline std::span<const std::string_view> words(SlotFree) {
  static constexpr std::array<std::string_view, 2> all = {"after_join", "after_flush"};
  return all;
}

// What all of them can be told.
struct RemoteMemoryOptions {
  std::int64_t remotes = 1;
  std::optional<Bandwidth> serialise;
  double gil_slowdown = 1;
  bool local_copies = false;
  std::int64_t ring = 2;
  SlotFree slot_free = SlotFree::after_join;
  bool restore_from_flusher = false;
  std::optional<StorageOptions> storage;
  ReadBack read_back;

  void describe(Fields& fields);
};

// How one of them differs.
struct RemoteMemoryWay {
  bool in_background = true;  // Check-Mem: training goes on while the state is copied and sent
  bool in_parallel = true;    // Check-Trans: each rank sends its part, else rank 0 all
  // Check-Pack is not used: the remote unpacks and packs again before it writes.
  std::optional<Bandwidth> unpack, pack;
  bool stall_barrier = true;  // the step waits for the copy; false: it may tear the state
  Seconds update{0};          // of an iteration, at its end: by then the copy must be complete
};

SchemeTraits remote_memory_traits(const RemoteMemoryOptions& options, const RemoteMemoryWay& way);
// Stage 1: serialise, send, receive copy. Stage 2, with storage: join, write, flush; one at a time.
SavePlan remote_memory_save(const SaveContext& context, const RemoteMemoryOptions& options,
                            const RemoteMemoryWay& way);

}  // namespace spotgrid::schemes
