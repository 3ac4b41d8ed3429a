// The tables of docs/scenario_format.md are those that the descriptions make.
// SPDX-License-Identifier: Apache-2.0
#include <cstdlib>
#include <fstream>
#include <sstream>

#include <gtest/gtest.h>

#include "scenarios/format_tables.hpp"
#include "scenarios/scenario.hpp"
#include "sim/base/option_tables.hpp"
#include "tests/support/test_data.hpp"

namespace spotgrid::scenarios {
namespace {

constexpr std::string_view begin_mark = "<!-- tables: begin; written by UPDATE_GOLDEN=1 -->\n";
constexpr std::string_view end_mark = "\n<!-- tables: end -->";

std::string text_of(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

TEST(ScenarioFormat, TheDocumentHoldsTheTablesOfTheDescriptions) {
  const std::filesystem::path path = source_root() / "docs/scenario_format.md";
  std::string document = text_of(path);
  const auto begin = document.find(begin_mark);
  const auto end = document.find(end_mark);
  ASSERT_NE(begin, std::string::npos);
  ASSERT_NE(end, std::string::npos);
  const auto from = begin + begin_mark.size();
  const std::string tables = format_tables();
  if (std::getenv("UPDATE_GOLDEN") != nullptr)
    std::ofstream(path, std::ios::binary) << document.replace(from, end - from, tables);
  else
    EXPECT_EQ(document.substr(from, end - from), tables) << "run with UPDATE_GOLDEN=1";
}

TEST(ScenarioFormat, EveryChoiceOfTheCataloguesIsNamed) {
  const std::string tables = format_tables();
  for (const std::string name : {"all_reduce", "lifetime", "aws_per_second", "cheapest_spot",
                                 "direct_storage", "young_daly", "aws_cli", "lognormal"})
    EXPECT_NE(tables.find("`" + name + "`"), std::string::npos) << name;
}

TEST(ScenarioFormat, TheSchemaKnowsTheOptionsOfEveryChoice) {
  Scenario scenario;
  const std::string schema =
      option_schema([&](Fields& fields) { scenario.describe(fields); }, "scenario");
  for (const std::string key : {"survival", "add_means", "tau1", "file", "polarity", "ps_snapshot",
                                "prior_mtbf", "max_price", "first_hour_refund"})
    EXPECT_NE(schema.find("\"" + key + "\""), std::string::npos) << key;
}

}  // namespace
}  // namespace spotgrid::scenarios
