// SCR without contention, by hand.
// SPDX-License-Identifier: Apache-2.0
#include "tests/schemes/member_copies.hpp"

namespace spotgrid {
namespace {

std::string with(const std::string& options) {
  return R"({"set": 4, "encode": "2 GB/s", "decode": "3 GB/s", )" + options + flushed_storage + "}";
}

// Each part goes from the GPUs to host memory and from there into the RAM disk: 0.2 s. What follows
// goes round the set.
double cached(const std::string& redundancy) {
  const MemberCopiesCase one("scr", with(R"("redundancy": ")" + redundancy + R"(", )"));
  return one.reaches(1, 0, Milestone::committed);
}

TEST(Scr, EachRedundancyTakesItsTime) {
  EXPECT_NEAR(cached("single"), .2, 1e-9);
  EXPECT_NEAR(cached("partner"), .2 + .8 + .1, 1e-9);
  EXPECT_NEAR(cached("xor"), .2 + .8 + .5 + .1 / 3, 1e-9) << "parity of a third of a part";
  EXPECT_NEAR(cached("reed_solomon"), .2 + 1.6 + 1 + .1, 1e-9) << "two losses, half of four";
}

TEST(Scr, TrainingWaitsForASynchronousFlush) {
  const MemberCopiesCase one("scr", with(R"("redundancy": "single", )"));
  const QuietSave got = one.scheme->quiet_save(one.context);
  EXPECT_NEAR(got.stall.count(), .2 + 20 + 2, 1e-9);
  EXPECT_NEAR(got.latency.count(), .2, 1e-9);
  EXPECT_NEAR(got.durable.count(), .2 + 20 + 2, 1e-9);
  EXPECT_EQ(one.scheme->traits().deepest_every, 10);
  EXPECT_EQ(one.plan(2).stages[1].carrier, Carrier::process);
}

TEST(Scr, AnAgentFlushesBesideTraining) {
  const MemberCopiesCase one("scr", with(R"("redundancy": "single", "flush": "asynchronous", )"));
  const QuietSave got = one.scheme->quiet_save(one.context);
  EXPECT_NEAR(got.stall.count(), .2, 1e-9);
  EXPECT_NEAR(got.durable.count(), .2 + 20 + 2, 1e-9);
  EXPECT_EQ(one.plan(2).stages[1].carrier, Carrier::agent);
}

// Written, read and flushed at the speed of the disk.
TEST(Scr, DisksTakeTheirTime) {
  const MemberCopiesCase one("scr", with(R"("redundancy": "partner", "medium": "disk",
                                             "disk_write": "500 MB/s", "disk_read": "1 GB/s", )"));
  EXPECT_NEAR(one.reaches(1, 0, Milestone::committed), .1 + 2 + .8 + 2, 1e-9);
  EXPECT_NEAR(one.reaches(2, 1, Milestone::durable), 1 + 20 + 2, 1e-9);
  EXPECT_NEAR(one.restore_of_all(0), 1, 1e-9);
  const SavePlan plan = one.plan(1);
  EXPECT_EQ(plan.stages[0].copy.tier, Tier::local_disk);
  EXPECT_EQ(plan.memory[0].kept, Bytes{}) << "but for the buffer";
  EXPECT_EQ(plan.memory[0].once, megabytes(1000));
}

// The new node gets a piece as large as its part from each of the three that are left, and decodes
// them.
TEST(Scr, ALostPartIsRebuiltFromTheSet) {
  const MemberCopiesCase one("scr", with(""));
  EXPECT_NEAR(one.restore_of_all(0), .1, 1e-9);
  EXPECT_NEAR(one.restore_without_the_first(0), 3 * .8 + 1, 1e-9);
}

// Of two that a code of four needs; the third lost part goes nowhere else.
TEST(Scr, ACodeNeedsFewerPiecesThanItHas) {
  const MemberCopiesCase one("scr", with(R"("redundancy": "reed_solomon", )"));
  EXPECT_NEAR(one.restore_without_the_first(0), 2 * .8 + 2.0 / 3, 1e-9);
}

TEST(Scr, KeepsTheStorageOfItsDocumentation) {
  const auto kept = [](const std::string& redundancy) {
    const MemberCopiesCase one("scr", with(R"("redundancy": ")" + redundancy + R"(", )"));
    return one.plan(1).memory.at(0).kept.value() / 1e9;
  };
  EXPECT_DOUBLE_EQ(kept("single"), 1);
  EXPECT_DOUBLE_EQ(kept("partner"), 2);
  EXPECT_DOUBLE_EQ(kept("xor"), 1 + 1.0 / 3);
  EXPECT_DOUBLE_EQ(kept("reed_solomon"), 1 + 2.0 / 2);
}

TEST(Scr, OneCachedCopyMakesPlaceForTheNext) {
  const MemberCopiesCase one("scr", with(""));
  EXPECT_EQ(one.scheme->traits().ring, 1);
  const MemberCopiesCase two("scr", with(R"("cached": 2, )"));
  EXPECT_EQ(two.scheme->traits().ring, 2);
}

TEST(Scr, RefusesWhatDoesNotFit) {
  const auto problems = [](const std::string& options) {
    return problems_of(schemes::catalogue(), "scr", "{" + options + flushed_storage + "}");
  };
  EXPECT_EQ(problems(R"("redundancy": "reed_solomon", "losses": 8, )"),
            "options: /losses: a set survives fewer losses than it has nodes, found 8 of 8; make "
            "the set larger, or the losses fewer");
  EXPECT_EQ(problems(R"("medium": "disk", )"),
            "options: /disk_write: copies on disks need its bandwidth, found none; add "
            "\"disk_write\": \"500 MB/s\"");
  EXPECT_EQ(problems(R"("disk_read": "1 GB/s", )"),
            "options: /medium: copies are in memory, found the bandwidth of a disk; add "
            "\"medium\": \"disk\", or leave it out");
  EXPECT_EQ(problems(R"("losses": 8, )"), "") << "a parity survives one loss whatever it says";
}

}  // namespace
}  // namespace spotgrid
