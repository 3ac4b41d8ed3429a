// Reading of iteration ends.
// SPDX-License-Identifier: Apache-2.0
#include "sim/engine/iteration_ends.hpp"

#include <algorithm>
#include <cmath>

namespace spotgrid::engine {

IterationEnds::IterationEnds(std::shared_ptr<const Course> course,
                             std::shared_ptr<const Course> quiet, Seconds begin,
                             std::int64_t before, Seconds contention)
    : course_(std::move(course)),
      quiet_(std::move(quiet)),
      begin_(begin),
      before_(before),
      contention_before_(contention) {
  require(!course_->ends.empty() && quiet_->length > 0, "an iteration takes time");
}

// Repetition is placed as start + k x length, never by adding up.
Seconds IterationEnds::date(std::int64_t count) const {
  const std::int64_t k = count - before_;
  const auto recorded = static_cast<std::int64_t>(course_->ends.size());
  if (k <= recorded)
    return begin_ + Seconds{course_->ends[static_cast<std::size_t>(k - 1)]};
  return begin_ +
         Seconds{course_->ends.back() + static_cast<double>(k - recorded) * quiet_->length};
}

Seconds IterationEnds::contention(std::int64_t count) const {
  const std::int64_t k = std::min(count - before_, static_cast<std::int64_t>(course_->ends.size()));
  return contention_before_ +
         (k > 0 ? Seconds{course_->contention[static_cast<std::size_t>(k - 1)]} : Seconds{0});
}

std::int64_t IterationEnds::first_at(Instant when) const {
  const double offset = (when.since_start() - begin_).count();
  const auto& ends = course_->ends;
  std::int64_t k = 0;
  if (offset <= ends.back() + 1e-6)
    k = std::lower_bound(ends.begin(), ends.end(), offset - 1e-6) - ends.begin() + 1;
  else
    k = static_cast<std::int64_t>(ends.size()) +
        static_cast<std::int64_t>(std::floor((offset - ends.back()) / quiet_->length));
  k = std::max<std::int64_t>(k, 1);
  while (k > 1 && at(before_ + k - 1) >= when)
    --k;
  while (at(before_ + k) < when)
    ++k;
  return before_ + k;
}

std::int64_t IterationEnds::count(Instant now, bool also_now) const {
  return first_at(also_now ? Instant::from_microseconds(now.microseconds() + 1) : now) - 1;
}

std::int64_t IterationEnds::count_until(Seconds date) const {
  std::int64_t k = first_at(Instant::at(date)) - 1;
  while (this->date(k + 1) <= date + Seconds{2e-9})
    ++k;
  return k;
}

bool IterationEnds::disturbed_after(std::int64_t count) const {
  const auto k = static_cast<std::size_t>(count - before_);
  return k < course_->disturbed.size() && course_->disturbed[k] != 0;
}

std::int64_t IterationEnds::pause(const Pause& pause, Instant now) const {
  const std::int64_t soonest = std::max(first_at(now), before_ + 1);
  std::int64_t least = pause.count;
  if (pause.at != Instant::never())
    least = std::min(least, first_at(pause.at));
  return std::max(least, soonest);
}

}  // namespace spotgrid::engine
