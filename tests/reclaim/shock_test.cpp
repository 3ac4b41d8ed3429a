// Bulk losses at random instants against their closed forms, pool by pool and over zones.
// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <cmath>
#include <utility>

#include <gtest/gtest.h>

#include "tests/reclaim/traced_pool.hpp"

namespace spotgrid::reclaim_test {
namespace {

Pool pool_in(const std::string& zone, const std::string& region = "west") {
  Pool pool = pool_with(CapacityKind::unlimited, {});
  pool.zone = zone;
  pool.region = region;
  return pool;
}

std::string shocks(int fleet, const std::string& size, const std::string& gap = "600 s",
                   const std::string& place = "zone") {
  return R"({"fleet": )" + std::to_string(fleet) + R"(, ")" + place + R"(": {"mean_gap": ")" + gap +
         R"(", "size": )" + size + "}}";
}
const std::string one_node = R"({"kind": "constant", "nodes": 1})";

std::vector<Instant> falls(const ReclaimSource& source, Seconds until) {
  std::vector<Instant> all;
  for (auto fall = source.next_fall(Instant{}); fall->at < Instant::at(until);
       fall = source.next_fall(fall->at))
    all.push_back(fall->at);
  return all;
}

// Of a sample, and how far each may lie from that of its law.
struct Moments {
  double mean = 0, variance = 0;
};
Moments moments(const std::vector<double>& sample) {
  const auto n = static_cast<double>(sample.size());
  Moments m;
  for (const double x : sample)
    m.mean += x / n;
  for (const double x : sample)
    m.variance += (x - m.mean) * (x - m.mean) / (n - 1);
  return m;
}
// Three standard errors of both estimates, given the law's second and fourth central moments.
void expect_moments(const std::vector<double>& sample, double mean, double second, double fourth) {
  const auto n = static_cast<double>(sample.size());
  const Moments found = moments(sample);
  EXPECT_NEAR(found.mean, mean, 3 * std::sqrt(second / n));
  EXPECT_NEAR(found.variance, second, 3 * std::sqrt((fourth - second * second) / n));
}
void expect_uncorrelated(const std::vector<double>& a, const std::vector<double>& b) {
  const Moments of_a = moments(a), of_b = moments(b);
  const auto n = static_cast<double>(a.size());
  double covariance = 0;
  for (std::size_t i = 0; i < a.size(); ++i)
    covariance += (a[i] - of_a.mean) * (b[i] - of_b.mean) / n;
  EXPECT_NEAR(covariance, 0, 3 * std::sqrt(of_a.variance * of_b.variance / n));
}

TEST(Shock, EventsArePoisson) {
  const Pool pool = pool_in("a");
  std::vector<double> first_part, second_part, all;
  double late = 0;
  constexpr int runs = 4000;
  for (std::uint64_t seed = 0; seed < runs; ++seed) {
    const Attached source("shock", shocks(8, one_node), pool, 8, seed);
    const std::vector<Instant> at = falls(*source, Seconds{7500});
    const auto middle = std::lower_bound(at.begin(), at.end(), at_second(3900));
    first_part.push_back(static_cast<double>(middle - at.begin()));
    second_part.push_back(static_cast<double>(at.end() - middle));
    all.push_back(static_cast<double>(at.size()));
    late += source->next_fall(Instant{})->at > at_second(900);
  }
  const double mean = 7500 / 600.0;
  expect_moments(all, mean, mean, mean + 3 * mean * mean);
  expect_uncorrelated(first_part, second_part);
  const double none = std::exp(-1.5);  // in the first 900 s
  EXPECT_NEAR(late / runs, none, 3 * std::sqrt(none * (1 - none) / runs));
}

TEST(Shock, AnEventIsFoundFromWhereverOneLooks) {
  const Pool pool = pool_in("a");
  const Attached source("shock", shocks(8, one_node, "1 s"), pool);
  const std::vector<Instant> all = falls(*source, Seconds{1000});
  ASSERT_GT(all.size(), 900U);
  for (std::size_t i = 0; i + 1 < all.size(); ++i) {
    const Instant before = Instant::from_microseconds(all[i].microseconds() - 1);
    EXPECT_EQ(source->next_fall(before)->at, all[i]);
    EXPECT_EQ(source->next_fall(all[i])->at, all[i + 1]);
    EXPECT_LT(source->next_fall(before)->number, source->next_fall(all[i])->number);
    EXPECT_EQ(source->victims(*source->next_fall(before), held_nodes(8)).size(), 1U);
  }
}

