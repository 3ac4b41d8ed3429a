// What holds for every run: the engine's own identities (it throws when they do not), no negative
// time or money, the same bytes for the same seed.
// SPDX-License-Identifier: Apache-2.0
#include <set>

#include <gtest/gtest.h>

#include "sim/base/option_writer.hpp"
#include "tests/invariants/random_run.hpp"

namespace spotgrid {
namespace {

using invariants::random_elastic;
using invariants::random_training;
using invariants::random_work_units;

// Rounding of sums is not counted.
void expect_no_negative(const std::map<std::string, double>& parts) {
  for (const auto& [name, value] : parts)
    EXPECT_GE(value, -1e-9) << name;
}

void expect_sound(const ARun& run, const RunResult& result) {
  EXPECT_GE(result.makespan_s, 0);
  EXPECT_LE(result.makespan_s, run.setup.horizon.since_start().count());
  EXPECT_GE(result.cost_usd, 0);
  EXPECT_GE(result.repeated, 0);
  EXPECT_LE(result.progress, result.gained * (1 + 1e-12) + 1e-6);
  expect_no_negative(result.time);
  expect_no_negative(result.node_seconds);
  expect_no_negative(result.cost.by_line);
  expect_no_negative(result.cost.by_state);
  for (const double line : {result.cost.minimum, result.cost.rounding, result.cost.refund,
                            result.cost.storage, result.cost.traffic, result.shortfall.total_s})
    EXPECT_GE(line, 0);
  const Counters& counters = result.counters;
  EXPECT_LE(counters.notices_seen + counters.notices_missed, counters.notices_sent);
  EXPECT_LE(counters.loss_events, counters.preemptions);
  EXPECT_LE(counters.saves_committed + counters.saves_torn, counters.saves);
  if (result.outcome == Outcome::finished && run.setup.job.deadline) {
    EXPECT_LE(result.makespan_s, run.setup.job.deadline->since_start().count());
  }
}

// The journal's times never go back.
void expect_in_order(const RunResult& result) {
  double last = 0;
  for (const std::string& line : result.journal) {
    const double t = std::stod(line.substr(6));
    EXPECT_GE(t, last) << line;
    last = t;
  }
}

std::string all_of(const RunResult& result) {
  std::string text = to_json(result, -1);
  for (const std::string& line : result.journal)
    text += "\n" + line;
  return text;
}

TEST(RandomRuns, OfDivisibleWorkKeepTheirBooks) {
  std::set<Outcome> outcomes;
  std::int64_t preemptions = 0;
  for (std::uint64_t seed = 1; seed <= 300; ++seed) {
    SCOPED_TRACE(seed);
    const ARun run = random_work_units(seed);
    const RunResult result = run.run();
    expect_sound(run, result);
    expect_in_order(result);
    if (seed % 2 == 0) {
      EXPECT_EQ(all_of(random_work_units(seed).run()), all_of(result));
    }
    outcomes.insert(result.outcome);
    preemptions += result.counters.preemptions;
  }
  // The scenarios are not all alike.
  EXPECT_GE(outcomes.size(), 3U);
  EXPECT_GE(preemptions, 600);
}

TEST(RandomRuns, OfTrainingKeepTheirBooks) {
  std::int64_t preemptions = 0, committed = 0, restores = 0;
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    SCOPED_TRACE(seed);
    const ARun run = random_training(seed);
    const RunResult result = run.run();
    expect_sound(run, result);
    expect_in_order(result);
    if (seed % 4 == 0) {
      EXPECT_EQ(all_of(random_training(seed).run()), all_of(result));
    }
    preemptions += result.counters.preemptions;
    committed += result.counters.saves_committed;
    restores += result.counters.restores;
  }
  EXPECT_GE(preemptions, 20);
  EXPECT_GE(committed, 50);
  EXPECT_GE(restores, 10);
}

TEST(RandomRuns, OfElasticGangsKeepTheirBooks) {
  std::size_t joins = 0;
  int short_of_speed = 0;
  for (std::uint64_t seed = 1; seed <= 80; ++seed) {
    SCOPED_TRACE(seed);
    ARun run = random_elastic(seed);
    run.setup.fidelity.kind = Fidelity::Kind::memo;
    const RunResult result = run.run();
    expect_sound(run, result);
    expect_in_order(result);
    joins += lines_with(result, {"nodes join"}).size();
    short_of_speed += result.shortfall.total_s > 0 ? 1 : 0;
    if (seed % 4 == 0) {  // every iteration on SimGrid
      run.setup.fidelity.kind = Fidelity::Kind::full;
      EXPECT_EQ(run.run().journal, result.journal);
    }
  }
  EXPECT_GE(joins, 20U);
  EXPECT_GE(short_of_speed, 20);
}

}  // namespace
}  // namespace spotgrid
