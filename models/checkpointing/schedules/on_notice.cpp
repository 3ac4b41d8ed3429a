// A save when a loss is announced.
// SPDX-License-Identifier: Apache-2.0
#include "sim/domain/checkpointing.hpp"

namespace spotgrid::schedules {
namespace {

class OnNotice final : public CheckpointSchedule {
 public:
  struct Options {
    bool only_if_fits = true;

    void describe(Fields& fields) {
      fields("only_if_fits", only_if_fits,
             "saves only if a save without contention ends before the loss");
    }
  };

  explicit OnNotice(Options options) : options_(options) {}

  NextSave next(const ScheduleView&) override { return {}; }

  bool on_notice(const ScheduleView& view, Seconds left) override {
    // A commit at the very instant of the loss is lost.
    return !options_.only_if_fits || view.quiet_save.latency < left;
  }

 private:
  Options options_;
};

}  // namespace

Entry<CheckpointSchedule> on_notice() {
  return entry<CheckpointSchedule, OnNotice>("a save when a notice of a loss is seen", "spotgrid");
}

}  // namespace spotgrid::schedules
