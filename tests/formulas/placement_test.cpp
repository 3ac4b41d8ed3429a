// Who survives what: every set of losses among 8, 12 and 16 nodes against rules said otherwise.
// SPDX-License-Identifier: Apache-2.0
#include "models/formulas/placement.hpp"

#include <bit>
#include <cmath>
#include <cstdint>
#include <stdexcept>
#include <vector>

#include <gtest/gtest.h>

namespace spotgrid::formulas {
namespace {

// Losses as a set of bits, one a rank.
using Lost = std::uint32_t;

bool survives_losses(const Placement& placement, Lost lost) {
  return survives(placement.groups, [&](Role role) { return (lost >> number(role) & 1U) == 0; });
}

Lost bits(int first, int count) {
  return ((Lost{1} << count) - 1) << first;
}

// Whether the placement over `ranks` survives exactly what `rule` says, over all sets of losses.
template <class Rule>
void expect_rule(int ranks, const Placement& placement, Rule rule) {
  int wrong = 0;
  for (Lost lost = 0; lost < Lost{1} << ranks; ++lost)
    wrong += survives_losses(placement, lost) != rule(lost) ? 1 : 0;
  EXPECT_EQ(wrong, 0) << ranks;
}

// The share of all sets of k losses that a placement survives.
double share_survived(int ranks, const Placement& placement, int losses) {
  std::int64_t survived = 0, all = 0;
  for (Lost lost = 0; lost < Lost{1} << ranks; ++lost) {
    if (std::popcount(lost) != losses)
      continue;
    ++all;
    survived += survives_losses(placement, lost) ? 1 : 0;
  }
  return static_cast<double>(survived) / static_cast<double>(all);
}

struct GeminiRow {
  int ranks, replicas, losses;
  double groups, bound, ring;
};

TEST(GeminiPlacement, HasTheTabulatedProbabilitiesOverAllSetsOfLosses) {
  for (const GeminiRow& row :
       {GeminiRow{16, 2, 2, .9333, .9333, .8667}, GeminiRow{16, 2, 3, .8000, .8000, .6286},
        GeminiRow{16, 2, 4, .6154, .6000, .3626}, GeminiRow{12, 3, 3, .9818, .9818, .9455},
        GeminiRow{12, 3, 4, .9273, .9273, .8061}}) {
    const auto share = [&](const Placement& placement) {
      return share_survived(row.ranks, placement, row.losses);
    };
    EXPECT_NEAR(share(groups_of(row.ranks, row.replicas)), row.groups, 0.00005);
    EXPECT_NEAR(share(mixed(row.ranks, row.replicas)), row.groups, 0.00005);
    EXPECT_NEAR(recovery_bound(row.ranks, row.replicas, row.losses), row.bound, 0.00005);
    EXPECT_NEAR(share(ring(row.ranks, row.replicas)), row.ring, 0.00005);
  }
}

TEST(GeminiPlacement, KeepsItsBoundForAllCounts) {
  for (const int ranks : {8, 12}) {
    for (const int replicas : {2, 4}) {
      const Placement placement = groups_of(ranks, replicas);
      for (int losses = 0; losses <= ranks; ++losses) {
        const double bound = recovery_bound(ranks, replicas, losses);
        const double share = share_survived(ranks, placement, losses);
        EXPECT_GE(share, bound - 1e-12) << ranks << " " << replicas << " " << losses;
        if (losses <= replicas) {
          EXPECT_NEAR(share, bound, 1e-12) << ranks << " " << replicas << " " << losses;
        }
      }
    }
  }
  EXPECT_THROW(recovery_bound(4, 5, 1), std::logic_error);
}

TEST(GeminiPlacement, IsNearTheOptimumWhereReplicasDoNotDivideTheMachines) {
  // Any placement has at least ceil(n / m) sets of m holders; the mixed one has at most 2m - 3
  // more.
  for (int ranks = 4; ranks <= 14; ++ranks) {
    for (int replicas = 2; replicas <= 4; ++replicas) {
      int fatal = 0;
      const Placement placement = mixed(ranks, replicas);
      for (Lost lost = 0; lost < Lost{1} << ranks; ++lost)
        fatal += std::popcount(lost) == replicas && !survives_losses(placement, lost) ? 1 : 0;
      const int least = (ranks + replicas - 1) / replicas;
      EXPECT_LE(fatal, least + (ranks % replicas == 0 ? 0 : 2 * replicas - 3))
          << ranks << " " << replicas;
      EXPECT_EQ(placement.parts_per_node, replicas);
      EXPECT_EQ(placement.groups.size(), static_cast<std::size_t>(ranks));
    }
  }
}

TEST(OwnNodeOnly, SurvivesNoLoss) {
  expect_rule(8, own_node_only(8), [](Lost lost) { return lost == 0; });
  EXPECT_EQ(own_node_only(8).parts_per_node, 1);
}

// No two neighbours in the ring of a group of `size` are lost together.
bool no_neighbours(Lost lost, int ranks, int size) {
  for (int rank = 0; rank < ranks; ++rank) {
    const int next = rank / size * size + (rank % size + 1) % size;
    if ((lost >> rank & 1U) != 0 && (lost >> next & 1U) != 0)
      return false;
  }
  return true;
}

TEST(Partner, SurvivesUnlessANodeAndItsPartnerAreLost) {
  for (const int ranks : {8, 16}) {
    for (const int group : {2, 4, 8})
      expect_rule(ranks, partner(ranks, group),
                  [&](Lost lost) { return no_neighbours(lost, ranks, group); });
  }
  EXPECT_EQ(partner(16, 4).parts_per_node, 2);
}

// Each set of `size` neighbours loses `most` nodes at most.
bool sets_lose_at_most(Lost lost, int ranks, int size, int most) {
  for (int first = 0; first < ranks; first += size) {
    if (std::popcount(lost & bits(first, size)) > most)
      return false;
  }
  return true;
}

TEST(XorSets, SurviveOneLossEach) {
  for (const int ranks : {8, 16}) {
    for (const int set : {2, 4, 8})
      expect_rule(ranks, xor_sets(ranks, set),
                  [&](Lost lost) { return sets_lose_at_most(lost, ranks, set, 1); });
  }
  EXPECT_DOUBLE_EQ(xor_sets(16, 8).parts_per_node, 1 + 1.0 / 7);
}

TEST(ReedSolomon, SurvivesItsLossesInEachSet) {
  for (const int ranks : {8, 16}) {
    for (const int losses : {1, 2, 3})
      expect_rule(ranks, reed_solomon(ranks, 8, losses),
                  [&](Lost lost) { return sets_lose_at_most(lost, ranks, 8, losses); });
  }
  EXPECT_DOUBLE_EQ(reed_solomon(16, 8, 2).parts_per_node, 1 + 2.0 / 6);
}

TEST(HalfGroup, SurvivesTheLossOfHalfOfEachGroup) {
  for (const int ranks : {8, 16}) {
    for (const int group : {4, 8})
      expect_rule(ranks, half_group(ranks, group),
                  [&](Lost lost) { return sets_lose_at_most(lost, ranks, group, group / 2); });
  }
  EXPECT_EQ(half_group(16, 4).parts_per_node, 2);
}

TEST(Placement, SpreadsTheRanksThatAreLeftOverTheSets) {
  const Placement ten = xor_sets(10, 4);  // 5 + 5
  ASSERT_EQ(ten.groups.size(), 2U);
  EXPECT_EQ(ten.groups[0].holders.size(), 5U);
  EXPECT_EQ(ten.groups[1].needs, 4U);
  EXPECT_EQ(number(ten.groups[1].holders.front()), 5U);
}

TEST(Placement, OfOneRankHasNoRedundancy) {
  for (const Placement& one :
       {own_node_only(1), partner(1, 4), groups_of(1, 2), ring(1, 2), mixed(1, 2), xor_sets(1, 8),
        reed_solomon(1, 8, 2), half_group(1, 4)}) {
    EXPECT_TRUE(survives_losses(one, 0));
    EXPECT_FALSE(survives_losses(one, 1));
    EXPECT_EQ(one.parts_per_node, 1);
  }
  EXPECT_THROW(partner(0, 4), std::logic_error);
}

}  // namespace
}  // namespace spotgrid::formulas
