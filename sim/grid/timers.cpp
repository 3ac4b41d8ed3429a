// Dates at which something is called, on SimGrid's clock.
// SPDX-License-Identifier: Apache-2.0
#include "sim/grid/timers.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "sim/base/error.hpp"
#include "sim/grid/compat.hpp"

namespace spotgrid::grid {

using simgrid::kernel::timer::Timer;

Seconds Timers::now() {
  return Seconds{simgrid::s4u::Engine::get_clock()};
}

TimerId Timers::at(Seconds date, std::function<void()> fire) {
  require(std::isfinite(date.count()), "a timer has a date");
  const TimerId id{++last_};
  const double when = std::max(date, now()).count();
  pending_[id] =
      Timer::set(when, [this, id, callback = std::move(fire)] { this->fire(id, callback); });
  return id;
}

void Timers::cancel(TimerId timer) {
  const auto found = pending_.find(timer);
  if (found == pending_.end())
    return;
  found->second->remove();  // frees it
  pending_.erase(found);
}

void Timers::fire(TimerId timer, const std::function<void()>& callback) {
  pending_.erase(timer);  // SimGrid frees it after this call
  callback();
  if (stopping_)
    throw Stopped{};
}

}  // namespace spotgrid::grid
