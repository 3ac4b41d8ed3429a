// Spells up and down: closed forms, stationarity, shocks and regions.
// SPDX-License-Identifier: Apache-2.0
#include "traces/generators/spells.hpp"

#include <cmath>
#include <cstdint>
#include <functional>

#include <gtest/gtest.h>

namespace spotgrid::traces {
namespace {

struct Estimate {
  double mean;
  double error;  // standard error of the mean
};

// Over independent seeds, so that the error is known.
Estimate estimate(int runs, const std::function<double(const RandomSource&)>& measure) {
  double sum = 0;
  double squares = 0;
  for (int run = 0; run < runs; ++run) {
    const double x = measure(RandomSource(static_cast<std::uint64_t>(run), 0));
    sum += x;
    squares += x * x;
  }
  const double mean = sum / runs;
  return {mean, std::sqrt((squares / runs - mean * mean) / (runs - 1))};
}

double share(const std::vector<UpSpan>& spans, Seconds span) {
  Seconds up{0};
  for (const UpSpan& one : spans)
    up += one.to - one.from;
  return up / span;
}

bool up_at(const std::vector<UpSpan>& spans, Seconds at) {
  for (const UpSpan& one : spans)
    if (one.from <= at && at < one.to)
      return true;
  return false;
}

void expect_near(const Estimate& found, double expected, double most_error) {
  EXPECT_NEAR(found.mean, expected, 3 * found.error);
  EXPECT_LT(found.error, most_error) << "too few runs to tell";
}

TEST(Spells, MeanOfTheDefaultsIsTheClosedForm) {
  const Spells spells;
  EXPECT_NEAR(spells.up.mean() / hours(1), .76 * .65 + .24 * 11.2, 1e-12);
  EXPECT_NEAR(spells.down.mean() / hours(1), .69 * .52 + .31 * 4.64, 1e-12);
  EXPECT_NEAR(spells.availability(), 3.182 / (3.182 + 1.7972), 1e-12);
}

TEST(Spells, DrawnSpellsHaveTheMeanOfTheLaw) {
  const HyperExponential law{.76, hours(.65), hours(11.2)};
  RandomStream stream = RandomSource(1, 0).stream("test");
  const int n = 200'000;
  double sum = 0;
  for (int i = 0; i < n; ++i)
    sum += law.draw(stream) / hours(1);
  // E X^2 = 2 (p m1^2 + (1 - p) m2^2)
  const double second = 2 * (.76 * .65 * .65 + .24 * 11.2 * 11.2);
  const double mean = law.mean() / hours(1);
  EXPECT_NEAR(sum / n, mean, 3 * std::sqrt((second - mean * mean) / n));
}

TEST(Spells, AvailabilityOfLongTracesIsTheClosedForm) {
  const Spells spells;
  const Seconds span = hours(60 * 24);
  expect_near(estimate(400,
                       [&](const RandomSource& random) {
                         return share(draw_up_spans(spells, span, random.stream("spells")), span);
                       }),
              spells.availability(), .005);
}

TEST(Spells, ZonesAreStationaryFromTheStart) {
  const Spells spells;
  for (const Seconds at : {hours(0), hours(.7), hours(5)})
    expect_near(estimate(4000,
                         [&](const RandomSource& random) {
                           return up_at(draw_up_spans(spells, hours(6), random.stream("spells")),
                                        at);
                         }),
                spells.availability(), .01);
}

TEST(Spells, SpansAreInOrderAndInsideTheTrace) {
  const Seconds span = hours(1000);
  const auto spans = draw_up_spans(Spells{}, span, RandomSource(3, 0).stream("spells"));
  ASSERT_GT(spans.size(), 50U);
  Seconds last{0};
  for (const UpSpan& one : spans) {
    EXPECT_GE(one.from, last);
    EXPECT_LT(one.from, one.to);
    last = one.to;
  }
  EXPECT_LE(last, span);
}

TEST(Spells, LongerTraceBeginsLikeTheShorterOne) {
  const auto shorter = draw_up_spans(Spells{}, hours(100), RandomSource(3, 0).stream("spells"));
  const auto longer = draw_up_spans(Spells{}, hours(200), RandomSource(3, 0).stream("spells"));
  ASSERT_GT(shorter.size(), 2U);
  for (std::size_t i = 0; i + 1 < shorter.size(); ++i) {
    EXPECT_EQ(shorter[i].from, longer[i].from);
    EXPECT_EQ(shorter[i].to, longer[i].to);
  }
}

TEST(RegionalShocks, WithoutAnyTheRegionIsQuiet) {
  const auto quiet = draw_quiet_spans({}, hours(100), RandomSource(3, 0).stream("shocks"));
  ASSERT_EQ(quiet.size(), 1U);
  EXPECT_EQ(share(quiet, hours(100)), 1);
}

TEST(RegionalShocks, ShareOfQuietTimeIsTheClosedForm) {
  const RegionalShocks shocks{.per_hour = .1, .length = hours(2)};
  const Seconds span = hours(60 * 24);
  expect_near(estimate(400,
                       [&](const RandomSource& random) {
                         return share(draw_quiet_spans(shocks, span, random.stream("shocks")),
                                      span);
                       }),
              10. / 12., .005);
}

TEST(CommonSpans, AreTheIntersection) {
  const std::vector<UpSpan> a = {{0s, 10s}, {20s, 30s}, {40s, 50s}};
  const std::vector<UpSpan> b = {{5s, 25s}, {28s, 40s}};
  const auto both = common_spans(a, b);
  ASSERT_EQ(both.size(), 3U);
  EXPECT_EQ(both[0].from, 5s);
  EXPECT_EQ(both[0].to, 10s);
  EXPECT_EQ(both[1].from, 20s);
  EXPECT_EQ(both[1].to, 25s);
  EXPECT_EQ(both[2].from, 28s);
  EXPECT_EQ(both[2].to, 30s);
}

TEST(Regions, AreZonesWithoutTheirLetter) {
  EXPECT_EQ(region_of("us-west-2a"), "us-west-2");
  EXPECT_EQ(region_of("us-central1-a"), "us-central1");
  EXPECT_EQ(region_of("za"), "za");
  EXPECT_EQ(region_of("eastus"), "eastus");
  EXPECT_EQ(region_of("a"), "a");
  EXPECT_EQ(region_of("use1-az6"), "use1-az6");
}

}  // namespace
}  // namespace spotgrid::traces
