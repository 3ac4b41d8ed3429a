// What is said about scenarios that cannot run, word for word, where no other test says it.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "tests/scenarios/written.hpp"

namespace spotgrid::scenarios {
namespace {

constexpr std::string_view pool = "market.pools.0.";
std::string of_pool(std::string_view key) {
  return std::string(pool) + std::string(key);
}

TEST(Messages, CountsSayWhatTheyAreOf) {
  const auto said = [](const char* counts) { return problems({{of_pool("capacity"), counts}}); };
  const std::string at = "run.json: /market/pools/0/capacity";
  EXPECT_EQ(said(R"({"kind": "limit"})"),
            at + ": the counts need exactly one of \"count\" and \"file\"");
  EXPECT_EQ(said(R"({"kind": "limit", "count": 8, "file": "a.csv"})"),
            at + ": the counts need exactly one of \"count\" and \"file\"");
  EXPECT_EQ(said(R"({"kind": "fleet", "count": 8})"),
            at + ": \"target\" is missing; say how many nodes the fleet wanted");
  EXPECT_EQ(said(R"({"kind": "probe", "count": 8})"),
            at + ": \"asked\" is missing; say how many nodes a trial asked for");
  EXPECT_EQ(said(R"({"kind": "limit", "count": 8, "target": 8})"),
            at + "/target: only a fleet has a target; leave it out, or choose kind fleet");
  EXPECT_EQ(said(R"({"kind": "limit", "count": 8, "asked": 8})"),
            at + "/asked: only a probe asks; leave it out, or choose kind probe");
}

TEST(Messages, PoolsNeedAPriceUnlessTheyAreOnDemandOnly) {
  EXPECT_EQ(problems({{"market.pools", "[]"}}),
            "run.json: /market/pools: no pool is given; give at least one");
  EXPECT_EQ(problems({{"market.pools", R"([{"zone": "us-west-2b", "instance": "p3.2xlarge",
                                        "capacity": "unlimited"}])"}}),
            "run.json: /market/pools/0: \"price\" is missing; give a file or a constant such as "
            "\"0.918 $/h\"; a pool that is rented on demand only says \"spot\": false");
  EXPECT_EQ(problems({{of_pool("spot"), "false"}}),
            "run.json: /market/pools/0/spot: price, capacity and reclaim belong to spot nodes, "
            "found spot false; leave them out, or set spot to true");
}

TEST(Messages, APoolStandsOnceAndHasAnOnDemandPrice) {
  EXPECT_EQ(problems({{of_pool("price"), "{}"}}),
            "run.json: /market/pools/0/price: \"file\" is missing; name the file with the trace");
  const std::string one = R"({"zone": "us-west-2b", "instance": "p3.2xlarge", "price": "1 $/h",
                              "capacity": "unlimited"})";
  EXPECT_EQ(problems({{"market.pools", "[" + one + "," + one + "]"}}),
            "run.json: /market/pools/1: the pool us-west-2b/p3.2xlarge is there twice; keep one of "
            "them");
  EXPECT_EQ(
      problems({{of_pool("instance"), R"({"name": "own", "network": {"baseline": "10 Gbps"}})"},
                {"job", R"({"work": "2 h", "training": {"mode": "work_units", "nodes": 4}})"}}),
      "run.json: /market/pools/0: no on-demand price of own is known; give \"on_demand\", such "
      "as \"3.06 $/h\"");
}

TEST(Messages, TheAmountOfWorkMustFitTheMode) {
  const std::string units = R"("training": {"mode": "work_units", "nodes": 4}})";
  EXPECT_EQ(problems({{"job", R"({"iterations": 10, )" + units}}),
            "run.json: /job: the mode work_units needs an amount of work, found none; give "
            "\"work\", such as \"48 h\", instead of samples or iterations");
  EXPECT_EQ(problems({{"job", R"({"work": "2 h", "training": {"mode": "work_units", "nodes": 4,
                                "rates": {"g5.xlarge": 2}}})"}}),
            "run.json: /market/pools/0/instance: the mode has no rate on p3.2xlarge; add it to "
            "job.training.rates");
  const std::string ring = R"("training": {"mode": "all_reduce", "nodes": 4}})";
  EXPECT_EQ(
      problems({{"job", R"({"iterations": 10, )" + ring}}),
      "run.json: /job: \"workload\" is missing; name one of the catalogue, or write it out as "
      "an object");
  EXPECT_EQ(problems({{"job", R"({"workload": "bert-large", "work": "2 h", )" + ring}}),
            "run.json: /job/work: time of work fits the mode work_units only, found all_reduce; "
            "give samples, epochs or iterations");
}

