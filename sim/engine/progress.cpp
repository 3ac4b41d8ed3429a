// Progress and the split of training time.
// SPDX-License-Identifier: Apache-2.0
#include "sim/engine/progress.hpp"

#include <algorithm>

namespace spotgrid::engine {

void Progress::gain(const Gain& gain) {
  const Work work = gain.work;
  const Seconds time = gain.at - mark_;
  mark_ = gain.at;
  const Work before = done_;
  done_ += work;
  ended_ += work;
  before_last_ = gain.iterations > 1 ? done_ - gain.last : before;
  // What lies below the high-water mark was done before: its share of the time is redo.
  const Work repeated = std::clamp(high_water_ - before, Work{}, work);
  const double share = work > Work{} ? repeated / work : 0;
  const Seconds redo = share * time;
  const Seconds contended = std::min(gain.contention, time) * (1 - share);
  stretch_.redo += redo;
  stretch_.contention += contended;
  stretch_.useful += time - redo - contended;
  stretch_.gained += work - repeated;
  stretch_.repeated += repeated;
  stretch_.iterations += gain.iterations;
  iterations_ += gain.iterations;
  samples_ += gain.samples;
  high_water_ = std::max(high_water_, done_);
}

void Progress::gain_to(Work target) {
  gain({target - done_, world_.now()});
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
  work = std::max(work, start_);
  if (work < done_)
    world_.record(event::RolledBack{done_, work});
  done_ = work;
}

}  // namespace spotgrid::engine
