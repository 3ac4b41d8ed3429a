// Times of collectives in the alpha-beta model, and their overlap with the backward pass.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>

#include "sim/base/quantities.hpp"

// Thakur, Rabenseifner, Gropp (IJHPCA 2005) for the ring; Sanders, Speck, Träff (Parallel Computing
// 2009) for the double binary tree, pipelined. `steps` are latencies one after the other, `bytes`
// what the busiest direction of each rank's NIC carries.
namespace spotgrid::formulas {

struct Collective {
  std::int64_t steps = 0;
  Bytes bytes;
};

// Half of the ring's all-reduce, after which each rank has the sum of one part. An all-gather, the
// other half, takes as long.
constexpr Collective ring_reduce_scatter(std::int64_t ranks, Bytes size) {
  const auto n = static_cast<double>(ranks);
  return {ranks - 1, size * ((n - 1) / n)};
}

constexpr Collective ring_all_reduce(std::int64_t ranks, Bytes size) {
  const auto n = static_cast<double>(ranks);
  return {2 * (ranks - 1), size * (2 * (n - 1) / n)};
}

// The height of a binary tree over `ranks`: log2, rounded up.
constexpr std::int64_t tree_height(std::int64_t ranks) {
  return static_cast<std::int64_t>(std::bit_width(static_cast<std::uint64_t>(ranks - 1)));
}

// Inner node of one tree, leaf of the other: each rank receives `size` on the way up and once more
// on the way down, and sends as much.
constexpr Collective tree_all_reduce(std::int64_t ranks, Bytes size) {
  return {2 * tree_height(ranks), ranks > 1 ? size * 2.0 : Bytes{}};
}

constexpr Seconds time(Collective collective, Seconds alpha, Bandwidth rate) {
  return static_cast<double>(collective.steps) * alpha + collective.bytes / rate;
}

// One iteration in which the all-reduce of each of `buckets` equal buckets starts when its part of
// the backward pass and the all-reduce before it have ended (one communication stream):
// s_k = max(r_k, e_(k-1)), e_k = s_k + all_reduce, T = max(forward + backward, e_K).
inline Seconds overlapped(Seconds forward, Seconds backward, std::int64_t buckets,
                          Seconds all_reduce) {
  Seconds end{0};
  for (std::int64_t k = 1; k <= buckets; ++k) {
    const double part = static_cast<double>(k) / static_cast<double>(buckets);
    end = std::max(forward + part * backward, end) + all_reduce;
  }
  return std::max(forward + backward, end);
}

}  // namespace spotgrid::formulas
