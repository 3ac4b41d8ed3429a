// Collectives against the published closed forms and worked figures.
// SPDX-License-Identifier: Apache-2.0
#include "models/formulas/collectives.hpp"

#include <cmath>
#include <limits>
#include <numbers>

#include <boost/math/quadrature/gauss_kronrod.hpp>
#include <gtest/gtest.h>

#include "models/formulas/normal_maximum.hpp"
#include "models/formulas/parameter_server.hpp"

namespace spotgrid::formulas {
namespace {

constexpr Seconds alpha{14e-6};
constexpr Bandwidth nic = Bandwidth::of(1.25e9);
constexpr Bytes size = megabytes(440);

TEST(Collectives, RingTakesThePublishedTimes) {
  const std::pair<int, double> published[] = {
      {2, .3520}, {4, .5281}, {8, .6162}, {16, .6604}, {32, .6829}};
  for (const auto& [ranks, seconds] : published)
    EXPECT_NEAR(time(ring_all_reduce(ranks, size), alpha, nic).count(), seconds, 5e-5) << ranks;
}

TEST(Collectives, TreeTakesTwiceTheSizeAndTwiceItsHeightInLatencies) {
  EXPECT_NEAR(time(tree_all_reduce(2, size), alpha, nic).count(), .704 + 2 * 14e-6, 1e-12);
  EXPECT_NEAR(time(tree_all_reduce(32, size), alpha, nic).count(), .704 + 10 * 14e-6, 1e-12);
}

TEST(Collectives, TreeOfFiveIsAsHighAsTreeOfEight) {
  EXPECT_EQ(tree_height(1), 0);
  EXPECT_EQ(tree_height(2), 1);
  EXPECT_EQ(tree_height(4), 2);
  EXPECT_EQ(tree_height(5), 3);
  EXPECT_EQ(tree_height(8), 3);
}

// Four nodes of eight: 130 GB/s and 3.4 us inside, a NIC of 12.5 GB/s that the eight share outside.
TEST(Collectives, ReduceScatterAllReduceAndAllGatherTakeThePublishedTime) {
  const Seconds inside = time(ring_reduce_scatter(8, size), Seconds{3.4e-6}, Bandwidth::of(130e9));
  const Seconds between = time(ring_all_reduce(4, size / 8.0), alpha, Bandwidth::of(12.5e9 / 8));
  EXPECT_NEAR((2 * inside + between).count(), .05885, 5e-6);
  EXPECT_NEAR(time(ring_all_reduce(32, size), alpha, Bandwidth::of(12.5e9)).count(), .06907, 5e-6);
}

TEST(Collectives, NothingIsSentByOneRank) {
  EXPECT_EQ(time(ring_all_reduce(1, size), alpha, nic), 0s);
  EXPECT_EQ(time(ring_reduce_scatter(1, size), alpha, nic), 0s);
  EXPECT_EQ(time(tree_all_reduce(1, size), alpha, nic), 0s);
}

TEST(Collectives, BucketsOverlapWithTheBackwardPass) {
  EXPECT_NEAR(overlapped(.1s, .2s, 4, .04s).count(), .34, 1e-12);
  EXPECT_NEAR(overlapped(.1s, .2s, 4, .06s).count(), .39, 1e-12);
  EXPECT_NEAR(overlapped(.1s, .2s, 4, .08s).count(), .47, 1e-12);
}

// V = 574 MB, B_req = 0.62 GB/s, B_ps = 1.2 GB/s: each of 1, 2, 4, 8 workers gets .62, .60, .30,
// .15.
TEST(ParameterServerFormula, WorkersShareTheServersNic) {
  const Bytes parameters = megabytes(574);
  const auto rate = [&](std::int64_t workers) {
    const Seconds time =
        exchange_with_servers(parameters, workers, Bandwidth::of(.62e9), 1, Bandwidth::of(1.2e9));
    return (parameters / time).value() / 1e9;
  };
  EXPECT_NEAR(rate(1), .62, 1e-12);
  EXPECT_NEAR(rate(2), .60, 1e-12);
  EXPECT_NEAR(rate(4), .30, 1e-12);
  EXPECT_NEAR(rate(8), .15, 1e-12);
}

TEST(NormalMaximum, OfOneIsTheMean) {
  EXPECT_EQ(expected_normal_maximum(1), 0);
}

// Closed forms of order statistics (David and Nagaraja, Order Statistics, 3.2).
TEST(NormalMaximum, OfTwoToFiveIsTheClosedForm) {
  using std::numbers::pi;
  const double root_pi = std::sqrt(pi);
  EXPECT_NEAR(expected_normal_maximum(2), 1 / root_pi, 1e-12);
  EXPECT_NEAR(expected_normal_maximum(3), 3 / (2 * root_pi), 1e-12);
  EXPECT_NEAR(expected_normal_maximum(4), 3 / (pi * root_pi) * std::acos(-1.0 / 3), 1e-12);
  EXPECT_NEAR(expected_normal_maximum(5),
              5 / (4 * root_pi) + 15 / (2 * pi * root_pi) * std::asin(1.0 / 3), 1e-12);
}

TEST(NormalMaximum, OfManyAgreesWithAnotherQuadrature) {
  for (const int n : {8, 64, 1000, 1000000}) {
    const auto integrand = [n](double x) {
      const double below = std::erfc(-x / std::numbers::sqrt2) / 2;
      return x * n * std::exp(-x * x / 2) / std::sqrt(2 * std::numbers::pi) *
             std::pow(below, n - 1);
    };
    double error = 0;
    const double expected = boost::math::quadrature::gauss_kronrod<double, 61>::integrate(
        integrand, -12.0, 16.0, 15, 1e-13, &error);
    EXPECT_NEAR(expected_normal_maximum(n), expected, 1e-9) << n;
  }
}

TEST(NormalMaximum, NoVariationSlowsNobody) {
  EXPECT_EQ(straggling(0, 64), 1);
  EXPECT_NEAR(straggling(.1, 2), 1 + .1 / std::sqrt(std::numbers::pi), 1e-12);
}

}  // namespace
}  // namespace spotgrid::formulas
