// Saves beside the work, at the interval that is best by their overhead and latency.
// SPDX-License-Identifier: Apache-2.0
#include "models/formulas/vaidya.hpp"

#include "models/checkpointing/seen_so_far.hpp"

namespace spotgrid::schedules {
namespace {

class Vaidya final : public CheckpointSchedule {
 public:
  struct Options {
    MeanTimeBetweenStops mean;
    std::optional<Seconds> overhead, latency;

    void describe(Fields& fields) {
      mean.describe(fields);
      fields("overhead", overhead,
             "time for which one save stops the training; without: as seen so far",
             above(Seconds{0}));
      fields("latency", latency, "from its cut until it can be restored; without: as seen so far",
             above(Seconds{0}));
      if (fields.reading() && overhead && latency && *latency < *overhead)
        fields.problem("latency", "a save is of use before training goes on",
                       "make it as long as the overhead, or leave it out");
    }
  };
  explicit Vaidya(Options options) : options_(options) {}

  NextSave next(const ScheduleView& view) override {
    formulas::OverlappedSave save;
    save.overhead = options_.overhead.value_or(seen_stall(view));
    save.latency = options_.latency.value_or(seen_latency(view));
    save.mtbf = options_.mean.of(view);
    NextSave due;
    due.trained = std::max(Seconds{1}, formulas::vaidya_interval(save));
    return due;
  }

 private:
  Options options_;
};

}  // namespace

Entry<CheckpointSchedule> vaidya() {
  return entry<CheckpointSchedule, Vaidya>(
      "saves at the best interval of those that go on beside the work, by overhead and latency",
      "Vaidya, IEEE TC 46(8), 1997");
}

}  // namespace spotgrid::schedules
