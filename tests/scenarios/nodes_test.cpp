// Warnings where nodes can never be had.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "tests/scenarios/written.hpp"

namespace spotgrid::scenarios {
namespace {

// All that is said; empty when nothing is.
std::string warning(Changes changes, const std::string& file = "run.json") {
  std::string all;
  for (const std::string& one : assembled(changes, file).warnings)
    all += (all.empty() ? "" : "\n") + one;
  return all;
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

TEST(Spot, APoolMustBeLargeAndCheapAtOneTime) {
  const auto two = [](const char* price_of_large, int count_of_cheap) {
    const std::string head = R"({"zone": "us-west-2b", "on_demand": "3 $/h", "price": ")";
    const std::string limit = R"(", "capacity": {"kind": "limit", "count": )";
    return Override{"market.pools", "[" + head + price_of_large + limit +
                                        R"(9}, "instance": "p3.2xlarge"},)" + head + "1 $/h" +
                                        limit + std::to_string(count_of_cheap) +
                                        R"(}, "instance": "g4dn.4xlarge"}])"};
  };
  EXPECT_EQ(warning({two("4 $/h", 3)}),
            "no pool ever shows the 4 nodes that training needs on spot at a price up to its "
            "on-demand price, which is the max price where none is given; raise max_price of the "
            "policy");
  EXPECT_EQ(warning({two("2 $/h", 3), {"provisioning.max_price", "1.5 $/h"}, accumulate}),
            "all pools of one placement together never show the 4 nodes that training needs on "
            "spot at a price up to the max price, 1.5 $/h; raise max_price of the policy");
  EXPECT_EQ(warning({two("4 $/h", 4)}), "");
  EXPECT_EQ(warning({two("2 $/h", 3)}), "");
}

TEST(Spot, APoolThatIsCheapOnlyWhileItIsSmallDoesNotHelp) {
  const Folder folder;
  folder.write("counts.csv",
               "time,count\n2026-01-01T00:00:00Z,9\n2026-01-03T00:00:00Z,2\n"
               "2026-01-09T00:00:00Z,2\n");
  const auto prices = [&](const std::string& cheap_from) {
    folder.write("prices.csv", "time,price\n2026-01-01T00:00:00Z,5\n" + cheap_from +
                                   "T00:00:00Z,0.5\n2026-01-09T00:00:00Z,0.5\n");
    return warning({{"market.pools.0.capacity", R"({"kind": "limit", "file": "counts.csv"})"},
                    {"market.pools.0.price", R"({"file": "prices.csv"})"}},
                   folder.scenario());
  };
  EXPECT_EQ(prices("2026-01-02"), "");
  EXPECT_EQ(prices("2026-01-03")
                .rfind("no pool ever shows the 4 nodes that training needs on "
                       "spot at a price up to its on-demand price",
                       0),
            0U);
}

TEST(Spot, ServersTakeTheirPlacesFirst) {
  const auto with_servers = [](int count) {
    return warning({{"market.pools", pools(count, 0, 0)},
                    {"job.training", R"({"mode": "parameter_server", "nodes": 4, "sync": "bsp",
                                        "shards": 2, "servers": {"pool": 0, "market": "spot"}})"}});
  };
  EXPECT_EQ(with_servers(6), "");
  EXPECT_EQ(with_servers(5), "no pool ever shows the 4 nodes that training needs on spot");
}

TEST(Spot, ServersThatCanNeverBeHadAreAWarning) {
  const auto servers = [](const std::string& shards, const std::string& where) {
    return Override{"job.training", R"({"mode": "parameter_server", "nodes": 4, "shards": )" +
                                        shards + R"(, "servers": )" + where + "}"};
  };
  const Override wide{"provisioning.placement", "one_region"};  // the third pool is of another zone
  const std::string elsewhere = R"({"pool": 2, "market": "spot"})";
  EXPECT_EQ(warning({{"market.pools", pools(4, 0, 0)}, servers("1", elsewhere), wide}),
            "us-west-2c/p3.2xlarge never has the parameter server on spot at a price up to its "
            "on-demand price; rent on demand or from another pool");
  EXPECT_EQ(warning({{"market.pools", pools(4, 0, 1)}, servers("2", elsewhere), wide}),
            "us-west-2c/p3.2xlarge never has the 2 parameter servers on spot at a price up to its "
            "on-demand price; rent on demand or from another pool");
  EXPECT_EQ(warning({{"market.pools", pools(4, 0, 2)},
                     {"market.pools.2.price", "3.1 $/h"},
                     {"provisioning.max_price", "9 $/h"},
                     servers("2", elsewhere),
                     wide}),
            "us-west-2c/p3.2xlarge never has the 2 parameter servers on spot at a price up to its "
            "on-demand price; rent on demand or from another pool");
  EXPECT_EQ(warning({{"market.pools", pools(4, 0, 2)}, servers("2", elsewhere), wide}), "");
  EXPECT_EQ(warning({{"market.pools", pools(4, 0, 2)},
                     {"market.pools.2.on_demand_capacity", "0"},
                     servers("1", R"({"pool": 2})"),
                     wide}),
            "us-west-2c/p3.2xlarge does not hold the parameter server on demand; raise its "
            "on_demand_capacity or rent from another pool");
}

Override policy(const std::string& text) {
  return {"provisioning", R"({"policy": )" + text + "}"};
}

TEST(Spot, AMixNeedsItsShareOnly) {
  const auto mix = [](int count, const std::string& options) {
    return warning({{"market.pools", pools(count, 0, 0)}, policy(R"("fixed_mix")" + options)});
  };
  EXPECT_EQ(mix(2, R"(, "base": 2, "percentage": 0)"), "");
  EXPECT_EQ(mix(1, R"(, "base": 2, "percentage": 0)"),
            "no pool ever shows the 2 nodes that training needs on spot");
  EXPECT_EQ(mix(1, R"(, "percentage": 75)"), "");
  EXPECT_EQ(mix(0, ""), "") << "all on demand";
}

TEST(Spot, WhoFallsBackOnDemandNeedsNone) {
  for (const std::string name : {"greedy", "uniform_progress"})
    EXPECT_EQ(warning({{"market.pools", pools(0, 0, 0)},
                       {"job.deadline", "72 h"},
                       policy("\"" + name + "\"")}),
              "")
        << name;
}

TEST(OnDemand, PoolsThatDoNotHoldWhatThePolicyCountsOnAreAWarning) {
  const auto with = [](int first, int elsewhere, const std::string& options, Override more) {
    return warning({{"market.pools", pools(4, 0, 4)},
                    {"market.pools.0.on_demand_capacity", std::to_string(first)},
                    {"market.pools.1.on_demand_capacity", "1"},
                    {"market.pools.2.on_demand_capacity", std::to_string(elsewhere)},
                    {"job.deadline", "72 h"},
                    policy(options),
                    std::move(more)});
  };
  const Override nothing{"seed", "1"};
  EXPECT_EQ(with(3, 3, R"("on_demand_only")", nothing),
            "no pool holds the 4 nodes on demand that the policy on_demand_only counts on; raise "
            "on_demand_capacity of a pool");
  EXPECT_EQ(with(3, 3, R"("greedy")", nothing),
            "no pool holds the 4 nodes on demand that the policy greedy counts on; raise "
            "on_demand_capacity of a pool");
  EXPECT_EQ(with(2, 3, R"("on_demand_only")", accumulate),
            "all pools of one placement together do not hold the 4 nodes on demand that the "
            "policy on_demand_only counts on; raise on_demand_capacity of a pool");
  EXPECT_EQ(with(3, 3, R"("on_demand_only")", accumulate), "") << "3 and 1 in one zone";
  EXPECT_EQ(with(3, 4, R"("on_demand_only")", nothing), "");
  EXPECT_EQ(with(2, 0, R"("fixed_mix", "percentage": 50)", nothing), "");
  EXPECT_EQ(with(1, 1, R"("fixed_mix", "percentage": 50)", nothing),
            "no pool holds the 2 nodes on demand that the policy fixed_mix counts on; raise "
            "on_demand_capacity of a pool");
  EXPECT_EQ(with(0, 0, R"("cheapest_spot")", nothing), "");
}

TEST(OnDemand, APoolForServersAloneHoldsNoWorkers) {
  const std::string worker = R"([{"zone": "us-west-2b", "instance": "p3.2xlarge", "spot": false,
                                 "on_demand_capacity": 3},)";
  const std::string server = R"({"zone": "us-west-2b", "instance": "m5.xlarge", "spot": false}])";
  EXPECT_EQ(warning({{"market.pools", worker + server},
                     {"job.training", R"({"mode": "parameter_server", "nodes": 4, "sync": "bsp",
                                         "servers": {"pool": 1}})"},
                     policy(R"("on_demand_only")")}),
            "no pool holds the 4 nodes on demand that the policy on_demand_only counts on; raise "
            "on_demand_capacity of a pool");
}

TEST(Spot, WhoRentsOnDemandOnlyIsNotWarned) {
  EXPECT_EQ(warning({{"market.pools", pools(1, 1, 1)},
                     {"provisioning", R"({"policy": "on_demand_only", "max_price": "0.5 $/h"})"}}),
            "");
}

}  // namespace
}  // namespace spotgrid::scenarios
