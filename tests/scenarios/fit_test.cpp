// Parts of a scenario that must fit together, and what is said where they do not.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <gtest/gtest.h>

#include "tests/scenarios/written.hpp"

namespace spotgrid::scenarios {
namespace {

bool holds(const std::vector<std::string>& lines, std::string_view part) {
  return std::any_of(lines.begin(), lines.end(),
                     [&](const std::string& line) { return line.find(part) != std::string::npos; });
}

constexpr std::string_view work = R"({
  "job": {"work": "10 h", "training": {"mode": "work_units", "nodes": 4}},
  "market": {
    "pools": [{"zone": "us-west-2b", "instance": "p3.2xlarge", "price": "1 $/h",
               "capacity": "unlimited"}],
    "reclaim": {"kind": "none"}},
  "provisioning": {"policy": "spot_only"}
})";

TEST(Fit, IterationsAreThoseOfTheWholeGang) {
  EXPECT_DOUBLE_EQ(assembled({}).setup.job.target.value(), 10 * 4 * 64);
  EXPECT_DOUBLE_EQ(assembled({{"job.batch_per_gpu", "16"}}).setup.job.target.value(), 10 * 4 * 16);
  EXPECT_DOUBLE_EQ(assembled({{"job.iterations", "2.5e1"}, {"job.training.nodes", "2"}})
                       .setup.job.target.value(),
                   25 * 2 * 64);
}

