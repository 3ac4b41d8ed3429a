// Price files of all kinds become the same series; what is wrong with them is said.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "tests/traces/reading.hpp"
#include "traces/timestamp.hpp"

namespace spotgrid::traces {
namespace {

TraceTime at(std::string_view text) {
  return parse_timestamp(text)->at;
}

std::string record(const std::string& zone, const std::string& price, const std::string& time,
                   const std::string& product = "Linux/UNIX") {
  return R"({"AvailabilityZone": ")" + zone + R"(", "InstanceType": "g5.xlarge", )" +
         R"("ProductDescription": ")" + product + R"(", "SpotPrice": ")" + price +
         R"(", "Timestamp": ")" + time + R"("})";
}
std::string page(const std::string& records, const std::string& token = "") {
  return R"({"NextToken": ")" + token + R"(", "SpotPriceHistory": [)" + records + "]}";
}

const std::vector<Point<Price>> two_points{{at("2024-03-02T05:04:51Z"), dollars_per_hour(0.4099)},
                                           {at("2024-03-02T11:05:09Z"), dollars_per_hour(0.4123)}};
const std::string newest = record("us-east-1a", "0.412300", "2024-03-02T11:05:09+00:00");
const std::string oldest = record("us-east-1a", "0.409900", "2024-03-02T05:04:51.000Z");

void expect_two_points(const Trace& trace) {
  ASSERT_EQ(trace.prices.size(), 1U);
  EXPECT_EQ(trace.prices[0].pool, (PoolName{"us-east-1a", "g5.xlarge"}));
  EXPECT_EQ(trace.prices[0].points, two_points);
  EXPECT_TRUE(trace.calendar);
  EXPECT_EQ(trace.begin, two_points[0].at);
  EXPECT_EQ(trace.end, two_points[1].at);
}

TEST(AwsCli, PagesListsAndBareRecordsAreTheSame) {
  const std::string both = newest + "," + oldest;
  for (const std::string& text : {page(both), "[" + both + "]", page(newest) + "\n" + page(oldest),
                                  "[" + page(newest) + "," + page(oldest) + "]"}) {
    EXPECT_EQ(recognised_by(text), std::vector<std::string>{"aws_cli"}) << text;
    expect_two_points(read_as("aws_cli", text));
  }
}

TEST(AwsCli, OneRecordPerLineIsTheJsonlFormat) {
  const std::string text = newest + "\n" + oldest + "\n";
  EXPECT_EQ(recognised_by(text), std::vector<std::string>{"aws_jsonl"});
  expect_two_points(read_as("aws_jsonl", text));
  const std::string archive =
      R"({"region":"us-east-1","availability_zone":"us-east-1a","instance_type":"g5.xlarge",)"
      R"("spot_price":0.4099,"timestamp":"2024-03-02 05:04:51+00:00"})"
      "\n"
      R"({"timestamp":"2024-03-02T11:05:09","availability_zone":"us-east-1a","region":"us-east-1",)"
      R"("instance_type":"g5.xlarge","spot_price":0.4123})";
  EXPECT_EQ(recognised_by(archive), std::vector<std::string>{"aws_jsonl"});
  expect_two_points(read_as("aws_jsonl", archive));
}

TEST(AwsCli, ZoneIdStandsInForAMissingName) {
  const std::string text =
      R"([{"AvailabilityZoneId":"use1-az6","InstanceType":"x","SpotPrice":"1","Timestamp":)"
      R"("2024-01-01T00:00:00Z"},{"AvailabilityZone":"us-east-1a","AvailabilityZoneId":"use1-az6",)"
      R"("InstanceType":"x","SpotPrice":"1","Timestamp":"2024-01-01T00:00:00Z","Tags":{"a":[1]}}])";
  const Trace trace = read_as("aws_cli", text);
  ASSERT_EQ(trace.prices.size(), 2U);
  EXPECT_EQ(trace.prices[0].pool.zone, "us-east-1a");
  EXPECT_EQ(trace.prices[1].pool.zone, "use1-az6");
}

TEST(AwsCli, EmptyHistoryIsValidAndWarnedOf) {
  const Trace trace = read_as("aws_cli", page(""));
  EXPECT_TRUE(trace.prices.empty());
  EXPECT_EQ(trace.warnings, std::vector<std::string>{"t: the history has no records"});
}

