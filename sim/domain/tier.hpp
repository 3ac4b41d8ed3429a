// The places where a copy of the state can live.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace spotgrid {

// Where a copy lives, from what is nearest to the GPUs to what survives most.
enum class Tier : std::uint8_t {
  gpu,
  host_memory,
  local_disk,
  peer_memory,
  remote_memory,
  shared_storage,
  object_store,
};
inline std::span<const std::string_view> words(Tier) {
  static constexpr std::string_view all[] = {"gpu",         "host_memory",   "local_disk",
                                             "peer_memory", "remote_memory", "shared_storage",
                                             "object_store"};
  return all;
}

}  // namespace spotgrid