TEST(Messages, ServersComeFromAPoolThatIsThere) {
  const auto said = [](const std::string& servers) {
    return problems({{"job.training",
                      R"({"mode": "parameter_server", "nodes": 4, "servers": )" + servers + "}"}});
  };
  EXPECT_EQ(said(R"({"pool": 1})"),
            "run.json: /job/training/servers/pool: there are 1 pools, found 1; count from 0");
  EXPECT_EQ(problems({{"job.training.servers", R"({"pool": 0})"}}),
            "run.json: /job/training/servers: the mode all_reduce has no servers; leave it out");
  EXPECT_EQ(problems({{"market.pools", R"([
      {"zone": "us-west-2b", "instance": "p3.2xlarge", "price": "1 $/h", "capacity": "unlimited"},
      {"zone": "us-west-2b", "instance": "m5.xlarge", "spot": false}])"},
                      {"job.training", R"({"mode": "parameter_server", "nodes": 4,
                                          "servers": {"pool": 1, "market": "spot"}})"}}),
            "run.json: /job/training/servers/market: us-west-2b/m5.xlarge is not rented on spot; "
            "choose on_demand or another pool");
}

TEST(Messages, WorkUnitsHaveNoIterationsToCount) {
  EXPECT_EQ(problems({{"job", R"({"work": "2 h", "training": {"mode": "work_units", "nodes": 4}})"},
                      {"checkpointing", R"({"scheme": {"name": "direct_storage", "storage":
      {"write": "1 GB/s"}}, "schedules": [{"name": "fixed_interval", "steps": 10}]})"}}),
            "run.json: /checkpointing/schedules/0/steps: the mode work_units has no iterations to "
            "count; give \"every\", such as \"10 min\", or \"samples\"");
}

TEST(Messages, SchedulesPlanForNoMoreTiersThanTheSchemeHas) {
  EXPECT_EQ(problems({{"checkpointing", R"({"scheme": {"name": "direct_storage", "storage":
      {"write": "1 GB/s"}}, "schedules": [{"name": "per_tier", "every": ["5 min", "1 h"]}]})"}}),
            "run.json: /checkpointing/schedules/0: the schedule per_tier plans for 2 tiers, found "
            "the scheme direct_storage with 1; choose a scheme with as many tiers, such as "
            "given_times, or plan for fewer");
}

TEST(Messages, ServersStandWhereWorkersMay) {
  const Override pools{"market.pools", R"([
      {"zone": "us-west-2b", "instance": "p3.2xlarge", "price": "1 $/h", "capacity": "unlimited"},
      {"zone": "us-west-2c", "instance": "m5.xlarge", "spot": false}])"};
  const Override job{"job.training", R"({"mode": "parameter_server", "nodes": 4,
                                        "servers": {"pool": 1}})"};
  EXPECT_EQ(
      problems({pools, job}),
      "run.json: /job/training/servers/pool: no pool that trains lies where the placement "
      "one_zone wants it, beside the servers; choose another pool for the servers, or a wider "
      "placement");
  EXPECT_EQ(problems({pools, job, {"provisioning.placement", "one_region"}}), "");
}

TEST(Messages, SavesNeedASchemeAndAPlace) {
  EXPECT_EQ(problems({{"job.final_save", "true"}}),
            "run.json: /job/final_save: the scheme does not save, found true; choose a scheme that "
            "saves, or leave it out");
  EXPECT_EQ(problems({{"checkpointing", R"({"scheme": {"name": "direct_storage", "storage":
      {"write": "1 GB/s", "read": "1 GB/s", "zone": "us-west-2c"}}, "schedules": [{"name": "never"}]})"}}),
            "run.json: /checkpointing/scheme/storage/zone: no pool lies in this zone, found "
            "\"us-west-2c\"; name the zone of a pool");
}

TEST(Messages, EpochsAndIterationsMustMeanSomething) {
  EXPECT_EQ(
      problems(
          {{"job",
            R"({"epochs": 2, "workload": {"parameters": {"size": "1 MB"}, "gradients": {"size": "1 MB"}, "checkpoint": {"size": "1 MB"},
      "throughput": [{"instance": "p3.2xlarge", "samples_per_second": 9}]},
      "training": {"mode": "all_reduce", "nodes": 4}})"}}),
      "run.json: /job/epochs: the workload inline names no data set; give samples or iterations "
      "instead");
}