TEST(AwsCli, UnreadFurtherPagesAreWarnedOf) {
  const std::string warning = "t: truncated: NextToken is set, so further pages exist";
  EXPECT_EQ(read_as("aws_cli", page(newest, "AAH")).warnings, std::vector<std::string>{warning});
  EXPECT_TRUE(read_as("aws_cli", page(newest, "AAH") + page(oldest)).warnings.empty());
  std::string thousand;
  for (int i = 0; i < 1000; ++i)
    thousand += (i ? "," : "") + newest;
  EXPECT_EQ(
      read_as("aws_cli", page(thousand)).warnings,
      std::vector<std::string>{"t: truncated? exactly 1000 records, as many as a page can have"});
}

TEST(AwsCli, OtherProductsAreLeftOutAndCounted) {
  const std::string windows = record("us-east-1a", "9", "2024-03-02T06:00:00Z", "Windows");
  const std::string vpc =
      record("us-east-1a", "0.409900", "2024-03-02T05:04:51Z", "Linux/UNIX (Amazon VPC)");
  const Trace trace = read_as("aws_cli", page(windows + "," + newest + "," + vpc));
  expect_two_points(trace);
  EXPECT_EQ(trace.notes.back(), "1 record of other products left out: Windows (1)");
  EXPECT_EQ(error_of("aws_cli", page(windows)),
            "t: no records of the product Linux/UNIX, found Windows (1); choose one with product");
  ReadingOptions options;
  options.product = "Windows";
  EXPECT_EQ(read_as("aws_cli", page(windows + "," + newest), options).prices[0].points[0].value,
            dollars_per_hour(9));
}

TEST(AwsCli, PricesMustBeAboveZero) {
  for (const char* price : {"0", "0.000000", "-1", "nan", "NaN", "inf", "", "free", "1e300"}) {
    const std::string text =
        page(newest + "," + record("us-east-1a", price, "2024-03-02T06:00:00Z"));
    const std::string expected =
        *price == '\0'
            ? "t: /SpotPriceHistory/1: record without SpotPrice"
            : "t: /SpotPriceHistory/1: a price must be a number above 0 and at most 1e6, "
              "found \"" +
                  std::string(price) + "\"; remove the record or correct it";
    EXPECT_EQ(error_of("aws_cli", text), expected);
  }
}

TEST(AwsCli, MissingFieldsAndBadTimesAreNamed) {
  EXPECT_EQ(error_of("aws_cli", R"([{"SpotPrice":"1","Timestamp":"2024-01-01T00:00:00Z"}])"),
            "t: /0: record without InstanceType");
  EXPECT_EQ(error_of("aws_cli", page(record("a", "1", "2024-02-30T00:00:00Z"))),
            "t: /SpotPriceHistory/0: not a time, found \"2024-02-30T00:00:00Z\"; write it as "
            "2023-03-01T00:00:00Z or as a number");
  EXPECT_EQ(error_of("aws_jsonl", newest + "\n{\"SpotPrice\":\"1\"}"),
            "t:2: record without Timestamp");
}

TEST(AwsCli, BrokenJsonIsAnErrorWithItsLine) {
  EXPECT_EQ(error_of("aws_cli", "\n" + page(newest).substr(0, 100)),
            "t:2: the JSON that begins here is cut off; fetch the file again");
  EXPECT_EQ(error_of("aws_cli", "[{\"a\":\n nan}]"), "t:2: JSON syntax error, found \" na\"");
  EXPECT_EQ(error_of("aws_cli", page(newest) + " x"), "t:1: expected a JSON object or list");
  EXPECT_EQ(error_of("aws_cli", std::string(1'000'000, '[')),
            "t:1: JSON nested deeper than 64 levels");
}

TEST(AwsText, BothFormsAreRead) {
  const std::string cli =
      "SPOTPRICEHISTORY\tus-east-1a\tg5.xlarge\tLinux/UNIX\t0.412300\t2024-03-02T11:05:09+00:00\n"
      "SPOTPRICEHISTORY\tus-east-1a\tuse1-az6\tg5.xlarge\tLinux/UNIX\t0.409900\t"
      "2024-03-02T05:04:51Z\r\n";
  EXPECT_EQ(recognised_by(cli), std::vector<std::string>{"aws_text"});
  expect_two_points(read_as("aws_text", cli));
  const std::string tools =
      "SPOTINSTANCEPRICE\t0.031\t2010-02-09T10:42:08+0200\tm1.small\tLinux/UNIX\n";
  EXPECT_EQ(recognised_by(tools), std::vector<std::string>{"aws_text"});
  const Trace old = read_as("aws_text", tools);
  EXPECT_EQ(old.prices[0].pool, (PoolName{"", "m1.small"}));
  EXPECT_EQ(old.begin, at("2010-02-09T08:42:08Z"));
}

