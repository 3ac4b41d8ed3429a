// Layout of text tables and comma-separated values.
// SPDX-License-Identifier: Apache-2.0
#include "analysis/table.hpp"

#include <gtest/gtest.h>

namespace spotgrid::analysis {
namespace {

TEST(Table, ColumnsAreAsWideAsTheirWidestCellAndLinesHaveNoTrailingSpace) {
  Table table({{"phase"}, {"h", Align::right}, {""}});
  table.add({"useful", "12.5", "x"});
  table.add({"redo", "0.5"});
  EXPECT_EQ(table.text(2),
            "  phase      h\n"
            "  useful  12.5  x\n"
            "  redo     0.5\n");
}

TEST(Table, WithoutNamesThereIsNoHeader) {
  Table table({{""}, {""}});
  table.add({"a", "b"});
  EXPECT_EQ(table.text(), "a  b\n");
}

TEST(Table, LongCellsAreWrappedInTheirColumn) {
  Table table({{"option"}, {"meaning", Align::left, 10}});
  table.add({"gap", "sampling step of it"});
  EXPECT_EQ(table.text(),
            "option  meaning\n"
            "gap     sampling\n"
            "        step of it\n");
}

TEST(Table, CharactersAreCountedNotBytes) {
  Table table({{"a"}, {"b"}});
  table.add({"\u00b5s", "1"});
  table.add({"min", "2"});
  EXPECT_EQ(table.text(), "a    b\n\u00b5s   1\nmin  2\n");
}

TEST(Table, CsvQuotesWhatNeedsIt) {
  Table table({{"a"}, {"b,c"}});
  table.add({"say \"x\"", "1\n2"});
  EXPECT_EQ(table.csv(), "a,\"b,c\"\n\"say \"\"x\"\"\",\"1\n2\"\n");
}

TEST(Text, WordsLongerThanTheLineStandAlone) {
  EXPECT_EQ(wrapped("a incomprehensible b", 5),
            (std::vector<std::string>{"a", "incomprehensible", "b"}));
  EXPECT_EQ(wrapped("", 5), (std::vector<std::string>{""}));
}

TEST(Text, TheLabelStandsOnTheFirstLineOnly) {
  EXPECT_EQ(labelled("cost", "one two three", 6, 13), "cost  one two\n      three\n");
}

TEST(Text, BlocksOfDifferentHeightStandBesideEachOther) {
  EXPECT_EQ(beside("ab\nc\n", "1\n2\n3\n", 2), "ab  1\nc   2\n    3\n");
}

}  // namespace
}  // namespace spotgrid::analysis