TEST(Messages, IterationsAreOfOneBatch) {
  EXPECT_EQ(
      problems({{"market.pools", R"([
      {"zone": "us-west-2b", "instance": "p3.2xlarge", "price": "1 $/h", "capacity": "unlimited"},
      {"zone": "us-west-2b", "instance": "p3.8xlarge", "price": "4 $/h", "capacity": "unlimited"}])"}}),
      "run.json: /job/iterations: the instance types of the pools differ in their batch; give "
      "samples instead");
}

TEST(Messages, AWordOfAListIsChosen) {
  EXPECT_EQ(problems({{of_pool("capacity"), R"({"kind": "quota", "count": 8})"}}),
            "run.json: /market/pools/0/capacity/kind: expected one of limit, probe, fleet, found "
            "\"quota\"");
}

TEST(Messages, ANameThatIsNearNoneListsThemAll) {
  const std::string said = problems({{of_pool("instance"), "a100x8000"}});
  EXPECT_TRUE(
      said.starts_with("run.json: /market/pools/0/instance: unknown instance type "
                       "\"a100x8000\"; choose one of "))
      << said;
  EXPECT_TRUE(said.ends_with(", t3.xlarge, or write it out as an object")) << said;
}

TEST(Messages, EventsBelongToOnePoolAndAreItsCapacity) {
  EXPECT_EQ(problems({{"market.reclaim", R"([{"kind": "events", "file": "a.csv"}])"},
                      {"market.notice", "0 s"}}),
            "run.json: /market/reclaim: events belong to one pool, found them for all; write them "
            "as reclaim of the pool, with their file");
  EXPECT_EQ(problems({{of_pool("reclaim"), R"([{"kind": "events", "file": "a.csv"}])"},
                      {"market.notice", "0 s"}}),
            "run.json: /market/pools/0/capacity: the events of this pool are its capacity, found "
            "both; leave \"capacity\" out");
}

TEST(Messages, WaysOfReadingMustFitEachOther) {
  const std::string at = "run.json: /market/pools/0/capacity/";
  EXPECT_EQ(problems({{of_pool("capacity"), R"({"kind": "limit", "file": "a.csv", "part": 2})"}}),
            at + "part: only split data have parts; add \"holes\": \"split\"");
  EXPECT_EQ(problems({{of_pool("capacity"), R"({"kind": "limit", "file": "a.csv",
                      "until": "2026-01-05", "lengths": "cut"})"}}),
            at + "lengths: until and cut each say where the data end; keep one of them");
}

TEST(Messages, TimesMustFitEachOther) {
  EXPECT_EQ(problems({{"start", "-1 h"}}),
            "run.json: /start: an offset lies inside the traces, found \"-1 h\"; give one of at "
            "least 0 s");
  EXPECT_EQ(problems({{"start", "1e300 h"}}),
            "run.json: /start: no trace is so long, found \"1e300 h\"; give one of at most "
            "3153600000 s");
  EXPECT_EQ(problems({{"checkpointing.outages", R"([{"from": "2 h", "to": "2 h"}])"}}),
            "run.json: /checkpointing/outages/0/to: the outage ends before it begins");
}

TEST(Messages, NoSpanIsLongerThanAHundredYears) {
  const std::string remedy = "; give a value above 0 s and at most 3153600000 s";
  for (const std::string span : {"1e300 s", "9.2e12 s", "36501 d"}) {
    const std::string found = "out of range, found \"" + span + "\"";
    EXPECT_EQ(problems({{"horizon", span}}), "run.json: /horizon: " + found + remedy);
    EXPECT_EQ(problems({{"job.deadline", span}}), "run.json: /job/deadline: " + found + remedy);
    EXPECT_EQ(problems({{"checkpointing.outages", R"([{"from": "0 s", "to": ")" + span + "\"}]"}}),
              "run.json: /checkpointing/outages/0/to: " + found + remedy);
  }
  EXPECT_EQ(problems({{"checkpointing.outages", R"([{"from": "1e300 s", "to": "1 s"}])"}})
                .rfind("run.json: /checkpointing/outages/0/from: out of range, found \"1e300 s\"; "
                       "give a value between 0 s and 3153600000 s",
                       0),
            0U);
  EXPECT_EQ(problems({{"horizon", "36500 d"}, {"job.deadline", "36500 d"}}), "");
}

TEST(Messages, NoPriceIsAboveThatOfFiles) {
  const std::string found = "out of range, found \"1000001 $/h\"; give a value ";
  for (const std::string key : {"price", "on_demand"}) {
    EXPECT_EQ(problems({{of_pool(key), "1000001 $/h"}}),
              "run.json: /market/pools/0/" + key + ": " + found + "between 0 $/h and 1000000 $/h");
    EXPECT_EQ(problems({{of_pool(key), "1000000 $/h"}}), "");
  }
  EXPECT_EQ(problems({{"provisioning.max_price", "1000001 $/h"}}),
            "run.json: /provisioning/max_price: " + found + "above 0 $/h and at most 1000000 $/h");
  EXPECT_EQ(problems({{of_pool("instance"), R"({"name": "p3.2xlarge",
      "network": {"baseline": "10 Gbps"}, "on_demand": [{"price": "1000001 $/h"}]})"}}),
            "run.json: /market/pools/0/instance/on_demand/0/price: " + found +
                "between 0 $/h and 1000000 $/h");
  for (const std::string key : {"zone", "region"}) {
    EXPECT_EQ(problems({{"traffic", R"({")" + key + R"(": 1e308})"}}),
              "run.json: /traffic/" + key +
                  ": out of range, found 1e+308; give a value between 0 and 1000000");
  }
  EXPECT_EQ(problems({{"checkpointing.scheme", R"({"name": "direct_storage",
                      "storage": {"write": "1 GB/s", "dollars_per_gb_month": 1e308}})"}}),
            "run.json: /checkpointing/scheme/storage/dollars_per_gb_month: out of range, found "
            "1e+308; give a value between 0 and 1000000");
}

TEST(Messages, ASeedIsAWholeNumberThatANumberHolds) {
  EXPECT_EQ(problems({{"seed", "18446744073709551615"}}),
            "run.json: /seed: out of range, found 18446744073709551615; give a value between 0 "
            "and 9007199254740992");
}

TEST(Messages, ANameMeansOneThing) {
  const auto two = [](const std::string& first, const std::string& second) {
    const std::string rest =
        R"(, "on_demand": "3 $/h", "price": "1 $/h", "capacity": "unlimited"})";
    return problems({{"job", R"({"work": "2 h", "training": {"mode": "work_units", "nodes": 4}})"},
                     {"market.pools", "[{" + first + rest + ", {" + second + rest + "]"}});
  };
  const std::string catalogue = R"("zone": "us-west-2b", "instance": "p3.2xlarge")";
  const std::string g4dn = R"("instance": "g4dn.4xlarge")";
  EXPECT_EQ(two(catalogue, R"("zone": "us-west-2b", "region": "elsewhere", )" + g4dn),
            "run.json: /market/pools/1/region: pool 0 has the zone us-west-2b in the region "
            "us-west-2, found elsewhere; give both the same region, or another name to one of the "
            "zones");
  EXPECT_EQ(two(catalogue, R"("zone": "us-west-2b", "region": "us-west-2", )" + g4dn), "");
  const std::string own =
      R"("instance": {"name": "p3.2xlarge", "network": {"baseline": "10 Gbps"}})";
  EXPECT_EQ(two(catalogue, R"("zone": "us-west-2c", )" + own),
            "run.json: /market/pools/1/instance: pool 0 has other figures under the name "
            "p3.2xlarge; give one of them another name");
  EXPECT_EQ(two(R"("zone": "us-west-2b", )" + own, R"("zone": "us-west-2c", )" + own), "");
}

// All warnings, a line each.
std::string warnings(Changes changes) {
  std::string text;
  for (const std::string& one : assembled(changes).warnings)
    text += one + "\n";
  return text;
}

TEST(Messages, WhatMayNotBeMeantIsAWarning) {
  EXPECT_EQ(warnings({}), "");
  EXPECT_EQ(warnings({{"checkpointing.remotes", R"({"pool": 0})"}}),
            "checkpointing.remotes has no effect: the scheme none uses none\n");
  EXPECT_EQ(warnings({{"job.deadline", "40 d"}, {"horizon", "30 d"}}),
            "the deadline lies after the horizon, so that no run can miss it\n");
  EXPECT_EQ(warnings({{"checkpointing.scheme", R"({"name": "direct_storage",
                                                "storage": {"write": "1 GB/s", "read": "1 GB/s"}})"}}),
            "checkpointing has a scheme but no schedule: nothing is saved before the end\n");
  EXPECT_EQ(warnings({{"job", R"({"workload": "bert-large", "work": "2 h",
                                "training": {"mode": "work_units", "nodes": 4}})"}}),
            "the mode work_units takes no figure of the workload\n");
}

TEST(Messages, ALifetimeBesideAFleetCountsTwice) {
  EXPECT_EQ(warnings({{of_pool("capacity"), R"({"kind": "fleet", "target": 8, "count": 8})"},
                      {"market.reclaim", R"([{"kind": "capacity"},
                                           {"kind": "lifetime", "law": "constant", "value": "1 h"}])"},
                      {"market.notice", "0 s"}}),
            "us-west-2b/p3.2xlarge: lifetime stands next to capacity on fleet; where both come "
            "from the same data each loss is counted twice\n");
}

// `size` and the rest of a shock, as reclaim of the market.
Override shock(const std::string& size, const std::string& fleet = "8") {
  return {"market.reclaim", R"([{"kind": "shock", "fleet": )" + fleet +
                                R"(, "zone": {"mean_gap": "1 h", "size": )" + size + "}}]"};
}
const Override noticed{"market.notice", "0 s"};

TEST(Messages, AShockBesideAFleetCountsTwice) {
  EXPECT_EQ(warnings({{of_pool("capacity"), R"({"kind": "fleet", "target": 8, "count": 8})"},
                      {"market.reclaim", R"([{"kind": "capacity"}, {"kind": "shock", "fleet": 8,
                          "region": {"mean_gap": "1 h",
                                     "size": {"kind": "constant", "nodes": 2}}}])"},
                      noticed}),
            "us-west-2b/p3.2xlarge: shock stands next to capacity on fleet; where both come from "
            "the same data each loss is counted twice\n");
  EXPECT_EQ(warnings({{of_pool("capacity"), R"({"kind": "limit", "count": 8})"},
                      {"market.reclaim", R"([{"kind": "capacity"}, {"kind": "shock", "fleet": 8,
                          "zone": {"mean_gap": "1 h",
                                   "size": {"kind": "constant", "nodes": 2}}}])"},
                      noticed}),
            "");
}

