// Quotas of a scenario: what they bind, and what is said where they cannot be meant so.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <gtest/gtest.h>

#include "tests/scenarios/written.hpp"

namespace spotgrid::scenarios {
namespace {

std::string pool(const char* zone, const char* type) {
  return std::string(R"({"zone": ")") + zone + R"(", "instance": ")" + type +
         R"(", "on_demand": "3 $/h", "price": "1 $/h", "capacity": "unlimited"})";
}
// 8 vCPUs and one V100; 32 and four; 8 and one again; 16 and one T4; 8 and one in another region.
const Override five{"market.pools", "[" + pool("us-west-2a", "p3.2xlarge") + "," +
                                        pool("us-west-2a", "p3.8xlarge") + "," +
                                        pool("us-west-2b", "p3.2xlarge") + "," +
                                        pool("us-west-2b", "g4dn.4xlarge") + "," +
                                        pool("us-east-1a", "p3.2xlarge") + "]"};

// Batches differ by instance type, so that work is given in samples.
const Override samples{"job", R"({"workload": "bert-large", "samples": 1000,
                                  "training": {"mode": "all_reduce", "nodes": 4}})"};

Override quota(const std::string& entries) {
  return {"market.quota", "[" + entries + "]"};
}

// "spot 64: 8 32 0", a line each.
std::string quotas(const std::string& entries) {
  std::string all;
  for (const Quota& one : assembled({five, samples, quota(entries)}).setup.market.quotas) {
    all += std::string(word_of(one.side)) + " " + std::to_string(one.amount) + ":";
    for (const std::int64_t taken : one.of_node)
      all += " " + std::to_string(taken);
    all += "\n";
  }
  return all;
}

TEST(Quota, EachRegionHasOneOfItsOwnUnlessToldOtherwise) {
  const std::string p3 = R"({"family": "p3", "market": "spot", "vcpus": 64)";
  EXPECT_EQ(quotas(p3 + "}"), "spot 64: 0 0 0 0 8\nspot 64: 8 32 8 0 0\n");
  EXPECT_EQ(quotas(p3 + R"(, "per": "zone"})"),
            "spot 64: 0 0 0 0 8\nspot 64: 8 32 0 0 0\nspot 64: 0 0 8 0 0\n");
  EXPECT_EQ(quotas(p3 + R"(, "per": "all_regions"})"), "spot 64: 8 32 8 0 8\n");
  EXPECT_EQ(quotas(p3 + R"(, "region": "us-west-2"})"), "spot 64: 8 32 8 0 0\n");
  EXPECT_EQ(quotas(p3 + R"(, "zone": "us-west-2b"})"), "spot 64: 0 0 8 0 0\n");
}

TEST(Quota, IsOfFamiliesOfATypeOrOfAGpu) {
  EXPECT_EQ(quotas(R"({"family": ["p3", "g4dn"], "market": "on_demand", "vcpus": 9,
                       "region": "us-west-2"})"),
            "on_demand 9: 8 32 8 16 0\n");
  EXPECT_EQ(quotas(R"({"instance": "p3.2xlarge", "market": "spot", "nodes": 4,
                       "region": "us-west-2"})"),
            "spot 4: 1 0 1 0 0\n");
  EXPECT_EQ(quotas(R"({"gpu": "V100", "market": "spot", "gpus": 8, "per": "all_regions"},
                      {"gpu": "T4", "market": "spot", "gpus": 0})"),
            "spot 8: 1 4 1 0 1\nspot 0: 0 0 0 1 0\n");
}

TEST(Quota, IsNoLongerListedAsLeftOutWhereItIsGiven) {
  const auto left_out = [](Changes changes) {
    const std::vector<std::string> all = assembled(changes).not_modelled;
    return std::count(all.begin(), all.end(), "quotas");
  };
  EXPECT_EQ(left_out({}), 1);
  EXPECT_EQ(left_out({quota(R"({"family": "p3", "market": "spot", "vcpus": 64})")}), 0);
}

std::string said(const std::string& entry) {
  return problems({quota(entry)});
}

TEST(Quota, NamesMustBeKnown) {
  const std::string rest = R"(", "market": "spot", "nodes": 4})";
  EXPECT_EQ(said(R"({"family": "p4dd)" + rest),
            "run.json: /market/quota/0/family: unknown family \"p4dd\"; did you mean \"p4d\"?");
  EXPECT_EQ(said(R"({"instance": "p3.2xlarg)" + rest),
            "run.json: /market/quota/0/instance: unknown instance type \"p3.2xlarg\"; did you mean "
            "\"p3.2xlarge\"?");
  EXPECT_EQ(said(R"({"gpu": "V1000)" + rest),
            "run.json: /market/quota/0/gpu: unknown GPU \"V1000\"; did you mean \"V100\"?");
  const std::string far = said(R"({"gpu": "abacus)" + rest);
  EXPECT_NE(far.find("unknown GPU \"abacus\"; choose one of "), std::string::npos) << far;
  EXPECT_EQ(said(R"({"family": "p3", "region": "us-west-3)" + rest),
            "run.json: /market/quota/0/region: no pool lies in this region, found \"us-west-3\"; "
            "name the region of a pool");
  EXPECT_EQ(said(R"({"family": "p3", "zone": "us-west-2)" + rest),
            "run.json: /market/quota/0/zone: no pool lies in this zone, found \"us-west-2\"; name "
            "the zone of a pool");
}

