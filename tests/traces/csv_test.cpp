// Separated text: quotes, line ends, comments.
// SPDX-License-Identifier: Apache-2.0
#include "traces/csv.hpp"

#include <gtest/gtest.h>

#include "traces/source_text.hpp"

namespace spotgrid::traces {
namespace {

using Cells = std::vector<std::string>;

std::vector<Cells> cells_of(const std::string& text, char separator = ',') {
  const SourceText source{"t", text};
  CsvReader reader(source, separator);
  std::vector<Cells> all;
  for (CsvRow row; reader.next(row);)
    all.push_back(row.cells);
  return all;
}

TEST(Csv, LineEndsAndAMissingLastOneMakeNoDifference) {
  const std::vector<Cells> expected{{"a", "b"}, {"1", "2"}};
  EXPECT_EQ(cells_of("a,b\n1,2\n"), expected);
  EXPECT_EQ(cells_of("a,b\r\n1,2\r\n"), expected);
  EXPECT_EQ(cells_of("a,b\n1,2"), expected);
  EXPECT_EQ(cells_of("\n a , b \n\n1,2\n\n"), expected);
}

TEST(Csv, EmptyCellsAreCells) {
  EXPECT_EQ(cells_of(",a,\n"), (std::vector<Cells>{{"", "a", ""}}));
  EXPECT_EQ(cells_of("a,"), (std::vector<Cells>{{"a", ""}}));
}

TEST(Csv, QuotedCellsHoldSeparatorsQuotesAndNewlines) {
  EXPECT_EQ(cells_of("\"a,b\",\"say \"\"x\"\"\",\"l1\nl2\"\n2,3,4"),
            (std::vector<Cells>{{"a,b", "say \"x\"", "l1\nl2"}, {"2", "3", "4"}}));
}

TEST(Csv, RowsKnowTheirLine) {
  const SourceText source{"t", "# c\n\na\n\"x\ny\"\nb\n"};
  CsvReader reader(source);
  std::vector<std::size_t> lines;
  for (CsvRow row; reader.next(row);)
    lines.push_back(row.line);
  EXPECT_EQ(lines, (std::vector<std::size_t>{3, 4, 6}));
}

TEST(Csv, BlankAndCommentedLinesAreSkippedWhereverTheyStand) {
  const std::vector<Cells> expected{{"", "a"}, {"1", "2"}};
  EXPECT_EQ(cells_of(" \t\n  # c\r\n#\n\n\ta\n \n# d\n1\t2\n\n# e", '\t'), expected);
  EXPECT_TRUE(cells_of("# only\n \t\r\n ").empty());
}

TEST(Csv, FormatsAreToldApartByTheFirstKilobytes) {
  EXPECT_TRUE(first_rows({"t", std::string(enough_to_recognise + 1, 'a') + "\nb\n"}, 9).empty());
  EXPECT_EQ(first_rows({"t", std::string(enough_to_recognise, 'a')}, 9).size(), 1U);
}

TEST(Csv, FirstRowsAreNeverCutOff) {
  std::string text;
  while (text.size() <= 2 * enough_to_recognise)
    text += "one,two,three\n";
  const std::vector<CsvRow> rows = first_rows({"t", text}, text.size());
  EXPECT_EQ(rows.size(), enough_to_recognise / 14);
  EXPECT_EQ(rows.back().cells, (Cells{"one", "two", "three"}));
}

TEST(Csv, CommentsOfAnyLengthStandAboveTheFirstRows) {
  std::string text;
  while (text.size() <= 2 * enough_to_recognise)
    text += "# words\n";
  ASSERT_EQ(first_rows({"t", text + "a,b\n"}, 1).size(), 1U);
}

TEST(Csv, OpenQuoteIsAnErrorWithItsLine) {
  try {
    cells_of("a\nb,\"c\n");
    FAIL() << "read it";
  } catch (const InputError& error) {
    EXPECT_STREQ(error.what(), "t:2: a quote is not closed; the file may be cut off");
  }
}

TEST(Csv, RowOfSeparatorsOnlyDoesNotExhaustMemory) {
  EXPECT_THROW(cells_of(std::string(100'000, ',')), InputError);
}

TEST(Csv, JsonIsNoHeader) {
  const std::vector<Cells> rows =
      cells_of("{\"a\": 1, \"Timestamp\": \"x\", \"SpotPrice\": \"2\"}");
  ASSERT_EQ(rows.front().size(), 3U);
  EXPECT_EQ(rows.front()[1], "Timestamp: \"x\"");
}

TEST(Csv, SettingsStandInTheCommentsAboveTheRows) {
  const std::vector<CsvSetting> settings =
      csv_settings("# prices\n#nodes = 4\r\n# gap=300 s\ntime,count\n# N=5\n");
  ASSERT_EQ(settings.size(), 2U);
  EXPECT_EQ(settings[0].key, "nodes");
  EXPECT_EQ(settings[0].value, "4");
  EXPECT_EQ(settings[0].line, 2U);
  EXPECT_EQ(settings[1].key, "gap");
  EXPECT_EQ(settings[1].value, "300 s");
}

TEST(Csv, IntegersMayBeWrittenAsDecimals) {
  EXPECT_EQ(integer("12"), 12);
  EXPECT_EQ(integer("-3"), -3);
  EXPECT_EQ(integer("3.0"), 3);
  EXPECT_FALSE(integer("3.5"));
  EXPECT_FALSE(integer(""));
  EXPECT_FALSE(integer("1x"));
  EXPECT_FALSE(integer("1e30"));
}

TEST(Csv, MissingCellsAreToldFromValues) {
  for (const char* cell : {"", "N/A", "N/A*", "NULL"})
    EXPECT_TRUE(missing(cell)) << cell;
  for (const char* cell : {"0", "nan", "x"})
    EXPECT_FALSE(missing(cell)) << cell;
}

}  // namespace
}  // namespace spotgrid::traces
