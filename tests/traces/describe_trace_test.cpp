// What `spotgrid trace info` tells about a trace.
// SPDX-License-Identifier: Apache-2.0
#include "traces/describe_trace.hpp"

#include <gtest/gtest.h>

#include "sim/base/option_writer.hpp"
#include "tests/traces/reading.hpp"

namespace spotgrid::traces {
namespace {

TraceInfo info_of(std::string_view format, const std::string& text,
                  const ReadingOptions& options = {}) {
  return describe_trace({read_as(format, text, options), {{"t", "00"}}});
}

TEST(DescribeTrace, PricesAreWeightedByTime) {
  const PriceInfo info =
      info_of("price_csv", "time,price\n0,1\n64800,3\n70000,3\n86400,3\n").prices.at(0);
  EXPECT_EQ(info.records, 4);
  EXPECT_EQ(info.changes, 1);
  EXPECT_DOUBLE_EQ(info.changes_a_day, 1);
  EXPECT_EQ(info.least, dollars_per_hour(1));
  EXPECT_NEAR(info.mean / dollars_per_hour(1), 1.5, 1e-12);
  EXPECT_EQ(info.most, dollars_per_hour(3));
}

TEST(DescribeTrace, CountsAreWeightedByTimeAndFallsCounted) {
  ReadingOptions options;
  options.nodes = 4;
  const CountInfo info =
      info_of("skypilot_json", R"({"metadata":{"gap_seconds":60},"data":[4,4,1,0,3,3,2,0]})",
              options)
          .counts.at(0);
  EXPECT_EQ(info.falls, 4);
  EXPECT_EQ(info.lost, 7);
  EXPECT_EQ(info.largest_fall, 3);
  EXPECT_DOUBLE_EQ(info.mean, 17.0 / 8);
  EXPECT_DOUBLE_EQ(info.at_zero, 0.25);
  EXPECT_FALSE(info.up_if_available);
}

TEST(DescribeTrace, SimultaneousRemovesAreOneInstant) {
  const EventInfo info = info_of("event_csv",
                                 "0,add,a\n0,add,b\n0,add,c\n5,remove,a\n5,remove,b\n9,add,d\n"
                                 "9,remove,c\n")
                             .events.at(0);
  EXPECT_EQ(info.adds, 4);
  EXPECT_EQ(info.removes, 3);
  EXPECT_EQ(info.removal_instants, 2);
  EXPECT_EQ(info.largest_removal, 2);
  EXPECT_EQ(info.most_alive, 3);
  EXPECT_EQ(info.alive_at_end, 1);
}

TEST(DescribeTrace, TextOfPricesEndsWithWhatTheyDoNotTell) {
  EXPECT_EQ(trace_text(info_of("price_csv",
                               "time,zone,instance_type,price\n2024-01-01T00:00:00Z,za,g.x,1\n"
                               "2024-01-03T00:00:00Z,za,g.x,2\n")),
            "t  price_csv, 2 records, 1 zone, g.x\n"
            "2024-01-01T00:00:00Z .. 2024-01-03T00:00:00Z (2.0 d)\n"
            "prices\n"
            "  zone  type  records  changes  a day  min $/h    mean     max  on-demand\n"
            "  za    g.x         2        1   0.50   1.0000  1.0000  2.0000          -\n"
            "note      prices do not tell when instances are reclaimed (AWS: not since November "
            "2017); add\n"
            "          a reclaim to the market: capacity or events from a trace, lifetime, or "
            "none\n");
}

TEST(DescribeTrace, TextOfFlagsGivesBothReadings) {
  const std::string text =
      trace_text(info_of("skypilot_json", R"({"metadata":{"gap_seconds":60},"data":[0,0,0,1]})"));
  EXPECT_NE(
      text.find("polarity  -: up 0.25 of the time if 1 means available, 0.75 if 1 means preempted"),
      std::string::npos)
      << text;
  EXPECT_NE(text.find("assumed   1 means available"), std::string::npos) << text;
  EXPECT_EQ(text.find("prices do not tell"), std::string::npos) << text;
}

TEST(DescribeTrace, EmptyTraceIsDescribed) {
  EXPECT_EQ(
      trace_text(info_of("aws_cli", R"({"SpotPriceHistory":[]})")),
      "t  aws_cli, 0 records\n0.00 h .. 0.00 h (0 s)\nwarning   t: the history has no records\n");
}

TEST(DescribeTrace, IsWrittenAsJson) {
  const std::string json = to_json(info_of("price_csv", "time,price\n0,1\n5,2\n"), -1);
  EXPECT_NE(json.find(R"("format":"price_csv")"), std::string::npos) << json;
  EXPECT_NE(json.find(R"("least":"1 $/h")"), std::string::npos) << json;
}

}  // namespace
}  // namespace spotgrid::traces
