// Dates at which something is called, on SimGrid's clock.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <unordered_map>

#include "sim/grid/room.hpp"

namespace simgrid::kernel::timer {
class Timer;
}

namespace spotgrid::grid {

// Everything the room tells its users is told from a timer: SimGrid has then finished with the
// activity that ended, so any call is allowed and an exception leaves SimGrid in order.
class Timers {
 public:
  // Thrown through SimGrid after the callback in which stop() was called.
  struct Stopped {};

  static Seconds now();
  TimerId at(Seconds date, std::function<void()> fire);  // a date in the past means now
  void cancel(TimerId timer);                            // fired and unknown ones are ignored

  void stop() { stopping_ = true; }
  void resume() { stopping_ = false; }
  std::size_t pending() const { return pending_.size(); }

 private:
  void fire(TimerId timer, const std::function<void()>& callback);

  std::unordered_map<TimerId, simgrid::kernel::timer::Timer*> pending_;
  std::uint64_t last_ = 0;
  bool stopping_ = false;
};

}  // namespace spotgrid::grid
