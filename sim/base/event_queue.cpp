// The event queue.
// SPDX-License-Identifier: Apache-2.0
#include "sim/base/event_queue.hpp"

#include <string>

#include "sim/base/error.hpp"

namespace spotgrid {

EventQueue::Key EventQueue::push(Instant at, EventClass kind, std::uint64_t id, Handler handler) {
  require(at >= now_, "an event is not scheduled before now");
  // At the instant of the batch under delivery a new event waits for the next batch.
  const std::uint32_t batch = at == now_ ? batch_ + 1 : 0;
  const Key key{at, batch, kind, id, sequence_++};
  events_.emplace(key, std::move(handler));
  return key;
}

void EventQueue::deliver_batch(const std::function<void()>& after) {
  require(!delivering_ && !events_.empty(), "a batch is delivered from a queue with events");
  const Key first = events_.begin()->first;
  batch_ = first.at == now_ ? batch_ + 1 : 0;
  now_ = first.at;
  if (batch_ > 100)
    throw InputError(InputKind::scenario,
                     {"run",
                      "time stands still " + std::to_string(now_.since_start().count()) +
                          " s after the start: events set off each other at one instant",
                      "give boot, provision, cooldown or lifetimes a length"});
  delivering_ = true;
  // An event pushed for this instant gets batch_ + 1, so it sorts behind all of this batch.
  while (!events_.empty() && events_.begin()->first.at == now_ &&
         events_.begin()->first.batch <= batch_) {
    Handler handler = std::move(events_.begin()->second);
    current_ = events_.begin()->first.kind;
    events_.erase(events_.begin());
    handler();
  }
  delivering_ = false;
  after();
}

}  // namespace spotgrid