TEST(Fit, WorkUnitsTakeWorkAndOthersDoNot) {
  const Assembled run = assemble(written({}, work));
  EXPECT_DOUBLE_EQ(run.setup.job.target.value(), 36000);
  EXPECT_EQ(run.setup.job.placement, Placement::any);
  EXPECT_FALSE(run.setup.job.workload);
  const std::string said = problems({{"job", R"({"workload": "bert-large", "work": "1 h",
                            "training": {"mode": "all_reduce", "nodes": 4}})"}});
  EXPECT_EQ(said,
            "run.json: /job/work: time of work fits the mode work_units only, found "
            "all_reduce; give samples, epochs or iterations");
  EXPECT_EQ(problems({{"job", R"({"samples": 10, "training": {"mode": "work_units"}})"}}, work),
            "run.json: /job: the mode work_units needs an amount of work, found none; give "
            "\"work\", such as \"48 h\", instead of samples or iterations");
}

TEST(Fit, TheContinuousSchemeIsForWorkUnits) {
  EXPECT_EQ(problems({{"checkpointing.scheme.name", "continuous"}}, work), "");
  EXPECT_EQ(problems({{"checkpointing.scheme.name", "continuous"}}),
            "run.json: /checkpointing/scheme/name: continuous fits the mode work_units only, found "
            "all_reduce; choose another scheme, such as direct_storage");
}

TEST(Fit, SchedulesNeedASchemeThatSaves) {
  EXPECT_EQ(problems({{"checkpointing.schedules", R"([{"name": "never"}])"}}), "");
  EXPECT_EQ(problems({{"checkpointing.schedules", R"([{"name": "never"},
                                                     {"name": "fixed_interval", "steps": 5}])"}}),
            "run.json: /checkpointing/schedules/1/name: the scheme none does not save, found the "
            "schedule fixed_interval; choose a scheme that saves, such as direct_storage, or leave "
            "the schedule out");
}

TEST(Fit, TheFinalSaveIsOnWhereTheSchemeSaves) {
  EXPECT_FALSE(assembled({}).setup.job.final_save);
  EXPECT_TRUE(assembled({{"checkpointing.scheme", R"({"name": "direct_storage",
                                                    "storage": {"write": "100 MB/s"}})"}})
                  .setup.job.final_save);
}

TEST(Fit, AnUnknownSpeedNamesTheKnownOnes) {
  EXPECT_EQ(problems({{"job.workload", "resnet-110"}, {"market.pools.0.instance", "p4d.24xlarge"}}),
            "run.json: /market/pools/0/instance: the speed of resnet-110 on p4d.24xlarge is not "
            "known; known are p3.2xlarge, g4dn.4xlarge, g3.8xlarge, g3.16xlarge, p2.8xlarge, any "
            "with V100, any with T4, any with M60, any with K80; or write the workload out with "
            "its throughput");
}

TEST(Fit, AnEstimatedSpeedIsAnAssumption) {
  const Assembled run = assembled({{"market.pools.0.instance", "g5.xlarge"}});
  EXPECT_TRUE(holds(run.assumptions,
                    "compute time of bert-large on g5.xlarge is estimated by the FLOP rule"));
  EXPECT_FALSE(holds(assembled({}).assumptions, "compute time"));
}

TEST(Fit, WantingMoreThanWasObservedIsAnErrorUnlessSaid) {
  const Override fleet{"market.pools.0.capacity", R"({"kind": "fleet", "count": 3, "target": 3})"};
  EXPECT_EQ(problems({fleet}),
            "run.json: /market/pools/0/capacity: the job wants 4 nodes, but nobody wanted more "
            "than 3; want fewer nodes, or set market.censored to \"as_equal\"");
  EXPECT_TRUE(holds(assembled({fleet, {"market.censored", "as_equal"}}).assumptions,
                    "market: censored as_equal"));
}

TEST(Fit, CountsAboveTheTargetAreAnError) {
  EXPECT_EQ(problems({{"market.pools.0.capacity", R"({"kind": "probe", "count": 9, "asked": 8})"}}),
            "run.json: /market/pools/0/capacity/asked: the counts reach 9, found 8; correct the "
            "number, or the kind");
}

TEST(Fit, AProbeNeedsItsSurvivalSaid) {
  const Override probe{"market.pools.0.capacity", R"({"kind": "probe", "count": 8, "asked": 8})"};
  const Override notice{"market.notice", "0 s"};
  const std::string said =
      problems({probe, notice, {"market.reclaim", R"([{"kind": "capacity"}])"}});
  EXPECT_EQ(said.rfind("run.json: /market/reclaim/0: ", 0), 0U) << said;
  EXPECT_NE(said.find("survival"), std::string::npos) << said;
  EXPECT_EQ(problems({probe, notice, {"market.reclaim", R"([{"kind": "capacity",
                                                           "survival": {"dip": "10 min"}}])"}}),
            "");
}

TEST(Fit, ALossCountedTwiceIsAWarning) {
  const Assembled run = assembled(
      {{"market.pools.0.capacity", R"({"kind": "fleet", "count": 8, "target": 8})"},
       {"market.notice", "0 s"},
       {"market.reclaim",
        R"([{"kind": "capacity"}, {"kind": "lifetime", "law": "exponential", "mean": "5 h"}])"}});
  EXPECT_TRUE(holds(run.warnings, "lifetime stands next to capacity on fleet"));
}

TEST(Fit, ChoicesThatMoveResultsAreListedOnceEach) {
  const Assembled run =
      assembled({{"market.pools.0.capacity", R"({"kind": "fleet", "count": 8, "target": 8})"},
                 {"market.notice", "0 s"},
                 {"market.reclaim", R"([{"kind": "capacity"}])"}});
  for (const std::string line :
       {"market.reclaim (capacity): scale shared", "market.pools.capacity: kind fleet",
        "job.training (all_reduce): on_change restart", "job.training (all_reduce): compute_cv 0",
        "network: nic baseline", "network.streams: training 1",
        "provisioning (cheapest_spot): "
        "observation mask",
        "provisioning (cheapest_spot): gang all_or_none"})
    EXPECT_EQ(std::count(run.assumptions.begin(), run.assumptions.end(), line), 1) << line;
}

TEST(Fit, EventsAreTheCapacityOfTheirPool) {
  const Folder folder;
  folder.write("events.csv",
               "time,event,node\n0,add,a\n0,add,b\n0,add,c\n3600,remove,a\n7200,add,d\n");
  const Override pools{"market.pools", R"([{"zone": "us-west-2b", "instance": "p3.2xlarge",
      "price": "1 $/h", "reclaim": {"kind": "events", "file": "events.csv"}}])"};
  const Changes changes = {pools, {"market.notice", "0 s"}, {"job.training.nodes", "2"}};
  ASSERT_EQ(problems(changes, smallest, folder.scenario()), "");
  const Assembled run = assembled(changes, folder.scenario());
  const Pool& pool = run.setup.market.pools[0];
  ASSERT_EQ(pool.trace_nodes.size(), 4U);
  EXPECT_EQ(pool.trace_nodes[1].removed, Instant::never());
  EXPECT_EQ(pool.capacity.kind, CapacityKind::fleet);
  EXPECT_EQ(pool.capacity.count.at(Instant{}), 3);
  EXPECT_EQ(pool.capacity.target, 3);
  EXPECT_NE(problems({pools, {"market.notice", "0 s"}, {"market.end_of_trace", "wrap"}}, smallest,
                     folder.scenario())
                .find("/market/end_of_trace: events that name nodes cannot be turned, found wrap; "
                      "choose error, censor or hold"),
            std::string::npos);
}

// A workload whose rows state no batch, on two types.
constexpr std::string_view by_memory = R"({
  "job": {"iterations": 10, "training": {"mode": "all_reduce", "nodes": 4},
          "workload": {
            "parameters": {"size": "4 MB"}, "gradients": {"size": "4 MB"},
            "checkpoint": {"size": "4 MB"},
            "throughput": [{"gpu": "V100", "samples_per_second": 100},
                           {"gpu": "M60", "samples_per_second": 100}],
            "batch_by_memory": {"per_gib": 10, "base": -79.5}}},
  "market": {
    "pools": [{"zone": "us-west-2b", "instance": "p3.2xlarge", "price": "1 $/h",
               "capacity": "unlimited"}],
    "reclaim": [{"kind": "none"}]},
  "provisioning": {"policy": "cheapest_spot"}
})";

