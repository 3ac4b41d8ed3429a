// Whole runs on the p3 trace of Bamboo (NSDI 2023): what a job of its fleet's size and a smaller
// one lose. Figures counted from the file: 167 removals at 79 instants, 273.1 node-hours.
// SPDX-License-Identifier: Apache-2.0
#include <charconv>
#include <fstream>
#include <map>

#include <gtest/gtest.h>

#include "tests/engine/market_runs.hpp"
#include "tests/support/test_data.hpp"

namespace spotgrid::market_runs {
namespace {

struct Trace {
  std::vector<TraceNode> nodes;
  std::vector<StepSeries<std::int64_t>::Step> held;  // how many lived
};

// Rows "ms,add|remove,name".
Trace p3_trace(const std::filesystem::path& path) {
  Trace trace;
  std::map<std::string, std::size_t> index;
  std::map<Instant, std::int64_t> change;
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) {
    const std::size_t first = line.find(','), second = line.find(',', first + 1);
    std::int64_t ms = 0;
    std::from_chars(line.data(), line.data() + first, ms);
    const Instant at = Instant::from_microseconds(ms * 1000);
    const std::string name = line.substr(second + 1, line.find('\r') - second - 1);
    const bool added = line.substr(first + 1, second - first - 1) == "add";
    change[at] += added ? 1 : -1;
    if (added) {
      index[name] = trace.nodes.size();
      trace.nodes.push_back({at, Instant::never()});
    } else {
      trace.nodes[index.at(name)].removed = at;
    }
  }
  std::int64_t alive = 0;
  for (const auto& [at, by] : change)
    trace.held.push_back({at, alive += by});
  return trace;
}

struct Reading {
  const char* kind;
  const char* scale;
};
std::ostream& operator<<(std::ostream& out, const Reading& reading) {
  return out << reading.kind << ", " << reading.scale;
}

// A job that wants `nodes` all the time; nodes are there at once and losses come unannounced.
RunResult run_on(const Trace& trace, const Reading& reading, std::int64_t nodes,
                 std::uint64_t seed = 1) {
  ARun run = endless(nodes, trace.held.back().at.since_start(), wants_shown(nodes));
  Pool& pool = run.setup.market.pools[0];
  pool.capacity = {CapacityKind::fleet, StepSeries<std::int64_t>(trace.held), 32};
  pool.trace_nodes = trace.nodes;
  run.reclaim(reading.kind, R"({"scale": ")" + std::string(reading.scale) + "\"}");
  run.setup.seed = seed;
  run.setup.keep_journal = false;
  return run.run();
}

class MarketP3Trace : public testing::TestWithParam<Reading> {};

TEST_P(MarketP3Trace, AJobOfTheWholeFleetLosesWhatTheTraceLost) {
  SPOTGRID_NEEDS(path, "traces/bamboo/traces/p3-trace.csv");
  const RunResult result = run_on(p3_trace(path), GetParam(), 32);
  EXPECT_EQ(result.counters.preemptions, 167);
  EXPECT_EQ(result.counters.loss_events, 79);
  EXPECT_NEAR(life_seconds(result) / 3600, 273.1, 0.05);
  EXPECT_EQ(result.counters.launch_failures, 0);
}

INSTANTIATE_TEST_SUITE_P(
    Readings, MarketP3Trace,
    testing::Values(Reading{"events", "shared"}, Reading{"events", "slots"},
                    Reading{"events", "surplus"}, Reading{"capacity", "shared"},
                    Reading{"capacity", "slots"}, Reading{"capacity", "surplus"}),
    [](const auto& tested) { return std::string(tested.param.kind) + "_" + tested.param.scale; });

double mean_losses(const Trace& trace, const Reading& reading, std::uint64_t seeds) {
  double sum = 0;
  for (std::uint64_t seed = 1; seed <= seeds; ++seed)
    sum += static_cast<double>(run_on(trace, reading, 8, seed).counters.preemptions);
  return sum / static_cast<double>(seeds);
}

// 0.61 losses a node-hour over 11.4 h, for 8 nodes that are nearly always there.
TEST(MarketP3TraceOfEight, SharedIsHitAsOftenANodeAsTheFleet) {
  SPOTGRID_NEEDS(path, "traces/bamboo/traces/p3-trace.csv");
  const Trace trace = p3_trace(path);
  EXPECT_NEAR(mean_losses(trace, {"events", "shared"}, 200), 54.6, 3);
  EXPECT_NEAR(mean_losses(trace, {"capacity", "shared"}, 200), 54.6, 3);
}

TEST(MarketP3TraceOfEight, SurplusLosesNothing) {
  SPOTGRID_NEEDS(path, "traces/bamboo/traces/p3-trace.csv");
  const Trace trace = p3_trace(path);
  for (const char* kind : {"events", "capacity"}) {
    const RunResult result = run_on(trace, {kind, "surplus"}, 8);
    EXPECT_EQ(result.counters.preemptions, 0) << kind;
    EXPECT_EQ(result.counters.requests, 8) << kind;
  }
}

}  // namespace
}  // namespace spotgrid::market_runs
