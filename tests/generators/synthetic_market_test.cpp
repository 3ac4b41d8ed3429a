// The files of a synthetic market: form, seeds, independence of zones, options.
// SPDX-License-Identifier: Apache-2.0
#include "traces/generators/synthetic_market.hpp"

#include <algorithm>
#include <sstream>

#include <gtest/gtest.h>

#include "sim/base/document.hpp"
#include "sim/base/option_reader.hpp"

namespace spotgrid::traces {
namespace {

std::vector<std::string> lines(const std::string& text) {
  std::istringstream in(text);
  std::vector<std::string> all;
  for (std::string line; std::getline(in, line);)
    all.push_back(line);
  return all;
}

std::vector<std::string> lines_with(const std::string& text, const std::string& part) {
  std::vector<std::string> found;
  for (const std::string& line : lines(text))
    if (line.find(part) != std::string::npos && line.front() != '#')
      found.push_back(line);
  return found;
}

SyntheticMarket with_zones(std::vector<std::string> zones) {
  SyntheticMarket market;
  market.zones = std::move(zones);
  return market;
}

// The counts of a pool, second by second of its rows: "2026-01-01T00:00:00Z" -> 16.
std::vector<std::pair<std::string, int>> counts(const SyntheticFiles& files,
                                                const std::string& zone) {
  std::vector<std::pair<std::string, int>> found;
  for (const std::string& line : lines_with(files.capacity, "," + zone + ","))
    found.emplace_back(line.substr(0, 20), std::stoi(line.substr(line.rfind(',') + 1)));
  return found;
}

TEST(SyntheticMarket, FilesBeginWithTheCommandAndTheColumns) {
  SyntheticMarket market;
  market.seed = 7;
  const SyntheticFiles files = generate(market);
  const std::string head =
      "# Made up by a random generator; not observed anywhere.\n"
      "# spotgrid trace synth --seed 7 --start 2026-01-01T00:00:00Z --days 14 "
      "--zones us-west-2a,us-west-2b,us-west-2c --instance p3.2xlarge --on-demand '3.06 $/h' "
      "--nodes 16\n";
  EXPECT_EQ(files.prices.rfind(head + "time,zone,instance_type,price,on_demand\n", 0), 0U);
  EXPECT_EQ(files.capacity.rfind(head + "time,zone,instance_type,count\n", 0), 0U);
  EXPECT_EQ(files.prices.back(), '\n');
}

TEST(SyntheticMarket, RowsHaveTheNativeForm) {
  SyntheticMarket market = with_zones({"za"});
  market.falls.per_hour = 0;
  market.price.deviation = 0;
  market.by_zone["za"].level = .3;
  const SyntheticFiles files = generate(market);
  EXPECT_EQ(lines(files.prices)[3], "2026-01-01T00:00:00Z,za,p3.2xlarge,0.9180,3.0600");
  for (const auto& row : counts(files, "za")) {
    EXPECT_TRUE(row.second == 0 || row.second == 16) << row.first;
    EXPECT_EQ(row.first.size(), 20U);
  }
}

TEST(SyntheticMarket, SameSeedGivesTheSameBytes) {
  EXPECT_EQ(generate({}).prices, generate({}).prices);
  EXPECT_EQ(generate({}).capacity, generate({}).capacity);
}

TEST(SyntheticMarket, OtherSeedsGiveOtherMarkets) {
  SyntheticMarket other;
  other.seed = 2;
  EXPECT_NE(lines_with(generate({}).prices, ","), lines_with(generate(other).prices, ","));
  EXPECT_NE(lines_with(generate({}).capacity, ","), lines_with(generate(other).capacity, ","));
}

TEST(SyntheticMarket, RowsAreSortedAndOnlyTheLastOfAPoolRepeatsItsValue) {
  SyntheticMarket market;
  market.span = hours(24 * 100);
  const SyntheticFiles files = generate(market);
  for (const std::string& text : {files.prices, files.capacity}) {
    const auto all = lines_with(text, "us-west-2");
    EXPECT_TRUE(std::is_sorted(all.begin(), all.end(), [](const auto& a, const auto& b) {
      return a.substr(0, 31) < b.substr(0, 31);  // time and zone
    }));
    for (const char* zone : {"us-west-2a", "us-west-2b", "us-west-2c"}) {
      const auto rows = lines_with(text, zone);
      ASSERT_GT(rows.size(), 200U);
      EXPECT_EQ(rows.front().substr(0, 20), "2026-01-01T00:00:00Z");
      for (std::size_t i = 1; i + 1 < rows.size(); ++i) {
        EXPECT_LT(rows[i - 1].substr(0, 20), rows[i].substr(0, 20));
        EXPECT_NE(rows[i - 1].substr(20), rows[i].substr(20)) << rows[i];
      }
      EXPECT_EQ(rows.back().substr(0, 20), "2026-04-11T00:00:00Z");
      EXPECT_EQ(rows.back().substr(20), rows[rows.size() - 2].substr(20));
    }
  }
}

TEST(SyntheticMarket, AddedZoneChangesNothingInTheOthers) {
  const SyntheticFiles two = generate(with_zones({"us-west-2a", "us-west-2b"}));
  const SyntheticFiles four =
      generate(with_zones({"us-west-2c", "us-west-2b", "us-east-1a", "us-west-2a"}));
  for (const char* zone : {"us-west-2a", "us-west-2b"}) {
    EXPECT_EQ(lines_with(two.prices, zone), lines_with(four.prices, zone));
    EXPECT_EQ(lines_with(two.capacity, zone), lines_with(four.capacity, zone));
  }
  EXPECT_NE(counts(four, "us-west-2c"), counts(four, "us-west-2a"));
}

TEST(SyntheticMarket, OptionsOfThePriceLeaveTheCapacityAlone) {
  SyntheticMarket market;
  market.price.deviation = .2;
  EXPECT_EQ(lines_with(generate(market).capacity, ","), lines_with(generate({}).capacity, ","));
}

TEST(SyntheticMarket, ShocksTakeDownTheZonesOfARegionTogether) {
  SyntheticMarket market = with_zones({"us-west-2a", "us-west-2b", "us-east-1a"});
  market.falls.per_hour = 0;
  market.spells.up = {1, hours(1e6), hours(1e6)};
  market.spells.down = {1, 1min, 1min};
  market.shocks = {.per_hour = .05, .length = hours(2)};
  const SyntheticFiles files = generate(market);
  EXPECT_GT(counts(files, "us-west-2a").size(), 4U);
  EXPECT_EQ(counts(files, "us-west-2a"), counts(files, "us-west-2b"));
  EXPECT_NE(counts(files, "us-west-2a"), counts(files, "us-east-1a"));
}

TEST(SyntheticMarket, ZoneMayHaveItsOwnSpells) {
  SyntheticMarket market;
  market.by_zone["us-west-2b"].spells =
      Spells{.up = {1, hours(1e6), hours(1e6)}, .down = {1, 1min, 1min}};
  market.falls.per_hour = 0;
  const SyntheticFiles files = generate(market);
  EXPECT_EQ(counts(files, "us-west-2b").size(), 2U);
  EXPECT_GT(counts(files, "us-west-2a").size(), 20U);
}

TEST(SyntheticMarket, CommandLineNamesEveryOptionThatIsNotDefault) {
  SyntheticMarket market;
  market.falls.per_hour = 2;
  market.by_zone["us-west-2b"].level = .31;
  const std::string line = command_line(market);
  EXPECT_EQ(line.substr(line.find(" --set")),
            " --set falls.per_hour='2' --set by_zone='{\"us-west-2b\":{\"level\":0.31}}'");
}

TEST(SyntheticMarket, CommandLineOptionsReadBackToTheSameMarket) {
  Document document = Document::parse("{}", "command line", InputKind::scenario);
  document.set("falls.per_hour", "2");
  document.set("spells.up.first_mean", "2 h");
  document.set("by_zone", R"({"us-west-2b":{"level":0.31}})");
  SyntheticMarket market;
  market.falls.per_hour = 2;
  market.spells.up.first_mean = hours(2);
  market.by_zone["us-west-2b"].level = .31;
  const SyntheticFiles read = generate(read_strictly<SyntheticMarket>(document));
  EXPECT_EQ(read.prices, generate(market).prices);
  EXPECT_EQ(read.capacity, generate(market).capacity);
}

std::string problems_of(const char* json) {
  try {
    read_strictly<SyntheticMarket>(Document::parse(json, "m.json", InputKind::scenario));
  } catch (const InputError& error) {
    std::string all;
    for (const Problem& one : error.problems())
      all += one.message() + "\n";
    return all;
  }
  return "";
}

TEST(SyntheticMarket, BadNamesAndTimesAreRefused) {
  EXPECT_EQ(problems_of(R"({"start": "tomorrow"})"),
            "m.json: /start: expected a time, found \"tomorrow\"; write it as "
            "2026-01-01T00:00:00Z\n");
  EXPECT_EQ(problems_of(R"({"zones": ["a", "a"]})"),
            "m.json: /zones: zone \"a\" is named twice; name it once\n");
  EXPECT_EQ(problems_of(R"({"zones": ["a,b"]})"),
            "m.json: /zones: \"a,b\" is not a plain name; use letters, digits, '-', '_' and '.'\n");
  EXPECT_EQ(problems_of(R"({"zones": []})"),
            "m.json: /zones: there is no zone; name at least one\n");
  EXPECT_EQ(problems_of(R"({"by_zone": {"us-west-2d": {"level": 0.3}}})"),
            "m.json: /by_zone: \"us-west-2d\" is not one of the zones; add it to zones\n");
  EXPECT_EQ(problems_of(R"({"price": {"level_least": 0.5}})"),
            "m.json: /price/level_most: the highest level is below the lowest; give level_least "
            "and level_most in order\n");
}

}  // namespace
}  // namespace spotgrid::traces
