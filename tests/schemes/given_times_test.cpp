// Levels of given lengths: what may be given, and what is then said of a save.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "sim/domain/checkpointing.hpp"
#include "tests/support/plug_in.hpp"
#include "tests/support/small_cluster.hpp"

namespace spotgrid {
namespace {

TEST(GivenTimes, StopTrainingForAllLevelsOfASave) {
  const auto scheme = plug_in(schemes::catalogue(), "given_times",
                              R"({"levels": [{"stall": "2 s", "survives": 1},
                                             {"stall": "40 s", "latency": "50 s"}]})");
  const TrainingCluster two = SmallCluster{.workers = 2}.cluster();
  SaveContext context;
  context.cluster = &two;
  const QuietSave quiet = scheme->quiet_save(context);
  EXPECT_EQ(quiet.stall, Seconds{42});
  EXPECT_EQ(quiet.latency, Seconds{2});
  EXPECT_EQ(quiet.durable, Seconds{52});
}

TEST(GivenTimes, HaveALevelAndCommitNoEarlierThanTrainingGoesOn) {
  const auto problems = [](std::string_view json) {
    return problems_of(schemes::catalogue(), "given_times", json);
  };
  EXPECT_EQ(problems(R"({"levels": []})"),
            "options: /levels: a save has at least one level, found none; add one, such as "
            "{\"stall\": \"10 s\"}");
  EXPECT_EQ(problems(R"({"levels": [{"stall": "10 s", "latency": "9 s"}]})"),
            "options: /levels/0/latency: a copy is committed before training goes on; make it as "
            "long as the stall, or leave it out");
}

}  // namespace
}  // namespace spotgrid
