// One run: the parts, wired.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/domain/result.hpp"
#include "sim/domain/setup.hpp"

namespace spotgrid::engine {

RunResult run(const Setup& setup, bool on_simgrid, const Watch& watch);

}  // namespace spotgrid::engine
