// What happens to several nodes at one instant happens to them alike, whatever their order.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "tests/support/a_run.hpp"

namespace spotgrid {
namespace {

ARun four_nodes() {
  ARun run;
  run.capacity(CapacityKind::limit, {{Seconds{-1}, 4}, {Seconds{1000}, 1}, {Seconds{2000}, 4}});
  run.setup.market.boot = Law{Seconds{100}};
  run.reclaim("capacity", "{}");
  return run;
}

TEST(SameInstant, NodesLostTogetherAreLostInTheStateTheyAllHadBefore) {
  for (const Seconds notice : {Seconds{0}, Seconds{120}}) {
    ARun run = four_nodes();
    run.work(hours(1), 4).scheme("continuous", "{}");
    run.setup.market.notice = notice;
    const RunResult result = run.run();
    EXPECT_EQ(result.counters.preemptions, 3);
    EXPECT_EQ(result.counters.loss_events, 1);
    const std::map<std::string, std::int64_t> expected{{"training", 3}};
    EXPECT_EQ(result.counters.preemptions_during, expected) << notice.count();
  }
}

TEST(SameInstant, AsynchronousWorkersReadyTogetherStartTogether) {
  ARun run = four_nodes();
  run.samples(64 * 100, Seconds{10}, 64, Bytes::of(1e6), Bytes::of(1e6));
  run.mode("parameter_server", R"({"nodes": 4, "shards": 1, "sync": "asp"})");
  run.setup.job.membership.rendezvous = Law{Seconds{30}};
  run.setup.job.membership.init = Law{Seconds{5}};
  const RunResult result = run.run();
  EXPECT_EQ(result.outcome, Outcome::finished);
  EXPECT_EQ(lines_with(result, {"members_changed"}),
            (std::vector<std::string>{R"({"t": 135, "event": "members_changed", "workers": 4})"}));
}

}  // namespace
}  // namespace spotgrid
