// The version of the network simulator.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace spotgrid::engine {

// "SimGrid 3.32"
std::string grid_version();

}  // namespace spotgrid::engine
