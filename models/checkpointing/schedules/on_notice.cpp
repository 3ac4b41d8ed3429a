// A save when a loss is announced.
// SPDX-License-Identifier: Apache-2.0
#include "models/checkpointing/seen_so_far.hpp"

namespace spotgrid::schedules {
namespace {

class OnNotice final : public CheckpointSchedule {
 public:
  struct Options {
    bool only_if_fits = true;

    void describe(Fields& fields) {
      fields("only_if_fits", only_if_fits,
             "saves only if a save without contention, begun at the end of the iteration, commits "
             "before the loss");
    }
  };

  explicit OnNotice(Options options) : options_(options) {}

  NextSave next(const ScheduleView&) override { return {}; }

  bool on_notice(const ScheduleView& view, Seconds left) override {
    if (!options_.only_if_fits)
      return !view.under_way;
    return choice_at_notice(view, left) == formulas::NoticeChoice::start_new;
  }

 private:
  Options options_;
};

}  // namespace

Entry<CheckpointSchedule> on_notice() {
  return entry<CheckpointSchedule, OnNotice>("a save when a notice of a loss is seen", "spotgrid");
}

}  // namespace spotgrid::schedules
