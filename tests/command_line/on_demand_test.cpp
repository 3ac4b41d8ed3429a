// The same job on demand: nothing of it is left on spot.
// SPDX-License-Identifier: Apache-2.0
#include "commands/on_demand.hpp"

#include <gtest/gtest.h>

#include "tests/support/a_run.hpp"

namespace spotgrid {
namespace {

TEST(OnDemandSetup, ServersAreOnDemandToo) {
  ARun run;
  run.samples(10, Seconds{1}, 1, Bytes::of(1e9), Bytes{});
  run.mode("parameter_server", R"({"nodes": 2})");
  run.setup.job.servers_from = {PoolId{0}, MarketSide::spot};
  const RunResult result = simulate_apart(commands::on_demand_setup(run.setup));
  EXPECT_EQ(result.outcome, Outcome::finished);
  // Two workers and a server at the list price of 3 $/h.
  EXPECT_NEAR(result.cost_usd, 3 * result.makespan_s * 3 / 3600, 1e-9);
}

}  // namespace
}  // namespace spotgrid