// How many die of `held`, one number a seed, at the first shock.
std::vector<double> losses(int fleet, const std::string& size, std::uint32_t held, int runs) {
  const Pool pool = pool_in("a");
  std::vector<double> all;
  for (std::uint64_t seed = 0; seed < static_cast<std::uint64_t>(runs); ++seed) {
    const Attached source("shock", shocks(fleet, size), pool, held, seed);
    const Fall first = *source->next_fall(Instant{});
    all.push_back(static_cast<double>(source->victims(first, held_nodes(held)).size()));
  }
  return all;
}

double choose(int n, int k) {
  return k < 0 || k > n ? 0
                        : std::round(std::exp(std::lgamma(n + 1) - std::lgamma(k + 1) -
                                              std::lgamma(n - k + 1)));
}

TEST(Shock, LossesOfAPartOfTheFleetAreHypergeometric) {
  constexpr int fleet = 32, dead = 10, held = 6;
  double mean = 0, second = 0, fourth = 0;
  const auto chance = [](int x) {
    return choose(held, x) * choose(fleet - held, dead - x) / choose(fleet, dead);
  };
  for (int x = 0; x <= held; ++x)
    mean += x * chance(x);
  for (int x = 0; x <= held; ++x) {
    second += std::pow(x - mean, 2) * chance(x);
    fourth += std::pow(x - mean, 4) * chance(x);
  }
  ASSERT_NEAR(mean, 6 * 10 / 32.0, 1e-9);
  ASSERT_NEAR(second, 6 * (10 / 32.0) * (22 / 32.0) * (26 / 31.0), 1e-9);
  constexpr int runs = 5000;
  const std::vector<double> found =
      losses(fleet, R"({"kind": "constant", "nodes": 10})", held, runs);
  expect_moments(found, mean, second, fourth);
  for (int x = 0; x <= held; ++x) {
    const auto seen = static_cast<double>(std::count(found.begin(), found.end(), x));
    EXPECT_NEAR(seen / runs, chance(x), 3 * std::sqrt(chance(x) * (1 - chance(x)) / runs)) << x;
  }
}

TEST(Shock, AJobAsLargeAsTheFleetOrLargerLosesTheWholeSize) {
  for (const std::uint32_t held : {32U, 40U})
    EXPECT_EQ(losses(32, R"({"kind": "constant", "nodes": 10})", held, 50),
              std::vector<double>(50, 10));
}

TEST(Shock, AShareIsOfTheFleetAndNeverOfOurs) {
  EXPECT_EQ(losses(32, R"({"kind": "share", "share": 0.3})", 32, 20), std::vector<double>(20, 10));
  EXPECT_EQ(losses(32, R"({"kind": "share", "share": 1})", 5, 20), std::vector<double>(20, 5));
  // 1 of 32 nodes dies, and ours are 4 of them: more often than not none of ours.
  const std::vector<double> found = losses(32, R"({"kind": "share", "share": 0.04})", 4, 4000);
  EXPECT_NEAR(moments(found).mean, 1 / 8.0, 3 * std::sqrt(1 / 8.0 * 7 / 8 / 4000));
}

TEST(Shock, GeometricSizesBeginAtOneAndAreCutAtTheFleet) {
  constexpr int runs = 5000;
  const std::vector<double> sizes = losses(200, R"({"kind": "geometric", "mean": 2.1})", 200, runs);
  const double q = 1 / 2.1, p = 1 - q;
  // Central moments of the geometric law, by their sums.
  double second = 0, fourth = 0;
  for (int k = 1; k < 400; ++k) {
    second += std::pow(k - 2.1, 2) * q * std::pow(p, k - 1);
    fourth += std::pow(k - 2.1, 4) * q * std::pow(p, k - 1);
  }
  ASSERT_NEAR(second, p / (q * q), 1e-9);
  expect_moments(sizes, 2.1, second, fourth);
  EXPECT_EQ(*std::min_element(sizes.begin(), sizes.end()), 1);
  const std::vector<double> cut = losses(3, R"({"kind": "geometric", "mean": 3})", 3, runs);
  // min(k, 3) = 1 + [k > 1] + [k > 2], with P(k > j) = (2/3)^j.
  const double mean = 1 + 2 / 3.0 + 4 / 9.0;
  const double variance = 1 / 3.0 + 4 * 2 / 9.0 + 9 * 4 / 9.0 - mean * mean;
  EXPECT_NEAR(moments(cut).mean, mean, 3 * std::sqrt(variance / runs));
  EXPECT_EQ(*std::max_element(cut.begin(), cut.end()), 3);
  EXPECT_EQ(losses(9, R"({"kind": "geometric", "mean": 1})", 9, 20), std::vector<double>(20, 1));
}