TEST(Fit, BatchesByMemoryAreAssumptions) {
  const Assembled run = assemble(written({}, by_memory));
  EXPECT_DOUBLE_EQ(run.setup.job.target.value(), 10 * 4 * 64);  // 80.5 samples in 16 GiB
  EXPECT_TRUE(holds(run.assumptions,
                    "batch of inline on p3.2xlarge is 64 a worker, by the memory of its GPUs"));
  const Assembled stated = assemble(written({{"job.batch_per_gpu", "32"}}, by_memory));
  EXPECT_FALSE(holds(stated.assumptions, "by the memory of its GPUs"));
}

TEST(Fit, AGpuHoldsASample) {
  EXPECT_EQ(problems({{"market.pools.0.instance", "g3.8xlarge"}}, by_memory),
            "run.json: /market/pools/0/instance: by batch_by_memory of inline no sample fits a GPU "
            "of g3.8xlarge, or its memory is not known; give job.batch_per_gpu, or the instance's "
            "gpu.memory");
  EXPECT_EQ(
      problems({{"market.pools.0.instance", "g3.8xlarge"}, {"job.batch_per_gpu", "1"}}, by_memory),
      "");
  EXPECT_EQ(problems({{"market.pools.0.instance", "g5.xlarge"}}, by_memory),
            "run.json: /market/pools/0/instance: the speed of inline on g5.xlarge is not known; "
            "known are any with V100, any with M60; or write the workload out with its throughput");
}

TEST(Fit, ServersAreRentedFromTheirPoolWhichNeedsNoSpeed) {
  const Assembled run = assembled(
      {{"job", R"({"workload": "resnet-110", "epochs": 2, "training": {"mode": "parameter_server",
                  "nodes": 2, "servers": {"pool": 1}}})"},
       {"market.pools", R"([{"zone": "us-west-2b", "instance": "p3.2xlarge", "price": "1 $/h",
                            "capacity": "unlimited"},
                           {"zone": "us-west-2b", "instance": "m5.xlarge", "spot": false}])"}});
  EXPECT_EQ(number(run.setup.job.servers_from.pool), 1U);
  EXPECT_EQ(run.setup.job.servers_from.side, MarketSide::on_demand);
  EXPECT_FALSE(run.setup.market.pools[1].offers(MarketSide::spot));
  EXPECT_DOUBLE_EQ(run.setup.job.target.value(), 100000);
}

TEST(Fit, RemotesAreRentedFromTheirPoolWhichNeedsNoSpeed) {
  const Override pools{"market.pools", R"([{"zone": "us-west-2b", "instance": "p3.2xlarge",
                                            "price": "1 $/h", "capacity": "unlimited"},
                           {"zone": "us-west-2b", "instance": "m5.xlarge", "spot": false}])"};
  const auto remotes_in = [](const char* pool) {
    return Override{"checkpointing", R"({"scheme": {"name": "acute"}, "remotes": {"pool": )" +
                                         std::string(pool) +
                                         R"(}, "schedules": [{"name": "never"}]})"};
  };
  const Assembled run = assembled({pools, remotes_in("1")});
  EXPECT_EQ(number(run.setup.checkpointing.remotes_from.pool), 1U);
  EXPECT_FALSE(can_train(run.setup, run.setup.market.pools[1]));
  EXPECT_NE(problems({pools, remotes_in("0")}).find("on m5.xlarge is not known"),
            std::string::npos);
}

}  // namespace
}  // namespace spotgrid::scenarios
