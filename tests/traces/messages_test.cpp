// What is said about trace files, word for word, where no other test says it.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "tests/traces/reading.hpp"

namespace spotgrid::traces {
namespace {

// What is said of these files, each a name and its text.
std::string error_of_all(std::string_view format, const std::vector<SourceText>& files,
                         const ReadingOptions& options = {}) {
  try {
    read_all_as(format, files, options);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

TEST(Messages, TablesNameTheirLine) {
  EXPECT_EQ(error_of("aws_text", "SPOTINSTANCEPRICE\t0.3\t2023-01-01T00:00:00Z\tp3.2xlarge\n"),
            "t:1: expected 5 or 6 tab-separated cells, found 4");
  EXPECT_EQ(error_of("price_csv", "time,price\n" + std::string(2000, ',') + "\n"),
            "t:2: more than 1000 cells in a row");
  EXPECT_EQ(error_of("native_capacity", "# gap=soon\ntime,count\n0,1\n"),
            "t:1: expected seconds, found \"soon\"");
  EXPECT_EQ(error_of("native_capacity", "# gap=0\ntime,count\n0,1\n"),
            "t:1: a gap must be above 0, found \"0\"");
}

TEST(Messages, ARowHasNoMoreCellsThanItsHeader) {
  const std::string remedy =
      "; write decimals with a point and put quotes around a cell with a comma";
  EXPECT_EQ(error_of("price_csv", "time,zone,instance_type,price\n0,za,gx,1,5\n"),
            "t:2: row of 5 cells, expected at most 4" + remedy);
  EXPECT_EQ(error_of("native_capacity", "time,count\n0,1,\n60,2,,\n"),
            "t:3: row of 4 cells, expected at most 2" + remedy)
      << "one separator at the end does no harm";
  // more rows than those by which a file without a header is recognised
  std::string headerless;
  for (int i = 0; i < 30; ++i)
    headerless += std::to_string(i * 60) + ",4\n";
  EXPECT_EQ(error_of("count_csv", headerless + "1800,4,5\n"),
            "t:31: row of 3 cells, expected at most 2" + remedy);
}

TEST(Messages, ANameStandsOnceInAHeader) {
  EXPECT_EQ(error_of("price_csv", "time,price,zone,price\n0,1,za,2\n"),
            "t:1: two columns of one name, found \"price\" twice; rename or remove one");
  EXPECT_EQ(error_of("price_csv", ",time,price,\n0,0,1,\n"), "") << "names that are left out";
}

TEST(Messages, SettingsDoNotContradictEachOther) {
  const std::string rows = "time,count\n0,1\n60,2\n";
  EXPECT_EQ(error_of("native_capacity", "# gap=60\n# gap=60\n# seen=1\n# seen=2\n" + rows), "");
  EXPECT_EQ(error_of("native_capacity", "# nodes=60\n# N=300\n" + rows),
            "t:2: nodes is \"300\", while t:1 says \"60\"; keep one of them");
  EXPECT_EQ(error_of("price_csv", "# on_demand=1\n# on_demand=2\ntime,price\n0,1\n"),
            "t:2: on_demand is \"2\", while t:1 says \"1\"; keep one of them");
  const std::vector<SourceText> files{{"a", "# gap=60\n" + rows}, {"b", "# gap=300\n" + rows}};
  EXPECT_EQ(error_of_all("native_capacity", files),
            "b:1: gap is \"300\", while a:1 says \"60\"; keep one of them");
  ReadingOptions options;
  options.gap = Seconds{60};
  EXPECT_EQ(error_of_all("native_capacity", files, options), "") << "the user's option wins";
  EXPECT_EQ(error_of_all("price_csv", {{"a", "# on_demand=1\ntime,zone,price\n0,a,1\n"},
                                       {"b", "# on_demand=2\ntime,zone,price\n0,b,1\n"}}),
            "")
      << "each table has its own";
}

TEST(Messages, CountsAreOfOneFile) {
  const std::string counts = "time,count\n0,1\n60,2\n";
  EXPECT_EQ(error_of_all("count_csv", {{"a.csv", counts}, {"b.csv", counts}}),
            "b.csv: counts of several files cannot be combined; read one file at a time");
}

TEST(Messages, TicksSayHowLongTheyAre) {
  const std::string ticks = R"({"metadata": {"gap_seconds": 60}, "data": [1, 2]})";
  const std::string dated =
      R"({"metadata": {"gap_seconds": 60, "start_time": "2023-01-01T00:00:00Z"}, "data": [1, 2]})";
  EXPECT_EQ(error_of("skypilot_json", ticks + "\n" + ticks),
            "t: expected one JSON object, found 2; split the file");
  EXPECT_EQ(error_of("skypilot_json", R"({"metadata": {"gap_seconds": 4e9}, "data": [1, 2]})"),
            "t: longer than a century with a gap of 4000000000 s; check the gap and its unit");
  ReadingOptions options;
  options.gap = Seconds{1e300};
  EXPECT_EQ(error_of("native_capacity", "time,count\n0,1\n60,2\n", options),
            "t: longer than a century with a gap of 1e+300 s; check the gap and its unit");
  const std::string remedy =
      "read one of them, or give one file per pool; zones are told apart by file names <zone>_... "
      "where <zone> looks like a cloud's, such as us-east-1a_...";
  EXPECT_EQ(
      error_of_all("skypilot_json", {{"us-west-2a_x.json", ticks}, {"us-west-2a_y.json", ticks}}),
      "us-west-2a_y.json: a second file for us-west-2a; " + remedy);
  EXPECT_EQ(error_of_all("skypilot_json", {{"za_x.json", ticks}, {"zb_x.json", ticks}}),
            "zb_x.json: a second file for the pool; " + remedy);
  EXPECT_EQ(
      error_of_all("skypilot_json", {{"us-west-2a_x.json", ticks}, {"us-west-2b_x.json", dated}}),
      "us-west-2b_x.json: files with and without a start time cannot be combined; say it with "
      "start");
}

TEST(Messages, AnEndNeedsACalendar) {
  ReadingOptions options;
  options.until = "2023-01-01T00:00:00Z";
  EXPECT_EQ(error_of("price_csv", "time,price\n0,1\n60,2\n", options),
            "t: until: the trace has no calendar time; give start, too");
}

}  // namespace
}  // namespace spotgrid::traces