// Falls of a probe for 16 nodes in us-west-2a, SkyPilot spot traces (2023): 145 falls, 1473 nodes.
TEST(Shock, ObservedSizesComeAsOftenAsTheyWereSeen) {
  constexpr std::array<std::pair<int, int>, 15> seen = {{{1, 22},
                                                         {2, 9},
                                                         {3, 2},
                                                         {4, 3},
                                                         {5, 4},
                                                         {6, 6},
                                                         {7, 4},
                                                         {8, 11},
                                                         {9, 4},
                                                         {10, 5},
                                                         {11, 3},
                                                         {12, 1},
                                                         {14, 8},
                                                         {15, 8},
                                                         {16, 55}}};
  std::string sizes, weights;
  double second = 0, fourth = 0;
  for (const auto& one : seen) {
    sizes += (sizes.empty() ? "" : ", ") + std::to_string(one.first);
    weights += (weights.empty() ? "" : ", ") + std::to_string(one.second);
    second += std::pow(one.first - 1473 / 145.0, 2) * one.second / 145;
    fourth += std::pow(one.first - 1473 / 145.0, 4) * one.second / 145;
  }
  const std::vector<double> found = losses(
      16, R"({"kind": "empirical", "sizes": [)" + sizes + R"(], "weights": [)" + weights + "]}", 16,
      5000);
  expect_moments(found, 1473 / 145.0, second, fourth);
  const std::vector<double> plain =
      losses(16, R"({"kind": "empirical", "sizes": [2, 4, 4]})", 16, 5000);
  expect_moments(plain, 10 / 3.0, 8 / 9.0, (16 / 81.0) * 2 / 3 + (256 / 81.0) / 3);
}

TEST(Shock, AZoneIsHitAtOneInstantWithOneSize) {
  const Pool first = pool_in("a"), second = pool_in("a"), other = pool_in("b");
  const std::string options = shocks(50, R"({"kind": "geometric", "mean": 9})");
  const Attached here("shock", options, first, 8, 1, 0), beside("shock", options, second, 8, 1, 1),
      elsewhere("shock", options, other, 8, 1, 2);
  const Seconds span = hours(100);
  ASSERT_GT(falls(*here, span).size(), 500U);
  EXPECT_EQ(falls(*here, span), falls(*beside, span));
  for (auto fall = here->next_fall(Instant{}); fall->at < Instant::at(span);
       fall = here->next_fall(fall->at))
    EXPECT_EQ(here->victims(*fall, held_nodes(50)).size(),
              beside->victims(*fall, held_nodes(50)).size());
  std::vector<Instant> common;
  const std::vector<Instant> a = falls(*here, span), b = falls(*elsewhere, span);
  std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(common));
  EXPECT_TRUE(common.empty());
}

TEST(Shock, ARegionIsHitAtOneInstant) {
  const Pool first = pool_in("a"), second = pool_in("b"), other = pool_in("a", "east");
  const std::string options = shocks(9, one_node, "600 s", "region");
  const Attached here("shock", options, first, 8, 1, 0), beside("shock", options, second, 8, 1, 1),
      elsewhere("shock", options, other, 8, 1, 2);
  EXPECT_EQ(falls(*here, hours(10)), falls(*beside, hours(10)));
  EXPECT_NE(falls(*here, hours(10)), falls(*elsewhere, hours(10)));
}

