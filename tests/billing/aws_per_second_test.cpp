// The edge values of EC2's per-second billing.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "tests/billing/bill_of.hpp"

namespace spotgrid::billing_test {
namespace {

using Prices = StepSeries<Price>;

Instant second(double t) {
  return Instant::at(Seconds{t});
}

TEST(AwsPerSecond, AMinuteIsTheLeastForUsersEnds) {
  const auto rule = billing_rule("aws_per_second");
  EXPECT_DOUBLE_EQ(total(*rule, use(0s)), 60);
  EXPECT_DOUBLE_EQ(total(*rule, use(1s)), 60);
  EXPECT_DOUBLE_EQ(total(*rule, use(45s)), 60);
  EXPECT_DOUBLE_EQ(total(*rule, use(59s)), 60);
  EXPECT_DOUBLE_EQ(total(*rule, use(60s)), 60);
  EXPECT_DOUBLE_EQ(total(*rule, use(61s)), 61);
  EXPECT_DOUBLE_EQ(total(*rule, use(3601s)), 3601);
  const Bill bill = rule->bill(use(45s));
  EXPECT_DOUBLE_EQ(bill.minimum.value(), 15);
  EXPECT_EQ(bill.refund, Dollars{});
}

TEST(AwsPerSecond, TheFirstHourIsFreeWhenTheProviderEndsIt) {
  const auto rule = billing_rule("aws_per_second");
  EXPECT_EQ(total(*rule, use(0s, EndedBy::provider)), 0);
  EXPECT_EQ(total(*rule, use(45s, EndedBy::provider)), 0);
  EXPECT_EQ(total(*rule, use(3599s, EndedBy::provider)), 0);
  EXPECT_DOUBLE_EQ(total(*rule, use(3600s, EndedBy::provider)), 3600);
  EXPECT_DOUBLE_EQ(total(*rule, use(3601s, EndedBy::provider)), 3601);
  EXPECT_DOUBLE_EQ(total(*rule, use(3599s, EndedBy::user)), 3599);
  EXPECT_DOUBLE_EQ(total(*rule, use(3599s, EndedBy::end_of_run)), 3599);
  const Bill bill = rule->bill(use(3599s, EndedBy::provider));
  EXPECT_DOUBLE_EQ(bill.refund.value(), 3599);
  EXPECT_EQ(bill.minimum, Dollars{});
}

TEST(AwsPerSecond, ALastMicrosecondOfTheFirstHourIsStillFree) {
  const auto rule = billing_rule("aws_per_second");
  Usage usage = use(0s, EndedBy::provider);
  usage.end = Instant::from_microseconds(3'599'999'999);
  EXPECT_EQ(total(*rule, usage), 0);
}

TEST(AwsPerSecond, OnDemandNodesAreNeverRefunded) {
  Usage usage = use(100s, EndedBy::provider);
  usage.side = MarketSide::on_demand;
  EXPECT_DOUBLE_EQ(total(*billing_rule("aws_per_second"), usage), 100);
}

TEST(AwsPerSecond, RefundAndMinimumCanBeSwitchedOff) {
  const auto rule =
      billing_rule("aws_per_second", R"({"minimum": "0 s", "first_hour_refund": false})");
  EXPECT_DOUBLE_EQ(total(*rule, use(1s)), 1);
  EXPECT_DOUBLE_EQ(total(*rule, use(1800s, EndedBy::provider)), 1800);
  EXPECT_EQ(total(*rule, use(0s, EndedBy::provider)), 0);
}

TEST(AwsPerSecond, AccruedCostKnowsNoRefundToCome) {
  const auto rule = billing_rule("aws_per_second");
  EXPECT_DOUBLE_EQ(rule->accrued(use(1000s, EndedBy::provider)).value(), 1000);
  EXPECT_DOUBLE_EQ(rule->accrued(use(10s)).value(), 60);
}

TEST(AwsPerSecond, APriceChangeInsideAnHourCountsFromTheNextHour) {
  const Prices prices({{second(0), Price::of(1)}, {second(1800), Price::of(3)}});
  Usage usage = use(2 * 3600s);
  usage.price = &prices;
  EXPECT_DOUBLE_EQ(total(*billing_rule("aws_per_second"), usage), 3600 + 3 * 3600);
  const auto continuous = billing_rule("aws_per_second", R"({"price_basis": "continuous"})");
  EXPECT_DOUBLE_EQ(total(*continuous, usage), 1800 + 3 * 5400);
}

TEST(AwsPerSecond, HoursAreThoseOfTheNodeAndNotOfTheClock) {
  const Prices prices({{second(0), Price::of(1)}, {second(3600), Price::of(3)}});
  Usage usage = use(0s);
  usage.booting = second(1000);
  usage.end = second(1000 + 3600 + 100);
  usage.price = &prices;
  EXPECT_DOUBLE_EQ(total(*billing_rule("aws_per_second"), usage), 3600 + 3 * 100);
}

TEST(AwsPerSecond, AChangeAtTheStartOfAnHourHoldsInIt) {
  const Prices prices({{second(0), Price::of(1)}, {second(3600), Price::of(3)}});
  Usage usage = use(7200s);
  usage.price = &prices;
  const Bill bill = billing_rule("aws_per_second")->bill(usage);
  ASSERT_EQ(bill.stretches.size(), 2U);
  EXPECT_EQ(bill.stretches[1].from, second(3600));
  EXPECT_EQ(bill.stretches[1].to, usage.end);
  EXPECT_DOUBLE_EQ(bill.total().value(), 3600 + 3 * 3600);
}

TEST(AwsPerSecond, ThePriceChargedNeverExceedsTheMaxPrice) {
  const Prices prices({{second(0), Price::of(1)}, {second(3600), Price::of(3)}});
  Usage usage = use(7200s);
  usage.price = &prices;
  usage.max_price = Price::of(2);
  EXPECT_DOUBLE_EQ(total(*billing_rule("aws_per_second"), usage), 3600 + 2 * 3600);
}

TEST(AwsPerSecond, TheMinimumIsChargedAtTheLastPrice) {
  const Prices prices({{second(0), Price::of(1)}, {second(10), Price::of(3)}});
  Usage usage = use(20s);
  usage.price = &prices;
  EXPECT_DOUBLE_EQ(total(*billing_rule("aws_per_second"), usage), 60);
  const auto continuous = billing_rule("aws_per_second", R"({"price_basis": "continuous"})");
  EXPECT_DOUBLE_EQ(total(*continuous, usage), 10 + 3 * 10 + 3 * 40);
}

}  // namespace
}  // namespace spotgrid::billing_test
