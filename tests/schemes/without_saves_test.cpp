// The schemes that never save.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "sim/domain/checkpointing.hpp"
#include "tests/support/plug_in.hpp"

namespace spotgrid {
namespace {

TEST(NoCheckpoints, NeitherSaveNorHoldAnything) {
  const auto scheme = plug_in(schemes::catalogue(), "none", "{}");
  EXPECT_FALSE(scheme->traits().saves);
  EXPECT_FALSE(scheme->traits().continuous);
  EXPECT_FALSE(scheme->traits().storage);
  EXPECT_TRUE(scheme->save({}).stages.empty());
  EXPECT_TRUE(scheme->restore({}, {}).empty());
}

TEST(ContinuousCheckpoints, CommitWithoutSavesAndCost) {
  const auto scheme = plug_in(schemes::catalogue(), "continuous", "{}");
  EXPECT_FALSE(scheme->traits().saves);
  EXPECT_TRUE(scheme->traits().continuous);
  EXPECT_TRUE(scheme->restore({}, {}).empty());
  EXPECT_EQ(scheme->quiet_save({}).durable, 0s);
  EXPECT_EQ(scheme->quiet_restore({}), 0s);
}

}  // namespace
}  // namespace spotgrid
