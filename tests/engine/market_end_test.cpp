// Ends: of inputs, of the run, and of nodes that grow old.
// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include <gtest/gtest.h>

#include "tests/engine/market_runs.hpp"

namespace spotgrid::market_runs {
namespace {

using Doubles = std::vector<double>;

// One node at 1 $/h with `work` to do, whose state is safe at any time.
ARun one_node(Seconds work) {
  ARun run;
  run.work(work).scheme("continuous", "{}");
  return run;
}

TEST(MarketEnd, WhereTheInputsEndTheRunEndsWithItsCost) {
  for (const EndOfTrace rule : {EndOfTrace::error, EndOfTrace::censor}) {
    ARun run = one_node(hours(10));
    run.setup.market.end_of_trace = rule;
    run.setup.market.end = Instant::at(hours(4));
    const RunResult result = run.run();
    EXPECT_EQ(result.outcome, Outcome::trace_exhausted);
    EXPECT_EQ(result.makespan_s, 4 * 3600);
    EXPECT_NEAR(result.cost_usd, 4, 1e-12);
    EXPECT_NEAR(result.progress, 4 * 3600, 1e-6);
    EXPECT_EQ(result.counters.releases, 0);
  }
}

TEST(MarketEnd, HeldInputsKeepTheirLastValues) {
  ARun run = one_node(hours(10));
  run.price({{Seconds{-1}, 1}, {hours(2), 2}});
  run.capacity(CapacityKind::limit, {{Seconds{-1}, 0}, {hours(1), 1}}).reclaim("capacity", "{}");
  run.setup.market.end_of_trace = EndOfTrace::hold;
  const RunResult result = run.run();
  EXPECT_EQ(result.outcome, Outcome::finished);
  EXPECT_EQ(result.makespan_s, 11 * 3600);
  EXPECT_NEAR(result.cost_usd, 1 * 1 + 9 * 2, 1e-12);
}

TEST(MarketEnd, TheHorizonEndsARunThatIsNotDone) {
  ARun run = one_node(hours(10));
  run.setup.horizon = Instant::at(hours(3));
  const RunResult result = run.run();
  EXPECT_EQ(result.outcome, Outcome::not_finished);
  EXPECT_EQ(result.reason, "the horizon was reached");
  EXPECT_NEAR(result.cost_usd, 3, 1e-12);
}

TEST(MarketEnd, AJobDoneAtTheHorizonOrTheEndOfTheInputsHasFinished) {
  ARun run = one_node(hours(3));
  run.setup.horizon = Instant::at(hours(3));
  EXPECT_EQ(run.run().outcome, Outcome::finished);
  run.setup.market.end = Instant::at(hours(3));
  EXPECT_EQ(run.run().outcome, Outcome::finished);
  run.work(hours(3) + Seconds{1e-6});
  EXPECT_EQ(run.run().outcome, Outcome::trace_exhausted);
}

TEST(MarketEnd, AJobDoneAtItsDeadlineIsInTime) {
  ARun run = one_node(hours(3));
  run.setup.job.deadline = Instant::at(hours(3));
  EXPECT_EQ(run.run().outcome, Outcome::finished);
  run.work(hours(3) + Seconds{1e-6});
  EXPECT_EQ(run.run().outcome, Outcome::finished_late);
}

TEST(MarketEnd, MaxLifetimeCountsFromBootingAndIsAnnounced) {
  ARun run = one_node(hours(60));
  run.setup.market.max_lifetime = hours(24);
  run.setup.market.provision = Law{Seconds{30}};
  run.setup.market.boot = Law{Seconds{90}};
  run.setup.market.notice = Seconds{30};
  const RunResult result = run.run();
  // Each life begins 30 s after its request and trains for 24 h - 90 s; the next one is asked for
  // when the notice is seen, so that both pass side by side.
  const double day = 86400;
  EXPECT_EQ(times(result, "node_lost", {"\"source\": \"max_lifetime\""}), (Doubles{
                                                                              30 + day,
                                                                              30 + 2 * day,
                                                                          }));
  EXPECT_EQ(times(result, "notice_sent"), (Doubles{day, 2 * day}));
  EXPECT_EQ(result.counters.preemptions_by.at("max_lifetime"), 2);
  EXPECT_EQ(result.outcome, Outcome::finished);
  // 60 h of work, a first wait of 120 s and two of 90 s.
  EXPECT_NEAR(result.makespan_s, 60 * 3600 + 120 + 2 * 90, 1e-6);
}

struct Life {
  const char* name;
  const char* law;
  double mean, deviation;  // s
};
std::ostream& operator<<(std::ostream& out, const Life& life) {
  return out << life.name;
}

class MarketLifetime : public testing::TestWithParam<Life> {};

TEST_P(MarketLifetime, NodesLiveAsLongAsTheLawSays) {
  constexpr int nodes = 1000;
  ARun run = endless(nodes + 1, hours(10000), launches_once(nodes));
  run.reclaim("lifetime", GetParam().law);
  run.setup.keep_journal = false;
  run.setup.market.provision = Law{Seconds{100}};  // is not part of a life
  const RunResult result = run.run();
  EXPECT_EQ(result.counters.preemptions_by.at("lifetime"), nodes);
  EXPECT_NEAR(life_seconds(result) / nodes, GetParam().mean,
              3 * GetParam().deviation / std::sqrt(nodes));
}

// Moments by the textbook formulas: Weibull s Γ(1 + 1/k); lognormal m e^(σ²/2); a mixture of
// exponentials Σ p m, with second moment 2 Σ p m².
INSTANTIATE_TEST_SUITE_P(
    Laws, MarketLifetime,
    testing::Values(
        Life{"exponential", R"({"law": "exponential", "mean": "1 h"})", 3600, 3600},
        Life{"weibull", R"({"law": "weibull", "scale": "1 h", "shape": 2})",
             3600 * std::tgamma(1.5),
             3600 * std::sqrt(std::tgamma(2) - std::tgamma(1.5) * std::tgamma(1.5))},
        Life{"lognormal", R"({"law": "lognormal", "median": "1 h", "sigma": 0.5})",
             3600 * std::exp(0.125), 3600 * std::sqrt((std::exp(0.25) - 1) * std::exp(0.25))},
        Life{"empirical", R"({"law": "empirical", "values": ["1 h", "3 h"]})", 7200, 3600}),
    [](const auto& tested) { return tested.param.name; });

}  // namespace
}  // namespace spotgrid::market_runs
