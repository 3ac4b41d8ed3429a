// Plain seconds, and what all rules owe the splits of the money.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "tests/billing/bill_of.hpp"

namespace spotgrid::billing_test {
namespace {

TEST(PerSecond, ChargesWhatWasUsedAndNothingElse) {
  const auto rule = billing_rule("per_second");
  EXPECT_EQ(total(*rule, use(0s)), 0);
  EXPECT_DOUBLE_EQ(total(*rule, use(0.5s)), 0.5);
  EXPECT_DOUBLE_EQ(total(*rule, use(3599s, EndedBy::provider)), 3599);
}

// A user was shown 14.80 $, four nodes at their max price; what is owed is the market price.
TEST(PerSecond, TheMarketPriceIsChargedAndNotTheMaxPrice) {
  const StepSeries<Price> prices(
      {{Instant(), dollars_per_hour(0.20)}, {Instant::at(hours(8)), dollars_per_hour(0.37)}});
  Usage usage = use(hours(10));
  usage.price = &prices;
  usage.max_price = dollars_per_hour(0.37);
  for (const char* name : {"per_second", "aws_per_second"})
    EXPECT_NEAR(4 * total(*billing_rule(name), usage), 9.36, 1e-12) << name;
}

TEST(BillingRules, StretchesCoverTheUseWithoutGapOrOverlap) {
  std::vector<StepSeries<Price>::Step> steps;
  for (int i = 0; i < 50; ++i)
    steps.push_back({Instant::at(1000s * i), Price::of(1 + i % 3)});
  const StepSeries<Price> prices(steps);
  for (const auto& [name, one] : billing::catalogue()) {
    const auto rule = one.options()->make();
    for (const Seconds length : {1s, 999s, 1000s, 3600s, 3601s, 12'345s}) {
      Usage usage = use(length);
      usage.booting = Instant::at(700s);
      usage.end = usage.booting + length;
      usage.price = &prices;
      const Bill bill = rule->bill(usage);
      Instant covered = usage.booting;
      for (const ChargedStretch& stretch : bill.stretches) {
        EXPECT_EQ(stretch.from, covered) << name;
        EXPECT_LT(stretch.from, stretch.to) << name;
        covered = stretch.to;
      }
      EXPECT_EQ(covered, usage.end) << name;
    }
  }
}

TEST(BillingRules, ContinuousChargesEqualTheIntegralOfThePrice) {
  const StepSeries<Price> prices({{Instant(), Price::of(2)}, {Instant::at(77s), Price::of(5)}});
  Usage usage = use(200s);
  usage.price = &prices;
  const auto rule = billing_rule("per_second");
  EXPECT_DOUBLE_EQ(total(*rule, usage), usage.integral(usage.booting, usage.end).value());
}

}  // namespace
}  // namespace spotgrid::billing_test
