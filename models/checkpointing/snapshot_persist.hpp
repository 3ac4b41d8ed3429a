// Saves in two phases: a snapshot into the memory of the node, beside which training runs up to the
// next step, then a persist in the background. What the schemes of this kind share.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <optional>
#include <span>

#include "models/checkpointing/read_back.hpp"
#include "models/checkpointing/storage_options.hpp"

namespace spotgrid::schemes {

enum class Writers : std::uint8_t { rank0, all };
inline std::span<const std::string_view> words(Writers) {
  static constexpr std::array<std::string_view, 2> all = {"rank0", "all"};
  return all;
}

struct SnapshotPersistOptions {
  StorageOptions storage;
  Writers writers = Writers::all;
  std::optional<Bandwidth> serialise;
  double gil_slowdown = 1;
  Seconds update{0};
  ReadBack read_back;

  void describe(Fields& fields);
};

struct SnapshotPersistWay {
  std::optional<Bandwidth> gpu_copy;  // the snapshot is a copy inside the GPU, at this speed
  std::int64_t in_flight = 1;
  std::int64_t chunks = 1;   // a part is copied and written in so many pieces, one after the other
  std::int64_t threads = 1;  // of them, that are written at a time
  double written = 1;        // bytes to storage by bytes of state: deltas, quantised values
  std::optional<Bandwidth> quantise;  // CPU, before a piece is written
};

SchemeTraits snapshot_persist_traits(const SnapshotPersistOptions& options,
                                     const SnapshotPersistWay& way);
SavePlan snapshot_persist_save(const SaveContext& context, const SnapshotPersistOptions& options,
                               const SnapshotPersistWay& way);

}  // namespace spotgrid::schemes
