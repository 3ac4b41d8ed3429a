// Closed forms of a setup, as its own policies and schedules see them.
// SPDX-License-Identifier: Apache-2.0
#include "sim/quiet_times.hpp"

#include <algorithm>

#include "sim/engine/members.hpp"

namespace spotgrid {

QuietTimes quiet_times(const Setup& setup) {
  engine::World world(setup);
  const engine::Fleet fleet(world);
  const std::unique_ptr<TrainingMode> mode = setup.job.training->make();
  const engine::Members members(world, fleet, *mode);
  QuietTimes times{members.quiet_save(), members.quiet_restore()};
  for (std::uint32_t pool = 0; pool < setup.market.pools.size(); ++pool)
    times.rate =
        std::max(times.rate, members.rate_of({PoolId{pool}, MarketSide::on_demand}, NextSave{}));
  return times;
}

}  // namespace spotgrid
