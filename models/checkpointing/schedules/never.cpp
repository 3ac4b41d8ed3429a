// No save at any time.
// SPDX-License-Identifier: Apache-2.0
#include "sim/domain/checkpointing.hpp"

namespace spotgrid::schedules {
namespace {

class Never final : public CheckpointSchedule {
 public:
  using Options = NoOptions;

  explicit Never(Options) {}

  NextSave next(const ScheduleView&) override { return {}; }
  bool saves() const override { return false; }
};

}  // namespace

Entry<CheckpointSchedule> never() {
  return entry<CheckpointSchedule, Never>("no saves", "spotgrid");
}

}  // namespace spotgrid::schedules
