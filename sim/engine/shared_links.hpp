// Which graphs share links, and so slow each other down.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <set>
#include <utility>
#include <vector>

#include "sim/engine/platform.hpp"

namespace spotgrid::engine {

class SharedLinks {
 public:
  explicit SharedLinks(const Platform& platform);

  // What the flows and copies of a protocol pass, sorted: NICs, copy paths, storage, zone links,
  // and the locks that their computations hold.
  using Links = std::vector<std::uint64_t>;
  Links of(const Protocol& protocol, const NodeInfo& node_info) const;
  static bool meet(const Links& a, const Links& b);

 private:
  const Platform& platform_;
  std::set<std::pair<std::size_t, std::size_t>> zone_links_;  // those with a capacity
};

}  // namespace spotgrid::engine
