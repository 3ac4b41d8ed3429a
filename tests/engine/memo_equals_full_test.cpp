// Courses that were simulated once tell the story of every iteration on SimGrid: the same events at
// the same instants, with losses, notices, rollbacks and uploads that contend.
// SPDX-License-Identifier: Apache-2.0
#include <cstdlib>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/support/a_run.hpp"
#include "tests/support/background_upload.hpp"

namespace spotgrid {
namespace {

using Json = nlohmann::json;

// Half a day of job time where SPOTGRID_LONG_TESTS is set; one hour, or fewer losses, else.
bool long_tests() {
  return std::getenv("SPOTGRID_LONG_TESTS") != nullptr;
}

// 1 us and 1e-9 relative: the clock of `full` adds up, that of `memo` does not.
void expect_near(double a, double b, const std::string& where) {
  EXPECT_NEAR(a, b, 2e-6 + 1e-9 * std::max(std::abs(a), std::abs(b))) << where;
}

void expect_equal(const Json& full, const Json& memo, const std::string& where) {
  if (full.is_number() && memo.is_number()) {
    expect_near(full.get<double>(), memo.get<double>(), where);
  } else if (full.is_object() && memo.is_object() && full.size() == memo.size()) {
    for (const auto& [key, value] : full.items())
      expect_equal(value, memo.value(key, Json()), where + " " + key);
  } else {
    EXPECT_EQ(full, memo) << where;
  }
}

void expect_same_story(const Setup& setup) {
  Setup with = setup;
  with.fidelity.kind = Fidelity::Kind::full;
  const RunResult full = simulate_apart(with);
  with.fidelity.kind = Fidelity::Kind::memo;
  const RunResult memo = simulate(with);
  EXPECT_GT(memo.counters.micro_simulations, 0);
  EXPECT_LT(memo.counters.micro_simulations, full.counters.iterations);
  ASSERT_EQ(full.journal.size(), memo.journal.size());
  for (std::size_t i = 0; i < full.journal.size() && !testing::Test::HasFailure(); ++i)
    expect_equal(Json::parse(full.journal[i]), Json::parse(memo.journal[i]),
                 full.journal[i] + " | " + memo.journal[i]);
  EXPECT_EQ(full.counters.iterations, memo.counters.iterations);
  EXPECT_EQ(full.counters.saves, memo.counters.saves);
  EXPECT_EQ(full.counters.saves_committed, memo.counters.saves_committed);
  EXPECT_EQ(full.counters.restores, memo.counters.restores);
  // What the comparison is about did happen.
  EXPECT_GE(full.counters.preemptions, 1);
  EXPECT_GE(full.counters.stops, 1);
  EXPECT_GE(full.counters.saves, 3);
  EXPECT_GE(full.counters.notices_seen, 1);
  testing::Test::RecordProperty("micro_simulations",
                                static_cast<int>(memo.counters.micro_simulations));
  EXPECT_NEAR(full.cost_usd, memo.cost_usd, 1e-6 + 1e-9 * full.cost_usd);
  for (const auto& [purpose, bytes] : full.counters.traffic_bytes_by)
    EXPECT_NEAR(bytes, memo.counters.traffic_bytes_by.at(purpose), 1e-6 * bytes + 1) << purpose;
  // Sums over stretches, whose ends are instants: off by a microsecond for each.
  const double stretches = static_cast<double>(full.counters.saves + full.counters.stops);
  for (const auto& [phase, seconds] : full.time)
    EXPECT_NEAR(seconds, memo.time.at(phase), 1e-6 * stretches + 1e-9 * seconds) << phase;
}

struct Case {
  const char* name;
  const char* mode;  // of the training, with a %d for the workers
  Bytes upload;      // the state
  Carrier carrier;
  Seconds marker;
};

constexpr const char* ring = R"({"nodes": %d, "buckets": 1})";
constexpr const char* bucketed = R"({"nodes": %d, "buckets": 3, "on_change": "replica"})";
constexpr const char* bsp = R"({"nodes": %d, "sync": "bsp", "shards": 2})";
constexpr const char* half_bsp =
    R"({"nodes": %d, "sync": "bsp", "shards": 2, "ps_link": "half", "on_notice": "drain"})";
constexpr const char* drained = R"({"nodes": %d, "buckets": 1, "on_notice": "drain"})";
const Case cases[] = {
    {"short_uploads", ring, Bytes::of(5e7), Carrier::process, Seconds{0}},
    {"long_uploads", ring, Bytes::of(4e10), Carrier::process, Seconds{0.25}},
    {"buckets_and_replicas", bucketed, Bytes::of(4e9), Carrier::process, Seconds{0}},
    {"drained", drained, Bytes::of(2e9), Carrier::agent, Seconds{1}},
    // Workers come and go; the servers, on demand, keep the state.
    {"short_uploads_of_servers", bsp, Bytes::of(5e7), Carrier::process, Seconds{0}},
    {"long_uploads_of_servers", half_bsp, Bytes::of(4e10), Carrier::agent, Seconds{1}},
    // The upload outlives the loss of others, and what restarts contends with the rest of it.
    {"running_flush", ring, Bytes::of(1.5e11), Carrier::agent, Seconds{2}},
    {"replicas_into_a_running_flush", bucketed, Bytes::of(1.2e11), Carrier::agent, Seconds{2}},
};

class MemoEqualsFull : public testing::TestWithParam<std::tuple<Case, int, int>> {};

ARun job(const std::string& mode, const char* options, int nodes) {
  ARun run;
  std::string text(256, '\0');
  text.resize(static_cast<std::size_t>(std::snprintf(text.data(), text.size(), options, nodes)));
  run.mode(mode, text);
  run.setup.job.membership.rendezvous = Law{Seconds{5}};
  run.setup.job.membership.init = Law{Seconds{1.5}};
  run.setup.market.notice = Seconds{30};
  run.setup.market.detection = {Seconds{5}, Seconds{0}};
  run.setup.market.provision = Law{Seconds{11}};
  run.setup.market.boot = Law{Seconds{7}};
  run.setup.network.latency = {Seconds{25e-6}, Seconds{0.5e-3}, Seconds{30e-3}};
  // A loss of any of the members every twenty minutes.
  run.reclaim("lifetime",
              R"({"law": "exponential", "mean": ")" + std::to_string(20 * nodes) + R"( min"})");
  return run;
}

// From a pool of their own, on demand.
void serve(ARun& run) {
  Pool pool = run.setup.market.pools[0];
  pool.instance.name = "cpu.x1";
  pool.instance.network.baseline = Bandwidth::of(2e9);
  pool.reclaim.clear();
  run.setup.market.pools.push_back(pool);
  run.setup.job.servers_from = {PoolId{1}, MarketSide::on_demand};
}

TEST_P(MemoEqualsFull, EventByEvent) {
  const auto& [one, nodes, seed] = GetParam();
  const bool servers = std::string_view(one.mode).find("shards") != std::string_view::npos;
  ARun run = job(servers ? "parameter_server" : "all_reduce", one.mode, nodes);
  run.samples(1e12, Seconds{0.2}, 8, Bytes::of(1e8), one.upload);
  run.setup.checkpointing.scheme =
      background_upload({Bandwidth::of(2.5e9), one.marker, one.carrier});
  run.schedule("fixed_interval", R"({"every": "10 min"})");
  run.also_schedule("on_notice", "{}");
  if (servers)
    serve(run);
  run.setup.seed = static_cast<std::uint64_t>(seed);
  run.setup.horizon = Instant::at(hours(long_tests() ? 12 : 1));
  expect_same_story(run.setup);
}

INSTANTIATE_TEST_SUITE_P(Uploads, MemoEqualsFull,
                         testing::Combine(testing::ValuesIn(cases), testing::Values(4, 16, 64),
                                          testing::Range(1, long_tests() ? 6 : 2)),
                         [](const auto& tested) {
                           return std::string(std::get<0>(tested.param).name) + "_" +
                                  std::to_string(std::get<1>(tested.param)) + "_seed" +
                                  std::to_string(std::get<2>(tested.param));
                         });

}  // namespace
}  // namespace spotgrid
