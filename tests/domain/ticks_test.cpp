// Edges, series that change at edges, and bills from edge to edge.
// SPDX-License-Identifier: Apache-2.0
#include "sim/domain/ticks.hpp"

#include <gtest/gtest.h>

namespace spotgrid {
namespace {

constexpr Instant at(double seconds) {
  return Instant::from_microseconds(static_cast<std::int64_t>(seconds * 1e6));
}

constexpr Ticks ten_minutes{Seconds{600}, Seconds{150}};  // edges at 150, 750, 1350, ...

TEST(Ticks, TheEdgeAtOrBeforeAndAtOrAfterAnInstant) {
  const Ticks& ticks = ten_minutes;
  EXPECT_EQ(ticks.at_or_before(at(150)), at(150));
  EXPECT_EQ(ticks.at_or_after(at(150)), at(150));
  EXPECT_EQ(ticks.at_or_before(at(749.999999)), at(150));
  EXPECT_EQ(ticks.at_or_after(at(150.000001)), at(750));
  EXPECT_EQ(ticks.at_or_before(at(0)), at(-450));
  EXPECT_EQ(ticks.at_or_after(at(0)), at(150));
  EXPECT_EQ(ticks.at_or_before(at(-450)), at(-450));
  EXPECT_EQ(ticks.at_or_after(at(-451)), at(-450));
  EXPECT_EQ(ticks.at_or_before(at(-451)), at(-1050));
  EXPECT_EQ(ticks.at_or_after(Instant::never()), Instant::never());
  EXPECT_EQ(ticks.at_or_before(Instant::never()), Instant::never());
}

// One pool whose price changes at the given times to 1, 2, 3, ... $/h.
Market priced(const std::vector<double>& times) {
  std::vector<StepSeries<Price>::Step> steps;
  for (const double time : times)
    steps.push_back({at(time), dollars_per_hour(static_cast<double>(steps.size() + 1))});
  Market market;
  market.pools.resize(1);
  market.pools[0].spot_price = StepSeries<Price>(std::move(steps));
  return market;
}

TEST(Ticks, AChangeBetweenEdgesActsAtTheNextAndTheLastOfATickHolds) {
  Market market = priced({-20, 0, 150, 160, 700, 750, 751});
  act_at_edges(ten_minutes, market);
  const std::vector<StepSeries<Price>::Step> expected = {{at(-20), dollars_per_hour(1)},
                                                         {at(0), dollars_per_hour(2)},
                                                         {at(150), dollars_per_hour(3)},
                                                         {at(750), dollars_per_hour(6)},
                                                         {at(1350), dollars_per_hour(7)}};
  EXPECT_EQ(market.pools[0].spot_price->steps(), expected)
      << "what was before the start is not moved";
}

TEST(Ticks, ADipBetweenTwoEdgesIsNotSeen) {
  Market market = priced({0});
  market.pools[0].capacity = {
      CapacityKind::limit, StepSeries<std::int64_t>({{at(0), 4}, {at(200), 1}, {at(700), 4}}), 0};
  act_at_edges(ten_minutes, market);
  ASSERT_EQ(market.pools[0].capacity.count.steps().size(), 1U);
  EXPECT_EQ(market.pools[0].capacity.count.at(at(500)), 4);
}

TEST(Ticks, NamedNodesComeAndGoAtEdges) {
  Market market = priced({0});
  market.pools[0].trace_nodes = {{at(-5), at(300)},
                                 {at(0), Instant::never()},
                                 {at(160), at(700)},  // came and went between two edges
                                 {at(160), at(800)}};
  act_at_edges(ten_minutes, market);
  const std::vector<TraceNode>& nodes = market.pools[0].trace_nodes;
  ASSERT_EQ(nodes.size(), 3U);
  EXPECT_EQ(nodes[0].added, at(-5));
  EXPECT_EQ(nodes[0].removed, at(750));
  EXPECT_EQ(nodes[1].added, at(0));
  EXPECT_EQ(nodes[1].removed, Instant::never());
  EXPECT_EQ(nodes[2].added, at(750));
  EXPECT_EQ(nodes[2].removed, at(1350));
}

// Charges 2 $/s, and 0.5 $ as a minimum.
class TwoDollarsASecond final : public BillingRule {
 public:
  Bill bill(const Usage& usage) const override {
    return {{{usage.booting, usage.end, Price::of(2)}}, dollars(0.5), dollars(0), dollars(0)};
  }
};

TEST(Ticks, AWholeTickIsChargedAndWhatLiesOutsideTheUseIsRounding) {
  Usage used;
  used.booting = at(180);
  used.end = at(1000);
  const Usage whole = in_whole_ticks(ten_minutes, used);
  EXPECT_EQ(whole.booting, at(150));
  EXPECT_EQ(whole.end, at(1350));
  const Bill bill = cut_to_use(TwoDollarsASecond().bill(whole), used);
  ASSERT_EQ(bill.stretches.size(), 1U);
  EXPECT_EQ(bill.stretches[0].from, at(180));
  EXPECT_EQ(bill.stretches[0].to, at(1000));
  EXPECT_EQ(bill.rounding, dollars(2 * (30 + 350)));
  EXPECT_EQ(bill.minimum, dollars(0.5));
  EXPECT_EQ(bill.total(), dollars(2 * 1200 + 0.5));
}

TEST(Ticks, ANodeHeldForNoTimeAtAnEdgeIsHeldInNoTick) {
  Usage used;
  used.booting = used.end = at(750);
  const Usage whole = in_whole_ticks(ten_minutes, used);
  EXPECT_EQ(whole.booting, whole.end);
}

}  // namespace
}  // namespace spotgrid
