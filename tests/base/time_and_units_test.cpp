// Instants, step series, quantities as text, the event queue and random streams.
// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include <gtest/gtest.h>

#include "sim/base/error.hpp"
#include "sim/base/event_queue.hpp"
#include "sim/base/random.hpp"
#include "sim/base/step_series.hpp"
#include "sim/base/unit_text.hpp"

namespace spotgrid {
namespace {

template <class A, class B>
concept Addable = requires(A a, B b) {
  a + b;
};
static_assert(!Addable<Dollars, Price>);
static_assert(!Addable<Bytes, Bandwidth>);
static_assert(Addable<Bytes, Bytes>);

TEST(Quantities, ProductsHaveTheirKind) {
  EXPECT_EQ((Bytes::of(1e9) / Bandwidth::of(1e8)).count(), 10);
  EXPECT_DOUBLE_EQ((dollars_per_hour(3) * hours(2)).value(), 6);
}

TEST(Instants, AreRoundedToTheNearestMicrosecond) {
  EXPECT_EQ(Instant::at(Seconds{1.0000004}).microseconds(), 1000000);
  EXPECT_EQ(Instant::at(Seconds{1.0000006}).microseconds(), 1000001);
  EXPECT_EQ(Instant::at(Seconds{1e300}), Instant::never());
  EXPECT_EQ(Instant::never() + Seconds{1}, Instant::never());
}

TEST(StepSeriesOfCounts, NewValueHoldsAtItsChange) {
  const StepSeries<int> series(
      {{Instant{}, 3}, {Instant::at(Seconds{5}), 3}, {Instant::at(Seconds{10}), 1}});
  EXPECT_EQ(series.steps().size(), 2U) << "an unchanged record is not a change";
  EXPECT_EQ(series.at(Instant::at(Seconds{10})), 1);
  EXPECT_EQ(series.before(Instant::at(Seconds{10})), 3);
  EXPECT_EQ(series.next_change(Instant{})->at, Instant::at(Seconds{10}));
  EXPECT_FALSE(series.next_change(Instant::at(Seconds{10})));
}

TEST(UnitText, ReadsUnitsOfFiles) {
  Bandwidth rate;
  ASSERT_TRUE(parse_quantity("25 Gbps", rate));
  EXPECT_DOUBLE_EQ(rate.value(), 3.125e9);
  Bytes size;
  ASSERT_TRUE(parse_quantity("10 GiB", size));
  EXPECT_EQ(size.value(), 10737418240.0);
  Seconds span{};
  EXPECT_FALSE(parse_quantity("10", span));
  EXPECT_FALSE(parse_quantity("nan s", span));
  EXPECT_FALSE(parse_quantity("10 parsecs", span));
}

TEST(UnitText, PricesReadBackToTheSameValue) {
  for (int i = 1; i < 5000; ++i) {
    const Price price = dollars_per_hour(i / 997.0);
    Price back;
    ASSERT_TRUE(parse_quantity(to_text(price), back));
    EXPECT_EQ(back, price) << i;
  }
}

TEST(Events, OfOneInstantComeByClassThenIdThenInsertion) {
  EventQueue queue;
  std::string order;
  const Instant t = Instant::at(Seconds{1});
  queue.push(t, EventClass::timer, 0, [&] { order += 't'; });
  queue.push(t, EventClass::iteration_end, 2, [&] { order += 'b'; });
  queue.push(t, EventClass::iteration_end, 1, [&] { order += 'a'; });
  queue.push(t, EventClass::reclaim, 9, [&] {
    order += 'r';
    queue.push(t, EventClass::market_step, 0, [&] { order += 'm'; });  // the next batch
  });
  int batches = 0;
  while (!queue.empty())
    queue.deliver_batch([&] { ++batches; });
  EXPECT_EQ(order, "rabtm");
  EXPECT_EQ(batches, 2);
}

TEST(Events, CancelledOnesAreForgotten) {
  EventQueue queue;
  bool called = false;
  const auto key = queue.push(Instant{}, EventClass::timer, 0, [&] { called = true; });
  queue.cancel(key);
  EXPECT_TRUE(queue.empty());
  EXPECT_FALSE(called);
}

TEST(Events, ThatNeverLetTimePassAreAMistakeOfTheScenario) {
  EventQueue queue;
  std::function<void()> again = [&] { queue.push(Instant{}, EventClass::timer, 0, again); };
  queue.push(Instant{}, EventClass::timer, 0, again);
  EXPECT_THROW(
      {
        while (!queue.empty())
          queue.deliver_batch([] {});
      },
      InputError);
}

TEST(RandomStreams, DependOnSeedAndNameOnly) {
  const RandomSource one(7, 0), other(8, 0);
  EXPECT_EQ(one.stream("life", 3).uniform(), RandomSource(7, 0).stream("life", 3).uniform());
  EXPECT_NE(one.stream("life", 3).uniform(), one.stream("life", 4).uniform());
  EXPECT_NE(one.stream("life", 3).uniform(), one.stream("boot", 3).uniform());
  EXPECT_NE(one.draw("life", 3), other.draw("life", 3));
}

TEST(RandomStreams, UniformDrawsHaveTheirMeanAndVariance) {
  const RandomSource random(1, 0);
  constexpr int n = 100000;
  double sum = 0, squares = 0;
  for (int i = 0; i < n; ++i) {
    const double u = random.draw("test", i);
    sum += u;
    squares += u * u;
  }
  EXPECT_NEAR(sum / n, 0.5, 3 * std::sqrt(1.0 / 12 / n));
  EXPECT_NEAR(squares / n, 1.0 / 3, 3 * std::sqrt(4.0 / 45 / n));
}

// Forwards by one, by many, backwards, and at the edges.
TEST(StepCursors, ReadAsTheSeriesDoes) {
  std::vector<StepSeries<int>::Step> steps;
  for (int i = 0; i < 50; ++i)
    steps.push_back({Instant::at(Seconds{static_cast<double>(i * i)}), i});
  const StepSeries<int> series(steps);
  StepCursor<int> cursor(series);
  for (const double t :
       {0.0, 0.5, 1.0, 3.9, 4.0, 400.0, 399.999999, 401.0, 2401.0, 9e9, 0.0, 1.0}) {
    const Instant at = Instant::at(Seconds{t});
    EXPECT_EQ(cursor.at(at), series.at(at)) << t;
    EXPECT_EQ(cursor.next_change(at), series.next_change(at)) << t;
    EXPECT_EQ(StepCursor<int>(series).at(at), series.at(at)) << t;
  }
  EXPECT_THROW(StepCursor<int>(series).at(Instant::at(Seconds{-1})), std::logic_error);
  EXPECT_EQ(StepCursor<int>(series).next_change(Instant::at(Seconds{-1})), steps.front());
}

}  // namespace
}  // namespace spotgrid
