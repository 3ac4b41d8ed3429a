// FTI without contention, by hand.
// SPDX-License-Identifier: Apache-2.0
#include "tests/schemes/member_copies.hpp"

namespace spotgrid {
namespace {

std::string with(const std::string& options) {
  return R"({"encode": "2 GB/s", "decode": "2 GB/s", )" + options + flushed_storage + "}";
}

TEST(Fti, EachLevelTakesItsTime) {
  const MemberCopiesCase one("fti", with(""));
  EXPECT_NEAR(one.reaches(1, 0, Milestone::committed), .2, 1e-9);
  EXPECT_NEAR(one.reaches(2, 1, Milestone::committed), .8 + .1, 1e-9);
  // Each gets the parts of the three others, and makes of them a block as large as one.
  EXPECT_NEAR(one.reaches(3, 2, Milestone::committed), 3 * .8 + 1.5 + .1, 1e-9);
  EXPECT_NEAR(one.reaches(4, 3, Milestone::durable), 20 + 2, 1e-9);
}

TEST(Fti, ASaveOfALevelLeavesOutThoseBetween) {
  const MemberCopiesCase one("fti", with(""));
  for (std::int64_t depth = 1; depth <= 4; ++depth) {
    const SavePlan plan = one.plan(depth);
    ASSERT_EQ(plan.stages.size(), static_cast<std::size_t>(depth));
    for (std::size_t i = 1; i + 1 < plan.stages.size(); ++i)
      EXPECT_TRUE(plan.stages[i].graph.empty()) << depth << " " << i;
    EXPECT_FALSE(plan.stages.back().graph.empty());
  }
  EXPECT_EQ(one.scheme->traits().every, (std::vector<std::int64_t>{1, 2, 4, 8}));
}

TEST(Fti, TrainingWaitsInlineButNotForAHead) {
  const MemberCopiesCase in_line("fti", with(""));
  EXPECT_NEAR(in_line.scheme->quiet_save(in_line.context).stall.count(), .2 + 22, 1e-9);
  EXPECT_EQ(in_line.plan(3).stages.back().carrier, Carrier::process);
  const MemberCopiesCase head("fti", with(R"("processing": "head", )"));
  EXPECT_NEAR(head.scheme->quiet_save(head.context).stall.count(), .2, 1e-9);
  EXPECT_EQ(head.plan(3).stages.back().carrier, Carrier::agent);
}

TEST(Fti, RestoresFromThePartnerOrTheGroup) {
  MemberCopiesCase one("fti", with(""));
  one.context.depth = 2;
  EXPECT_NEAR(one.restore_without_the_first(1), .8, 1e-9);
  one.context.depth = 3;
  EXPECT_NEAR(one.restore_without_the_first(2), 2 * .8 + 1, 1e-9) << "two of four are needed";
}

TEST(Fti, MemoryHoldsWhatAllLevelsKeep) {
  const MemberCopiesCase one("fti", with(""));
  const MemoryUse use = one.plan(4).memory.at(0);
  EXPECT_EQ(use.kept, megabytes(1000 + 2000 + 2000));
  EXPECT_EQ(use.under_way, megabytes(2000));
  EXPECT_EQ(use.once, megabytes(1000));
}

TEST(Fti, AGangSmallerThanAGroupIsOneGroup) {
  const MemberCopiesCase two("fti", with(R"("group": 8, )"), 2);
  const SavePlan plan = two.plan(3);
  const TierCopy& code = plan.stages.back().copy;
  ASSERT_EQ(code.groups.size(), 1U);
  EXPECT_EQ(code.groups[0].needs, 1U);
}

}  // namespace
}  // namespace spotgrid