TEST(Shock, ZoneAndRegionHitApartFromEachOther) {
  const Pool pool = pool_in("a", "a");  // one name for both is no reason to share events
  const std::string zone = R"("zone": {"mean_gap": "600 s", "size": )" + one_node + "}";
  const std::string region =
      R"("region": {"mean_gap": "600 s", "size": {"kind": "constant", "nodes": 3}})";
  const std::string fleet = R"({"fleet": 9, )";
  const Attached both("shock", fleet + zone + ", " + region + "}", pool),
      of_zone("shock", fleet + zone + "}", pool), of_region("shock", fleet + region + "}", pool);
  std::vector<Instant> apart = falls(*of_zone, hours(50));
  for (const Instant at : falls(*of_region, hours(50)))
    apart.push_back(at);
  std::sort(apart.begin(), apart.end());
  EXPECT_EQ(falls(*both, hours(50)), apart);
  const Fall of_one = *of_zone->next_fall(Instant{}), of_three = *of_region->next_fall(Instant{});
  EXPECT_EQ(both->victims(of_one, held_nodes(9)), of_zone->victims(of_one, held_nodes(9)));
  EXPECT_EQ(both->victims(of_three, held_nodes(9)), of_region->victims(of_three, held_nodes(9)));
  EXPECT_EQ(both->victims(of_three, held_nodes(9)).size(), 3U);
}

TEST(Shock, PoolsWithAnotherMeanGapHaveShocksOfTheirOwn) {
  const Pool pool = pool_in("a");
  const Attached often("shock", shocks(9, one_node, "600 s"), pool),
      larger("shock", shocks(90, R"({"kind": "share", "share": 0.5})", "10 min"), pool),
      rarely("shock", shocks(9, one_node, "1200 s"), pool);
  EXPECT_EQ(falls(*often, hours(10)), falls(*larger, hours(10)));
  // Other chance, not the same history stretched.
  const Seconds twice = 2 * often->next_fall(Instant{})->at.since_start();
  EXPECT_GT(std::abs((rarely->next_fall(Instant{})->at.since_start() - twice).count()), 1);
}

// Given the size, ranks of one pool say nothing about those of another.
TEST(Shock, PoolsOfAZoneLoseIndependentlyGivenTheSize) {
  const Pool pool = pool_in("a");
  const std::string options = shocks(20, R"({"kind": "constant", "nodes": 10})");
  std::vector<double> first, second;
  for (std::uint64_t seed = 0; seed < 3000; ++seed) {
    const Attached here("shock", options, pool, 8, seed, 0),
        beside("shock", options, pool, 8, seed, 1);
    const Fall fall = *here->next_fall(Instant{});
    first.push_back(static_cast<double>(here->victims(fall, held_nodes(6)).size()));
    second.push_back(static_cast<double>(beside->victims(fall, held_nodes(6)).size()));
  }
  expect_uncorrelated(first, second);
}

TEST(Shock, TheSameNodesAreLostWhateverWasHeldBefore) {
  const Pool pool = pool_in("a");
  const std::string options = shocks(12, R"({"kind": "geometric", "mean": 4})");
  const Attached busy("shock", options, pool), idle("shock", options, pool);
  std::vector<HeldNode> held = held_nodes(7);
  held.erase(held.begin() + 2);
  std::size_t lost = 0;
  for (auto fall = busy->next_fall(Instant{}); fall->at < Instant::at(hours(50));
       fall = busy->next_fall(fall->at)) {
    busy->victims(*fall, held_nodes(30));
    EXPECT_EQ(busy->victims(*fall, held), idle->victims(*fall, held));
    lost += idle->victims(*fall, held).size();
  }
  EXPECT_GT(lost, 100U);
}

TEST(Shock, ASeedIsOneHistoryAndAnotherSeedAnother) {
  const Pool pool = pool_in("a");
  const auto history = [&](std::uint64_t seed) {
    return falls(*Attached("shock", shocks(9, one_node), pool, 8, seed), hours(10));
  };
  EXPECT_EQ(history(1), history(1));
  EXPECT_NE(history(1), history(2));
}

TEST(Shock, WhatIsLaunchedAfterTheAnnouncementIsSpared) {
  const Pool pool = pool_in("a");
  const Attached source("shock", shocks(9, R"({"kind": "share", "share": 1})"), pool);
  const Fall fall = *source->next_fall(Instant{});
  EXPECT_EQ(source->victims(fall, held_nodes(4)).size(), 4U);
  EXPECT_FALSE(source->dies_with(fall, held_node(5), held_nodes(6)));
  EXPECT_TRUE(source->late_victims(fall, held_nodes(6)).empty());
}

}  // namespace
}  // namespace spotgrid::reclaim_test
