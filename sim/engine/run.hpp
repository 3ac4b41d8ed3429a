// One run: the parts, wired.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/domain/result.hpp"
#include "sim/domain/setup.hpp"

namespace spotgrid::engine {

class Memo;

// With a room in this process, or along the courses of `memo`.
RunResult run(const Setup& setup, Memo* memo, const Watch& watch);

}  // namespace spotgrid::engine
