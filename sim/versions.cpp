// Asks the engine, which alone speaks to SimGrid.
// SPDX-License-Identifier: Apache-2.0
#include "sim/versions.hpp"

#include "sim/engine/versions.hpp"

namespace spotgrid {

std::string simulator_versions() {
  return engine::grid_version();
}

}  // namespace spotgrid