TEST(AwsText, TokensAndForeignLinesAreNoticed) {
  const std::string line = "SPOTPRICEHISTORY\ta\tb\tLinux/UNIX\t1\t2024-03-02T11:05:09Z\n";
  EXPECT_EQ(read_as("aws_text", "NEXTTOKEN\tAAH\n" + line).warnings.size(), 1U);
  EXPECT_EQ(error_of("aws_text", line + "hello\n"),
            "t:2: expected SPOTPRICEHISTORY or SPOTINSTANCEPRICE, found \"hello\"");
  EXPECT_EQ(error_of("aws_text", "SPOTPRICEHISTORY\ta\n"),
            "t:1: expected 6 or 7 tab-separated cells, found 2");
}

TEST(PriceCsv, ColumnsAreFoundUnderTheirManyNames) {
  for (const std::string& text :
       {std::string("timestamp,zone,instance_type,price\n"
                    "2024-03-02T11:05:09Z,us-east-1a,g5.xlarge,0.4123\n"
                    "2024-03-02T05:04:51Z,us-east-1a,g5.xlarge,0.4099\n"),
        std::string("SpotPrice,AvailabilityZone,InstanceType,ProductDescription,Timestamp\r\n"
                    "$0.4123,us-east-1a,g5.xlarge,Linux/UNIX,2024-03-02 11:05:09\r\n"
                    "0.4099,us-east-1a,g5.xlarge,Linux/UNIX,1709355891"),
        std::string("# on_demand=1.006\ntime,AZ,machine_type,hour_spot,hour\n"
                    "2024-03-02T05:04:51Z,us-east-1a,g5.xlarge,0.4099,\n"
                    "2024-03-02T11:05:09Z,us-east-1a,g5.xlarge,0.4123,\n")}) {
    EXPECT_EQ(recognised_by(text), std::vector<std::string>{"price_csv"}) << text;
    expect_two_points(read_as("price_csv", text));
  }
}

