// Kept checkpoints are billed by their size and the time they are kept.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "tests/support/a_run.hpp"

namespace spotgrid {
namespace {

// 90 s of work, saved every 30 s; a save of 2 GB takes 2 s, so that copies are committed at 32, 64
// and, at the end of the run, 96 s.
RunResult saved(std::int64_t keep, const std::string& price) {
  ARun run;
  run.work(Seconds{90}).state(Bytes::of(2e9));
  run.scheme("direct_storage", R"({"storage": {"write": "1 GB/s")" + price + "}}");
  run.schedule("fixed_interval", R"({"every": "30 s"})");
  run.setup.checkpointing.keep = keep;
  return run.run();
}

TEST(StorageBill, EachKeptCopyIsBilledForItsTime) {
  const RunResult result = saved(2, R"(, "dollars_per_gb_month": 259200)");
  EXPECT_EQ(result.makespan_s, 96);
  // One copy for 32 s, then two for 32 s, of 2 GB each, at 0.1 $ per GB and second (a month has
  // 2,592,000 s).
  EXPECT_NEAR(result.cost.storage, 0.1 * 2 * (32 + 2 * 32), 1e-9);
  EXPECT_NEAR(result.cost.by_line.at("storage"), result.cost.storage, 1e-12);
  EXPECT_NEAR(result.cost_usd, result.cost.storage + 96 * 1 / 3600.0, 5e-7);  // rounded to 1e-6 $
  EXPECT_TRUE(result.cost.not_modelled.empty());
}

TEST(StorageBill, CopiesThatAreNotKeptCostNothing) {
  EXPECT_NEAR(saved(1, R"(, "dollars_per_gb_month": 259200)").cost.storage, 0.1 * 2 * (32 + 32),
              1e-9);
}

TEST(StorageBill, WithoutAPriceItIsSaidNotToBeModelled) {
  const RunResult result = saved(2, "");
  EXPECT_EQ(result.cost.storage, 0);
  EXPECT_FALSE(result.cost.by_line.contains("storage"));
  EXPECT_EQ(result.cost.not_modelled,
            std::vector<std::string>{"storage of checkpoints: no price is given"});
}

}  // namespace
}  // namespace spotgrid
