// What is announced, what is seen in time, and when the others are known.
// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include <gtest/gtest.h>

#include "tests/engine/market_runs.hpp"

namespace spotgrid::market_runs {
namespace {

using Doubles = std::vector<double>;

// `nodes` that boot at 0 and all die at `loss`.
ARun all_die(std::int64_t nodes, Seconds loss, Seconds notice) {
  ARun run = endless(nodes, Seconds{2000}, launches_once(nodes));
  run.capacity(CapacityKind::limit, {{Seconds{-1}, nodes}, {loss, 0}}).reclaim("capacity", "{}");
  run.setup.market.notice = notice;
  run.setup.market.failure_detection = Seconds{15};
  return run;
}

// The node polls at phase + k x 5 s after its boot; here the phase is that of node 0.
Seconds a_poll(const ARun& run, double k) {
  const RandomSource chance(run.setup.seed, run.setup.replication);
  return Seconds{(chance.draw("poll", 0, 0) + k) * 5};
}

TEST(MarketDetection, ANoticeBetweenTwoPollsIsMissedWhenTheLossComesFirst) {
  ARun run = all_die(1, Seconds{0}, Seconds{3});
  const Seconds notice = a_poll(run, 200) - Seconds{4};
  run.capacity(CapacityKind::limit, {{Seconds{-1}, 1}, {notice + Seconds{3}, 0}});
  run.setup.market.detection = {Seconds{5}, Seconds{0}};
  const RunResult result = run.run();
  ASSERT_EQ(times(result, "notice_sent").size(), 1U);
  const double sent = times(result, "notice_sent")[0];
  EXPECT_NEAR(sent, notice.count(), 2e-6);
  EXPECT_TRUE(times(result, "notice_seen").empty());
  EXPECT_EQ(result.counters.notices_missed, 1);
  ASSERT_EQ(times(result, "node_lost", {"\"noticed\": false"}).size(), 1U);
  EXPECT_NEAR(times(result, "node_lost")[0], sent + 3, 2e-6);
  ASSERT_EQ(times(result, "loss_known").size(), 1U);
  EXPECT_NEAR(times(result, "loss_known")[0], sent + 18, 2e-6);
  EXPECT_NEAR(result.time.at("stalled"), 15, 1e-9);
}

TEST(MarketDetection, ANoticeThatOutlastsThePollIsSeenAtIt) {
  ARun run = all_die(1, Seconds{0}, Seconds{4.5});
  const Seconds notice = a_poll(run, 200) - Seconds{4};
  run.capacity(CapacityKind::limit, {{Seconds{-1}, 1}, {notice + Seconds{4.5}, 0}});
  run.setup.market.detection = {Seconds{5}, Seconds{0}};
  const RunResult result = run.run();
  ASSERT_EQ(times(result, "notice_seen").size(), 1U);
  EXPECT_NEAR(times(result, "notice_seen")[0], a_poll(run, 200).count(), 2e-6);
  EXPECT_EQ(result.counters.notices_missed, 0);
  EXPECT_EQ(times(result, "node_lost", {"\"noticed\": true"}).size(), 1U);
  EXPECT_TRUE(times(result, "loss_known").empty());
  EXPECT_FALSE(result.time.contains("stalled"));
}

TEST(MarketDetection, PollsOfNodesAreSpreadOverThePeriod) {
  ARun run = all_die(400, Seconds{1000}, Seconds{120});
  run.setup.market.detection = {Seconds{5}, Seconds{0}};
  const Doubles seen = times(run.run(), "notice_seen");
  ASSERT_EQ(seen.size(), 400U);
  double sum = 0;
  for (const double t : seen) {
    EXPECT_GE(t, 880);
    EXPECT_LT(t, 885 + 1e-6);
    sum += t - 880;
  }
  // Uniform on [0, 5): three standard errors of the mean.
  EXPECT_NEAR(sum / 400, 2.5, 3 * 5 / std::sqrt(12 * 400.0));
}

TEST(MarketDetection, AConstantDelayIsTheSameForAll) {
  ARun run = all_die(3, Seconds{1000}, Seconds{120});
  run.setup.market.detection = {std::nullopt, Seconds{7}};
  EXPECT_EQ(times(run.run(), "notice_seen"), (Doubles{887, 887, 887}));
}

TEST(MarketDetection, WithoutRecallNothingIsAnnounced) {
  ARun run = all_die(3, Seconds{1000}, Seconds{120});
  run.setup.market.notice_recall = 0;
  const RunResult result = run.run();
  EXPECT_EQ(result.counters.notices_sent, 0);
  EXPECT_EQ(result.counters.notices_missed, 0);
  EXPECT_EQ(times(result, "node_lost", {"\"noticed\": false"}), (Doubles{1000, 1000, 1000}));
  EXPECT_EQ(times(result, "loss_known"), (Doubles{1015, 1015, 1015}));
}

TEST(MarketDetection, RecallIsTheShareThatIsAnnounced) {
  ARun run = all_die(400, Seconds{1000}, Seconds{120});
  run.setup.market.notice_recall = 0.75;
  const RunResult result = run.run();
  // Three standard deviations of 400 trials.
  EXPECT_NEAR(static_cast<double>(result.counters.notices_sent), 300,
              3 * std::sqrt(400 * 0.75 * 0.25));
  EXPECT_EQ(result.counters.notices_seen, result.counters.notices_sent);
  EXPECT_EQ(result.counters.preemptions, 400);
}

TEST(MarketDetection, TheTimeOfATraceCanBeThatOfTheNotice) {
  ARun run = all_die(2, Seconds{1000}, Seconds{120});
  run.setup.market.trace_time = TraceTimeMeans::notice;
  const RunResult result = run.run();
  EXPECT_EQ(times(result, "notice_sent", {"\"dies_at\": 1120"}), (Doubles{1000, 1000}));
  EXPECT_EQ(times(result, "node_lost"), (Doubles{1120, 1120}));
}

TEST(MarketDetection, ALossSoonAfterTheStartIsAnnouncedAtTheStart) {
  const RunResult result = all_die(1, Seconds{50}, Seconds{120}).run();
  EXPECT_EQ(times(result, "notice_sent"), Doubles{0});
  EXPECT_EQ(times(result, "node_lost", {"\"noticed\": true"}), Doubles{50});
}

}  // namespace
}  // namespace spotgrid::market_runs