TEST(Messages, AShockSaysHowOftenAndOfHowMany) {
  EXPECT_EQ(problems({{"market.reclaim", R"([{"kind": "shock", "fleet": 8}])"}, noticed}),
            R"(run.json: /market/reclaim/0: neither "zone" nor "region" is given; say how often )"
            R"(shocks come, such as "zone": {"mean_gap": "2 h", "size": {"kind": "geometric", )"
            R"("mean": 2}})");
  const std::string fleet = "run.json: /market/reclaim/0/fleet: these sizes need a fleet of ";
  const std::string remedy = "; give the whole fleet that they were seen in";
  EXPECT_EQ(problems({shock(R"({"kind": "constant", "nodes": 9})"), noticed}),
            fleet + "9 nodes or more, found 8" + remedy);
  EXPECT_EQ(problems({shock(R"({"kind": "geometric", "mean": 8.5})"), noticed}),
            fleet + "9 nodes or more, found 8" + remedy);
  EXPECT_EQ(problems({shock(R"({"kind": "empirical", "sizes": [1, 12]})"), noticed}),
            fleet + "12 nodes or more, found 8" + remedy);
  EXPECT_EQ(problems({shock(R"({"kind": "share", "share": 0.1})", "4"), noticed}),
            fleet + "5 nodes or more, found 4" + remedy);
  EXPECT_EQ(problems({shock(R"({"kind": "share", "share": 0.1})", "5"), noticed}), "");
}

TEST(Messages, ObservedSizesOfShocksHaveAWeightEach) {
  const std::string place = "run.json: /market/reclaim/0/zone/size/";
  EXPECT_EQ(problems({shock(R"({"kind": "empirical", "sizes": []})"), noticed}),
            place + "sizes: no size to draw from; give at least one");
  EXPECT_EQ(problems({shock(R"({"kind": "empirical", "sizes": [1, 2], "weights": [1]})"), noticed}),
            place + "weights: not one for each of the 2 sizes, found 1; give as many");
  EXPECT_EQ(problems({shock(R"({"kind": "empirical", "sizes": [1], "weights": [0]})"), noticed}),
            place + "weights: no size was ever seen, found zeros only; give one above 0");
}

}  // namespace
}  // namespace spotgrid::scenarios
