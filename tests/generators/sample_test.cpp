// The sample of the quick start is what its generator makes today, byte for byte.
// SPDX-License-Identifier: Apache-2.0
#include <fstream>
#include <sstream>
#include <string>

#include <gtest/gtest.h>

#include "tests/support/test_data.hpp"
#include "traces/generators/synthetic_market.hpp"

namespace spotgrid::traces {
namespace {

std::string sample(const char* name) {
  std::ifstream file(source_root() / "traces/samples" / name, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

SyntheticMarket quickstart() {
  SyntheticMarket market;
  market.seed = 155;
  market.start = "2026-01-05T00:00:00Z";
  return market;
}

TEST(Sample, QuickStartPricesAreGeneratedByteForByte) {
  EXPECT_EQ(sample("quickstart_prices.csv"), generate(quickstart()).prices);
}

TEST(Sample, QuickStartCapacityIsGeneratedByteForByte) {
  EXPECT_EQ(sample("quickstart_capacity.csv"), generate(quickstart()).capacity);
}

TEST(Sample, ReadmeNamesTheCommand) {
  EXPECT_NE(sample("README.md").find(command_line(quickstart())), std::string::npos);
}

}  // namespace
}  // namespace spotgrid::traces
