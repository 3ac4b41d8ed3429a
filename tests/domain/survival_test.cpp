// A copy survives if every group of holders has as many alive as it needs.
// SPDX-License-Identifier: Apache-2.0
#include "sim/domain/survival.hpp"

#include <vector>

#include <gtest/gtest.h>

namespace spotgrid {
namespace {

auto all_but(std::uint32_t lost) {
  return [lost](Role role) { return number(role) != lost; };
}

TEST(Survives, NeedsEveryGroup) {
  const std::vector<HolderGroup> copy = {{{Role{0}, Role{1}}, 1}, {{Role{2}}, 1}};
  EXPECT_TRUE(survives(copy, [](Role) { return true; }));
  EXPECT_TRUE(survives(copy, all_but(0)));
  EXPECT_TRUE(survives(copy, all_but(1)));
  EXPECT_FALSE(survives(copy, all_but(2)));
}

TEST(Survives, CountsTheLivingHolders) {
  const std::vector<HolderGroup> copy = {{{Role{0}, Role{1}, Role{2}}, 2}};
  EXPECT_TRUE(survives(copy, all_but(1)));
  EXPECT_FALSE(survives(copy, [](Role role) { return role == Role{2}; }));
}

TEST(Survives, IsTrueForWhatNoNodeHolds) {
  EXPECT_TRUE(survives(std::vector<HolderGroup>{}, [](Role) { return false; }));
}

}  // namespace
}  // namespace spotgrid
