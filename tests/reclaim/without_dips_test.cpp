// Filling of short falls, against its definition.
// SPDX-License-Identifier: Apache-2.0
#include "models/formulas/without_dips.hpp"

#include <gtest/gtest.h>

#include "sim/base/random.hpp"
#include "tests/reclaim/traced_pool.hpp"

namespace spotgrid::reclaim_test {
namespace {

TEST(WithoutDips, ShortFallsAreHeldThrough) {
  const Counts series = counts({{0, 8}, {100, 2}, {150, 8}, {300, 3}, {400, 8}});
  EXPECT_EQ(without_dips(series, 60s).steps(), counts({{0, 8}, {300, 3}, {400, 8}}).steps());
}

TEST(WithoutDips, AFallOfExactlyTheLengthStays) {
  const Counts series = counts({{0, 8}, {100, 2}, {160, 8}});
  EXPECT_EQ(without_dips(series, 60s).steps(), series.steps());
}

TEST(WithoutDips, ADipIsFilledToTheLowerSide) {
  EXPECT_EQ(without_dips(counts({{0, 10}, {100, 4}, {130, 8}}), 60s).steps(),
            counts({{0, 10}, {100, 8}}).steps());
  EXPECT_EQ(without_dips(counts({{0, 8}, {100, 4}, {130, 10}}), 60s).steps(),
            counts({{0, 8}, {130, 10}}).steps());
}

TEST(WithoutDips, AShortDipInALongOneIsFilledToTheLongOne) {
  EXPECT_EQ(without_dips(counts({{0, 10}, {100, 4}, {130, 1}, {150, 4}, {300, 10}}), 60s).steps(),
            counts({{0, 10}, {100, 4}, {300, 10}}).steps());
}

TEST(WithoutDips, StairsAreOneFall) {
  // Below 10 for 90 s, though no step is that long.
  EXPECT_EQ(without_dips(counts({{0, 10}, {100, 6}, {140, 4}, {160, 6}, {190, 10}}), 80s).steps(),
            counts({{0, 10}, {100, 6}, {190, 10}}).steps());
  EXPECT_EQ(without_dips(counts({{0, 10}, {100, 6}, {140, 4}, {160, 6}, {190, 10}}), 91s).steps(),
            counts({{0, 10}}).steps());
}

TEST(WithoutDips, TheEndsOfTheTraceAreNotFalls) {
  const Counts start = counts({{0, 2}, {10, 8}});
  EXPECT_EQ(without_dips(start, 60s).steps(), start.steps());
  const Counts end = counts({{0, 8}, {10, 2}});  // the last value holds
  EXPECT_EQ(without_dips(end, 60s).steps(), end.steps());
}

// The definition: level v holds at t if it is reached at t, or left for less than the length.
std::int64_t closed_at(const std::vector<std::int64_t>& values, std::size_t t, std::size_t length) {
  for (std::int64_t level = 9; level > values[t]; --level) {
    std::size_t from = t, to = t;
    while (from > 0 && values[from - 1] < level)
      --from;
    while (to < values.size() && values[to] < level)
      ++to;
    if (from > 0 && to < values.size() && to - from < length)
      return level;
  }
  return values[t];
}

TEST(WithoutDips, MeetsItsDefinitionOnRandomSeries) {
  RandomStream chance(7);
  for (int run = 0; run < 300; ++run) {
    std::vector<std::int64_t> values;
    std::vector<std::pair<double, std::int64_t>> steps;
    for (int t = 0; t < 40; ++t) {
      values.push_back(static_cast<std::int64_t>(chance.index(10)));
      steps.emplace_back(t, values.back());
    }
    const std::size_t length = 1 + chance.index(12);
    const Counts closed = without_dips(counts(steps), Seconds{static_cast<double>(length)});
    for (std::size_t t = 0; t < values.size(); ++t)
      ASSERT_EQ(closed.at(at_second(static_cast<double>(t))), closed_at(values, t, length))
          << "run " << run << ", length " << length << ", at " << t;
  }
}

}  // namespace
}  // namespace spotgrid::reclaim_test
