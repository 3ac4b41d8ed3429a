// Who sends what to whom when a copy that nodes hold is read.
// SPDX-License-Identifier: Apache-2.0
#include "models/checkpointing/read_back.hpp"

#include <map>
#include <utility>

#include <gtest/gtest.h>

#include "tests/support/small_cluster.hpp"

namespace spotgrid::schemes {
namespace {

// GB by (from, to); what a member has itself stands under (member, member).
using Traffic = std::map<std::pair<std::uint32_t, std::uint32_t>, double>;

Traffic traffic(std::uint32_t members, StateLayout state, const HeldCopy& copy,
                const ReadBack& how = {}) {
  const TrainingCluster cluster = SmallCluster{.workers = members}.cluster();
  SaveContext context{&cluster, state, megabytes(12000)};
  Traffic all;
  const ActivityGraph graph = read_back(context, copy, how);
  for (const Activity& activity : graph.activities()) {
    if (!activity.moves_bytes())
      continue;
    const bool flow = activity.kind == Activity::Kind::flow;
    const Role from = flow ? activity.from.role : activity.role;
    const Role to = flow ? activity.to.role : activity.role;
    all[{number(from), number(to)}] += activity.bytes.value() / 1e9;
  }
  return all;
}

void expect_traffic(const Traffic& got, const Traffic& want) {
  for (const auto& [ends, gigabytes] : want)
    EXPECT_NEAR(got.contains(ends) ? got.at(ends) : 0, gigabytes, 1e-9)
        << ends.first << " to " << ends.second;
  EXPECT_EQ(got.size(), want.size());
}

HolderGroup held_by(std::vector<Role> holders) {
  return {std::move(holders), 1};
}
HolderGroup code(std::vector<Role> living, std::size_t needs, std::size_t parts) {
  return {std::move(living), needs, parts};
}

TEST(ReadBack, WhoeverIsNewGetsThePartThatNobodyKeeps) {
  // The second of three was lost; its part is with the first, whose own is with the third, too.
  const HeldCopy copy{
      Tier::peer_memory, {held_by({Role{0}, Role{1}}), held_by({Role{0}}), held_by({Role{1}})}, 0};
  expect_traffic(traffic(3, StateLayout::sharded, copy), {{{0, 0}, 4}, {{1, 1}, 4}, {{0, 2}, 4}});
}

// Four parts of 3 GB for three members that need 4 GB each: what a member's stretch touches.
TEST(ReadBack, FewerMembersThanPartsReadStretches) {
  const HeldCopy copy{
      Tier::peer_memory,
      {held_by({Role{0}}), held_by({Role{1}}), held_by({Role{2}}), held_by({Role{0}})},
      0};
  expect_traffic(traffic(3, StateLayout::sharded, copy),
                 {{{0, 0}, 3}, {{1, 0}, 1}, {{1, 1}, 2}, {{2, 1}, 2}, {{2, 2}, 1}, {{0, 2}, 3}});
}

TEST(ReadBack, MoreMembersThanPartsShareThem) {
  const HeldCopy copy{Tier::remote_memory, {held_by({Role{4}}), held_by({Role{5}})}, 0};
  expect_traffic(traffic(4, StateLayout::sharded, copy),
                 {{{4, 0}, 3}, {{4, 1}, 3}, {{5, 2}, 3}, {{5, 3}, 3}});
}

TEST(ReadBack, TwoLostPartsAreRebuiltByTwoMembers) {
  const HeldCopy copy{Tier::peer_memory, {code({Role{0}, Role{1}}, 2, 4)}, 0};
  expect_traffic(traffic(4, StateLayout::sharded, copy),
                 {{{0, 0}, 3}, {{1, 1}, 3}, {{0, 2}, 3}, {{1, 2}, 3}, {{0, 3}, 3}, {{1, 3}, 3}});
}

// The new member rebuilds the lost part from three, reads the three others, and passes it on.
TEST(ReadBack, ReplicasGetARebuiltPartFromItsBuilder) {
  const HeldCopy copy{Tier::peer_memory, {code({Role{0}, Role{1}, Role{2}}, 3, 4)}, 0};
  Traffic want;
  for (std::uint32_t from = 0; from < 4; ++from)
    for (std::uint32_t to = 0; to < 4; ++to)
      want[{from, to}] = 3;
  for (std::uint32_t from = 0; from < 3; ++from)
    want[{from, 3}] = 6;
  want.erase({3, 3});
  expect_traffic(traffic(4, StateLayout::replicated, copy), want);
}

TEST(ReadBack, TheFirstReadsAllAndPassesItOn) {
  const HeldCopy copy{Tier::peer_memory, {code({Role{1}, Role{2}}, 2, 3)}, 0};
  ReadBack how;
  how.by = RestoreBy::one_reads;
  // The first is the new one: two parts, and two pieces for its own.
  expect_traffic(traffic(3, StateLayout::sharded, copy, how),
                 {{{1, 0}, 8}, {{2, 0}, 8}, {{0, 1}, 4}, {{0, 2}, 4}});
}

// Also where the members are others than those that saved: the parts that are left to nobody are
// rebuilt by any of them.
TEST(ReadBack, MembersOfAnotherNumberRebuildToo) {
  const HeldCopy copy{Tier::peer_memory, {code({Role{0}, Role{1}}, 2, 3)}, 0};
  const Traffic got = traffic(2, StateLayout::sharded, copy);
  // Each reads its part and half of the third one, which the first builds from both.
  expect_traffic(got, {{{0, 0}, 4 + 4}, {{1, 1}, 2}, {{1, 0}, 4 + 2}, {{0, 1}, 4}});
}

}  // namespace
}  // namespace spotgrid::schemes
