// Branch and bound against brute force, and the sizes that the paper searches.
// SPDX-License-Identifier: Apache-2.0
#include "models/formulas/spotdnn_search.hpp"

#include <random>

#include <gtest/gtest.h>

namespace spotgrid::formulas::spotdnn {
namespace {

// Of ResNet-110: icloud-ecnu/spotDNN instanceinfo.py (97f4bcf); beside it the types of Table III
// whose speed is that of as many of the same GPUs.
Model resnet() {
  Model model;
  model.parameters = megabytes(11.5);
  model.worker = Bandwidth::of(142e6);
  model.servers = Bandwidth::of(1200e6);
  model.pcie = Bandwidth::of(10e9);
  model.contention = {0.8, -1.92, ""};
  model.loss = {876.5, -0.2, 2507.6, {}, 0.5, ""};
  return model;
}

WorkerType type(const Model& model, std::int64_t gpus, double per_gpu, double speed, double price) {
  const double batch = static_cast<double>(gpus) * per_gpu;
  return {gpus, batch, compute_from_speed(model, gpus, batch, speed), dollars_per_hour(price)};
}

std::vector<WorkerType> seven_types(const Model& model) {
  return {type(model, 1, 1024, 1885, 1.25),    type(model, 8, 1024, 2115, 2.16),
          type(model, 4, 1024, 4 * 750, 1.22), type(model, 1, 1024, 750, 0.36),
          type(model, 4, 512, 1995, 1.37),     type(model, 2, 512, 1018, 0.69),
          type(model, 1, 512, 504, 0.34)};
}

template <class Visit>
void for_each_plan(const Counts& quota, Counts& plan, std::size_t place, const Visit& visit) {
  if (place == quota.size()) {
    visit(plan);
    return;
  }
  for (plan[place] = 0; plan[place] <= quota[place]; ++plan[place])
    for_each_plan(quota, plan, place + 1, visit);
  plan[place] = 0;
}

// A small market of any kind: with and without R, rounding, workers that exist, a loss that is
// there, and gammas of either sign of the slope.
struct RandomCase {
  explicit RandomCase(std::uint32_t seed) : random(seed) {
    model.rounding = chance(0.2) ? Rounding::released : Rounding::none;
    model.contention = {between(0.2, 1), between(-2, 0.2), ""};
    model.loss = {between(0, 1000), between(-1, 0.2), between(1000, 4000), {}, between(0, 1), ""};
    if (chance(0.5))
      model.loss.gamma4 = between(0.05, 2);
    const auto types = static_cast<std::size_t>(between(2, 6));
    for (std::size_t i = 0; i < types; ++i) {
      market.types.push_back({static_cast<std::int64_t>(between(1, 9)), between(32, 2048),
                              Seconds{between(0.1, 5)}, dollars_per_hour(between(0.01, 3))});
      market.quota.push_back(static_cast<std::int64_t>(between(0, 8)));
    }
    if (chance(0.4))
      for (std::size_t i = 0; i < types; ++i)
        market.existing.push_back(static_cast<std::int64_t>(between(0, 2)));
    objective.loss = model.loss.gamma5 + between(0.01, 1);
    objective.time = Seconds{between(100, 8000)};
    if (chance(0.4)) {
      objective.loss_now = objective.loss + between(0.01, 2);
      objective.takeover = Seconds{29.6};
    }
    objective.optimism = chance(0.3) ? 0.05 : 0;
  }
  double between(double low, double high) {
    return std::uniform_real_distribution<double>{low, high}(random);
  }
  bool chance(double p) { return std::bernoulli_distribution{p}(random); }

