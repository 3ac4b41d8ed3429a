// What the policy deepvm asks for: the planner's plans as nodes of a pool.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "tests/provisioning/fleet.hpp"

namespace spotgrid {
namespace {

// Two pools of the instance types of DeepVM's AWS runs, for an elastic gang.
class Pools {
 public:
  explicit Pools(std::int64_t nodes = 31)
      : fleet({{.spot = 0.1578, .on_demand = 0.526}, {.spot = 0.3018, .on_demand = 1.006}}, nodes) {
    small_.network = {gigabits_per_second(5), gigabits_per_second(25), ""};
    large_.network = {gigabits_per_second(2.5), gigabits_per_second(10), ""};
    name(0, "g4dn.xlarge", small_);
    name(1, "g5.xlarge", large_);
    fleet.job.partial = true;
  }

  Fleet fleet;

 private:
  void name(std::size_t pool, const char* type, const InstanceType& instance) {
    for (const MarketSide side : {MarketSide::spot, MarketSide::on_demand}) {
      fleet.offer(pool, side).instance = type;
      fleet.offer(pool, side).type = &instance;
    }
  }
  InstanceType small_, large_;
};

// With the figures of DeepVM's program; `more` are options beside them.
std::string options(const std::string& budget, const std::string& more = "") {
  return R"({"budget": ")" + budget + R"( $/h", "trainers": {
      "g4dn.xlarge": {"flops": 377, "a": 0.1338806402, "b": 12.87424514, "c": 6.176666667},
      "g5.xlarge": {"flops": 696, "a": 0.08533428072, "b": 20.06669931, "c": 4.962225551}})" +
         more + "}";
}
const std::string remotes = R"(, "remotes": [
      {"name": "t3.xlarge", "on_demand": "0.1664 $/h", "network": "5 Gbps"},
      {"name": "c5.xlarge", "on_demand": "0.17 $/h", "network": "10 Gbps"}],
      "saturation": [{"bandwidth": "5 Gbps", "trainers": 16}, {"bandwidth": "10 Gbps", "trainers": 20}])";

std::string asked(const std::string& json, const Pools& pools) {
  const FleetPlan plan = policy("deepvm", json)->plan(pools.fleet.view());
  return plan.give_up ? *plan.give_up : wanted(plan);
}

TEST(DeepVmPolicy, RentsTheTrainersOfThePlanAndLeavesTheMoneyForItsRemotes) {
  const Pools pools;
  EXPECT_EQ(asked(options("3", remotes), pools), "s0:17");  // and a c5.xlarge: 2.8526 $/h
  EXPECT_EQ(asked(options("4", remotes), pools), "s0:23");  // and two t3.xlarge
}

TEST(DeepVmPolicy, WithoutRemotesOneNodeIsOnDemand) {
  const Pools pools;
  EXPECT_EQ(asked(options("3"), pools), "s0:15 d0:1");
  EXPECT_EQ(asked(options("3", R"(, "plan": "cost_first")"), pools), "s0:15 d0:1");
  EXPECT_EQ(asked(options("3", R"(, "plan": "performance_first")"), pools), "s1:6 d1:1");
}

TEST(DeepVmPolicy, PlansWithWhatCanBeHadNow) {
  Pools pools;
  pools.fleet.offer(0, MarketSide::spot).free = 4;
  EXPECT_EQ(asked(options("3", R"(, "plan": "cost_first")"), pools), "s1:6 d1:1");
  pools.fleet.offer(1, MarketSide::spot).cooling = true;
  EXPECT_EQ(asked(options("3", R"(, "plan": "cost_first")"), pools), "s0:4 d0:1");
  pools.fleet.quotas = {{MarketSide::spot, 12, {4, 4}}};
  EXPECT_EQ(asked(options("3", R"(, "plan": "cost_first")"), pools), "s0:3 d0:1");
  EXPECT_EQ(asked(options("3"), Pools(8)), "s0:7 d0:1");  // no more nodes than the job wants
}

