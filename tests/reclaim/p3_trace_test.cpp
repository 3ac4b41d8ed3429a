// The p3 trace of Bamboo (NSDI 2023), 11.4 h of a fleet of 32, replayed by jobs of 32 and of 8.
// SPDX-License-Identifier: Apache-2.0
#include <charconv>
#include <fstream>
#include <map>
#include <numeric>

#include <gtest/gtest.h>

#include "tests/reclaim/traced_pool.hpp"
#include "tests/support/test_data.hpp"

namespace spotgrid::reclaim_test {
namespace {

// Rows "ms,add|remove,name", CRLF.
struct P3Trace {
  std::vector<TraceNode> nodes;
  std::vector<Instant> instants;
};

P3Trace load(const std::filesystem::path& path) {
  P3Trace trace;
  std::map<std::string, std::size_t> index;
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) {
    const std::size_t comma = line.find(','), second = line.find(',', comma + 1);
    std::int64_t ms = 0;
    std::from_chars(line.data(), line.data() + comma, ms);
    const Instant at = Instant::from_microseconds(ms * 1000);
    const std::string name = line.substr(second + 1, line.find('\r') - second - 1);
    if (line.substr(comma + 1, second - comma - 1) == "add") {
      index[name] = trace.nodes.size();
      trace.nodes.push_back({at, Instant::never()});
    } else {
      trace.nodes[index.at(name)].removed = at;
    }
    if (trace.instants.empty() || trace.instants.back() < at)
      trace.instants.push_back(at);
  }
  return trace;
}

// The same trace as a count log: what a fleet of 32 held.
Counts held_by_fleet(const P3Trace& trace) {
  std::vector<Counts::Step> steps;
  for (const Instant t : trace.instants)
    steps.push_back(
        {t, std::count_if(trace.nodes.begin(), trace.nodes.end(), [t](const TraceNode& node) {
           return node.added <= t && t < node.removed;
         })});
  return Counts(std::move(steps));
}

Pool both_readings(const P3Trace& trace) {
  Pool pool = pool_with(CapacityKind::fleet, held_by_fleet(trace), 32);
  pool.trace_nodes = trace.nodes;
  return pool;
}

struct Reading {
  const char* kind;
  const char* options;
};
std::ostream& operator<<(std::ostream& out, const Reading& reading) {
  return out << reading.kind << " " << reading.options;
}
const std::vector<Reading>& readings() {
  static const std::vector<Reading> all = {
      {"events", R"({"scale": "shared"})"},  {"events", R"({"scale": "slots"})"},
      {"events", R"({"scale": "surplus"})"}, {"capacity", R"({"scale": "shared"})"},
      {"capacity", R"({"scale": "slots"})"}, {"capacity", R"({"scale": "surplus"})"}};
  return all;
}

Replayed run(const Reading& reading, const P3Trace& trace, const Pool& pool, std::int64_t nodes,
             std::uint64_t seed, Seconds notice = 0s) {
  const Attached source(reading.kind, reading.options, pool, nodes, seed);
  return replay(*source, trace.instants, nodes, &pool.capacity.count, notice);
}

double mean_losses(const Reading& reading, const P3Trace& trace, const Pool& pool) {
  constexpr int seeds = 200;
  double sum = 0;
  for (std::uint64_t seed = 1; seed <= seeds; ++seed)
    sum += static_cast<double>(run(reading, trace, pool, 8, seed).losses);
  return sum / seeds;
}

TEST(P3Trace, AJobOfTheWholeFleetMeetsTheTraceInEveryReading) {
  SPOTGRID_NEEDS(path, "traces/bamboo/traces/p3-trace.csv");
  const P3Trace trace = load(path);
  ASSERT_EQ(trace.nodes.size(), 177U);
  const Pool pool = both_readings(trace);
  for (const Reading& reading : readings()) {
    const Replayed result = run(reading, trace, pool, 32, 1);
    EXPECT_EQ(result.losses, 167) << reading;
    EXPECT_EQ(result.events, 79) << reading;
    EXPECT_NEAR(result.node_hours, 273.1, 0.05) << reading;
  }
}

TEST(P3Trace, NoticesMoveNoLoss) {
  SPOTGRID_NEEDS(path, "traces/bamboo/traces/p3-trace.csv");
  const P3Trace trace = load(path);
  const Pool pool = both_readings(trace);
  for (const Reading& reading : readings())
    for (const Seconds notice : {30s, 120s, 600s}) {
      const Replayed result = run(reading, trace, pool, 32, 1, notice);
      EXPECT_EQ(result.losses, 167) << reading << " " << notice.count();
      EXPECT_EQ(result.events, 79) << reading << " " << notice.count();
      EXPECT_NEAR(result.node_hours, 273.1, 0.05) << reading << " " << notice.count();
    }
}

TEST(P3Trace, AJobOfEightIsHitLikeTheRestOfTheFleet) {
  SPOTGRID_NEEDS(path, "traces/bamboo/traces/p3-trace.csv");
  const P3Trace trace = load(path);
  const Pool pool = both_readings(trace);
  // 0.61 losses a node-hour over 11.4 h, for 8 nodes that are nearly always there.
  EXPECT_NEAR(mean_losses(readings()[0], trace, pool), 54.6, 3);
  EXPECT_NEAR(mean_losses(readings()[3], trace, pool), 54.6, 3);
  EXPECT_EQ(mean_losses(readings()[2], trace, pool), 0);
  EXPECT_EQ(mean_losses(readings()[5], trace, pool), 0);
}

TEST(P3Trace, EightOf32PlacesAreAQuarterOfTheTrace) {
  SPOTGRID_NEEDS(path, "traces/bamboo/traces/p3-trace.csv");
  const P3Trace trace = load(path);
  const Pool pool = both_readings(trace);
  EXPECT_NEAR(mean_losses(readings()[1], trace, pool), 167 / 4.0, 1);
  EXPECT_NEAR(mean_losses(readings()[4], trace, pool), 167 / 4.0, 1);
}

TEST(P3Trace, TheSameSeedLosesTheSameNodes) {
  SPOTGRID_NEEDS(path, "traces/bamboo/traces/p3-trace.csv");
  const P3Trace trace = load(path);
  const Pool pool = both_readings(trace);
  for (const Reading& reading : readings()) {
    EXPECT_EQ(run(reading, trace, pool, 20, 3).order, run(reading, trace, pool, 20, 3).order);
    EXPECT_NE(run(reading, trace, pool, 20, 3).order, run(reading, trace, pool, 20, 4).order);
  }
}

}  // namespace
}  // namespace spotgrid::reclaim_test