  Model model = resnet();
  Market market;
  Objective objective;
  std::mt19937 random;
};

TEST(SpotDnnSearch, TheCheapestPlanIsThatOfBruteForce) {
  int feasible = 0;
  for (std::uint32_t seed = 0; seed < 500; ++seed) {
    const RandomCase one(seed);
    std::optional<Dollars> least;
    std::int64_t plans = 0;
    Counts plan(one.market.quota.size(), 0);
    for_each_plan(one.market.quota, plan, 0, [&](Counts counts) {
      std::int64_t workers = 0;
      for (std::size_t i = 0; i < counts.size(); ++i) {
        counts[i] += one.market.existing.empty() ? 0 : one.market.existing[i];
        workers += counts[i];
      }
      if (workers == 0)
        return;
      ++plans;
      const Outlook all = outlook(one.model, cluster_of(one.model, one.market.types, counts),
                                  one.objective.loss, one.objective.loss_now);
      const Seconds time = (1 - one.objective.optimism) * all.time + one.objective.takeover;
      if (all.iterations > 0 && time <= one.objective.time)
        least = std::min(least.value_or(all.cost), all.cost);
    });
    const Search found = exhaustive(one.model, one.market, one.objective);
    ASSERT_EQ(found.outlook.has_value(), least.has_value()) << seed;
    EXPECT_LE(found.examined, plans) << seed;
    if (!least)
      continue;
    ++feasible;
    EXPECT_NEAR(found.outlook->cost.value(), least->value(), 1e-12 * least->value()) << seed;
  }
  EXPECT_GT(feasible, 100);
}

TEST(SpotDnnSearch, ExaminesFewOfTheMillionsOfPlansOfSeventyInstances) {
  const Model model = resnet();
  const Market market{seven_types(model), Counts(7, 10), {}};
  constexpr double plans = 19'487'170;  // 11^7 - 1
  for (const auto& [loss, time] :
       std::vector<std::pair<double, double>>{{0.8, 2400}, {0.7, 3700}, {0.6, 20000}, {0.8, 700}}) {
    const Objective objective{loss, Seconds{time}};
    const Search all = exhaustive(model, market, objective);
    const Search window = sliding_window(model, market, objective);
    EXPECT_LT(static_cast<double>(all.examined), 0.05 * plans) << loss;
    EXPECT_EQ(all.outlook.has_value() || !window.outlook, true);
    if (window.outlook) {
      EXPECT_LE(all.outlook->cost, window.outlook->cost);
    }
  }
}

TEST(SpotDnnSearch, SaysWhyNothingIsFeasible) {
  const Model model = resnet();
  const Market market{seven_types(model), Counts(7, 1), {}};
  EXPECT_EQ(sliding_window(model, market, {0.45, Seconds{1e6}}).reason,
            "a loss of 0.45 is never reached: the curve ends at 0.5");
  EXPECT_EQ(exhaustive(model, {seven_types(model), Counts(7, 0), {}}, {0.8, Seconds{1e6}}).reason,
            "no instance can be had");
  EXPECT_EQ(sliding_window(model, market, {0.8, Seconds{60}}).reason,
            "21 workers are needed at least, and 7 can be used at most");
  EXPECT_EQ(exhaustive(model, market, {0.8, Seconds{60}}).reason, "none of 0 plans is fast enough");
}

TEST(SpotDnnSearch, HomogeneousSetsIgnoreTheQuota) {
  const Model model = resnet();
  const Market market{seven_types(model), Counts(7, 2), {}};
  const Counts plan = {2, 0, 0, 1, 0, 0, 1};
  EXPECT_EQ(homogeneous(model, market, plan, Extreme::fastest), (Counts{4, 0, 0, 0, 0, 0, 0}));
  EXPECT_EQ(homogeneous(model, market, plan, Extreme::slowest), (Counts{0, 0, 0, 0, 0, 0, 4}));
}

TEST(SpotDnnSearch, MarginalGainAddsUntilTheObjectiveIsMet) {
  const Model model = resnet();
  const Market market{seven_types(model), Counts(7, 10), {}};
  const Search found = marginal_gain(model, market, {0.8, Seconds{2400}});
  ASSERT_TRUE(found.outlook);
  EXPECT_LE(found.outlook->time, Seconds{2400});
  EXPECT_GE(found.outlook->cost, exhaustive(model, market, {0.8, Seconds{2400}}).outlook->cost);
  EXPECT_FALSE(marginal_gain(model, market, {0.45, Seconds{2400}}).outlook);
}

}  // namespace
}  // namespace spotgrid::formulas::spotdnn