TEST(PriceCsv, OnDemandPriceIsTheNewest) {
  const std::string text =
      "time,zone,instance_type,price,on_demand\n21600,za,gpu.x1,0.94,3.06\n0,za,gpu.x1,0.92,3.10\n";
  const Trace trace = read_as("price_csv", text);
  EXPECT_FALSE(trace.calendar);
  EXPECT_EQ(trace.end, 21'600'000'000);
  EXPECT_EQ(trace.prices[0].on_demand, dollars_per_hour(3.06));
  EXPECT_EQ(trace.assumed, std::vector<std::string>{"bare numbers in the time column are s"});
}

TEST(PriceCsv, TwoColumnsNeedNoHeader) {
  const std::string text = "2024-03-02 05:04:51,0.4099\n2024-03-02 11:05:09,0.4123\n";
  EXPECT_EQ(recognised_by(text), std::vector<std::string>{"price_csv"});
  ReadingOptions options;
  options.zone = "us-east-1a";
  options.instance = "g5.xlarge";
  const Trace trace = read_as("price_csv", text, options);
  expect_two_points(trace);
  EXPECT_EQ(trace.assumed, std::vector<std::string>{"times without a zone are UTC"});
}

TEST(PriceCsv, UnknownPricesHoldTheLastOne) {
  const Trace trace = read_as("price_csv", "time,price\n0,1.5\n10,\n20,N/A*\n30,NULL\n40,2\n50,\n");
  EXPECT_EQ(trace.prices[0].points, (std::vector<Point<Price>>{{0, dollars_per_hour(1.5)},
                                                               {40'000'000, dollars_per_hour(2)}}));
  EXPECT_EQ(trace.warnings,
            std::vector<std::string>{"4 rows without a price: the last known price holds"});
  EXPECT_EQ(trace.end, 50'000'000);
}

TEST(PriceCsv, BadRowsAreErrorsWithTheirLine) {
  const std::string head = "time,zone,price\n0,a,1\n";
  for (const char* price : {"0", "-0.5", "nan", "x"})
    EXPECT_EQ(error_of("price_csv", head + "5,a," + price),
              "t:3: a price must be a number above 0 and at most 1e6, found \"" +
                  std::string(price) + "\"; remove the record or correct it");
  EXPECT_EQ(error_of("price_csv", head + "5,a"),
            "t:3: row of 2 cells, expected at least 3; the file may be cut off");
  EXPECT_EQ(error_of("price_csv", head + "2024-01-01T00:00:00Z,a,1"),
            "t:3: calendar and relative times in one column, found \"2024-01-01T00:00:00Z\"; "
            "split the file");
  EXPECT_EQ(error_of("price_csv", head + "1709355891000,a,1"),
            "t:3: time beyond the year 2100, found 1709355891000 s; give the unit of the time "
            "column");
  EXPECT_EQ(error_of("price_csv", "time,price,currency\n0,1,EUR\n"),
            "t:2: a price in another currency than USD, found EUR; convert it to USD");
  EXPECT_EQ(error_of("price_csv", "time,cost\n0,1\n"),
            "t:1: no column price or spot_price or SpotPrice or hour_spot or price_usd_per_hour, "
            "found time, cost; rename one");
}

TEST(PriceCsv, HigherOfTwoPricesAtOneTimeWins) {
  for (const char* text : {"time,price\n0,1\n9,2\n9,3\n", "time,price\n9,3\n9,2\n0,1\n"}) {
    const Trace trace = read_as("price_csv", text);
    EXPECT_EQ(trace.prices[0].points.back().value, dollars_per_hour(3));
    EXPECT_EQ(trace.warnings,
              std::vector<std::string>{"1 record of the pool with two prices at one time (2 $/h "
                                       "and 3 $/h at 0.00 h): the higher is used"});
  }
}

TEST(PriceCsv, DuplicatesAndUnchangedRecordsAreNoChanges) {
  const Trace trace = read_as("price_csv", "time,price\n0,1\n0,1\n9,1\n5,2\n7,1\n");
  EXPECT_EQ(trace.records, 5);
  EXPECT_EQ(trace.prices[0].records, 4);
  EXPECT_EQ(trace.prices[0].points.size(), 3U);
  EXPECT_EQ(trace.end, 9'000'000);
  EXPECT_EQ(trace.notes, (std::vector<std::string>{"1 exact duplicate dropped",
                                                   "1 record out of order, sorted by time",
                                                   "1 record without a change of price"}));
}

TEST(PriceCsv, PoolsAreFilteredByName) {
  const std::string text = "time,zone,instance_type,price\n0,a,x,1\n0,b,x,2\n3,b,y,3\n";
  ReadingOptions options;
  options.zone = "b";
  options.instance = "x";
  const Trace trace = read_as("price_csv", text, options);
  ASSERT_EQ(trace.prices.size(), 1U);
  EXPECT_EQ(trace.prices[0].points[0].value, dollars_per_hour(2));
  EXPECT_EQ(trace.notes, std::vector<std::string>{"2 records of other pools left out"});
  options.instance = "z";
  EXPECT_EQ(error_of("price_csv", text, options),
            "t: no records of b z, found a x, b x, b y; choose with zone and instance");
}

TEST(PriceCsv, SpanCanBeExtendedBothWays) {
  const std::string text = "time,zone,price\n2024-01-01T00:00:00Z,a,1\n2024-01-02T00:00:00Z,b,2\n";
  EXPECT_EQ(read_as("price_csv", text).prices[1].points[0].at, at("2024-01-02"));
  ReadingOptions options;
  options.extend = true;
  options.until = "2024-01-05";
  const Trace trace = read_as("price_csv", text, options);
  EXPECT_EQ(trace.prices[1].points[0].at, at("2024-01-01"));
  EXPECT_EQ(trace.end, at("2024-01-05"));
  options.until = "2024-01-01";
  EXPECT_EQ(error_of("price_csv", text, options),
            "t: until: lies before the end of the data at 2024-01-02T00:00:00Z, found "
            "2024-01-01T00:00:00Z; give a later time or leave it out");
  options.until = "2201-01-01T00:00:00Z";
  EXPECT_EQ(error_of("price_csv", text, options),
            "t: until: not a calendar time, found \"2201-01-01T00:00:00Z\"; write it as "
            "2023-03-01T00:00:00Z, in a year from 1900 to 2200");
}

TEST(PriceCsv, RelativeTimesCanBePlacedOnTheCalendar) {
  ReadingOptions options;
  options.start = "2024-01-01T00:00:00Z";
  options.unit = TimeUnit::h;
  const Trace trace = read_as("price_csv", "time,price\n5,1\n6.5,2\n", options);
  EXPECT_TRUE(trace.calendar);
  EXPECT_EQ(trace.begin, at("2024-01-01"));
  EXPECT_EQ(trace.prices[0].points[1].at, at("2024-01-01T01:30:00Z"));
  EXPECT_EQ(error_of("price_csv", "time,price\n2024-01-01,1\n", options),
            "t: start: the rows have calendar times of their own; leave it out");
  options.start = "noon";
  EXPECT_EQ(error_of("price_csv", "time,price\n5,1\n", options),
            "t: start: not a calendar time, found \"noon\"; write it as 2023-03-01T00:00:00Z, in a "
            "year from 1900 to 2200");
}

}  // namespace
}  // namespace spotgrid::traces
