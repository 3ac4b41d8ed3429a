// As often as the persist of a save allows, and rarer while saves cost more than a cap.
// SPDX-License-Identifier: Apache-2.0
#include "models/formulas/checkfreq.hpp"
#include "sim/domain/checkpointing.hpp"

namespace spotgrid::schedules {
namespace {

class CheckFreqRule final : public CheckpointSchedule {
 public:
  struct Options {
    double cap = formulas::checkfreq_paper_cap;
    std::optional<Seconds> persist, overhead;

    void describe(Fields& fields) {
      fields("cap", cap,
             "overhead, as a share of the training time, beyond which saves get rarer by two "
             "iterations: 0.035 in the paper, 0.05 in the program",
             above(0.0));
      fields("persist", persist,
             "from the cut of a save until it is durable; without: without contention",
             above(Seconds{0}));
      fields("overhead", overhead, "length of the snapshot; without: without contention",
             at_least(Seconds{0}));
    }
  };
  explicit CheckFreqRule(const Options& options) : options_(options) {}

  NextSave next(const ScheduleView& view) override {
    formulas::CheckFreqProfile profile;
    profile.iteration = view.iteration;
    profile.persist = options_.persist.value_or(view.quiet_save.durable);
    profile.cpu_snapshot = profile.cpu_process = options_.overhead.value_or(view.quiet_save.stall);
    profile.state = Bytes::of(1);  // no room on the GPU: one snapshot is known
    NextSave due;
    if (view.iteration <= Seconds{0}) {  // no common one: at their own pace, or in work_units
      due.trained = std::max(Seconds{1}, profile.persist - formulas::checkfreq_overhead(profile));
      return due;
    }
    adapt(view);
    due.steps = formulas::checkfreq_interval(profile) + added_;
    return due;
  }

 private:
  // From cut to cut, without a stop in between: all that the iterations took longer is overhead.
  void adapt(const ScheduleView& view) {
    if (view.steps > 0)
      return;
    const std::int64_t count = view.iterations - iterations_;
    if (view.saves > 0 && count > 0 && view.stops == stops_) {
      const Seconds each = (view.elapsed - elapsed_) / static_cast<double>(count);
      added_ = formulas::checkfreq_adapted(added_, each, view.iteration, options_.cap);
    }
    iterations_ = view.iterations;
    elapsed_ = view.elapsed;
    stops_ = view.stops;
  }

  Options options_;
  std::int64_t added_ = 0;
  std::int64_t iterations_ = 0, stops_ = 0;  // at the last cut
  Seconds elapsed_{0};
};

}  // namespace

Entry<CheckpointSchedule> checkfreq_rule() {
  return entry<CheckpointSchedule, CheckFreqRule>(
      "as often as the persist allows, and rarer while the measured overhead exceeds a cap",
      "Mohan et al., CheckFreq, FAST 2021, and its program");
}

}  // namespace spotgrid::schedules
