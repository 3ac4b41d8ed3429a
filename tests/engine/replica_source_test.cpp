// A survivor that sends its state to the new members dies before they have it.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "tests/support/a_run.hpp"

namespace spotgrid {
namespace {

// Two nodes are told that they die at 1000 and 1060 s; their replacements, in a dearer pool, need
// 100 s to be sent 100 GB by the one that lives longer.
TEST(ReplicaSource, ThatDiesSendsTheGroupBackToTheNewestCopy) {
  ARun run;
  run.samples(4000, Seconds{1}, 1, Bytes{}, Bytes::of(100e9));
  run.mode("all_reduce", R"({"nodes": 2, "on_change": "replica"})");
  Pool dearer = run.setup.market.pools[0];
  dearer.spot_price = StepSeries<Price>::constant(dollars_per_hour(2));
  run.capacity(CapacityKind::limit, {{Seconds{-1}, 2}, {Seconds{1000}, 1}, {Seconds{1060}, 0}});
  run.reclaim("capacity", "{}");
  run.setup.market.pools.push_back(dearer);
  run.setup.market.notice = Seconds{120};
  const RunResult result = run.run();
  EXPECT_EQ(result.outcome, Outcome::finished);
  EXPECT_EQ(lines_with(result, {"\"restore_broken\"", "1060"}).size(), 1U);
  EXPECT_EQ(result.counters.rollbacks, 1);  // nothing was saved: from the beginning
  EXPECT_NEAR(result.makespan_s, 1060 + 2000, 1e-3);
}

}  // namespace
}  // namespace spotgrid
