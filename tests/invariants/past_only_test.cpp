// Policies see the past only: a market that differs after now + notice, and the same decisions.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "tests/invariants/random_market.hpp"

namespace spotgrid {
namespace {

using invariants::Dice;

constexpr Seconds notice{120};

class PastOnly : public testing::TestWithParam<NamedEntry<ProvisioningPolicy>> {};

struct Inputs {
  std::vector<StepSeries<Price>> prices;
  std::vector<StepSeries<std::int64_t>> counts;
};

Inputs inputs_by(std::uint64_t seed) {
  Dice dice(seed);
  Inputs inputs;
  for (int i = 0; i < 3; ++i) {
    inputs.prices.push_back(invariants::random_prices(dice, hours(40)));
    inputs.counts.push_back(invariants::random_counts(dice, hours(40), 6));
  }
  return inputs;
}

// Some 15 h on three nodes, for policies that plan for a loss.
void train_to_a_loss(ARun& run) {
  run.samples(1, Seconds{100}, 1000, Bytes::of(1e6), Bytes::of(1));
  run.mode("parameter_server", R"({"nodes": 3, "contention": "analytic"})");
  run.setup.job.workload->loss = LossLaw{100, -0.1, 1000, {}, 0.5, ""};
  run.setup.job.workload->per_flow = SourcedRate{Bandwidth::of(1e8), ""};
  run.setup.job.workload->server_contention = ServerContention{0.1, 0, ""};
  run.setup.job.loss = 1.5;
  run.setup.job.target = Work::of(run.setup.job.workload->loss->state_at(1.5));
  run.setup.fidelity = {Fidelity::Kind::macro, 1};
}

RunResult run_on(const Inputs& inputs, std::string_view policy) {
  ARun run;
  run.policy(policy, invariants::options_of(policy));
  if (run.setup.provisioning->make()->needs_loss())
    train_to_a_loss(run);
  else
    run.work(hours(20), 3).scheme("continuous", "{}");
  invariants::add_pools(run, 3);
  Market& market = run.setup.market;
  for (std::size_t i = 0; i < 3; ++i) {
    market.pools[i].spot_price = inputs.prices[i];
    market.pools[i].capacity = {CapacityKind::limit, inputs.counts[i], 0};
  }
  run.reclaim("capacity", "{}");
  market.notice = notice;
  market.detection = {Seconds{5}, Seconds{0}};
  market.failure_detection = Seconds{15};
  market.boot = Law{Seconds{90}};
  run.setup.job.deadline = Instant::at(hours(30));
  run.setup.horizon = Instant::at(hours(40));
  return run.run();
}

bool is_decision(const std::string& line) {
  return line.find("\"plan_made\"") != std::string::npos ||
         line.find("\"requested\", \"node\"") != std::string::npos ||
         line.find("\"node_released\"") != std::string::npos;
}

// The lines of the journal that say what the policy decided, until `end` and at it.
std::vector<std::string> decisions(const RunResult& result, Seconds end) {
  std::vector<std::string> found;
  for (const std::string& line : result.journal)
    if (is_decision(line) && std::stod(line.substr(6)) <= end.count())
      found.push_back(line);
  return found;
}

TEST_P(PastOnly, DecidesTheSameWhateverComesAfterNowAndTheNotice) {
  const std::string_view policy = GetParam().name;
  int differed_later = 0;
  for (std::uint64_t seed = 1; seed <= 12; ++seed) {
    const Inputs first = inputs_by(seed), other = inputs_by(seed + 1000);
    const RunResult expected = run_on(first, policy);
    for (const double now : {0.0, 3000.0, 20000.0, 50000.0}) {
      const Instant cut = Instant::at(Seconds{now} + notice);
      Inputs altered = first;
      for (std::size_t i = 0; i < 3; ++i) {
        altered.prices[i] = invariants::spliced(first.prices[i], other.prices[i], cut);
        altered.counts[i] = invariants::spliced(first.counts[i], other.counts[i], cut);
      }
      const RunResult result = run_on(altered, policy);
      const std::vector<std::string> until_now = decisions(expected, Seconds{now});
      EXPECT_FALSE(until_now.empty());
      EXPECT_EQ(decisions(result, Seconds{now}), until_now) << seed << " at " << now;
      differed_later += decisions(result, hours(40)) != decisions(expected, hours(40)) ? 1 : 0;
    }
  }
  // The alterations are such that matter. What is bought on demand alone depends on no spot pool.
  if (policy != "on_demand_only") {
    EXPECT_GE(differed_later, 24);
  }
}

INSTANTIATE_TEST_SUITE_P(Catalogue, PastOnly, testing::ValuesIn(provisioning::catalogue()),
                         [](const auto& tested) { return std::string(tested.param.name); });

}  // namespace
}  // namespace spotgrid
