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
            "t: longer than a century with a gap of 4000000000 s; check gap_seconds");
  EXPECT_EQ(
      error_of_all("skypilot_json", {{"us-west-2a_x.json", ticks}, {"us-west-2a_y.json", ticks}}),
      "us-west-2a_y.json: a second file for us-west-2a; read one of them; zones are told apart by "
      "file "
      "names <zone>_...");
  EXPECT_EQ(
      error_of_all("skypilot_json", {{"us-west-2a_x.json", ticks}, {"us-west-2b_x.json", dated}}),
      "us-west-2b_x.json: files with and without a start time cannot be combined; say it with "
      "start");
}

TEST(Messages, AnEndNeedsACalendar) {
  ReadingOptions options;
  options.until = "2023-01-01T00:00:00Z";
  EXPECT_EQ(error_of("price_csv", "time,price\n0,1\n60,2\n", options),
            "until: the trace has no calendar time; give start, too");
}

}  // namespace
}  // namespace spotgrid::traces
