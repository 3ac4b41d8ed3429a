// What a schedule does unless it says otherwise.
// SPDX-License-Identifier: Apache-2.0
#include "sim/domain/checkpointing.hpp"

namespace spotgrid {

bool CheckpointSchedule::on_notice(const ScheduleView&, Seconds) {
  return false;
}

}  // namespace spotgrid
