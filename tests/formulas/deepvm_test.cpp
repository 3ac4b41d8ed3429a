// DeepVM's planner: its scaling law by hand, its searches against a plain one.
// SPDX-License-Identifier: Apache-2.0
#include "models/formulas/deepvm.hpp"

#include <cmath>
#include <random>

#include <gtest/gtest.h>

namespace spotgrid::formulas::deepvm {
namespace {

constexpr Scaling law{0.2, 10, 5};

// One type of 100 flops at 0.3 and 0.1 $/h, and one remote of 0.2 $/h that takes fewer than 4.
Catalogue small_catalogue() {
  Catalogue all;
  all.trainers = {
      {"slow", dollars_per_hour(0.3), dollars_per_hour(0.1), gigabits_per_second(10), 100, law}};
  all.remotes = {{"box", dollars_per_hour(0.2), gigabits_per_second(25), bytes(8e9)}};
  all.saturation = {{gigabits_per_second(5), 2}, {gigabits_per_second(10), 4}};
  all.held = bytes(1e9);
  all.most_trainers = 31;
  all.most_remotes = 63;
  all.most_anchored = 32;
  return all;
}

std::string first(const Catalogue& all, Policy policy, double budget, Ties ties = Ties::tiering) {
  const auto plans = plans_within(all, policy, dollars_per_hour(budget), ties);
  return plans.empty() ? "none" : text_of(all, plans.front());
}

TEST(DeepVmScaling, TheTangentTouchesTheLogisticCurveAtItsInflection) {
  EXPECT_EQ(logistic(law, 10), 2.5);
  EXPECT_EQ(tangent(law, 10), 2.5);
  EXPECT_NEAR((logistic(law, 10.001) - logistic(law, 9.999)) / 0.002, 0.25, 1e-7);
  EXPECT_NEAR(tangent(law, 14) - tangent(law, 10), 4 * 0.25, 1e-12);
}

TEST(DeepVmScaling, SpeedupIsTheTangentUpToTheInflectionAndTheCurveBeyond) {
  EXPECT_EQ(speedup(law, 4), tangent(law, 4));
  EXPECT_EQ(speedup(law, 10), 2.5);
  EXPECT_NEAR(speedup(law, 20), 5 / (1 + std::exp(-2)), 1e-12);
}

TEST(DeepVmScaling, NothingIsLostUpToTheInflectionAndTheRatioToTheTangentBeyond) {
  EXPECT_EQ(efficiency(law, 2), 1);
  EXPECT_EQ(efficiency(law, 10), 1);
  EXPECT_NEAR(efficiency(law, 20), 5 / (1 + std::exp(-2)) / 5, 1e-12);
  // n K(n) ends at 4 / a: more nodes are worth nothing.
  EXPECT_NEAR(1000 * efficiency(law, 1000), 20, 1e-9);
}

TEST(DeepVmPlans, ARemoteTakesFewerTrainersThanItsNarrowerEndSays) {
  Catalogue all = small_catalogue();
  const TrainerType& trainer = all.trainers.front();
  EXPECT_EQ(saturation_point(all, trainer, all.remotes.front()), 4);  // of 10 and 25 Gbps
  std::swap(all.saturation.front(), all.saturation.back());           // their order is of no matter
  all.remotes.front().network = gigabits_per_second(9);               // between two entries
  EXPECT_EQ(saturation_point(all, trainer, all.remotes.front()), 2);
  all.remotes.front().network = gigabits_per_second(4);  // below all of them
  EXPECT_EQ(saturation_point(all, trainer, all.remotes.front()), 0);
  EXPECT_EQ(first(all, Policy::deepvm, 0.5), "2 slow spot + 1 on demand");
}

TEST(DeepVmPlans, PricesOfBothArchitectures) {
  const Catalogue all = small_catalogue();
  const Plan anchored{Architecture::single_anchor, 0, 0, 4, 0, 0};
  EXPECT_NEAR(price_of(all, anchored) / dollars_per_hour(1), 3 * 0.1 + 0.3, 1e-12);
  EXPECT_EQ(text_of(all, anchored), "3 slow spot + 1 on demand");
  const Plan tiered{Architecture::tiering, 0, 0, 4, 2, 0};
  EXPECT_NEAR(price_of(all, tiered) / dollars_per_hour(1), 4 * 0.1 + 2 * 0.2, 1e-12);
  EXPECT_EQ(text_of(all, tiered), "4 slow spot + 2 box");
}

TEST(DeepVmPlans, APriceThatIsTheBudgetIsWithinItAndOneAboveIsNot) {
  const Catalogue all = small_catalogue();
  EXPECT_EQ(first(all, Policy::deepvm, 0.3), "1 slow spot + 1 box");  // 0.1 + 0.2 > 0.3 in binary
  EXPECT_EQ(first(all, Policy::deepvm, 0.2999), "none");
  EXPECT_EQ(first(all, Policy::cost_first, 0.4), "1 slow spot + 1 on demand");
  EXPECT_EQ(first(all, Policy::cost_first, 0.3999), "none");
  EXPECT_EQ(first(all, Policy::performance_first, 0.3999), "none");
}

TEST(DeepVmPlans, ARemoteIsSaturatedByTheNumberItselfNotOnlyBeyondIt) {
  const Catalogue all = small_catalogue();
  EXPECT_EQ(first(all, Policy::deepvm, 0.5), "3 slow spot + 1 box");
  // 0.6 $/h would buy four trainers and a remote, which four saturate.
  EXPECT_EQ(first(all, Policy::deepvm, 0.6), "3 slow spot + 1 on demand");
  EXPECT_EQ(first(all, Policy::deepvm, 0.8, Ties::tiering), "5 slow spot + 1 on demand");
}

TEST(DeepVmPlans, EqualObjectivesFollowTheOrderOfArchitecturesAndOfTheCatalogue) {
  Catalogue all = small_catalogue();
  all.saturation.back().trainers = 5;
  all.remotes.front().on_demand = dollars_per_hour(0.2);
  EXPECT_EQ(first(all, Policy::deepvm, 0.6), "4 slow spot + 1 box");
  EXPECT_EQ(first(all, Policy::deepvm, 0.6, Ties::single_anchor), "3 slow spot + 1 on demand");
  EXPECT_EQ(first(all, Policy::no_scaling, 0.6), "3 slow spot + 1 on demand");
  all.remotes.insert(all.remotes.begin(), all.remotes.front());
  all.remotes.front().name = "chest";
  const auto best = plans_within(all, Policy::deepvm, dollars_per_hour(0.6), Ties::tiering, 3);
  ASSERT_EQ(best.size(), 3U);
  EXPECT_EQ(text_of(all, best[0]), "4 slow spot + 1 chest");
  EXPECT_EQ(text_of(all, best[1]), "4 slow spot + 1 box");
  EXPECT_EQ(text_of(all, best[2]), "3 slow spot + 1 on demand");
  EXPECT_EQ(best[0].objective, best[2].objective);
}

TEST(DeepVmPlans, ARemoteWithoutRoomForTheCheckpointsIsNotRented) {
  Catalogue all = small_catalogue();
  all.held = bytes(8e9);
  EXPECT_EQ(first(all, Policy::deepvm, 0.5), "3 slow spot + 1 box");
  all.held = bytes(8.1e9);
  EXPECT_EQ(first(all, Policy::deepvm, 0.5), "2 slow spot + 1 on demand");
}

TEST(DeepVmPlans, NoMoreNodesAreOnSpotThanCanBeHad) {
  Catalogue all = small_catalogue();
  all.trainers.front().most_spot = 2;
  EXPECT_EQ(first(all, Policy::deepvm, 10), "2 slow spot + 1 on demand");
  EXPECT_EQ(first(all, Policy::cost_first, 10), "2 slow spot + 1 on demand");
  all.trainers.front().most_spot = 0;
  EXPECT_EQ(first(all, Policy::deepvm, 10), "none");
  EXPECT_EQ(first(all, Policy::performance_first, 10), "none");
}

TEST(DeepVmPlans, CostFirstBuysNodesAndPerformanceFirstSpeed) {
  Catalogue all = small_catalogue();
  all.trainers.push_back(all.trainers.front());
  all.trainers.back().name = "fast";
  all.trainers.back().flops = 1000;
  all.trainers.back().on_demand = dollars_per_hour(0.6);
  EXPECT_EQ(first(all, Policy::cost_first, 0.8), "5 slow spot + 1 on demand");
  EXPECT_EQ(first(all, Policy::performance_first, 0.8), "2 fast spot + 1 on demand");
  EXPECT_EQ(first(all, Policy::performance_first, 0.69), "3 slow spot + 1 on demand");
  EXPECT_EQ(first(all, Policy::cost_first, 100), "31 slow spot + 1 on demand");
  all.trainers.back().on_demand = all.trainers.front().on_demand;
  EXPECT_EQ(first(all, Policy::cost_first, 0.8), "5 slow spot + 1 on demand");  // the first of both
}

TEST(DeepVmPlans, TheReleasedMetricMultipliesByNodesTwice) {
  const Catalogue all = small_catalogue();
  const Plan plan{Architecture::single_anchor, 0, 0, 20, 0, 0};
  EXPECT_NEAR(performance(all, plan), 100 * 20 / (1 + std::exp(-2)), 1e-9);
  EXPECT_NEAR(performance(all, plan, Metric::released) / performance(all, plan), 20, 1e-12);
}

TEST(DeepVmPlans, CostIsTimeAtThePriceOfAllNodes) {
  EXPECT_NEAR(cost_of(Seconds{1800}, dollars_per_hour(3)).value(), 1.5, 1e-12);
}

// A market at random, and the largest Z of it, without any care for work.
Catalogue random_catalogue(std::mt19937_64& random) {
  std::uniform_real_distribution<double> share(0.1, 1);
  Catalogue all = small_catalogue();
  all.trainers.clear();
  all.remotes.clear();
  for (int i = 0; i < 3; ++i) {
    const double price = share(random);
    all.trainers.push_back({std::string(1, static_cast<char>('a' + i)),
                            dollars_per_hour(price),
                            dollars_per_hour(price * share(random)),
                            gigabits_per_second(5 + 10 * share(random)),
                            100 * share(random),
                            {share(random), 20 * share(random), 10 * share(random)}});
    all.remotes.push_back(
        {std::string(1, static_cast<char>('x' + i)), dollars_per_hour(share(random) / 2),
         gigabits_per_second(5 + 10 * share(random)), bytes(2e9 * share(random))});
  }
  all.most_trainers = 12;
  all.most_remotes = 6;
  return all;
}

double largest_objective(const Catalogue& all, double budget) {
  double best = 0;
  for (std::size_t t = 0; t < 3; ++t) {
    const TrainerType& type = all.trainers[t];
    const double spot = type.spot.value() * 3600, anchor = type.on_demand.value() * 3600;
    for (int n = 1; n <= 12; ++n) {
      bool can = n > 1 && (n - 1) * spot + anchor <= budget;
      for (std::size_t r = 0; r < 3; ++r) {
        const RemoteType& remote = all.remotes[r];
        const double gbps = std::min(type.network.value(), remote.network.value()) * 8 / 1e9;
        const double most = gbps < 5 ? 0 : gbps < 10 ? 2 : 4;
        for (int m = 1; m <= 6; ++m)
          can = can || (n * spot + m * remote.on_demand.value() * 3600 <= budget &&
                        static_cast<double>(n) / m < most && remote.memory.value() >= 1e9);
      }
      if (can)
        best = std::max(best, type.flops / type.spot.value() * n * efficiency(type.scaling, n));
    }
  }
  return best;
}

TEST(DeepVmPlans, TheBestOfAllPlansIsFoundInThreeHundredRandomMarkets) {
  std::mt19937_64 random(7);
  std::uniform_real_distribution<double> budget(0.5, 8);
  for (int i = 0; i < 300; ++i) {
    const Catalogue all = random_catalogue(random);
    const double most = budget(random);
    const auto found = plans_within(all, Policy::deepvm, dollars_per_hour(most));
    EXPECT_NEAR(found.empty() ? 0 : found.front().objective / largest_objective(all, most),
                found.empty() ? largest_objective(all, most) : 1, 1e-12)
        << i;
  }
}

}  // namespace
}  // namespace spotgrid::formulas::deepvm
