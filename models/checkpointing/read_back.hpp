// How a committed copy comes back to the members: from storage, from remotes, from peers.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <optional>
#include <span>

#include "sim/domain/checkpointing.hpp"

namespace spotgrid::schemes {

enum class RestoreBy : std::uint8_t { all_read, one_reads };
inline std::span<const std::string_view> words(RestoreBy) {
  static constexpr std::array<std::string_view, 2> all = {"all_read", "one_reads"};
  return all;
}

struct ReadBack {
  RestoreBy by = RestoreBy::all_read;
  std::optional<Bandwidth> deserialise;  // CPU of a member; nothing: no cost
  // CPU at rebuilding, for each byte it gets; nothing: no cost. Of schemes with codes.
  std::optional<Bandwidth> decode = {};

  void describe(Fields& fields);  // "restore" and "deserialise"
};

// Each member that holds state (workers, or servers where those have it) gets what it needs: from
// the storage of the copy's tier, else from the living holders, spread over them, whose disk is
// read first where it lies there; what it holds itself it copies inside the node. With one_reads
// the first member gets all and sends the others theirs at once. Of a state in as many parts as
// members each gets the one that it holds, so that what is lost goes to whoever is new. A part of a
// code whose holder is lost is rebuilt first, by one member, from the parts and the parity of as
// many holders as the code needs.
ActivityGraph read_back(const SaveContext& context, const HeldCopy& copy, const ReadBack& how);

}  // namespace spotgrid::schemes
