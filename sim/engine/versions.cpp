// Passes on what the room says of itself.
// SPDX-License-Identifier: Apache-2.0
#include "sim/engine/versions.hpp"

#include "sim/grid/room.hpp"

namespace spotgrid::engine {

std::string grid_version() {
  return grid::simgrid_version();
}

}  // namespace spotgrid::engine
