// How far the job is, and how its training time splits into useful time, contention and redo.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/engine/world.hpp"

namespace spotgrid::engine {

// Keeps the stretch since the last split; flush() records it. Times sum to the stretch exactly.
class Progress {
 public:
  explicit Progress(World& world) : world_(world) {}

  Work done() const { return done_; }
  Work high_water() const { return high_water_; }
  std::int64_t iterations() const { return iterations_; }
  Work start() const { return start_; }
  // For the identities: all work that ended, and how far the job was before the last of it.
  Work ended() const { return ended_; }
  double samples() const { return samples_; }  // of iterations whose work is a loss state
  Work before_last() const { return before_last_; }

  // The job begins with so much done, and never falls below it.
  void begin_at(Work start) { start_ = done_ = high_water_ = start; }
  // Training goes on from here: the stretch begins.
  void begin_stretch() { mark_ = world_.now(); }
  // What was done since the last gain, up to `at`.
  struct Gain {
    Work work;
    Instant at;
    std::int64_t iterations = 0;
    Work last;              // of this, in the last of the iterations
    Seconds contention{0};  // of the time, spent waiting for other transfers
    double samples = 0;     // where work is a loss state
  };
  void gain(const Gain& gain);
  // Continuous modes: exactly `target` is reached, whatever the sum of its parts rounds to.
  void gain_to(Work target);
  // The stretch ends now; time since the last gain never ended an iteration, so it is redo.
  void flush();
  // Falls back to a copy.
  void roll_back_to(Work work);

 private:
  World& world_;
  Work start_, done_, high_water_, ended_, before_last_;
  std::int64_t iterations_ = 0;
  double samples_ = 0;
  Instant mark_;
  event::TrainingSplit stretch_{};
};

}  // namespace spotgrid::engine
