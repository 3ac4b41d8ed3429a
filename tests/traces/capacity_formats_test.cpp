// Capacity files: flags of either polarity, counts, logs that go back in time, holes.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "tests/traces/reading.hpp"
#include "traces/timestamp.hpp"

namespace spotgrid::traces {
namespace {

using Steps = std::vector<Point<std::int64_t>>;
constexpr TraceTime second = 1'000'000;

TraceTime at(std::string_view text) {
  return parse_timestamp(text)->at;
}

const std::string flags = R"({"metadata": {"gap_seconds": 600}, "data": [1, 1, 0, 0, 1]})";

ReadingOptions flag_options(Polarity polarity, std::int64_t nodes) {
  ReadingOptions options;
  options.polarity = polarity;
  options.nodes = nodes;
  return options;
}

TEST(SkypilotJson, FlagsAreReadInEitherPolarity) {
  EXPECT_EQ(recognised_by(flags), std::vector<std::string>{"skypilot_json"});
  const Trace up = read_as("skypilot_json", flags, flag_options(Polarity::available, 4));
  EXPECT_EQ(up.counts[0].points, (Steps{{0, 4}, {1200 * second, 0}, {2400 * second, 4}}));
  const Trace down = read_as("skypilot_json", flags, flag_options(Polarity::preempted, 4));
  EXPECT_EQ(down.counts[0].points, (Steps{{0, 0}, {1200 * second, 4}, {2400 * second, 0}}));
  EXPECT_TRUE(up.assumed.empty());
  EXPECT_TRUE(up.undecided.empty());
  EXPECT_EQ(up.end, 3000 * second);
  EXPECT_EQ(up.counts[0].records, 5);
}

TEST(SkypilotJson, PolarityIsNeverGuessed) {
  const Trace trace = read_as("skypilot_json", flags);
  EXPECT_TRUE(trace.counts[0].polarity_assumed);
  EXPECT_EQ(trace.assumed,
            (std::vector<std::string>{"1 means available", "a 1 stands for 1 node"}));
  ASSERT_EQ(trace.undecided.size(), 2U);
  EXPECT_EQ(trace.undecided[0].message(),
            "t: 0/1 data, where 1 may mean available or preempted; say which with polarity");
  EXPECT_EQ(trace.undecided[1].message(),
            "t: 0/1 data do not say how many nodes a 1 stands for; say it with nodes");
}

TEST(SkypilotJson, CountsKeepTheirSizeAndCanBeInverted) {
  const std::string text = R"({"metadata": {"gap_seconds": 300}, "data": [4, 4, 1, 0, 4]})";
  EXPECT_EQ(read_as("skypilot_json", text).counts[0].points,
            (Steps{{0, 4}, {600 * second, 1}, {900 * second, 0}, {1200 * second, 4}}));
  EXPECT_EQ(read_as("skypilot_json", text, flag_options(Polarity::preempted, 5)).counts[0].points,
            (Steps{{0, 1}, {600 * second, 4}, {900 * second, 5}, {1200 * second, 1}}));
  EXPECT_EQ(error_of("skypilot_json", text, flag_options(Polarity::available, 3)),
            "t: a count above the nodes asked for, found 4 of 3; check nodes");
  ReadingOptions inverted;
  inverted.polarity = Polarity::preempted;
  EXPECT_EQ(
      error_of("skypilot_json", text, inverted),
      "t: counts of preempted nodes without the number of nodes asked for; say it with nodes");
}

TEST(SkypilotJson, StartTimeIsCalendarOnlyWhereItIsText) {
  const auto with_start = [](const std::string& start) {
    return R"({"data":[0,1],"metadata":{"gap_seconds":195,"start_time":)" + start + "}}";
  };
  const ReadingOptions options = flag_options(Polarity::available, 1);
  const Trace naive = read_as("skypilot_json", with_start("\"2024-03-02T00:00:00\""), options);
  EXPECT_TRUE(naive.calendar);
  EXPECT_EQ(naive.begin, at("2024-03-02"));
  EXPECT_EQ(naive.assumed, std::vector<std::string>{"times without a zone are UTC"});
  const Trace zoned =
      read_as("skypilot_json", with_start("\"2024-03-02T02:00:00+02:00\""), options);
  EXPECT_EQ(zoned.begin, at("2024-03-02"));
  EXPECT_TRUE(zoned.assumed.empty());
  EXPECT_FALSE(read_as("skypilot_json", with_start("684"), options).calendar);
  ReadingOptions other = options;
  other.start = "2025-01-01";
  EXPECT_EQ(read_as("skypilot_json", with_start("\"2024-03-02\""), other).begin, at("2025-01-01"));
}

TEST(SkypilotJson, GapCanBeOverridden) {
  ReadingOptions options = flag_options(Polarity::available, 1);
  options.gap = 195s;
  const Trace trace = read_as("skypilot_json", flags, options);
  EXPECT_EQ(trace.end, 5 * 195 * second);
  EXPECT_EQ(trace.notes, std::vector<std::string>{"gap of 195 s instead of the file's 600 s"});
  EXPECT_EQ(error_of("skypilot_json", R"({"data":[1]})"),
            "t: /metadata: \"gap_seconds\" is missing; say it with gap");
  EXPECT_EQ(error_of("skypilot_json", R"({"metadata":{"gap_seconds":0},"data":[1]})"),
            "t: /metadata/gap_seconds: expected seconds above 0, found \"0\"");
}

TEST(SkypilotJson, PricesRunAlongTheTicks) {
  const std::string text =
      R"({"metadata":{"gap_seconds":60,"price_info":{"on_demand_price":3.06},"x":[{"data":9}]},)"
      R"("data":[1,0,1],"prices":[0.9,0.9,1.1]})";
  const Trace trace = read_as("skypilot_json", text, flag_options(Polarity::available, 1));
  EXPECT_EQ(trace.prices[0].points,
            (std::vector<Point<Price>>{{0, dollars_per_hour(0.9)},
                                       {120 * second, dollars_per_hour(1.1)}}));
  EXPECT_EQ(trace.prices[0].on_demand, dollars_per_hour(3.06));
  EXPECT_EQ(error_of("skypilot_json", R"({"metadata":{"gap_seconds":60},"data":[1],"prices":[]})"),
            "t: prices and data differ in length, found 0 and 1");
  EXPECT_EQ(
      error_of("skypilot_json", R"({"metadata":{"gap_seconds":60},"data":[1],"prices":[0]})"),
      "t: /prices/0: a price must be a number above 0 and at most 1e6, found \"0\"; remove the "
      "record or correct it");
}

TEST(SkypilotJson, TicksMustCountNodes) {
  for (const char* tick : {"-1", "0.5", "null", "\"x\"", "1e12"})
    EXPECT_NE(error_of("skypilot_json",
                       R"({"metadata":{"gap_seconds":60},"data":[1,)" + std::string(tick) + "]}")
                  .find("t: /data/1: expected a number of nodes, found"),
              std::string::npos)
        << tick;
  EXPECT_EQ(error_of("skypilot_json", R"({"metadata":{"gap_seconds":60}})"),
            "t: /: \"data\" is missing");
}

TEST(SkypilotJson, ZonesOfSeveralFilesComeFromTheirNames) {
  const std::vector<SourceText> sources{{"d/us-west-2a_v100_1.json", flags},
                                        {"d/us-east-1f_v100_1.json", flags}};
  const Trace trace = read_all_as("skypilot_json", sources, flag_options(Polarity::available, 1));
  ASSERT_EQ(trace.counts.size(), 2U);
  EXPECT_EQ(trace.counts[0].pool.zone, "us-east-1f");
  EXPECT_EQ(trace.counts[1].pool.zone, "us-west-2a");
  EXPECT_EQ(trace.warnings, std::vector<std::string>{"zones without start times are combined by "
                                                     "index: they may not begin together"});
  EXPECT_THROW(read_all_as("skypilot_json", {sources[0], sources[0]}), InputError);
}

TEST(SkypilotJson, AllZeroAndSingleTickTracesAreLegal) {
  const auto ticks = [](const std::string& data) {
    return R"({"metadata":{"gap_seconds":60},"data":[)" + data + "]}";
  };
  const ReadingOptions options = flag_options(Polarity::available, 1);
  EXPECT_EQ(read_as("skypilot_json", ticks("0,0,0"), options).counts[0].points, (Steps{{0, 0}}));
  EXPECT_EQ(read_as("skypilot_json", ticks("1"), options).end, 60 * second);
  EXPECT_TRUE(read_as("skypilot_json", ticks(""), options).counts.empty());
}

const std::string avail =
    "date,availability\n2024-03-02 00:00:00,1\n2024-03-02 00:03:15,0\n2024-03-02 00:06:31,1\n";

TEST(AvailCsv, TimestampsAreUsedAndTheLastTickLastsOneStep) {
  EXPECT_EQ(recognised_by(avail), std::vector<std::string>{"avail_csv"});
  const Trace trace = read_as("avail_csv", avail, flag_options(Polarity::available, 2));
  EXPECT_EQ(trace.counts[0].points, (Steps{{at("2024-03-02"), 2},
                                           {at("2024-03-02T00:03:15Z"), 0},
                                           {at("2024-03-02T00:06:31Z"), 2}}));
  EXPECT_EQ(trace.end, at("2024-03-02T00:06:31Z") + 196 * second);
  EXPECT_EQ(trace.assumed, std::vector<std::string>{"times without a zone are UTC"});
}

TEST(AvailCsv, HolesAreReportedAndTheValueBeforeHolds) {
  std::string text = "date,availability\n";
  for (const char* time : {"00:00", "00:10", "00:20", "01:10", "01:20"})
    text += "2024-03-02T" + std::string(time) + ":00Z,1\n";
  const Trace trace = read_as("avail_csv", text, flag_options(Polarity::available, 1));
  EXPECT_EQ(trace.counts[0].holes,
            (std::vector<Hole>{{at("2024-03-02T00:20:00Z"), at("2024-03-02T01:10:00Z")}}));
  EXPECT_EQ(trace.warnings,
            std::vector<std::string>{"hole of 50.0 min in the pool after 2024-03-02T00:20:00Z: "
                                     "the value before it holds"});
}

TEST(AvailCsv, PriceListIsPairedByIndex) {
  const TemporaryFile list("prices.json", R"({"us-east-1a_v100_1": [1, 1, 2], "zb_x": [5]})");
  ReadingOptions options = flag_options(Polarity::available, 1);
  options.prices = list.path();
  options.zone = "us-east-1a";
  const Trace trace = read_as("avail_csv", avail, options);
  EXPECT_EQ(trace.prices[0].points,
            (std::vector<Point<Price>>{{at("2024-03-02"), dollars_per_hour(1)},
                                       {at("2024-03-02T00:06:31Z"), dollars_per_hour(2)}}));
  options.zone = "zb";
  EXPECT_EQ(error_of("avail_csv", avail, options),
            "t: rows and prices of " + list.path() +
                " differ in number, found 3 and 1; the list must belong to this file");
  options.zone = "zc";
  EXPECT_EQ(error_of("avail_csv", avail, options),
            list.path() +
                ": no single price list for zone \"zc\", found us-east-1a_v100_1, zb_x; "
                "say the zone");
}

TEST(CountCsv, LastRowOfOneTimeIsTheState) {
  const std::string text = "0,1\n0,2\n60000,1\n60000,0\n120000,0\n";
  EXPECT_EQ(recognised_by(text), std::vector<std::string>{"count_csv"});
  ReadingOptions options;
  options.unit = TimeUnit::ms;
  const Trace trace = read_as("count_csv", text, options);
  EXPECT_EQ(trace.counts[0].points, (Steps{{0, 2}, {60 * second, 0}}));
  EXPECT_EQ(trace.end, 120 * second);
  EXPECT_TRUE(trace.undecided.empty());
}

TEST(CountCsv, UnitIsAssumedOnlyForLookingAtAFile) {
  const Trace ms = read_as("count_csv", "0,1\n60000,1\n");
  EXPECT_EQ(ms.end, 60 * second);
  EXPECT_EQ(ms.assumed, std::vector<std::string>{"bare numbers in the time column are ms"});
  ASSERT_EQ(ms.undecided.size(), 1U);
  EXPECT_EQ(ms.undecided[0].message(),
            "t: counts without a header do not say the unit of their times; say it with unit");
  EXPECT_EQ(read_as("count_csv", "0,0\r\n25435,0\r\n25435,2\r\n").end, 25'435 * second);
  ReadingOptions hours;
  hours.unit = TimeUnit::h;
  EXPECT_EQ(read_as("count_csv", "0.000,0\n0.030,0\n0.030,9\n", hours).counts[0].points,
            (Steps{{0, 0}, {108 * second, 9}}));
  EXPECT_EQ(read_as("count_csv", "0,8").counts[0].points, (Steps{{0, 8}}));
}

TEST(CountCsv, HeaderWithAnIndexColumnIsRead) {
  std::string text = ",Time,GPUs\n";
  for (int i = 0; i < 12; ++i)
    text += std::to_string(i) + "," + std::to_string(1709337600 + 63 * i) + ".5," +
            std::to_string(i < 6 ? 56 : 36) + (i < 11 ? "\n" : "");
  EXPECT_EQ(recognised_by(text), std::vector<std::string>{"count_csv"});
  const Trace trace = read_as("count_csv", text);
  EXPECT_TRUE(trace.calendar);
  EXPECT_TRUE(trace.undecided.empty());
  EXPECT_EQ(trace.begin, at("2024-03-02T00:00:00.5Z"));
  EXPECT_EQ(trace.end, trace.begin + 12 * 63 * second);
  EXPECT_EQ(trace.counts[0].points.size(), 2U);
}

TEST(CountCsv, BadCountsAreErrorsWithTheirLine) {
  EXPECT_EQ(error_of("count_csv", "0,1\n60000,-1\n"),
            "t:2: expected a number of nodes, found \"-1\"");
  EXPECT_EQ(error_of("count_csv", "0,1\n60000\n"),
            "t:2: row of 1 cells, expected at least 2; the file may be cut off");
}

TEST(CountLog, RowThatGoesBackCancelsTheRowsAfterItsTime) {
  const std::string text =
      "2021-12-10, 13:07:45, 80\n2021-12-10, 13:08:45, 80\n2021-12-10, 13:09:45, 80\n"
      "2021-12-10, 13:08:45, 70\n2021-12-10, 13:10:45, 75\n";
  EXPECT_EQ(recognised_by(text), std::vector<std::string>{"count_log"});
  const Trace trace = read_as("count_log", text);
  EXPECT_EQ(trace.counts[0].points, (Steps{{at("2021-12-10T13:07:45Z"), 80},
                                           {at("2021-12-10T13:08:45Z"), 70},
                                           {at("2021-12-10T13:10:45Z"), 75}}));
  EXPECT_EQ(trace.notes,
            std::vector<std::string>{"1 rows go back in time and cancel 1 rows after theirs"});
  EXPECT_EQ(error_of("count_log", text + "2021-12-10, 13:1"),
            "t:6: expected date, time, count; found 2 cells; the file may be cut off");
}

TEST(NativeCapacity, PoolsAndSettingsAreRead) {
  const std::string text =
      "# capacity\n# time_unit=min\ntime,zone,instance_type,count\n0,za,gpu.x1,4\n5,za,gpu.x1,1\n"
      "0,zb,gpu.x1,0\n";
  EXPECT_EQ(recognised_by(text), std::vector<std::string>{"native_capacity"});
  const Trace trace = read_as("native_capacity", text);
  ASSERT_EQ(trace.counts.size(), 2U);
  EXPECT_EQ(trace.counts[0].pool, (PoolName{"za", "gpu.x1"}));
  EXPECT_EQ(trace.counts[0].points, (Steps{{0, 4}, {300 * second, 1}}));
  EXPECT_EQ(trace.counts[1].points, (Steps{{0, 0}}));
  EXPECT_TRUE(trace.assumed.empty());
  EXPECT_EQ(error_of("native_capacity", "# time_unit=days\ntime,count\n0,1\n"),
            "t:1: unknown time_unit, found \"days\"; use one of us, ms, s, min, h");
}

TEST(NativeCapacity, LowerOfTwoCountsAtOneTimeHolds) {
  for (const char* text : {"time,count\n0,4\n9,3\n9,2\n", "time,count\n9,2\n9,3\n0,4\n"}) {
    const Trace trace = read_as("native_capacity", text);
    EXPECT_EQ(trace.counts[0].points.back().value, 2);
    EXPECT_EQ(trace.warnings,
              std::vector<std::string>{"1 rows of the pool with another value at one time (2 and 3 "
                                       "at 0.00 h): the lower is used"});
  }
}

}  // namespace
}  // namespace spotgrid::traces
