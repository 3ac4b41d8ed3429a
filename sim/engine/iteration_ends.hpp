// The ends of iterations that follow each other: those of a course, then quiet ones for ever.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "sim/engine/activities.hpp"
#include "sim/engine/course.hpp"

namespace spotgrid::engine {

class IterationEnds {
 public:
  // The course begins at `begin` seconds of the run; `quiet` is that of one iteration alone.
  // `before` iterations ended earlier, with `contention`.
  IterationEnds(std::shared_ptr<const Course> course, std::shared_ptr<const Course> quiet,
                Seconds begin, std::int64_t before, Seconds contention);

  std::int64_t before() const { return before_; }
  Seconds begin() const { return begin_; }
  // Of the end that makes `count`, above before().
  Seconds date(std::int64_t count) const;
  Instant at(std::int64_t count) const { return Instant::at(date(count)); }
  Seconds contention(std::int64_t count) const;  // also of before()
  // How many have ended before `now`; with `also_now`, or at it.
  std::int64_t count(Instant now, bool also_now) const;
  // How many have ended up to `date`, which may be off by rounding.
  std::int64_t count_until(Seconds date) const;
  // A checkpoint moved when the iteration after `count` ended ones began.
  bool disturbed_after(std::int64_t count) const;
  // The first end not before `now` at which to pause.
  std::int64_t pause(const Pause& pause, Instant now) const;

 private:
  std::int64_t first_at(Instant when) const;  // the first end at `when` or later

  std::shared_ptr<const Course> course_, quiet_;
  Seconds begin_;
  std::int64_t before_;
  Seconds contention_before_;
};

}  // namespace spotgrid::engine
