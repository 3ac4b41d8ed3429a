// A save after a fixed amount of training: time, iterations or samples.
// SPDX-License-Identifier: Apache-2.0
#include <string>

#include "sim/domain/checkpointing.hpp"

namespace spotgrid::schedules {
namespace {

class FixedInterval final : public CheckpointSchedule {
 public:
  struct Options {
    std::optional<Seconds> every;
    std::optional<std::int64_t> steps;
    std::optional<double> samples;

    void describe(Fields& fields) {
      fields("every", every, "training time between two saves", above(Seconds{0}));
      fields("steps", steps, "iterations between two saves", at_least(1.0));
      fields("samples", samples, "samples between two saves; in work_units, seconds of work",
             above(0.0));
      const int given = int{every.has_value()} + int{steps.has_value()} + int{samples.has_value()};
      if (fields.reading() && given != 1) {
        fields.problem("",
                       "one of every, steps and samples is needed, found " + std::to_string(given),
                       given == 0 ? R"(add one, such as "every": "10 min")" : "keep one of them");
      }
    }
  };

  explicit FixedInterval(Options options) : options_(options) {}

  NextSave next(const ScheduleView&) override {
    NextSave due;
    due.trained = options_.every;
    due.steps = options_.steps;
    if (options_.samples)
      due.samples = Work::of(*options_.samples);
    return due;
  }
  bool counts_iterations() const override { return options_.steps.has_value(); }

 private:
  Options options_;
};

}  // namespace

Entry<CheckpointSchedule> fixed_interval() {
  return entry<CheckpointSchedule, FixedInterval>(
      "a save after every so much training time, iterations or samples", "spotgrid");
}

}  // namespace spotgrid::schedules
