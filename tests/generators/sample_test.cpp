// The sample of the quick start is what its generator makes today, byte for byte.
// SPDX-License-Identifier: Apache-2.0
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/test_data.hpp"
#include "traces/generators/synthetic_market.hpp"
#include "traces/load.hpp"
#include "traces/timestamp.hpp"

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

Trace loaded(const char* name) {
  const std::vector<std::string> paths = {(source_root() / "traces/samples" / name).string()};
  return load(paths, {}, true).trace;
}

// As a run reads it: nothing about the files is left open, and both reach over the 14 days.
TEST(Sample, QuickStartFilesAreReadWithoutAssumptions) {
  const Trace prices = loaded("quickstart_prices.csv");
  const Trace capacity = loaded("quickstart_capacity.csv");
  EXPECT_EQ(prices.prices.size(), 3U);
  EXPECT_EQ(capacity.counts.size(), 3U);
  for (const Trace* trace : {&prices, &capacity}) {
    EXPECT_TRUE(trace->calendar);
    EXPECT_EQ(trace->begin, parse_timestamp("2026-01-05T00:00:00Z")->at);
    EXPECT_EQ(trace->end, parse_timestamp("2026-01-19T00:00:00Z")->at);
    EXPECT_TRUE(trace->assumed.empty());
    EXPECT_TRUE(trace->warnings.empty());
  }
}

TEST(Sample, ReadmeNamesTheCommand) {
  EXPECT_NE(sample("README.md").find(command_line(quickstart())), std::string::npos);
}

}  // namespace
}  // namespace spotgrid::traces
