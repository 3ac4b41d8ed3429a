// What is shipped can run: scenarios of the folder, and the starters of `spotgrid init`.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <filesystem>

#include <gtest/gtest.h>

#include "scenarios/starters.hpp"
#include "tests/scenarios/written.hpp"
#include "tests/support/test_data.hpp"

namespace spotgrid::scenarios {
namespace {

// All problems, also those of the files it names.
std::string said_about(const std::string& path) {
  try {
    assemble(load(path));
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

TEST(ShippedScenarios, EachOneCanRun) {
  std::size_t found = 0;
  for (const auto& entry : std::filesystem::directory_iterator(source_root() / "scenarios"))
    if (entry.path().extension() == ".json") {
      ++found;
      EXPECT_EQ(said_about(entry.path().string()), "");
    }
  EXPECT_GE(found, 3U);
}

TEST(ShippedScenarios, TheQuickstartMeetsALossWhileItTrains) {
  const Assembled run = assemble(load((source_root() / "scenarios/quickstart.json").string()));
  ASSERT_EQ(run.setup.market.pools.size(), 3U);
  const auto& counts = run.setup.market.pools[0].capacity.count;
  EXPECT_EQ(counts.at(Instant{}), 16);
  EXPECT_EQ(counts.at(Instant::at(Seconds{3001})), 16);
  EXPECT_EQ(counts.at(Instant::at(Seconds{3002})), 4);
  EXPECT_EQ(run.inputs.size(), 2U);
  EXPECT_EQ(run.inputs[0].path, "../traces/samples/quickstart_prices.csv");
  EXPECT_EQ(run.inputs[0].sha256.size(), 64U);
}

TEST(Starters, EachOneCanRunWithoutAnyFileBesideIt) {
  const Folder folder;
  ASSERT_EQ(starters().size(), 3U);
  for (const Starter& starter : starters())
    EXPECT_EQ(said_about(folder.write("run.json", starter.text)), "") << starter.name;
}

}  // namespace
}  // namespace spotgrid::scenarios
