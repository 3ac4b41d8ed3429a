// Sources that do not look at the trace: lifetime, price, none.
// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include <gtest/gtest.h>

#include "models/formulas/interruption_band.hpp"
#include "sim/base/option_writer.hpp"
#include "tests/reclaim/traced_pool.hpp"

namespace spotgrid::reclaim_test {
namespace {

Pool any_pool() {
  return pool_with(CapacityKind::unlimited, {});
}

double mean_hours(const std::string& options) {
  const Pool pool = any_pool();
  const Attached source("lifetime", options, pool);
  Seconds sum{0};
  constexpr std::uint32_t nodes = 20'000;
  for (std::uint32_t i = 0; i < nodes; ++i)
    sum += *source->lifetime(held_node(i));
  return sum / nodes / hours(1);
}

TEST(LifetimeReclaim, LivesFollowTheLaw) {
  EXPECT_EQ(mean_hours(R"({"law": "constant", "value": "3 h"})"), 3);
  // Four standard errors of an exponential mean over 20,000 nodes.
  EXPECT_NEAR(mean_hours(R"({"law": "exponential", "mean": "12 h"})"), 12, 12 * 0.029);
}

TEST(LifetimeReclaim, ANodeLivesAsLongWhoeverAsks) {
  const Pool pool = any_pool();
  const std::string law = R"({"law": "weibull", "shape": 0.7, "scale": "5 h"})";
  const Attached here("lifetime", law, pool), there("lifetime", law, pool);
  for (std::uint32_t i = 0; i < 5; ++i)
    there->lifetime(held_node(i));
  EXPECT_EQ(here->lifetime(held_node(7)), there->lifetime(held_node(7)));
  EXPECT_NE(here->lifetime(held_node(7)), here->lifetime(held_node(8)));
  const Attached other("lifetime", law, pool, 8, 2);
  EXPECT_NE(here->lifetime(held_node(7)), other->lifetime(held_node(7)));
}

TEST(LifetimeReclaim, ABandIsAShareOfNodesInterruptedInAMonth) {
  const Pool pool = any_pool();
  const Attached source("lifetime", R"({"law": "advisor", "band": "5-10%"})", pool);
  constexpr std::uint32_t nodes = 20'000;
  int interrupted = 0;
  for (std::uint32_t i = 0; i < nodes; ++i)
    interrupted += *source->lifetime(held_node(i)) < hours(730) ? 1 : 0;
  EXPECT_NEAR(interrupted / double{nodes}, 0.075, 4 * std::sqrt(0.075 * 0.925 / nodes));
}

TEST(LifetimeReclaim, BandsStandForTheirMiddles) {
  EXPECT_DOUBLE_EQ(monthly_share(InterruptionBand::to_5), 0.025);
  EXPECT_DOUBLE_EQ(monthly_share(InterruptionBand::to_20), 0.175);
  EXPECT_DOUBLE_EQ(monthly_share(InterruptionBand::above_20), 0.225);
  EXPECT_NEAR(mean_life(InterruptionBand::to_10) / hours(1), 9363.6, 0.1);
}

TEST(LifetimeReclaim, OptionsAreWrittenAsTheyWereRead) {
  for (const std::string text :
       {R"({"law":"advisor","band":"15-20%"})", R"({"law":"exponential","mean":"7200 s"})"}) {
    const auto configured = find_entry(reclaim::catalogue(), "lifetime")->options();
    const Document document = Document::parse(text, "test.json", InputKind::scenario);
    OptionReader reader(document);
    configured->describe(reader);
    reader.finish();
    OptionWriter writer;
    configured->describe(writer);
    EXPECT_EQ(Document::parse(writer.text(-1), "again", InputKind::scenario).text(-1),
              document.text(-1));
  }
}

TEST(LifetimeReclaim, ALawIsMandatory) {
  const Pool pool = any_pool();
  EXPECT_THROW(Attached("lifetime", "{}", pool), InputError);
  EXPECT_THROW(Attached("lifetime", R"({"law": "advisor"})", pool), InputError);
  EXPECT_THROW(Attached("lifetime", R"({"law": "advisor", "band": "8%"})", pool), InputError);
}

TEST(OtherReclaim, OnlyPriceEndsNodesByPrice) {
  const Pool pool = any_pool();
  EXPECT_TRUE(Attached("price", "{}", pool)->by_price());
  for (const char* kind : {"none", "price"}) {
    const Attached source(kind, "{}", pool);
    EXPECT_EQ(source->by_price(), std::string(kind) == "price");
    EXPECT_FALSE(source->next_fall(Instant()));
    EXPECT_FALSE(source->lifetime(held_node(0)));
    EXPECT_FALSE(source->launchable(Instant()));
  }
}

}  // namespace
}  // namespace spotgrid::reclaim_test
