// Star zones under one full root, every pair of them connected.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

#include "sim/grid/compat.hpp"
#include "sim/grid/room.hpp"

namespace spotgrid::grid {

// Two levels only: SimGrid before 4.1 finds wrong routes through three.
class Zones {
 public:
  Zones(const simgrid::s4u::Engine& engine, std::size_t count);

  simgrid::s4u::NetZone& at(std::size_t zone) { return *gateways_.at(zone).zone; }
  // Seals the zones: nothing can be added to them afterwards.
  void connect(const std::vector<ZoneLinkSpec>& limited);

 private:
  simgrid::s4u::NetZone& root_;
  std::vector<compat::Gateway> gateways_;
};

}  // namespace spotgrid::grid
