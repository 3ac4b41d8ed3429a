// One run: the parts, wired.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "sim/domain/result.hpp"
#include "sim/domain/setup.hpp"

namespace spotgrid::grid {
class Room;
}

namespace spotgrid::engine {

class Memo;

// With a room in this process, which is `room` if that was made before for the room_spec() of the
// setup; or along the courses of `memo`.
RunResult run(const Setup& setup, Memo* memo, const Watch& watch,
              std::shared_ptr<grid::Room> room = nullptr);

}  // namespace spotgrid::engine