TEST(DeepVmPolicy, HoldsItsPlanUntilNothingIsLeftOfIt) {
  Pools pools;
  const auto planner = policy("deepvm", options("3", remotes));
  EXPECT_EQ(wanted(planner->plan(pools.fleet.view())), "s0:17");
  pools.fleet.now = Instant::at(hours(1));
  pools.fleet.hold(0, MarketSide::spot, 2);
  pools.fleet.offer(0, MarketSide::spot).price = dollars_per_hour(0.5);
  EXPECT_EQ(wanted(planner->plan(pools.fleet.view())), "s0:17");
  pools.fleet.offer(0, MarketSide::spot).free = 5;
  const FleetPlan less = planner->plan(pools.fleet.view());
  EXPECT_EQ(wanted(less), "s0:7");  // the others are not asked for in vain
  EXPECT_EQ(less.unplaced, 10);
  pools.fleet.offer(0, MarketSide::spot).price = dollars_per_hour(0.6);  // above on demand
  EXPECT_EQ(wanted(planner->plan(pools.fleet.view())), "s0:2");
  pools.fleet.lose_all();
  EXPECT_EQ(wanted(planner->plan(pools.fleet.view())), "s1:9");  // and a c5.xlarge: 2.8862 $/h
}

TEST(DeepVmPolicy, WaitsWhereNothingIsThereNow) {
  Pools pools;
  for (std::size_t pool : {0U, 1U})
    pools.fleet.offer(pool, MarketSide::spot).free = 0;
  const FleetPlan plan = policy("deepvm", options("3"))->plan(pools.fleet.view());
  EXPECT_FALSE(plan.give_up);
  EXPECT_EQ(wanted(plan), "");
  EXPECT_EQ(plan.unplaced, 31);
}

TEST(DeepVmPolicy, GivesUpWhereItCanNeverPlan) {
  Pools pools;
  EXPECT_EQ(asked(options("0.5"), pools),
            "a budget of 0.5 $/h buys no gang at the prices of the start");
  EXPECT_EQ(
      asked(R"({"budget": "3 $/h", "trainers": {"p9": {"flops": 1, "a": 1, "b": 1, "c": 1}}})",
            pools),
      "no pool has one of the trainers of deepvm on spot at the max price or below");
  pools.fleet.job.partial = false;
  EXPECT_EQ(
      asked(options("3"), pools),
      "the budget buys 15 g4dn.xlarge spot + 1 on demand, and the gang is rigid with 31 nodes");
  Pools sixteen(16);
  sixteen.fleet.job.partial = false;
  EXPECT_EQ(asked(options("3"), sixteen), "s0:15 d0:1");
  sixteen.fleet.offer(0, MarketSide::spot).free = 14;  // two are taken by others: it waits
  EXPECT_EQ(asked(options("3"), sixteen), "");
}

TEST(DeepVmPolicy, TakesAMaxPrice) {
  const Pools pools;
  const auto planner = policy("deepvm", options("3", R"(, "max_price": "0.2 $/h")"));
  EXPECT_EQ(planner->plan(pools.fleet.view()).max_price, dollars_per_hour(0.2));
  EXPECT_EQ(asked(options("3", R"(, "max_price": "0.1 $/h")"), pools),
            "no pool has one of the trainers of deepvm on spot at the max price or below");
}

TEST(DeepVmPolicy, RemotesNeedATableOfTheTrainersTheyTake) {
  const std::string alone =
      R"(, "remotes": [{"name": "c5.xlarge", "on_demand": "0.17 $/h", "network": "10 Gbps"}])";
  try {
    policy("deepvm", options("3", alone));
    ADD_FAILURE() << "it was accepted";
  } catch (const InputError& error) {
    EXPECT_STREQ(error.what(),
                 "policy.json: /saturation: says nothing of the trainers that a remote takes; list "
                 "bandwidths with trainers, or leave remotes out");
  }
}

TEST(DeepVmPolicy, CanDoWithOneSpotNodeLessForItsAnchor) {
  const NodesBySide needed = policy("deepvm", options("3"))->needs(16, 4);
  EXPECT_EQ(needed.spot, 3);
  EXPECT_EQ(needed.on_demand, 0);
}

}  // namespace
}  // namespace spotgrid
