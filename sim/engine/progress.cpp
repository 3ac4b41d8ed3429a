// Progress and the split of training time.
// SPDX-License-Identifier: Apache-2.0
#include "sim/engine/progress.hpp"

#include <algorithm>

namespace spotgrid::engine {

void Progress::gain(Work work, std::int64_t iterations, Seconds contention) {
  const Seconds time = world_.now() - mark_;
  mark_ = world_.now();
  const Work before = done_;
  done_ += work;
  ended_ += work;
  before_last_ = before;
  // What lies below the high-water mark was done before: its share of the time is redo.
  const Work repeated = std::clamp(high_water_ - before, Work{}, work);
  const double share = work > Work{} ? repeated / work : 0;
  const Seconds redo = share * time;
  const Seconds contended = std::min(contention, time) * (1 - share);
  stretch_.redo += redo;
  stretch_.contention += contended;
  stretch_.useful += time - redo - contended;
  stretch_.gained += work - repeated;
  stretch_.repeated += repeated;
  stretch_.iterations += iterations;
  iterations_ += iterations;
  high_water_ = std::max(high_water_, done_);
}

void Progress::gain_to(Work target) {
  gain(target - done_, 0, Seconds{0});
  high_water_ = high_water_ == done_ ? target : high_water_;
  done_ = target;
}

void Progress::flush() {
  stretch_.redo += world_.now() - mark_;
  mark_ = world_.now();
  world_.record(stretch_);
  stretch_ = {};
}

void Progress::roll_back_to(Work work) {
  if (work < done_)
    world_.record(event::RolledBack{done_, work});
  done_ = work;
}

}  // namespace spotgrid::engine
