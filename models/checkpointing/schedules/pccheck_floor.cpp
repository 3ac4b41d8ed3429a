// As often as several saves under way allow at a tolerated slow-down.
// SPDX-License-Identifier: Apache-2.0
#include "models/formulas/pccheck.hpp"
#include "sim/domain/checkpointing.hpp"

namespace spotgrid::schedules {
namespace {

class PcCheckFloor final : public CheckpointSchedule {
 public:
  struct Options {
    std::int64_t in_flight = 2;
    double slowdown = 1.05;
    std::optional<Seconds> persist;

    void describe(Fields& fields) {
      fields("in_flight", in_flight, "saves under way at a time, as the scheme has",
             between(1.0, 16.0));
      fields("slowdown", slowdown, "tolerated length of training with saves over that without",
             at_least(1.0));
      fields("persist", persist,
             "from the cut of a save until it is durable; without: without contention",
             above(Seconds{0}));
    }
  };
  explicit PcCheckFloor(const Options& options) : options_(options) {}

  NextSave next(const ScheduleView& view) override {
    const Seconds persist = options_.persist.value_or(view.quiet_save.durable);
    NextSave due;
    if (view.iteration > Seconds{0}) {
      due.steps =
          formulas::pccheck_floor(persist, options_.in_flight, options_.slowdown, view.iteration);
    } else {  // no common one: at their own pace, or in work_units
      const double at_a_time = static_cast<double>(options_.in_flight) * options_.slowdown;
      due.trained = std::max(Seconds{1}, persist / at_a_time);
    }
    return due;
  }

 private:
  Options options_;
};

}  // namespace

Entry<CheckpointSchedule> pccheck_floor() {
  return entry<CheckpointSchedule, PcCheckFloor>(
      "the least iterations between saves of which several are under way, for a tolerated "
      "slow-down",
      "Strati et al., PCcheck, ASPLOS 2025");
}

}  // namespace spotgrid::schedules
