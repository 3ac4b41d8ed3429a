// Our own event queue: it decides ties, SimGrid never does.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <compare>
#include <cstdint>
#include <functional>
#include <map>

#include "sim/base/instant.hpp"

namespace spotgrid {

// The order of events at one instant (docs/modelling.md, "Order of events at one instant").
enum class EventClass : std::uint8_t {
  market_step,
  reclaim,
  notice,
  seen,  // a notice or a loss becomes known
  launch_result,
  ready,
  checkpoint_commit,
  iteration_end,
  job_finished,
  end_of_trace,
  horizon,
  policy_call,
  timer,
};

// Events in the order (instant, class, node or checkpoint id, insertion). All events of one instant
// are one batch: what an event causes at the same instant belongs to the next batch.
class EventQueue {
 public:
  using Handler = std::function<void()>;
  struct Key {
    Instant at;
    std::uint32_t batch;  // 0, or the batch at this instant that it must wait for
    EventClass kind;
    std::uint64_t id;
    std::uint64_t sequence;
    auto operator<=>(const Key&) const = default;
  };

  // `at` not before the instant of the batch being delivered.
  Key push(Instant at, EventClass kind, std::uint64_t id, Handler handler);
  // Forgets an event; one that was delivered is ignored.
  void cancel(const Key& key) { events_.erase(key); }

  bool empty() const { return events_.empty(); }
  Instant next() const { return events_.empty() ? Instant::never() : events_.begin()->first.at; }
  // Delivers one batch: all events of next() that were there when it began. `after` is called once
  // at its end. More than 100 batches at one instant are an internal error.
  void deliver_batch(const std::function<void()>& after);
  // The instant of the batch being delivered, or of the last one.
  Instant now() const { return now_; }
  // True once events of this class at now() have had their turn.
  bool passed(EventClass kind) const { return !delivering_ || batch_ > 0 || current_ >= kind; }

 private:
  std::map<Key, Handler> events_;
  Instant now_ = Instant::from_microseconds(INT64_MIN);
  std::uint32_t batch_ = 0;                       // number of the batch being delivered at now_
  EventClass current_ = EventClass::market_step;  // of the event being delivered
  bool delivering_ = false;
  std::uint64_t sequence_ = 0;
};

}  // namespace spotgrid
