// Intervals of blocks and Holm's correction, by hand and by coverage.
// SPDX-License-Identifier: Apache-2.0
#include "analysis/block_intervals.hpp"

#include <cmath>
#include <vector>

#include <boost/random/exponential_distribution.hpp>
#include <boost/random/mersenne_twister.hpp>
#include <boost/random/normal_distribution.hpp>
#include <boost/random/uniform_01.hpp>
#include <gtest/gtest.h>

namespace spotgrid::analysis {
namespace {

TEST(BlockMean, IndependentValuesAreABlockEach) {
  const std::vector<TimedValue> values{{{}, 1}, {{}, 2}, {{}, 3}, {{}, 4}, {{}, 5}};
  const BlockMean all = block_mean(values, 100);
  EXPECT_EQ(all.blocks, 5U);
  EXPECT_DOUBLE_EQ(all.mean, 3);
  // t(4, 97.5 %) = 2.776445, sd = sqrt(2.5).
  EXPECT_NEAR(all.interval->high - all.mean, 2.776445 * std::sqrt(2.5 / 5), 1e-5);
  // t = 3 / sqrt(2.5 / 5) = 4.2426 on 4 degrees of freedom.
  EXPECT_NEAR(*all.p, 0.0132, 1e-4);
}

TEST(BlockMean, ContiguousBlocksAreAtLeastSoLong) {
  std::vector<TimedValue> values;
  for (int i = 0; i < 20; ++i)
    values.push_back({10.0 * i, static_cast<double>(i)});
  const BlockMean all = block_mean(values, 40);  // 190 + 40 s: five blocks of 46 s
  EXPECT_EQ(all.values, 20U);
  EXPECT_EQ(all.blocks, 5U);
  EXPECT_TRUE(all.interval);
  EXPECT_FALSE(block_mean(values, 60).interval) << "four blocks";
  EXPECT_EQ(block_mean(values, 1e6).blocks, 1U);
  EXPECT_EQ(block_mean({}, 1).blocks, 0U);
}

TEST(Holm, MultipliesByThoseThatAreNotSmaller) {
  const std::vector<double> p{0.01, 0.04, 0.03, 0.5};
  const std::vector<double> adjusted = holm(p);
  EXPECT_NEAR(adjusted[0], 0.04, 1e-12);
  EXPECT_NEAR(adjusted[2], 0.09, 1e-12);
  EXPECT_NEAR(adjusted[1], 0.09, 1e-12) << "0.08, but no smaller than the one before";
  EXPECT_NEAR(adjusted[3], 0.5, 1e-12);
}

// 2,000 repetitions: the share of intervals that hold the true mean, with 95 % claimed.
TEST(BlockMean, CoversIndependentValues) {
  boost::random::mt19937 random(11);
  boost::random::normal_distribution<double> normal(5, 2);
  for (const int n : {10, 30, 100}) {
    int held = 0;
    for (int i = 0; i < 2000; ++i) {
      std::vector<TimedValue> values;
      for (int k = 0; k < n; ++k)
        values.push_back({{}, normal(random)});
      const BlockMean all = block_mean(values, 0);
      held += all.interval->low <= 5 && 5 <= all.interval->high ? 1 : 0;
    }
    EXPECT_GE(held, 1860) << n;
    EXPECT_LE(held, 1940) << n;
  }
}

// A market that is up and down by turns (Markov, 6 h and 2 h on average) for 45 days; a value is
// the share of up time in a window of 24 h, and a hundred of them overlap. The true mean is 3/4.
TEST(BlockMean, CoversOverlappingWindows) {
  boost::random::mt19937 random(12);
  boost::random::exponential_distribution<double> one(1);
  constexpr double span = 45 * 24, window = 24, correlation = 6 * 2 / (6.0 + 2);
  int held = 0, naive = 0;
  for (int i = 0; i < 2000; ++i) {
    std::vector<double> up(static_cast<std::size_t>(span * 10) + 1);  // hours up until each 0.1 h
    boost::random::uniform_01<double> uniform;
    bool is_up = uniform(random) < 0.75;
    double left = one(random) * (is_up ? 6 : 2);
    for (std::size_t k = 1; k < up.size(); ++k) {
      up[k] = up[k - 1] + (is_up ? 0.1 : 0);
      left -= 0.1;
      if (left <= 0) {
        is_up = !is_up;
        left = one(random) * (is_up ? 6 : 2);
      }
    }
    std::vector<TimedValue> timed, plain;
    for (int k = 0; k < 100; ++k) {
      const double at = (k + uniform(random)) / 100 * (span - window);
      const auto begin = static_cast<std::size_t>(at * 10);
      const double share = (up[begin + 240] - up[begin]) / window;
      timed.push_back({at, share});
      plain.push_back({{}, share});
    }
    const auto holds = [](const BlockMean& all) {
      return all.interval && all.interval->low <= 0.75 && 0.75 <= all.interval->high;
    };
    held += holds(block_mean(timed, 2 * window + correlation)) ? 1 : 0;
    naive += holds(block_mean(plain, 0)) ? 1 : 0;
  }
  EXPECT_GE(held, 1840);
  EXPECT_LE(held, 1940);
  EXPECT_LT(naive, 1800) << "as if they were independent";
}

}  // namespace
}  // namespace spotgrid::analysis
