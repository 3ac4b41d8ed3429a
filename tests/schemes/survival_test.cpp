// What survives which losses, as the schemes place their copies: every set of losses of 8 and of 16
// nodes against the rules of the systems, and the table of docs/checkpointing.md.
// SPDX-License-Identifier: Apache-2.0
#include <bit>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "sim/domain/checkpointing.hpp"
#include "tests/support/plug_in.hpp"
#include "tests/support/small_cluster.hpp"
#include "tests/support/source_tree.hpp"

namespace spotgrid {
namespace {

// Losses as a set of bits, one a rank; remotes have the ranks behind the workers.
using Lost = std::uint32_t;

const std::string storage = R"("storage": {"write": "1 GB/s"})";

// What the deepest stage of a save of `depth` leaves on so many workers.
TierCopy copy_of(const char* scheme, const std::string& options, std::int64_t depth,
                 std::uint32_t workers) {
  const auto plugged = plug_in(schemes::catalogue(), scheme, options);
  TrainingCluster cluster = SmallCluster{.workers = workers}.cluster();
  for (std::int64_t i = 0; i < plugged->traits().remotes; ++i)
    cluster.remotes.push_back({.role = Role{workers + static_cast<std::uint32_t>(i)}});
  SaveContext context{&cluster, StateLayout::replicated, megabytes(1600)};
  context.depth = depth;
  return plugged->save(context).stages.back().copy;
}

bool survives_losses(const TierCopy& copy, Lost lost) {
  return survives(copy.groups, [&](Role role) { return (lost >> number(role) & 1U) == 0; });
}

Lost ranks(int first, int count) {
  return ((Lost{1} << count) - 1) << first;
}

using Rule = std::function<bool(Lost lost, int workers)>;

Rule sets_lose_at_most(int size, int most) {
  return [=](Lost lost, int workers) {
    for (int first = 0; first < workers; first += size)
      if (std::popcount(lost & ranks(first, size)) > most)
        return false;
    return true;
  };
}

// No `count` neighbours in a ring of `size` are lost together.
Rule no_neighbours(int size, int count) {
  return [=](Lost lost, int workers) {
    for (int rank = 0; rank < workers; ++rank) {
      const int set = rank / size * size;
      int run = 0;
      for (int k = 0; k < count; ++k)
        run += static_cast<int>(lost >> (set + (rank - set + k) % size) & 1U);
      if (run == count)
        return false;
    }
    return true;
  };
}

struct Placed {
  const char* scheme;
  std::string options;
  std::int64_t depth;
  Rule rule;
};

std::string scr(const std::string& redundancy, int set) {
  return R"({"redundancy": ")" + redundancy + R"(", "set": )" + std::to_string(set) + ", " +
         storage + "}";
}

class Survival : public testing::TestWithParam<int> {};

TEST_P(Survival, IsTheRuleOfTheSystemForEverySetOfLosses) {
  const int workers = GetParam();
  const std::string fti = "{" + storage + "}";
  const std::vector<Placed> all = {
      {"scr", scr("single", 8), 1, [](Lost lost, int) { return lost == 0; }},
      {"scr", scr("partner", 8), 1, no_neighbours(8, 2)},
      {"scr", scr("partner", 4), 1, no_neighbours(4, 2)},
      {"scr", scr("xor", 8), 1, sets_lose_at_most(8, 1)},
      {"scr", scr("xor", 4), 1, sets_lose_at_most(4, 1)},
      {"scr", scr("reed_solomon", 8), 1, sets_lose_at_most(8, 2)},
      {"scr", R"({"redundancy": "reed_solomon", "losses": 3, )" + storage + "}", 1,
       sets_lose_at_most(8, 3)},
      {"scr", scr("xor", 8), 2, [](Lost, int) { return true; }},
      {"fti", fti, 1, [](Lost lost, int) { return lost == 0; }},
      {"fti", fti, 2, no_neighbours(4, 2)},
      {"fti", fti, 3, sets_lose_at_most(4, 2)},
      {"fti", R"({"group": 8, )" + storage + "}", 3, sets_lose_at_most(8, 4)},
      {"fti", fti, 4, [](Lost, int) { return true; }},
      {"gemini", R"({"replicas": 2})", 1, sets_lose_at_most(2, 1)},
      {"gemini", R"({"replicas": 4, "placement": "groups"})", 1, sets_lose_at_most(4, 3)},
      {"gemini", R"({"replicas": 2, "placement": "ring"})", 1, no_neighbours(workers, 2)},
      {"gemini", R"({"replicas": 3, "placement": "ring"})", 1, no_neighbours(workers, 3)},
  };
  for (const Placed& one : all) {
    const TierCopy copy =
        copy_of(one.scheme, one.options, one.depth, static_cast<std::uint32_t>(workers));
    int wrong = 0;
    for (Lost lost = 0; lost < Lost{1} << workers; ++lost)
      wrong += survives_losses(copy, lost) != one.rule(lost, workers) ? 1 : 0;
    EXPECT_EQ(wrong, 0) << one.scheme << one.options << one.depth;
  }
}

INSTANTIATE_TEST_SUITE_P(Workers, Survival, testing::Values(8, 16),
                         testing::PrintToStringParamName());

// Sets and groups of four of sixteen workers, and a remote.
struct Row {
  const char* copy;
  const char* scheme;
  std::string options;
  std::int64_t depth;
};

std::string row_of_table(const Row& row) {
  const TierCopy copy = copy_of(row.scheme, row.options, row.depth, 16);
  std::string text =
      std::string("| ") + row.copy + " | " + (copy.outlives_processes ? "yes" : "no");
  const Lost remote = ranks(16, 1), spot = ranks(0, 16);
  for (const Lost lost : {ranks(0, 1), ranks(0, 2), ranks(0, 1) | ranks(2, 1),
                          ranks(1, 1) | ranks(6, 1), ranks(0, 4), spot, spot | remote})
    text += survives_losses(copy, lost) ? " | yes" : " | no";
  return text + " |";
}

TEST(SurvivalTable, OfTheDocumentationIsWhatTheSchemesDo) {
  std::string documented;
  for (const SourceFile& file : all_text_files())
    if (file.path == "docs/checkpointing.md")
      for (const std::string& line : file.lines)
        documented += line + "\n";
  const std::string rest = ", " + storage + "}";
  for (const Row& row : std::vector<Row>{
           {"host memory or disk, own node (`scr` single, `fti` L1)", "fti", "{" + storage + "}",
            1},
           {"the next node in the ring too (`scr` partner, `fti` L2)", "fti", "{" + storage + "}",
            2},
           {"XOR (`scr`)", "scr", scr("xor", 4), 1},
           {"Reed-Solomon, 2 losses (`scr`)", "scr", scr("reed_solomon", 4), 1},
           {"Reed-Solomon, half a group (`fti` L3)", "fti", "{" + storage + "}", 3},
           {"peer memory, groups of 2 (`gemini`)", "gemini", "{}", 1},
           {"peer memory, groups of 4 (`gemini`)", "gemini", R"({"replicas": 4})", 1},
           {"peer memory, ring of 2 (`gemini`)", "gemini", R"({"placement": "ring"})", 1},
           {"remote memory (`acute`, `deepcheck`, `mlc_base`)", "acute", "{}", 1},
           {"shared storage (all others)", "direct_storage", "{" + storage + "}", 1}}) {
    EXPECT_NE(documented.find(row_of_table(row)), std::string::npos) << row_of_table(row);
  }
}

}  // namespace
}  // namespace spotgrid
