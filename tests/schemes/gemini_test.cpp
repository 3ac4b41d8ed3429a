// Gemini without contention, by hand.
// SPDX-License-Identifier: Apache-2.0
#include "tests/schemes/member_copies.hpp"

namespace spotgrid {
namespace {

TEST(Gemini, SendsEachPartToThePeerOfItsGroup) {
  const MemberCopiesCase one("gemini", R"({"update": "50 ms"})");
  const QuietSave got = one.scheme->quiet_save(one.context);
  EXPECT_NEAR(got.stall.count(), .8 + .05, 1e-9) << "until it has left the GPUs";
  EXPECT_NEAR(got.latency.count(), .8 + .1, 1e-9);
  EXPECT_NEAR(got.durable.count(), .8 + .1, 1e-9);
  EXPECT_EQ(one.scheme->traits().stall, Stall::before_step);
}

TEST(Gemini, ChunksAreCopiedWhileOthersAreSent) {
  const MemberCopiesCase one("gemini", R"({"chunks": 4})");
  EXPECT_NEAR(one.scheme->quiet_save(one.context).latency.count(), .8 + .1 / 4, 1e-9);
}

// Three replicas of four ranks are one ring: two flows leave each NIC, two parts are copied.
TEST(Gemini, MoreReplicasShareTheNic) {
  const MemberCopiesCase one("gemini", R"({"replicas": 3})");
  EXPECT_NEAR(one.scheme->quiet_save(one.context).latency.count(), 1.6 + .2, 1e-9);
}

TEST(Gemini, WritesToStorageAtTimes) {
  const MemberCopiesCase one("gemini", R"({"storage_every": 5, )" + flushed_storage + "}");
  EXPECT_NEAR(one.scheme->quiet_save(one.context).durable.count(), .9 + 4 / .2 + 2, 1e-9);
  const SchemeTraits traits = one.scheme->traits();
  EXPECT_EQ(traits.tiers, 2);
  EXPECT_EQ(traits.deepest_every, 5);
  const SavePlan plan = one.plan(2);
  EXPECT_EQ(plan.stages[0].carrier, Carrier::agent);
  EXPECT_EQ(plan.stages[1].carrier, Carrier::agent);
  EXPECT_EQ(one.plan(1).stages.size(), 1U);
}

TEST(Gemini, SurvivorsReadTheirOwnMemoryAndPeersServeWhoeverIsNew) {
  const MemberCopiesCase one("gemini", "{}");
  EXPECT_NEAR(one.restore_of_all(0), .1, 1e-9);
  EXPECT_NEAR(one.restore_without_the_first(0), .8, 1e-9);
}

TEST(Gemini, MemoryHoldsAPartOfEachReplica) {
  const MemberCopiesCase one("gemini", R"({"replicas": 3})");
  const SavePlan plan = one.plan(1);
  ASSERT_EQ(plan.memory.size(), 4U);
  EXPECT_EQ(plan.memory[0].kept, megabytes(3000));
  EXPECT_EQ(plan.memory[0].under_way, Bytes{});
}

// Groups of two with five ranks: one of them has three, so that each of its nodes holds three.
TEST(Gemini, LayoutsDifferWhereReplicasDoNotDivideTheRanks) {
  const auto kept = [](const char* layout) {
    const MemberCopiesCase one("gemini", std::string(R"({"placement": ")") + layout + R"("})", 5);
    return one.plan(1).memory.at(0).kept;
  };
  EXPECT_EQ(kept("groups"), megabytes(3000));
  EXPECT_EQ(kept("mixed"), megabytes(2000));
  EXPECT_EQ(kept("ring"), megabytes(2000));
}

}  // namespace
}  // namespace spotgrid
