// Warnings where spot nodes can never be had.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "tests/scenarios/written.hpp"

namespace spotgrid::scenarios {
namespace {

// What is said about spot nodes; empty when nothing is.
std::string warning(Changes changes, const std::string& file = "run.json") {
  const Assembled run = assembled(changes, file);
  for (const std::string& one : run.warnings) {
    if (one.find(" spot") != std::string::npos)
      return one;
  }
  return "";
}

// Pools of p3.2xlarge with these counts, the first two in one zone and region.
std::string pools(int first, int second, int elsewhere) {
  const auto pool = [](const char* zone, const char* type, int count) {
    return std::string(R"({"zone": ")") + zone + R"(", "instance": ")" + type +
           R"(", "on_demand": "3 $/h", "price": "1 $/h",
               "capacity": {"kind": "limit", "count": )" +
           std::to_string(count) + "}}";
  };
  return "[" + pool("us-west-2b", "p3.2xlarge", first) + "," +
         pool("us-west-2b", "g4dn.4xlarge", second) + "," +
         pool("us-west-2c", "p3.2xlarge", elsewhere) + "]";
}

const Override accumulate{"provisioning.gang", "accumulate"};

TEST(Spot, AGangThatNoPoolShowsAtOnceIsAWarning) {
  EXPECT_EQ(warning({{"market.pools", pools(3, 3, 3)}}),
            "no pool ever shows the 4 nodes that training needs on spot");
  EXPECT_EQ(warning({{"market.pools", pools(0, 0, 4)}}), "");
}

TEST(Spot, AnAccumulatingGangAddsUpThePoolsOfItsPlacement) {
  EXPECT_EQ(warning({{"market.pools", pools(2, 2, 0)}, accumulate}), "");
  const std::string never =
      "all pools of one placement together never show the 4 nodes that training needs on spot";
  EXPECT_EQ(warning({{"market.pools", pools(2, 1, 3)}, accumulate}), never);
  for (const std::string wider : {"one_region", "any"}) {
    const Override placement{"provisioning.placement", wider};
    EXPECT_EQ(warning({{"market.pools", pools(2, 1, 1)}, accumulate, placement}), "") << wider;
    EXPECT_EQ(warning({{"market.pools", pools(1, 1, 1)}, accumulate, placement}), never) << wider;
  }
  EXPECT_EQ(
      warning(
          {{"market.pools", pools(3, 3, 3)}, accumulate, {"provisioning.placement", "one_pool"}}),
      never);
}

TEST(Spot, CountsThatTheRunDoesNotLiveToSeeDoNotHelp) {
  const Folder folder;
  folder.write("counts.csv",
               "time,count\n2026-01-01T00:00:00Z,9\n2026-01-02T00:00:00Z,2\n"
               "2026-01-09T00:00:00Z,9\n2026-01-10T00:00:00Z,9\n");
  const Override counts{"market.pools.0.capacity", R"({"kind": "limit", "file": "counts.csv"})"};
  const Override start{"start", "2026-01-02T00:00:00Z"};
  EXPECT_EQ(warning({counts, start, {"horizon", "7 d"}}, folder.scenario()),
            "no pool ever shows the 4 nodes that training needs on spot");
  EXPECT_EQ(warning({counts, start, {"horizon", "8 d"}}, folder.scenario()), "");
  EXPECT_EQ(warning({counts, {"horizon", "7 d"}}, folder.scenario()), "");
}

TEST(Spot, APriceThatIsAlwaysAboveTheMaxPriceIsAWarning) {
  EXPECT_EQ(warning({{"market.pools.0.on_demand", "0.9 $/h"}}),
            "the spot price of every pool always lies above its on-demand price, which is the max "
            "price where none is given, so that no spot node is ever granted; raise max_price of "
            "the policy");
  EXPECT_EQ(warning({{"provisioning.max_price", "0.5 $/h"}}),
            "the spot price of every pool always lies above the max price, 0.5 $/h, so that no "
            "spot node is ever granted; raise max_price of the policy");
  EXPECT_EQ(warning({{"market.pools.0.on_demand", "1 $/h"}}), "") << "an equal price is granted";
  EXPECT_EQ(warning({{"market.pools.0.on_demand", "0.9 $/h"}, {"provisioning.max_price", "1 $/h"}}),
            "");
}

TEST(Spot, OnePoolThatIsEverCheapEnoughIsEnough) {
  const Folder folder;
  folder.write("prices.csv",
               "time,price\n2026-01-01T00:00:00Z,5\n2026-01-02T00:00:00Z,0.5\n"
               "2026-01-03T00:00:00Z,5\n2026-01-04T00:00:00Z,5\n");
  const Override prices{"market.pools.0.price", R"({"file": "prices.csv"})"};
  EXPECT_EQ(warning({prices}, folder.scenario()), "");
  EXPECT_NE(warning({prices, {"horizon", "1 d"}}, folder.scenario()), "");
  EXPECT_NE(warning({prices, {"start", "2026-01-03T00:00:00Z"}}, folder.scenario()), "");
}

TEST(Spot, WhoRentsOnDemandOnlyIsNotWarned) {
  EXPECT_EQ(warning({{"market.pools", pools(1, 1, 1)},
                     {"provisioning", R"({"policy": "on_demand_only", "max_price": "0.5 $/h"})"}}),
            "");
}

}  // namespace
}  // namespace spotgrid::scenarios
