// Levels of given lengths: what may be given, and what is then said of a save.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "sim/domain/checkpointing.hpp"
#include "tests/support/plug_in.hpp"
#include "tests/support/small_cluster.hpp"

namespace spotgrid {
namespace {

std::string problems_with(const std::string& levels) {
  return problems_of(schemes::catalogue(), "given_times", R"({"levels": )" + levels + "}");
}

TEST(GivenTimes, HaveAtLeastOneLevel) {
  EXPECT_NE(problems_with("[]").find("a save has at least one level, found none; add one, such as"),
            std::string::npos);
}

TEST(GivenTimes, ACopyIsNotCommittedWhileTrainingStandsStill) {
  EXPECT_NE(problems_with(R"([{"stall": "3 s", "latency": "2 s"}])")
                .find("a copy is committed before training goes on; make it as long as the stall, "
                      "or leave it out"),
            std::string::npos);
  EXPECT_EQ(problems_with(R"([{"stall": "2 s", "latency": "3 s"}])"), "");
}

TEST(GivenTimes, LevelsFollowEachOther) {
  const auto scheme = plug_in(schemes::catalogue(), "given_times",
                              R"({"levels": [{"stall": "2 s", "latency": "5 s", "survives": 1},
                                             {"stall": "4 s"}], "last_every": 6})");
  EXPECT_EQ(scheme->traits().tiers, 2);
  EXPECT_EQ(scheme->traits().deepest_every, 6);
}

}  // namespace
}  // namespace spotgrid