TEST(Quota, IsOfOneThingAndCountsOneThing) {
  const std::string place = "run.json: /market/quota/0: ";
  const std::string of = place +
                         "a quota is of exactly one of \"family\", \"instance\" and "
                         "\"gpu\"; several quotas may bind one pool: write each as an "
                         "entry of its own";
  EXPECT_EQ(said(R"({"market": "spot", "nodes": 4})"), of);
  EXPECT_EQ(said(R"({"family": "p3", "gpu": "V100", "market": "spot", "nodes": 4})"), of);
  const std::string counts = place +
                             "a quota counts exactly one of \"nodes\", \"gpus\" and "
                             "\"vcpus\"; AWS counts vCPUs, GCP counts GPUs";
  EXPECT_EQ(said(R"({"family": "p3", "market": "spot"})"), counts);
  EXPECT_EQ(said(R"({"family": "p3", "market": "spot", "nodes": 4, "vcpus": 32})"), counts);
  EXPECT_EQ(said(R"({"family": [], "market": "spot", "nodes": 4})"),
            "run.json: /market/quota/0/family: no family is named; name at least one, such as "
            "\"p3\"");
  EXPECT_EQ(said(R"({"family": "p3", "nodes": 4})"),
            "run.json: /market/quota/0: \"market\" is missing; it is the side of the market; the "
            "other has "
            "quotas of its own");
}

TEST(Quota, VirtualCpusOfATypeWrittenOutMustBeGiven) {
  const Override own{"market.pools.0.instance",
                     R"({"name": "mine", "family": "own", "network": {"baseline": "10 Gbps"}})"};
  const Override throughput{"job", R"({"work": "2 h", "training": {"mode": "work_units"}})"};
  EXPECT_EQ(problems({own,
                      throughput,
                      {"market.pools.0.on_demand", "3 $/h"},
                      quota(R"({"family": "own", "market": "spot", "vcpus": 64})")}),
            "run.json: /market/quota/0/vcpus: the vCPUs of mine are not known; give \"vcpus\" of "
            "the instance type, or count \"nodes\"");
  EXPECT_EQ(problems({own,
                      throughput,
                      {"market.pools.0.on_demand", "3 $/h"},
                      quota(R"({"family": "own", "market": "spot", "nodes": 4})")}),
            "");
}

std::string warned(Changes changes) {
  std::string all;
  for (const std::string& one : assembled(changes).warnings)
    all += one + "\n";
  return all;
}

TEST(Quota, OneThatBindsNothingIsAWarning) {
  EXPECT_EQ(warned({quota(R"({"family": "g5", "market": "spot", "vcpus": 64})")}),
            "/market/quota/0 binds no pool\n");
}

const std::string never_spot =
    "the quotas never let the 4 nodes be held that training needs on spot; raise them\n";

TEST(Quota, OneThatNeverHoldsTheGangIsAWarning) {
  const std::string p3 = R"({"family": "p3", "market": "spot", "vcpus": )";
  EXPECT_EQ(warned({quota(p3 + "31}")}), never_spot);
  EXPECT_EQ(warned({quota(p3 + "32}")}), "");
  EXPECT_EQ(warned({quota(R"({"family": "p3", "market": "on_demand", "vcpus": 0})")}), "");
  EXPECT_EQ(warned({five, samples, quota(p3 + "31}")}), "") << "another family is enough";
}

TEST(Quota, AnAccumulatingGangAddsUpWhatTheQuotasLetBeHeld) {
  const Override accumulate{"provisioning.gang", "accumulate"};
  const auto with = [&](const std::string& small, const std::string& vcpus) {
    return warned({{"market.pools", "[" + pool("us-west-2a", "p3.8xlarge") + "," +
                                        pool("us-west-2a", "p3.2xlarge") + "]"},
                   {"market.pools.1.capacity", R"({"kind": "limit", "count": )" + small + "}"},
                   samples,
                   accumulate,
                   quota(R"({"family": "p3", "market": "spot", "vcpus": )" + vcpus + "}")});
  };
  EXPECT_EQ(with("3", "56"), "") << "three of 8 and one of 32";
  EXPECT_EQ(with("3", "55"), never_spot);
  EXPECT_EQ(with("4", "32"), "") << "small ones alone";
}

TEST(Quota, ServersTakeTheirShareFirst) {
  const auto with = [](const std::string& nodes, const std::string& side) {
    return warned(
        {quota(R"({"family": "p3", "market": ")" + side + R"(", "nodes": )" + nodes + "}"),
         {"job.training", R"({"mode": "parameter_server", "nodes": 4, "sync": "bsp",
                                        "shards": 2, "servers": {"pool": 0, "market": ")" +
                              side + "\"}}"}});
  };
  EXPECT_EQ(with("6", "spot"), "");
  EXPECT_EQ(with("5", "spot"), never_spot);
  EXPECT_EQ(with("2", "on_demand"), "");
  EXPECT_EQ(with("1", "on_demand"),
            "the quotas never let the 2 parameter servers be held in us-west-2b/p3.2xlarge; raise "
            "them\n");
}

TEST(Quota, APolicyThatCountsOnOnDemandNodesIsWarned) {
  const auto with = [](const std::string& nodes) {
    return warned({quota(R"({"family": "p3", "market": "on_demand", "nodes": )" + nodes + "}"),
                   {"job.deadline", "72 h"},
                   {"provisioning.policy", "greedy"}});
  };
  EXPECT_EQ(with("4"), "");
  EXPECT_EQ(with("3"),
            "the quotas never let the 4 nodes be held on demand that the policy greedy counts on; "
            "raise them\n");
}

}  // namespace
}  // namespace spotgrid::scenarios
